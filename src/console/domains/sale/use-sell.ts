import { useState } from "react";
import type { Allowance } from "../../../contract/sale/allowances";
import { AnswerCode } from "../../../contract/core/answer-code";
import type { Input } from "../../../contract/core/call";
import { type Fen, fen, showFen } from "../../../contract/core/money";
import { sale, type SaleDetail } from "../../../contract/sale/sale";
import { ApiError } from "../../api/error";
import { newKey } from "../../api/idempotency-key";
import { useCall } from "../../api/use-call";
import { announcePaid } from "../../desk/announce-paid";
import { type PayLine, toPayments } from "../../desk/payments";
import { useT } from "../../i18n/use-t";
import { session } from "../../session/store";
import { canWait, isWaiting, localDetail, type LocalPayment } from "./offline/local";
import { notifyStoredSales, sellOffline } from "./offline/outbox";
import { removeRejected } from "./offline/store";
import { cartInput, type Till } from "./till";

/** Sells the cart exactly once, however often the request is sent, and stores the outcome until the next attempt. */
export function useSell({
  till,
  due,
  cards,
  allowance,
  onTill,
  onDone,
  onRefused,
}: {
  till: Till;
  due: Fen;
  cards: Input<typeof sale.create>["cards"];
  allowance: Allowance | undefined;
  onTill: (change: (before: Till) => Till) => void;
  onDone: (done: SaleDetail) => void;
  onRefused: () => void;
}) {
  const t = useT();
  const create = useCall(sale.create);
  const modify = useCall(sale.modify);
  const [selling, setSelling] = useState(false);
  const [failure, setFailure] = useState<string>();
  const pay = till.cartId === null ? create : modify;
  const soldRecord = pay.error instanceof ApiError && pay.error.code === AnswerCode.keyReused;
  const message = soldRecord ? t("sale.useSell.cartSoldBeforeChanged") : (failure ?? pay.error?.message);

  /**
   * Sells without depending on the server's answer. The sale is stored in this browser first, so that neither a lost connection nor a closed tab
   * loses it or repeats it.
   */
  const sell = async (paying: readonly PayLine[]): Promise<void> => {
    const { person, venueId } = session();
    if (!person || venueId === undefined) return;
    const key = newKey();
    const at = new Date();
    const payments = toPayments(paying);
    const paid = payments.map(({ type, amount, tendered = amount }): LocalPayment => ({
      type: type === "Balance" ? type : "Cash",
      amount: fen(amount),
      tendered: fen(tendered),
    }));
    const prices = till.lines.map(({ productId, price }) => ({ productId, price }));
    const keptByTill = { key, at: at.toISOString(), prices, ...(allowance ? { allowance: allowance.token } : {}) };
    const body = { ...cartInput(till), payments, remark: till.remark, keptByTill };
    const localSale = localDetail(till, key, paid, at, allowance);
    const soldRecord = { key, venueId, personId: person.userId, operator: person.name, at: at.toISOString(), body, till, shown: localSale };
    setSelling(true);
    setFailure(undefined);
    onTill((before) => ({ ...before, sending: key }));
    try {
      const done = await sellOffline(soldRecord);
      announcePaid(t("sale.useSell.received", { amount: showFen(due) }), payments);
      onDone(done);
    } catch (error) {
      await removeRejected(key).catch(() => undefined);
      notifyStoredSales();
      onTill((before) => ({ ...before, sending: null }));
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setSelling(false);
    }
  };
  const send = async (paying: readonly PayLine[]): Promise<void> => {
    if (due > 0 && canWait(till, allowance) && isWaiting(paying, allowance)) return sell(paying);
    const payments = due > 0 ? toPayments(paying) : [];
    const draft = { ...cartInput(till), payments, cards, remark: till.remark };
    // Stored with the cart, so that a retry after a reload is the same sale.
    const key = till.attempt ?? newKey();
    onTill((before) => ({ ...before, attempt: key }));
    try {
      const done = till.cartId === null ? await create.run(draft, key) : await modify.run({ ...draft, id: till.cartId, mode: "pay" }, key);
      announcePaid(t("sale.useSell.received", { amount: showFen(due) }), payments);
      onDone(done);
    } catch (error) {
      // Shown above the button; the cart and the split stay as they are, at the price of now.
      if (error instanceof ApiError && error.code < 500 && error.code !== AnswerCode.keyReused)
        onTill((before) => ({ ...before, attempt: null }));
      onRefused();
    }
  };
  return {
    send,
    busy: pay.pending || selling,
    message,
    showMessage: setFailure,
    clearMessage: (): void => {
      pay.reset();
      setFailure(undefined);
    },
  };
}
