import { type Fen, fen, showFen } from "../../contract/core/money";

/**
 * An amount in tabular figures with thousands separators; zero is muted, negative carries a true minus. Nothing known shows a dash.
 * The unit is said once, in the header or the total: `currency` is for that one place.
 * @param value yuan text as it travels (`"1234.50"`)
 * @param sign `+` before an amount above zero, for changes
 */
export function Money({ value, currency = false, sign = false }: { value: string | null | undefined; currency?: boolean; sign?: boolean }) {
  if (value === null || value === undefined || value === "") return <span className="zero">—</span>;
  const amount = fen(value);
  const text = `${sign && amount > 0 ? "+" : ""}${currency ? "¥" : ""}${showFen(amount)}`;
  return <span className={amount === 0 ? "nowrap zero" : "nowrap"}>{currency && amount < 0 ? `−¥${showFen(-amount)}` : text}</span>;
}

/** The currency with the sign of the amount before it; the figure after it is `showFen` of the amount without its sign. */
export const currencyOf = (amount: Fen): string => (amount < 0 ? "−¥" : "¥");
