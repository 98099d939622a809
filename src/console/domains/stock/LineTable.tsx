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
    product: t({ zh: "商品", en: "Product" }),
    packs: t({ zh: "件数 × 装量", en: "Packs × size" }),
    quantity: kind === "count" ? t({ zh: "实盘数", en: "Counted" }) : t({ zh: "数量", en: "Pieces" }),
    unitCost: t({ zh: "单价", en: "Unit cost" }),
    book: t({ zh: "账面数", en: "On the books" }),
    difference: t({ zh: "差异", en: "Difference" }),
    amount: kind === "count" ? t({ zh: "盈亏金额", en: "Gain or loss" }) : t({ zh: "成本金额", en: "At cost" }),
    stock: t({ zh: "库存变化", en: "Stock" }),
  };
  if (lines.length === 0)
    return (
      <div className="sd-lines">
        <EmptyState
          title={t({ zh: "还没有商品", en: "No products yet" })}
          hint={t({ zh: "扫条码，或在上面输入商品名加入", en: "Scan a barcode, or type a name above" })}
        />
      </div>
    );
  const all = lines.map((line) => figuresOf(kind, state, line));
  const sum = (of: (one: (typeof all)[number]) => number | null): number => all.reduce((total, one) => total + (of(one) ?? 0), 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keys, too
    <div className="sd-lines" tabIndex={0} role="region" aria-label={t({ zh: "商品明细", en: "Lines" })}>
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
                        {line.packUnit || t({ zh: "件", en: "packs" })} × {line.packSize} {line.unit}
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
                        {t({ zh: "上次 {cost}", en: "last {cost}" }, { cost: line.lastCost })}
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
                    {is.average !== null && (
                      <small>
                        {t({ zh: "均价 {from} → {to}", en: "average {from} → {to}" }, { from: line.cost, to: showFen(is.average) })}
                      </small>
                    )}
                    {is.after !== null && is.after < 0 && <small>{t({ zh: "库存不足", en: "Not enough" })}</small>}
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
                      aria-label={t({ zh: "移除 {name}", en: "Remove {name}" }, { name: nameOf(line) })}
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
            <th scope="row">{t({ zh: "合计 {count} 种商品", en: "Total, {count} products" }, { count: lines.length })}</th>
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
          {t({ zh: "有商品单价比上次高 3% 以上，建议核对零售价", en: "Some cost 3% or more above the last time; check their prices" })}
        </p>
      )}
    </div>
  );
}
