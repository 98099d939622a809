import { useState } from "react";
import type { BookingOrderDetail } from "../../../../contract/booking/booking";
import { fen, showFen } from "../../../../contract/core/money";
import { sale } from "../../../../contract/sale/sale";
import type { Product } from "../../../../contract/stock/stock";
import { useCall } from "../../../api/use-call";
import { useRead } from "../../../api/use-read";
import { useT } from "../../../i18n/use-t";
import { announcePaid } from "../../../desk/announce-paid";
import { Stepper } from "../../../ui/Stepper";
import { useUnsaved } from "../../../ui/use-unsaved";
import { GoodsPicker, leftOf } from "./GoodsPicker";
import { FormTotal, PanelForm } from "../../../ui/form/PanelForm";
import { Payments } from "../../../desk/Payments";
import { toPayments } from "../../../desk/payments";
import { usePayLines } from "../../../desk/use-pay-lines";

/** A product in the cart. */
interface Wanted {
  readonly product: Product;
  readonly quantity: number;
}
const MOST = 999;

/** Adds goods to a booking: a sale to its booker, priced by the server for the booker's card, paid at once over one method or several. */
export function AddGoods({ order, onDone, onBack }: { order: BookingOrderDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const [cart, setCart] = useState<readonly Wanted[]>([]);
  useUnsaved(cart.length > 0);
  const goods = { orderId: order.id, lines: cart.map(({ product, quantity }) => ({ productId: product.id, quantity })) };
  const priced = useRead(sale.quote, goods, { enabled: cart.length > 0, keepPrevious: true, staleTime: 0 });
  const waits = cart.length > 0 && (priced.isFetching || priced.isPlaceholderData);
  const quote = cart.length > 0 ? priced.data : undefined;
  const due = fen(quote?.total ?? "0.00");
  const { lines, purses, split, setLines } = usePayLines(due, order.memberId);
  const sell = useCall(sale.create);
  const saved = quote ? fen(quote.discount) : 0;
  // Scans come faster than pages are drawn: each changes the cart as it is then.
  const put = (product: Product, quantityOf: (now: number) => number): void => {
    sell.reset();
    setCart((before) => {
      const known = before.find((one) => one.product.id === product.id);
      const quantity = Math.min(quantityOf(known?.quantity ?? 0), leftOf(product) ?? MOST, MOST);
      const added = { product, quantity };
      return (known ? before.map((one) => (one === known ? added : one)) : [...before, added]).filter((one) => one.quantity > 0);
    });
  };
  const inCart = new Map(cart.map(({ product, quantity }) => [product.id, quantity]));
  const act = async (): Promise<void> => {
    if (!quote || (due > 0 && !lines)) return;
    try {
      const payments = due > 0 && lines ? toPayments(lines) : [];
      await sell.run({ ...goods, payments });
      announcePaid(t("booking.goods.done", { amount: showFen(due) }), payments);
      onDone();
    } catch {
      // Shown in the form; the cart and the split stay. What is true now decides.
      void priced.refetch();
    }
  };
  return (
    <PanelForm
      act={t("booking.choice.pay", { amount: showFen(due) })}
      pending={sell.pending}
      waits={waits}
      ready={quote !== undefined && (due === 0 || (lines !== undefined && split.ok))}
      error={sell.error ?? priced.error ?? undefined}
      total={
        <FormTotal
          title={
            saved > 0 && quote
              ? [
                  t("booking.choice.listTotal", { list: showFen(fen(quote.list)) }),
                  t("booking.choice.saved", { amount: showFen(saved) }),
                ].join(t("booking.choice.and"))
              : t("booking.goods.pieces", { count: cart.reduce((sum, { quantity }) => sum + quantity, 0) })
          }
          amount={showFen(due)}
          waits={waits}
        />
      }
      back={t("common.back")}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{t("booking.goods.add")}</h3>
      <GoodsPicker taken={inCart} onPick={(product) => put(product, (now) => now + 1)} />
      {cart.length > 0 && (
        <ul className="lines cart" aria-label={t("booking.goods.cart")}>
          {cart.map(({ product, quantity }) => {
            const line = quote?.lines.find((one) => one.productId === product.id);
            return (
              <li key={product.id} className="ln">
                <span className="ln-what">
                  <b className="cut">{product.name}</b>
                </span>
                <span className="row">
                  <Stepper
                    value={quantity}
                    min={0}
                    max={Math.min(MOST, leftOf(product) ?? MOST)}
                    label={product.name}
                    onValue={(value) => put(product, () => value)}
                  />
                  <span className="am">{line ? showFen(fen(line.total)) : ""}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {due > 0 && lines && <Payments lines={lines} due={due} purses={purses} onLines={setLines} />}
    </PanelForm>
  );
}
