import "../prices/prices.css";
import "./places.css";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { DAY_KINDS, type DayKind } from "../../../contract/core/enums";
import { calendar } from "../../../contract/places/places";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useLive } from "../../live/use-live";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Ask } from "../../ui/Ask";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { Skeleton } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { DayPanel } from "./calendar/DayPanel";
import { Month } from "./calendar/Month";
import { daysOf } from "./calendar/year";

const NARROW = "(max-width: 991px)";
const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);

/** The venue's calendar: a year of public holidays, make-up workdays, closed and special days, each priced as some weekday. */
export function Calendar() {
  const t = useT();
  const today = useToday();
  const [search, setSearch] = useSearchParams();
  const yearParam = Number(search.get("year"));
  const year = yearParam >= 2000 && yearParam <= 2100 ? yearParam : Number(today.slice(0, 4));
  const read = useRead(calendar.view, { year }, { keepPrevious: true });
  const [chosen, setChosen] = useState(today);
  const [asking, setAsking] = useState(false);
  const mayModify = useCan("calendar_modify");
  const reset = useCall(calendar.reset);
  useLive(["changed"], (message) => {
    if (message.resource === "calendar") void read.refetch();
  });
  const here = read.data !== undefined;
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (here) root.current?.querySelector(".day.today")?.closest(".month")?.scrollIntoView({ block: "nearest" });
  }, [here]);
  const { special, dropped } = daysOf(read.data);
  const go = (to: number): void => setSearch({ year: String(to) }, { replace: true });
  const resetYear = (): void => {
    setAsking(false);
    reset
      .run({ year })
      .then(() => void read.refetch())
      .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
  };
  const count = (kind: DayKind): number => [...special.values()].filter((day) => day.kind === kind).length;
  const choose = (day: string): void => {
    setChosen(day);
    if (Number(day.slice(0, 4)) !== year) go(Number(day.slice(0, 4)));
    // On a narrow screen what the day is stands above the year.
    if (matchMedia(NARROW).matches)
      requestAnimationFrame(() => root.current?.querySelector(".day-panel")?.scrollIntoView({ block: "start" }));
  };
  // The panel begins anew with what was saved: the focus goes back to the day, and a phone shows it again.
  const toChosen = (): void => {
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus());
  };
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  return (
    <div className="pad year-page" ref={root}>
      <header className="page-head">
        <h1>{t("places.calendar.title")}</h1>
        <div className="year-bar">
          <CommandButton icon="chevron-left" aria-label={t("places.calendar.before")} onClick={() => go(year - 1)} />
          <h2 aria-live="polite">{t("places.calendar.year", { year })}</h2>
          <CommandButton icon="chevron-right" aria-label={t("places.calendar.next")} onClick={() => go(year + 1)} />
        </div>
        <span className="grow" />
        {mayModify && read.data?.published && (
          <CommandButton icon="refresh" busy={reset.pending} onClick={() => (special.size === 0 ? resetYear() : setAsking(true))}>
            {t(special.size === 0 ? "places.calendar.fill" : "places.calendar.reset")}
          </CommandButton>
        )}
      </header>
      {!read.data ? (
        <output className="year" aria-label={t("ui.loading")}>
          {MONTHS.map((month) => (
            <span key={month} className="card month month-waits">
              <Skeleton width="40px" height="16px" />
              <Skeleton height="204px" />
            </span>
          ))}
        </output>
      ) : (
        <>
          <div className="year-legend" role="group" aria-label={t("places.calendar.legend")}>
            {DAY_KINDS.map((kind) => (
              <span key={kind}>
                <span className={`day ${kind}`} aria-hidden>
                  <small>{t(`places.calendar.short.${kind}`)}</small>
                </span>
                {t(`places.calendar.kinds.${kind}`)}
              </span>
            ))}
            <span className="mut">
              {t("places.calendar.counts", {
                holiday: count("holiday"),
                workday: count("workday"),
                closed: count("closed"),
                special: count("special"),
              })}
            </span>
          </div>
          {!read.data.published && <p className="notice">{t("places.calendar.unpublished", { year })}</p>}
          {read.data.published && special.size === 0 && <p className="notice">{t("places.calendar.empty")}</p>}
          <p className="mut year-hint">{t("places.calendar.chooseHint")}</p>
          <div className="year-two">
            <div className="year">
              {MONTHS.map((month) => (
                <Month
                  key={month}
                  year={year}
                  month={month}
                  special={special}
                  dropped={dropped}
                  today={today}
                  chosen={chosen}
                  onChoose={choose}
                />
              ))}
            </div>
            <DayPanel
              key={`${chosen} ${special.get(chosen)?.kind ?? ""} ${special.get(chosen)?.pricedAs ?? ""}`}
              day={chosen}
              special={special.get(chosen)}
              dropped={dropped.get(chosen)}
              onSaved={() => void read.refetch().then(toChosen)}
            />
          </div>
        </>
      )}
      {asking && (
        <Ask
          title={t("places.calendar.resetTitle", { year })}
          onClose={() => setAsking(false)}
          answers={[
            { title: t("common.cancel"), act: () => setAsking(false), kind: "primary" },
            { title: t("places.calendar.reset"), act: resetYear, kind: "danger" },
          ]}
        >
          {t("places.calendar.resetText")}
        </Ask>
      )}
    </div>
  );
}
