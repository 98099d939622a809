import "../../desk/desk.css";
import "./capacity-sessions.css";
import { useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { addDays } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import { useLanguage, useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { useMobile } from "../../shell/use-mobile";
import { Button } from "../../ui/Button";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { grouped } from "../../ui/grouped";
import { Icon } from "../../ui/Icon";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { dayTitle } from "../../ui/format-days";
import { dayOfAddress } from "../../ui/day-of-address";
import { STRIP_DAYS, stripDays, stripFrom } from "./days";
import { BulkShelf } from "./BulkShelf";
import { Gate } from "./Gate";
import { PlanSessions } from "./PlanSessions";
import { SessionCard } from "./SessionCard";
import { SessionPanel } from "./SessionPanel";
import { Strip } from "./Strip";
import { useBoardKeys } from "./use-board-keys";
import { useDeskScans } from "./use-desk-scans";
import { Wristbands } from "./Wristbands";
import { percentOf, totalsOf } from "./words";

/** State of the address when nothing is open beside the board. */
const NO_PANEL = { session: undefined, booking: undefined, band: undefined };
/** Pixels of what lies above that stay in sight. */
const OVER_IN_SIGHT = 44;

/** The board of sessions: a day's or a week's, each with how full it is; beside it the one that is chosen, where its places are sold. */
export function SessionBoard() {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  const mobile = useMobile();
  const mayManage = useCan("session_manage");
  const navigate = useNavigate();
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const day = dayOfAddress(params);
  const week = params.get("view") === "week";
  const chosen = params.get("session") ?? undefined;
  const bookingId = params.get("booking") ?? undefined;
  const hallId = params.get("hall") ?? undefined;
  const band = params.get("band") ?? undefined;
  const atGate = params.get("gate") === "on";
  const from = stripFrom(day, today);
  const read = useRead(capacitySessions.list, { day: from, days: STRIP_DAYS }, { keepPrevious: true });
  const bands = useRead(capacitySessions.bands, {});
  const [planning, setPlanning] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const [eager, setEager] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const booker = useRef<HTMLInputElement>(null);

  const go = (next: Readonly<Record<string, string | undefined>>): void => {
    const query = new URLSearchParams(search);
    for (const [key, value] of Object.entries(next)) {
      if (value === undefined) query.delete(key);
      else query.set(key, value);
    }
    void navigate({ search: `?${query.toString()}` }, { replace: true });
  };
  const close = (): void => {
    const id = chosen;
    setEager(false);
    go(NO_PANEL);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id ?? "")}"]`)?.focus());
  };
  const toDay = (next: string): void => go({ day: next, ...NO_PANEL });
  const halls = read.data?.halls ?? [];
  const closed = new Map(read.data?.closed.map((one) => [one.day, one.name]));
  const all = (read.data?.content ?? []).filter((session) => hallId === undefined || session.hallId === hallId);
  const ofDay = all.filter((session) => session.day === day);
  const totals = totalsOf(week ? all : ofDay);
  const loaded = read.data !== undefined && !read.isPlaceholderData;
  const listed = week ? all : ofDay;
  const focus = listed.some((session) => session.id === chosen)
    ? chosen
    : (listed.find((session) => session.status === "on_shelf") ?? listed[0])?.id;
  // Today begins with what is on now: what is over lies above it.
  const begun = useRef("");
  useLayoutEffect(() => {
    if (!loaded || week || begun.current === day) return;
    begun.current = day;
    const card = root.current?.querySelector<HTMLElement>(`[data-session="${CSS.escape(focus ?? "")}"]`);
    card?.closest(".sess-col")?.scrollTo({ top: day === today ? card.offsetTop - OVER_IN_SIGHT : 0 });
  }, [loaded, week, day, today, focus]);
  useBoardKeys(root, {
    toBooker: () => {
      if (chosen === undefined) {
        setEager(true);
        go({ ...NO_PANEL, session: focus });
      } else root.current?.querySelector<HTMLElement>("[aria-keyshortcuts=F2]")?.click();
      requestAnimationFrame(() => booker.current?.focus());
    },
    previous: () => toDay(addDays(day, week ? -STRIP_DAYS : -1)),
    next: () => toDay(addDays(day, week ? STRIP_DAYS : 1)),
    today: () => toDay(today),
    close: () => {
      if (picked) {
        setPicked(undefined);
        return true;
      }
      if (chosen === undefined && band === undefined) return false;
      close();
      return true;
    },
  });

  const pick = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  const cards = (some: typeof all) =>
    some.map((session) => (
      <SessionCard
        key={session.id}
        session={session}
        hall={halls.length > 1}
        chosen={picked ? picked.has(session.id) : session.id === chosen}
        focusable={session.id === focus}
        onChoose={() => (picked ? pick(session.id) : go({ ...NO_PANEL, session: session.id }))}
      />
    ));
  const figures = [
    [t("capacitySessions.kpi.sessions"), grouped(totals.sessions), ""],
    [
      t("capacitySessions.kpi.sold"),
      grouped(totals.sold),
      t("capacitySessions.kpi.ofPlaces", { places: grouped(totals.places), percent: percentOf(totals.sold, totals.places) }),
    ],
    [t("capacitySessions.kpi.left"), grouped(totals.left), ""],
    [t("capacitySessions.kpi.entered"), grouped(totals.entered), ""],
  ] as const;
  const openBooking = (id: string, sessionId: string, on = today): void => go({ ...NO_PANEL, day: on, session: sessionId, booking: id });
  useDeskScans({
    bands: bands.data?.content,
    today,
    atGate,
    onBand: (code) => go({ ...NO_PANEL, band: code }),
    onBooking: (booking) => openBooking(booking.id, booking.sessionId),
  });
  const panel =
    band !== undefined ? (
      <Wristbands
        bands={bands}
        code={band}
        onCode={(code) => go({ band: code })}
        onOpen={(one) => openBooking(one.bookingId, one.sessionId, one.day)}
        onClose={close}
      />
    ) : (
      chosen !== undefined && (
        <SessionPanel
          key={`${chosen} ${bookingId ?? ""}`}
          id={chosen}
          bookingId={bookingId}
          today={today}
          booker={booker}
          eager={eager}
          onClose={close}
        />
      )
    );
  return (
    <div className="booking sessions" ref={root}>
      <div className="bar">
        {!atGate && <Strip from={from} day={day} today={today} week={week} sessions={all} closed={closed} onDay={toDay} />}
        <span className="grow" />
        {halls.length > 1 && (
          <span className="input sess-hall">
            <select
              aria-label={t("capacitySessions.hall")}
              value={hallId ?? ""}
              onChange={(event) => go({ hall: event.target.value || undefined })}
            >
              <option value="">{t("capacitySessions.allHalls")}</option>
              {halls.map((hall) => (
                <option key={hall.id} value={hall.id}>
                  {hall.name}
                </option>
              ))}
            </select>
          </span>
        )}
        {!atGate && (
          <div className="seg" role="group" aria-label={t("capacitySessions.view")}>
            <button type="button" aria-pressed={!week} onClick={() => go({ view: undefined })}>
              {t("capacitySessions.day")}
            </button>
            <button type="button" aria-pressed={week} onClick={() => go({ view: "week" })}>
              {t("capacitySessions.week")}
            </button>
          </div>
        )}
        {halls.length > 0 && (
          <CommandButton
            icon={atGate ? "calendar" : "scan"}
            aria-pressed={atGate}
            onClick={() => go({ ...NO_PANEL, gate: atGate ? undefined : "on" })}
          >
            {atGate ? t("capacitySessions.sessionBoard.backSessions") : t("capacitySessions.gate2")}
          </CommandButton>
        )}
        {halls.length > 0 && !atGate && (
          <CommandButton
            icon="tag"
            aria-pressed={band !== undefined}
            onClick={() => (band === undefined ? go({ ...NO_PANEL, band: "" }) : close())}
          >
            {t("capacitySessions.bands.open", { count: bands.data?.content.length ?? 0 })}
          </CommandButton>
        )}
        {mayManage && halls.length > 0 && !atGate && (
          <>
            <CommandButton
              icon="check"
              aria-pressed={picked !== undefined}
              onClick={() => {
                setPicked(picked ? undefined : new Set());
                if (panel) go(NO_PANEL);
              }}
            >
              {t("capacitySessions.bulk.open")}
            </CommandButton>
            <CommandButton icon="plus" onClick={() => setPlanning(true)}>
              {t("capacitySessions.plan.open")}
            </CommandButton>
          </>
        )}
      </div>
      {picked && (
        <BulkShelf
          shown={listed}
          picked={picked}
          onPicked={setPicked}
          onDone={() => void read.refetch()}
          onClose={() => setPicked(undefined)}
        />
      )}
      {atGate ? (
        <Gate />
      ) : (
        <>
          <div className="kpis">
            {figures.map(([title, value, note], i) => (
              <div key={title} className={i === figures.length - 1 ? "kpi kpi-use" : "kpi"}>
                <small>{title}</small>
                <b>
                  {loaded ? value : <span className="skeleton" style={{ width: 40 }} />}
                  {loaded && note !== "" && <span>{note}</span>}
                </b>
              </div>
            ))}
          </div>
          <div className="work" data-panel={panel && !mobile ? "open" : "closed"}>
            <div className="gridcol sess-col" aria-busy={read.isPlaceholderData || undefined}>
              <h1 className="sr">{t("capacitySessions.board")}</h1>
              {!week && closed.has(day) && (
                <p className="notice notice-waiting">
                  <Icon name="warning" />
                  {t("capacitySessions.closedDay", { name: closed.get(day) ?? "" })}
                </p>
              )}
              {read.error && !read.data ? (
                <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
              ) : !read.data ? (
                <SkeletonText lines={10} label={t("ui.loading")} />
              ) : listed.length === 0 ? (
                <EmptyState
                  icon="ticket"
                  title={halls.length === 0 ? t("capacitySessions.noHall") : t("capacitySessions.empty")}
                  hint={halls.length === 0 ? t("capacitySessions.noHallHint") : t("capacitySessions.emptyHint")}
                  action={
                    mayManage && halls.length > 0 ? (
                      <Button kind="primary" icon="plus" onClick={() => setPlanning(true)}>
                        {t("capacitySessions.plan.open")}
                      </Button>
                    ) : undefined
                  }
                />
              ) : week ? (
                <div className="sess-week">
                  {stripDays(from).map((each) => (
                    <section key={each} aria-label={dayTitle(each, today, language, t)} data-today={each === today || undefined}>
                      <h2>{dayTitle(each, today, language, t)}</h2>
                      {cards(all.filter((session) => session.day === each))}
                    </section>
                  ))}
                </div>
              ) : (
                <section className="sess-day" aria-label={dayTitle(day, today, language, t)}>
                  {cards(ofDay)}
                </section>
              )}
            </div>
            {panel && !mobile && <aside className="panel">{panel}</aside>}
          </div>
        </>
      )}
      {panel && mobile && !atGate && (
        <aside className="panel sheet">
          <button type="button" className="sheet-grip" aria-label={t("common.close")} onClick={close}>
            <i />
          </button>
          {panel}
        </aside>
      )}
      {planning && (
        <PlanSessions
          halls={halls}
          like={listed[0] ?? all[0]}
          day={day < today ? today : day}
          onDone={() => void read.refetch()}
          onClose={() => setPlanning(false)}
        />
      )}
      {read.isFetching && !read.data && (
        <span className="sr" role="status">
          <Icon name="refresh" />
          {t("ui.loading")}
        </span>
      )}
    </div>
  );
}
