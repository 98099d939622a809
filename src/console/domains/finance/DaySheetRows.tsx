/** The rows of the day's sheet: a figure, and what it was yesterday, last week and this month; each opens the rows behind it. */
import { currencyOf } from "../../ui/Money";
import type { ReactNode } from "react";
import type { DayPage } from "../../../contract/finance/day-reports";
import { fen, showFen } from "../../../contract/core/money";
import type { Days } from "../../../contract/core/rows-behind";
import { addDays } from "../../../contract/core/time";
import type { T } from "../../i18n/keys";
import { Figure } from "../../resource/Figure";
import { changeOf } from "../../resource/report-figures";
import { Money } from "../../ui/Money";

type Times = "today" | "yesterday" | "lastWeek" | "month";
type Compared = Readonly<Record<Times, string>>;
/** Returns the address of the rows of some days. */
type Open = (days: Days) => string;

/** The days that a figure is of; none where it is only of a part of a day, which no list is narrowed to. */
function daysAt({ day, running }: Pick<DayPage, "day" | "running">, time: Times): Days | undefined {
  if (time === "today") return { from: day, to: day };
  if (time === "month") return { from: `${day.slice(0, 7)}-01`, to: day };
  const other = addDays(day, time === "yesterday" ? -1 : -7);
  return running ? undefined : { from: other, to: other };
}
const addressAt = (page: DayPage, time: Times, open: Open | undefined): string | undefined => {
  const days = daysAt(page, time);
  return days && open?.(days);
};

export function Basis({ title, hint, page, of, open, t }: { title: string; hint: string; page: DayPage; of: Compared; open: Open; t: T }) {
  return (
    <section>
      <h2>
        {title} <small>{hint}</small>
      </h2>
      <p className="v">
        <small>{currencyOf(fen(of.today))}</small>
        <Figure to={addressAt(page, "today", open)}>{showFen(Math.abs(fen(of.today)))}</Figure>
      </p>
      <p>
        {t("finance.daySheetRows.yesterday")} {changeOf(fen(of.today), fen(of.yesterday))}
        {"  "}
        {t("finance.daySheetRows.lastWeek")} {changeOf(fen(of.today), fen(of.lastWeek))}
        {"  "}
        {t("finance.daySheetRows.month")}{" "}
        <b>
          <Figure to={addressAt(page, "month", open)}>{showFen(fen(of.month))}</Figure>
        </b>
      </p>
    </section>
  );
}

export function Group({ title, hint }: { title: string; hint?: string }) {
  return (
    <tr className="grp">
      <th colSpan={7} scope="colgroup">
        {title} {hint !== undefined && <small>{hint}</small>}
      </th>
    </tr>
  );
}

/** A row of figures as they are said, with its change. */
function Sheet({
  page,
  name,
  count,
  renderAt,
  change,
  open,
  total = false,
}: {
  page: DayPage;
  name: string;
  count?: ReactNode;
  renderAt: (time: Times) => ReactNode;
  change: ReactNode;
  open?: Open | undefined;
  total?: boolean;
}) {
  return (
    <tr className={total ? "sum" : undefined}>
      <td>{name}</td>
      <td className="end">{count}</td>
      {(["today", "yesterday", "lastWeek"] as const).map((time) => (
        <td key={time} className={time === "today" ? "end now" : "end"}>
          <Figure to={addressAt(page, time, open)}>{renderAt(time)}</Figure>
        </td>
      ))}
      <td className="end">{change}</td>
      <td className="end">
        <Figure to={addressAt(page, "month", open)}>{renderAt("month")}</Figure>
      </td>
    </tr>
  );
}

export function Row({
  page,
  name,
  count = 0,
  of,
  open,
  openCount,
  total = false,
}: {
  page: DayPage;
  name: string;
  count?: number;
  of: Compared;
  open: Open;
  openCount?: Open;
  total?: boolean;
}) {
  return (
    <Sheet
      page={page}
      name={name}
      count={count === 0 ? "" : <Figure to={addressAt(page, "today", openCount)}>{count.toLocaleString("en-US")}</Figure>}
      renderAt={(time) => <Money value={of[time]} />}
      change={changeOf(fen(of.today), fen(of.lastWeek))}
      open={open}
      total={total}
    />
  );
}

const formatMeasure = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 });
export function Counted({ page, name, of, open }: { page: DayPage; name: string; of: Readonly<Record<Times, number>>; open: Open }) {
  return (
    <Sheet page={page} name={name} renderAt={(time) => formatMeasure(of[time])} change={changeOf(of.today, of.lastWeek)} open={open} />
  );
}

/** Share of the available court time that is sold: both are in the rows above. */
export function Used({ page, name }: { page: DayPage; name: string }) {
  const of = (key: "soldHours" | "openHours") => page.counts.find((row) => row.key === key);
  const [soldHours, open] = [of("soldHours"), of("openHours")];
  const percent = (time: Times): string =>
    open && soldHours && open[time] > 0 ? `${((soldHours[time] / open[time]) * 100).toFixed(1)} %` : "—";
  return <Sheet page={page} name={name} renderAt={percent} change="" />;
}

export function Purse({ page, name, amount, open }: { page: DayPage; name: string; amount: string; open?: Open }) {
  return (
    <tr>
      <td>{name}</td>
      <td />
      <td className="end now">
        <Figure to={addressAt(page, "today", open)}>
          <Money value={amount} />
        </Figure>
      </td>
      <td colSpan={4} />
    </tr>
  );
}
