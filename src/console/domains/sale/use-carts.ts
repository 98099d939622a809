import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router";
import { sale } from "../../../contract/sale/sale";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { notify } from "../../ui/notices";
import { EMPTY, isEmpty, quoteInput, restoreCart, type Till } from "./till";

/**
 * Waiting carts: puts this one on hold, recalls another, empties this one.
 * @param waitForCharge true while a code is being charged, when the cart stays as it is
 * @param onEnd this cart is no longer here
 */
export function useCarts({
  till,
  change,
  waitForCharge,
  onEnd,
  onRecalled,
}: {
  till: Till;
  change: (how: (before: Till) => Till) => void;
  waitForCharge: () => boolean;
  onEnd: () => void;
  onRecalled: () => void;
}) {
  const t = useT();
  const mayWait = useCan("sale_modify");
  const full = !isEmpty(till);
  const carts = useRead(sale.carts, {}, { enabled: mayWait, staleTime: 10_000 });
  const waiting = (carts.data?.content ?? []).filter((cart) => cart.id !== till.cartId);
  const holding = useCall(sale.modify);
  const recall = useCall(sale.recall);
  const abandon = useCall(sale.remove);

  const clear = (): void => {
    // Emptying a recalled cart cancels it; otherwise it would stay open forever.
    if (till.cartId !== null) void abandon.run({ id: till.cartId }).then(() => carts.refetch());
    change(() => EMPTY);
    onEnd();
  };
  const holdCart = async (): Promise<boolean> => {
    if (!full || !mayWait || waitForCharge()) return false;
    if (till.scanned !== null) {
      notify.error(t("sale.useCarts.codePaidCartAlready"));
      return false;
    }
    if (till.attempt !== null) {
      notify.error(t("sale.useCarts.cartMaySaleAlready"));
      return false;
    }
    try {
      await holding.run({ ...quoteInput(till), remark: till.remark, mode: "hang", ...(till.cartId === null ? {} : { id: till.cartId }) });
      change(() => EMPTY);
      onEnd();
      void carts.refetch();
      notify.success(t("sale.useCarts.cartOnHold"));
      return true;
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const take = async (id: string): Promise<void> => {
    if (waitForCharge() || (full && !(await holdCart()))) return;
    try {
      const found = await recall.run({ id });
      change(() => restoreCart(found));
      onRecalled();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    void carts.refetch();
  };
  const [address, setAddress] = useSearchParams();
  const cartOfAddress = address.get("cart");
  const openCartOfAddress = useEffectEvent((id: string): void => {
    setAddress({}, { replace: true });
    if (id !== till.cartId) void take(id);
  });
  useEffect(() => {
    if (cartOfAddress !== null) openCartOfAddress(cartOfAddress);
  }, [cartOfAddress]);
  return { waiting, mayWait, refetch: () => void carts.refetch(), hold: holdCart, recall: take, clear };
}
