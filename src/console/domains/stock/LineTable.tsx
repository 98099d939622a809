/** The lines of a stock document: typed in a draft, read once it is posted. */
import { type Fen, showFen } from "../../../contract/core/money";
import { type DocumentKind, type StockDocument, isOfSupplier } from "../../../contract/stock/stock-documents";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { Icon } from "../../ui/Icon";
import { figuresOf, type Line } from "./lines";
import { isOfInputMethod } from "../../keys/ime";

const money = (amount: Fen | null) => (amount === null ? <span className="zero">—</span> : showFen(amount));
const signed = (count: number | null) => (count === null ? "—" : count > 0 ? `+${count}` : count < 0 ? `−${-count}` : "0");

export function LineTable({
  kind,
  state,
  lines,
  newest,
  onChange,
  onRemove,
  onDone,
}: {
  kind: DocumentKind;
  state: StockDocument["state"];
  lines: readonly Line[];
  /** The line that was added last. */
  newest: string | undefined;
  onChange: (line: Line) => void;
  onRemove: (productId: string) => void;
  /** Enter in a line: on to the next product. */
  onDone: () => void;
}) {
  const t = useT();
  const draft = state === "draft";
  const receipt = isOfSupplier(kind);
  const nameOf = (line: Line): string => [line.name, line.spec].filter(Boolean).join(" ");
  const input = (line: Line, field: "packs" | "quantity" | "unitCost", label: string) => (
    <span className="input">
      <input
        aria-label={`${label} · ${nameOf(line)}`}
        inputMode={field === "unitCost" ? "decimal" : "numeric"}
        autoComplete="off"
        maxLength={field === "unitCost" ? 10 : 6}
        value={field === "quantity" && line.packs !== "" ? String(figuresOf(kind, state, line).pieces ?? "") : line[field]}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange({ ...line, [field]: event.target.value, ...(field === "quantity" ? { packs: "" } : {}) })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isOfInputMethod(event) || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          onDone();
        }}
      />
    </span>
  );
  const say = {
    product: t("stock.lineTable.product"),
    packs: t("stock.lineTable.packsSize"),
    quantity: kind === "count" ? t("stock.lineTable.counted") : t("stock.lineTable.pieces"),
    unitCost: t("stock.lineTable.unitCost"),
    book: t("stock.lineTable.books"),
    difference: t("common.difference"),
    amount: kind === "count" ? t("stock.lineTable.gainLoss") : t("stock.cost"),
    stock: t("stock.lineTable.stock"),
  };
  if (lines.length === 0)
    return (
      <div className="sd-lines">
        <EmptyState title={t("stock.lineTable.noProductsYet")} hint={t("stock.lineTable.scanBarcodeTypeName")} />
      </div>
    );
  const all = lines.map((line) => figuresOf(kind, state, line));
  const sum = (of: (one: (typeof all)[number]) => number | null): number => all.reduce((total, one) => total + (of(one) ?? 0), 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keys, too
    <div className="sd-lines" tabIndex={0} role="region" aria-label={t("stock.lineTable.lines")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say.product}</th>
            {receipt && <th scope="col">{say.packs}</th>}
            {kind === "count" && (
              <th scope="col" className="num">
                {say.book}
              </th>
            )}
            <th scope="col" className="num">
              {say.quantity}
            </th>
            {receipt && (
              <th scope="col" className="num">
                {say.unitCost}
              </th>
            )}
            {kind === "count" ? (
              <th scope="col" className="num">
                {say.difference}
              </th>
            ) : (
              <th scope="col" className="num">
                {say.stock}
              </th>
            )}
            <th scope="col" className="num">
              {say.amount}
            </th>
            {draft && <td />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => {
            const is = all[i] ?? figuresOf(kind, state, line);
            return (
              <tr key={line.productId} className={line.productId === newest ? "now" : undefined}>
                <th scope="row">
                  <b>{nameOf(line)}</b>
                  <small className="mono">{line.barcode}</small>
                </th>
                {receipt && (
                  <td>
                    {line.packSize > 1 ? (
                      <span className="sd-pack">
                        {draft ? input(line, "packs", say.packs) : line.packs || "—"}
                        {line.packUnit || t("stock.lineTable.packs")} × {line.packSize} {line.unit}
                      </span>
                    ) : (
                      <span className="zero">—</span>
                    )}
                  </td>
                )}
                {kind === "count" && <td className="num">{is.before}</td>}
                <td className="num">
                  {draft ? input(line, "quantity", say.quantity) : (is.pieces ?? "—")}
                  <small>{line.unit}</small>
                </td>
                {receipt && (
                  <td className="num">
                    {draft ? input(line, "unitCost", say.unitCost) : line.unitCost}
                    {draft && line.lastCost !== null && (
                      <small className={is.dearer !== null && is.dearer >= 3 ? "sd-up" : undefined}>
                        {t("stock.lineTable.last", { cost: line.lastCost })}
                        {is.dearer !== null && is.dearer !== 0 && ` ${is.dearer > 0 ? "+" : "−"}${Math.abs(is.dearer)}%`}
                      </small>
                    )}
                  </td>
                )}
                {kind === "count" ? (
                  <td className="num" data-tone={is.change === null || is.change === 0 ? undefined : is.change > 0 ? "good" : "bad"}>
                    {signed(is.change)}
                  </td>
                ) : (
                  <td className="num" data-tone={is.after !== null && is.after < 0 ? "bad" : undefined}>
                    {is.before} → {is.after ?? "—"}
                    {is.average !== null && <small>{t("stock.lineTable.average", { from: line.cost, to: showFen(is.average) })}</small>}
                    {is.after !== null && is.after < 0 && <small>{t("stock.lineTable.notEnough")}</small>}
                  </td>
                )}
                <td className="num">
                  <b>{money(kind === "count" || is.worth === null ? is.worth : Math.abs(is.worth))}</b>
                </td>
                {draft && (
                  <td>
                    <Button
                      kind="quiet"
                      icon="close"
                      aria-label={t("stock.lineTable.remove", { name: nameOf(line) })}
                      onClick={() => onRemove(line.productId)}
                    />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("stock.lineTable.totalProducts", { count: lines.length })}</th>
            {receipt && <td />}
            {kind === "count" && <td />}
            <td className="num">{sum(({ pieces }) => pieces)}</td>
            {receipt && <td />}
            <td className="num">{kind === "count" ? signed(sum(({ change }) => change)) : ""}</td>
            <td className="num">{money(kind === "count" ? sum(({ worth }) => worth) : Math.abs(sum(({ worth }) => worth)))}</td>
            {draft && <td />}
          </tr>
        </tfoot>
      </table>
      {lines.some((_, i) => (all[i]?.dearer ?? 0) >= 3) && draft && (
        <p className="sd-warn">
          <Icon name="warning" />
          {t("stock.lineTable.someCost3More")}
        </p>
      )}
    </div>
  );
}
