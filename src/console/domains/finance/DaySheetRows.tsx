/** The rows of the day's sheet: a figure, and what it was yesterday, last week and this month. */
import { Link } from "react-router";
import type { DayPage } from "../../../contract/dayReports";
import { fen, showFen } from "../../../contract/money";
import type { T } from "../../i18n/keys";
import { changeOf } from "../../resource/reportFigures";
import { Money } from "../../ui/Money";

type Times = "today" | "yesterday" | "lastWeek" | "month";
type Compared = Readonly<Record<Times, string>>;

export function Basis({ title, hint, of, t }: { title: string; hint: string; of: Compared; t: T }) {
  return (
    <section>
      <h2>
        {title} <small>{hint}</small>
      </h2>
      <p className="v">
        <small>¥</small>
        {showFen(fen(of.today))}
      </p>
      <p>
        {t({ zh: "较昨日", en: "Yesterday" })} {changeOf(fen(of.today), fen(of.yesterday))}
        {"  "}
        {t({ zh: "较上周", en: "Last week" })} {changeOf(fen(of.today), fen(of.lastWeek))}
        {"  "}
        {t({ zh: "本月", en: "Month" })} <b>{showFen(fen(of.month))}</b>
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

export function Row({
  name,
  count,
  of,
  to,
  total = false,
}: {
  name: string;
  count?: number;
  of: Compared;
  to?: string | undefined;
  total?: boolean;
}) {
  const figure = <Money value={of.today} />;
  return (
    <tr className={total ? "sum" : undefined}>
      <td>{name}</td>
      <td className="end">{count === undefined || count === 0 ? "" : count.toLocaleString("en-US")}</td>
      <td className="end">{to === undefined ? <b>{figure}</b> : <Link to={to}>{figure}</Link>}</td>
      <td className="end">
        <Money value={of.yesterday} />
      </td>
      <td className="end">
        <Money value={of.lastWeek} />
      </td>
      <td className="end">{changeOf(fen(of.today), fen(of.lastWeek))}</td>
      <td className="end">
        <Money value={of.month} />
      </td>
    </tr>
  );
}

const said = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 1 });
export function Counted({ name, of }: { name: string; of: Readonly<Record<Times, number>> }) {
  return (
    <tr>
      <td>{name}</td>
      <td />
      <td className="end">
        <b>{said(of.today)}</b>
      </td>
      <td className="end">{said(of.yesterday)}</td>
      <td className="end">{said(of.lastWeek)}</td>
      <td className="end">{changeOf(of.today, of.lastWeek)}</td>
      <td className="end">{said(of.month)}</td>
    </tr>
  );
}

/** Share of the available court time that is sold. */
export function Used({ page, t }: { page: DayPage; t: T }) {
  const of = (key: "soldHours" | "openHours") => page.counts.find((row) => row.key === key);
  const [sold, open] = [of("soldHours"), of("openHours")];
  const percent = (time: Times): string => (open && sold && open[time] > 0 ? `${((sold[time] / open[time]) * 100).toFixed(1)} %` : "—");
  return (
    <tr>
      <td>{t({ zh: "场地使用率", en: "Utilisation" })}</td>
      <td />
      <td className="end">
        <b>{percent("today")}</b>
      </td>
      <td className="end">{percent("yesterday")}</td>
      <td className="end">{percent("lastWeek")}</td>
      <td />
      <td className="end">{percent("month")}</td>
    </tr>
  );
}

export function Purse({ name, amount }: { name: string; amount: string }) {
  return (
    <tr>
      <td>{name}</td>
      <td />
      <td className="end">
        <b>
          <Money value={amount} />
        </b>
      </td>
      <td colSpan={4} />
    </tr>
  );
}
