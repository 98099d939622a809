/** Beside the lines of a stock document: what posting books, and what has happened to it. */
import { showFen } from "../../../contract/core/money";
import { type DocumentKind, type StockDocument, WAREHOUSES, isOfSupplier } from "../../../contract/stock/stock-documents";
import { useT } from "../../i18n/use-t";
import { When } from "../../ui/When";

/** Shows the effects that posting books, or has booked. */
export function Effects({ kind, warehouse, worth }: { kind: DocumentKind; warehouse: "main" | "shop"; worth: number }) {
  const t = useT();
  const other = warehouse === "main" ? "shop" : "main";
  const stock = (of: "main" | "shop"): string => t("stock.documentPast.stock", { name: t(WAREHOUSES[of]) });
  const against = isOfSupplier(kind)
    ? ([t("stock.documentPast.owedSupplier"), worth] as const)
    : kind === "transfer"
      ? ([stock(other), -worth] as const)
      : ([t("stock.documentPast.writtenOff"), -worth] as const);
  const rows = [[stock(warehouse), worth] as const, against];
  return (
    <section className="sd-effects">
      <h2>{t("stock.documentPast.books")}</h2>
      <dl>
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {amount > 0 ? "+" : ""}
              {showFen(amount)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function History({ document }: { document: StockDocument | undefined }) {
  const t = useT();
  if (!document) return null;
  const steps = [
    { key: "made", name: t("stock.documentPast.made"), at: document.createdAt, by: document.operator, note: "" },
    ...(document.postedAt === null
      ? []
      : [{ key: "posted", name: t("stock.documentPast.posted"), at: document.postedAt, by: document.postedBy, note: "" }]),
    ...(document.voidedAt === null
      ? []
      : [{ key: "voided", name: t("stock.documentPast.voided"), at: document.voidedAt, by: document.voidedBy, note: document.voidReason }]),
  ].reverse();
  return (
    <section className="sd-past">
      <h2>{t("stock.documentPast.history")}</h2>
      <ol>
        {steps.map(({ key, name, at, by, note }) => (
          <li key={key}>
            <b>{name}</b>
            <small>
              <When at={at} /> {by}
            </small>
            {note !== "" && <small>{note}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}
