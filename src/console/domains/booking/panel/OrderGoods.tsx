import "./goods.css";
import type { BookingOrderDetail } from "../../../../contract/booking/booking";
import type { OrderSale } from "../../../../contract/booking/booking-order";
import { type Fen, fen, showFen } from "../../../../contract/core/money";
import { next, sale as machine } from "../../../../contract/core/states";
import { PAY_TYPE_LABELS } from "../../../../contract/core/pay-types";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { When } from "../../../ui/When";

/** Returns the total price of an order's goods, less returns; fen. */
export const goodsTotal = (order: Pick<BookingOrderDetail, "sales">): Fen =>
  order.sales.reduce((sum, one) => sum + fen(one.total) - fen(one.refunded), 0);

/** True if pieces of a sale are still with the customer and may be returned. */
const canBeReturned = (one: OrderSale): boolean =>
  next(machine, one.state, "returnPart") !== undefined && one.lines.some((line) => line.returned < line.quantity);

/** The goods added to an order: each sale with its lines, how it was paid, and the way to take goods back. */
export function OrderGoods({ order, onReturn }: { order: BookingOrderDetail; onReturn: (saleId: string) => void }) {
  const t = useT();
  const mayReturn = useCan("sale_return");
  if (order.sales.length === 0) return null;
  return (
    <section className="goods-of">
      <h3 className="sec-t">
        {t("booking.goods.title")}
        <span className="mut">{showFen(goodsTotal(order))}</span>
      </h3>
      {order.sales.map((one) => (
        <div key={one.id} role="group" aria-label={one.no}>
          <ul className="lines">
            {one.lines.map((line) => (
              <li key={line.id} className={line.returned === line.quantity ? "ln over" : "ln"}>
                <span className="ln-what">
                  <b>{line.productName}</b>
                  <span className="nowrap">×{line.quantity}</span>
                </span>
                <span className="am">{showFen(fen(line.total))}</span>
                {line.returned > 0 && (
                  <span className="ln-note">
                    {t("booking.goods.returned", { count: line.returned, amount: showFen(fen(line.refunded)) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
          <p className="row pay-note mut">
            <span className="grow">
              <When at={one.at} /> {one.operator} · {one.payTypes.map((type) => t(PAY_TYPE_LABELS[type])).join(t("booking.choice.comma"))}
            </span>
            {mayReturn && canBeReturned(one) && (
              <button type="button" className="link" onClick={() => onReturn(one.id)}>
                {t("booking.goods.return")}
              </button>
            )}
          </p>
        </div>
      ))}
    </section>
  );
}
