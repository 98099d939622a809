/** Figures of a report against those of the period that it is compared with. */
import { currencyOf } from "../ui/Money";
import { grouped } from "../ui/grouped";
import type { ReactNode } from "react";
import { fen, showFen } from "../../contract/core/money";
import type { Field } from "../../contract/core/resource/fields";
import { measuresOf, type Report } from "../../contract/core/resource/report";
import type { T } from "../i18n/keys";
import { useT } from "../i18n/use-t";
import { valueOf } from "./cells";
import { Figure } from "./Figure";

export type Amount = string | number | null | undefined;

/** A figure as a chart takes it: money in yuan. */
export const numberOf = (figure: Amount): number => (typeof figure === "string" ? fen(figure) / 100 : (figure ?? 0));

/** A value of a report: the figures of a column have all the same decimals, so that their points stand below each other. */
export function figureOf(name: string, field: Field, row: Readonly<Record<string, unknown>>, t: T): ReactNode {
  const value = row[name];
  const decimals = field.kind === "percent" ? 1 : field.options.decimals;
  if (decimals === undefined || typeof value !== "number" || value === 0) return valueOf(name, field, row, t);
  const text = value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return field.kind === "percent" ? `${text} %` : text;
}

/** The measure that comparisons are made by: the first tile, else the first measure. */
const leading = (report: Report): string => report.tiles?.[0] ?? measuresOf(report)[0] ?? "";

/** By how much a row changed, in percent of before. */
export function Change({
  report,
  now,
  before,
}: {
  report: Report;
  now: Readonly<Record<string, unknown>>;
  before: Readonly<Record<string, Amount>> | null;
}) {
  const name = leading(report);
  return <td className="end">{changeOf(numberOf(now[name] as Amount), numberOf(before?.[name]))}</td>;
}

/** A change in percent of before; a dash where there was nothing, or less: its percentage would mislead. */
export function changeOf(now: number, before: number): ReactNode {
  if (before <= 0) return <span className="zero">–</span>;
  const share = ((now - before) / before) * 100;
  const text = `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(share).toFixed(1)} %`;
  return <span className={share > 0 ? "up" : share < 0 ? "down" : undefined}>{text}</span>;
}

/** One sum over the table, with what it was before. `to`: the rows that make it. */
export function Tile({
  field,
  value,
  before,
  compared,
  to,
}: {
  field: Field | undefined;
  value: Amount;
  before: Amount;
  compared: boolean;
  to: string | undefined;
}) {
  const t = useT();
  if (!field) return null;
  const isMoney = field.kind === "money";
  return (
    <div>
      <h2>{t(field.label)}</h2>
      <p className="v" style={{ color: "var(--ink-1)" }}>
        {isMoney && <small>{currencyOf(fen(value ?? "0"))}</small>}
        {value === null || value === undefined ? (
          "—"
        ) : (
          <Figure to={to}>{isMoney ? showFen(Math.abs(fen(value))) : grouped(Number(value))}</Figure>
        )}
        {field.kind === "percent" && <small>%</small>}
      </p>
      {compared && (
        <p>
          {changeOf(numberOf(value), numberOf(before))} {t("resource.reportFigures.before")}{" "}
          {before === null || before === undefined ? "—" : isMoney ? showFen(fen(before)) : grouped(Number(before))}
        </p>
      )}
    </div>
  );
}
