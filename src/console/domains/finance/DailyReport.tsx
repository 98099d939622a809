/** The day of the venue on one sheet: takings and earned, business by business, against yesterday, last week and the month. */
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  DAY_COUNTS,
  DAY_PURSES,
  DAY_ROWS,
  type DayPage,
  dayReport,
  type Method,
  METHODS,
  STREAMS,
} from "../../../contract/finance/day-reports";
import { fen } from "../../../contract/core/money";
import type { TKey } from "../../i18n/keys";
import { type Days, entriesOf, tendersOf } from "../../../contract/core/rows-behind";
import { addDays, clock, formatInstant, wall } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import type { T } from "../../i18n/keys";
import { useLanguage, useT } from "../../i18n/use-t";
import { can } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { AntdScope } from "../../ui/AntdScope";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { lazyPart } from "../../ui/lazy-part";
import { useExport } from "../../ui/list/use-export";
import { weekdayName } from "../../ui/format-time";
import { PrintedBy } from "../../resource/PrintedBy";
import { ReportActions } from "../../resource/ReportActions";
import { OPENS_ROWS } from "../../resource/ReportPage";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { useZone } from "../../ui/zone";
import { Figure } from "../../resource/Figure";
import { Money } from "../../ui/Money";
import { DOCUMENT_LABELS } from "./documents";
import { Basis, Counted, Group, Purse, Row, Used } from "./DaySheetRows";
import "../../resource/report.css";
import "./daily-report.css";
import { DayField } from "../../ui/form/DayField";

const Chart = lazyPart(async () => (await import("../../resource/Chart")).Chart);

const WORDS = {
  title: "finance.dailyReport.dailyReport",
  takings: "finance.dailyReport.takings",
  takingsHint: "finance.dailyReport.moneyReceivedTimeWithout",
  earned: "finance.dailyReport.earned",
  earnedHint: "finance.dailyReport.incomeDayServiceWithout",
  methods: "finance.dailyReport.methods",
  use: "finance.dailyReport.courtsMembersCards",
  refund: "finance.dailyReport.refunds",
  total: "common.total",
  item: "finance.dailyReport.item",
  count: "finance.dailyReport.count",
  lastWeek: "finance.dailyReport.lastWeek",
  change: "finance.dailyReport.change",
  month: "finance.dailyReport.monthDate",
} as const satisfies Readonly<Record<string, TKey>>;
const UTILISATION = "finance.dailyReport.utilisation";
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function DailyReport() {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const { venue, venueId } = useSession();
  const dayParam = new URLSearchParams(search).get("day") ?? "";
  const day = DAY.test(dayParam) ? dayParam : today;
  const input = { venueId: venueId ?? "", day };
  const read = useRead(dayReport.page, input, { keepPrevious: true });
  const excel = useExport(dayReport.excel, input);
  const set = (next: string): void =>
    void navigate({ pathname, search: next === today ? "" : `day=${next}` }, { preventScrollReset: true });
  const zone = useZone();
  const page = read.data;
  return (
    <div className="rpt">
      <AntdScope>
        <div className="rpo no-print">
          <CommandButton icon="chevron-left" aria-label={t("finance.dailyReport.dayBefore")} onClick={() => set(addDays(day, -1))} />
          <span>
            <DayField aria-label={t(WORDS.title)} value={day} onChange={set} />
          </span>
          <CommandButton
            icon="chevron-right"
            aria-label={t("finance.dailyReport.dayAfter")}
            spent={day >= today}
            onClick={() => set(addDays(day, 1))}
          />
          <ReportActions excel={can("daily_report_export") ? excel : undefined} />
        </div>
      </AntdScope>
      <article className="rps" aria-busy={read.isFetching}>
        <header className="rph">
          <div>
            <h1>{t(WORDS.title)}</h1>
            <p>{[venue?.name, `${day} ${weekdayName(day, language)}`].filter(Boolean).join("  ·  ")}</p>
          </div>
          <p className="r">
            {page?.running && t("finance.dailyReport.comparedSameTime", { time: clock(wall(new Date(page.now), zone).minute) })}
            <br />
            {t("list.unit")}
            <PrintedBy />
          </p>
        </header>
        {read.error && !page ? (
          <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        ) : page ? (
          <Sheet page={page} t={t} />
        ) : (
          <SkeletonText lines={12} label={t("ui.loading")} />
        )}
      </article>
    </div>
  );
}

function Sheet({ page, t }: { page: DayPage; t: T }) {
  const streams = Object.keys(STREAMS).join(",");
  const openTakings = (days: Days): string => tendersOf(days, { stream: streams });
  const openEarned = (days: Days): string => entriesOf(days, { stream: streams });
  const amounts = { ...page.purses, onCredit: page.onCredit };
  return (
    <>
      <div className="day-bases">
        <Basis title={t(WORDS.takings)} hint={t(WORDS.takingsHint)} page={page} of={page.takings} open={openTakings} t={t} />
        <Basis title={t(WORDS.earned)} hint={t(WORDS.earnedHint)} page={page} of={page.earned} open={openEarned} t={t} />
      </div>
      {page.hours.length > 0 && <Hours page={page} t={t} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on narrow screens, and must do so by keyboard too */}
      <div className="rtab-box" role="region" aria-label={t(WORDS.title)} tabIndex={0}>
        <table className="rtab">
          <thead>
            <tr>
              <th scope="col">{t(WORDS.item)}</th>
              <th scope="col" className="end">
                {t(WORDS.count)}
              </th>
              <th scope="col" className="end">
                {page.day}
              </th>
              <th scope="col" className="end">
                {page.running ? t("finance.dailyReport.yesterdayNow") : t("finance.dailyReport.dayBefore2")}
              </th>
              <th scope="col" className="end">
                {page.running ? t("finance.dailyReport.lastWeekNow") : t(WORDS.lastWeek)}
              </th>
              <th scope="col" className="end">
                {t(WORDS.change)}
              </th>
              <th scope="col" className="end">
                {t(WORDS.month)}
              </th>
            </tr>
          </thead>
          <tbody>
            <Group title={t(WORDS.takings)} hint={t(WORDS.takingsHint)} />
            {page.received.map((row) => {
              const flow = row.key === "refund" ? { stream: streams, flow: "out" } : { stream: row.key, flow: "in" };
              const open = (days: Days): string => tendersOf(days, flow);
              const name = row.key === "refund" ? t(WORDS.refund) : t(STREAMS[row.key]);
              return <Row key={row.key} page={page} name={name} count={row.count} of={row} open={open} openCount={open} />;
            })}
            <Row page={page} name={t(WORDS.total)} of={page.takings} total open={openTakings} />
            <Group title={t(WORDS.methods)} />
            {page.methods.map((row) => {
              const by = { account: row.key, stream: streams };
              return (
                <Row
                  key={row.key}
                  page={page}
                  name={t(METHODS[row.key as Method])}
                  count={row.count}
                  of={row}
                  open={(days) => tendersOf(days, by)}
                  openCount={(days) => tendersOf(days, { ...by, flow: "in" })}
                />
              );
            })}
            <Group title={t(WORDS.earned)} hint={t(WORDS.earnedHint)} />
            {page.income.map((row) => (
              <Row
                key={row.key}
                page={page}
                name={t(STREAMS[row.key])}
                count={row.count}
                of={row}
                open={(days) => entriesOf(days, { stream: row.key })}
                openCount={(days) => entriesOf(days, { stream: row.key, listFrom: "0.01" })}
              />
            ))}
            <Row page={page} name={t(WORDS.total)} of={page.earned} total open={openEarned} />
            <Group title={t(WORDS.use)} />
            {page.counts.map((row) => (
              <Counted key={row.key} page={page} name={t(DAY_COUNTS[row.key])} of={row} open={DAY_ROWS[row.key]} />
            ))}
            <Used page={page} name={t(UTILISATION)} />
            {(Object.keys(DAY_PURSES) as (keyof typeof DAY_PURSES)[]).map((key) => (
              <Purse key={key} page={page} name={t(DAY_PURSES[key])} amount={amounts[key]} open={DAY_ROWS[key]} />
            ))}
          </tbody>
        </table>
      </div>
      {page.closed && <Corrections closed={page.closed} day={page.day} t={t} />}
      <p className="rnote">{`${t(UTILISATION)} = ${t(DAY_COUNTS.soldHours)} ÷ ${t(DAY_COUNTS.openHours)}`}</p>
      <p className="rnote no-print">{t(OPENS_ROWS)}</p>
    </>
  );
}

/** When the sheet was closed, and each document that changed the day since, with the day on which it is booked. */
function Corrections({ closed, day, t }: { closed: NonNullable<DayPage["closed"]>; day: string; t: T }) {
  const zone = useZone();
  const at = (instant: string): string => formatInstant(new Date(instant), zone);
  const title = t("finance.dailyReport.correctedSince");
  return (
    <section className="day-since">
      <h2>
        {title} <small>{t("finance.dailyReport.figuresThoseClosing", { at: at(closed.at) })}</small>
      </h2>
      {closed.count === 0 ? (
        <p className="mut">{t("finance.dailyReport.nothingCorrectedSince")}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on narrow screens, and must do so by keyboard too
        <div className="rtab-box" role="region" aria-label={title} tabIndex={0}>
          <table className="rtab">
            <thead>
              <tr>
                <th scope="col">{t("common.time")}</th>
                <th scope="col">{t("finance.dailyReport.document")}</th>
                <th scope="col">{t("common.operator")}</th>
                <th scope="col">{t("finance.dailyReport.booked")}</th>
                <th scope="col" className="end">
                  {t(WORDS.takings)}
                </th>
                <th scope="col" className="end">
                  {t(WORDS.earned)}
                </th>
              </tr>
            </thead>
            <tbody>
              {closed.documents.map((row) => (
                <tr key={row.id}>
                  <td>{at(row.at)}</td>
                  <td>
                    {t(DOCUMENT_LABELS[row.documentKind] ?? { zh: row.documentKind, en: row.documentKind })}{" "}
                    <Figure to={entriesOf({ from: row.bookedOn, to: row.bookedOn }, { q: row.no })}>{row.no}</Figure>
                  </td>
                  <td>{row.operator}</td>
                  <td>{row.bookedOn === day ? t("finance.dailyReport.day") : row.bookedOn}</td>
                  <td className="end">
                    <Money value={row.takings} />
                  </td>
                  <td className="end">
                    <Money value={row.earned} />
                  </td>
                </tr>
              ))}
              <tr className="sum">
                <td colSpan={4}>{t("finance.dailyReport.dayChanged")}</td>
                <td className="end">
                  <Money value={closed.takings} />
                </td>
                <td className="end">
                  <Money value={closed.earned} />
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
      {closed.count > closed.documents.length && (
        <p className="mut">
          {t("finance.dailyReport.allLatestListed", {
            count: closed.count,
            shown: closed.documents.length,
          })}
        </p>
      )}
    </section>
  );
}

function Hours({ page, t }: { page: DayPage; t: T }) {
  const { x, series } = useMemo(() => {
    const values = (of: "started" | "booked" | "lastWeek"): number[] => page.hours.map((hour) => fen(hour[of]) / 100);
    const booked = page.hours.some((hour) => fen(hour.booked) !== 0);
    return {
      x: page.hours.map(({ hour }) => String(hour)),
      series: [
        { name: t("finance.dailyReport.started"), values: values("started"), stack: "day" },
        ...(booked ? [{ name: t("finance.dailyReport.booked2"), values: values("booked"), stack: "day" }] : []),
        { name: t(WORDS.lastWeek), values: values("lastWeek"), dashed: true },
      ],
    };
  }, [page, t]);
  return (
    <section className="rchart no-print">
      <h2 className="day-hours">{t("finance.dailyReport.earnedCourtsHour")}</h2>
      <Chart label={t("finance.dailyReport.earnedCourtsHour")} kind="bar" x={x} series={series} />
    </section>
  );
}
