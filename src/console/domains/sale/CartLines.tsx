import { fen, showFen } from "../../../contract/core/money";
import type { SaleQuote } from "../../../contract/sale/sale";
import { useT } from "../../i18n/use-t";
import { Stepper } from "../../ui/Stepper";
import type { TillItem, TillLine } from "./till";

const MOST = 999;
const MOST_PLACES = 50;

/** A line of goods, with its price and what was changed by hand. */
export function CartLine({
  line,
  quote,
  onQuantity,
  onDiscount,
}: {
  line: TillLine;
  quote: SaleQuote | undefined;
  onQuantity: (quantity: number) => void;
  onDiscount: (() => void) | undefined;
}) {
  const t = useT();
  const priced = quote?.lines.find(({ productId }) => productId === line.productId);
  const off = priced ? fen(priced.discount) : 0;
  const { setPrice } = line;
  const text = (
    <small>
      {setPrice ? (
        <>
          {showFen(fen(setPrice.amount))} <s>{showFen(fen(line.price))}</s>
        </>
      ) : (
        showFen(fen(line.price))
      )}
      {off > 0 && <em> {t("sale.cartLines.off", { amount: showFen(-off) })}</em>}
    </small>
  );
  return (
    <li>
      <span className="till-what">
        <b>{line.name}</b>
        {onDiscount ? (
          <button type="button" className="till-line-off" title={t("sale.cartLines.discountLine")} onClick={onDiscount}>
            {text}
          </button>
        ) : (
          text
        )}
      </span>
      <Stepper value={line.quantity} min={0} max={Math.min(MOST, line.left ?? MOST)} label={line.name} onValue={onQuantity} />
      <span className="till-am">{priced ? showFen(fen(priced.total)) : "…"}</span>
    </li>
  );
}

/** A line of what is sold beside goods. */
export function CartItem({
  item,
  priced,
  onQuantity,
}: {
  item: TillItem;
  priced: SaleQuote["items"][number] | undefined;
  onQuantity: (quantity: number) => void;
}) {
  const t = useT();
  const several = item.kind === "session" ? MOST_PLACES : 1;
  return (
    <li>
      <span className="till-what">
        <b>{item.name}</b>
        <small>
          {showFen(fen(item.price))}
          {priced?.cards.map(({ holdingId, name, uses }) => (
            <em key={holdingId}> {t("sale.uses", { name, uses })}</em>
          ))}
        </small>
      </span>
      <Stepper value={item.quantity} min={0} max={several} label={item.name} onValue={onQuantity} />
      <span className="till-am">{priced === undefined ? "…" : showFen(fen(priced.total))}</span>
    </li>
  );
}
