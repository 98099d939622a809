import { useEffect, useState } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking/booking";
import { fen, showFen } from "../../../../contract/core/money";
import { NOTHING_TO_PAY } from "../../../../contract/booking/order-words";
import { costsNothing, orderActions, bookingOrder, paysByContract } from "../../../../contract/core/states";
import { useRead } from "../../../api/use-read";
import { useLanguage, useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { ErrorState } from "../../../ui/ErrorState";
import { KindTag } from "../../../ui/KindTag";
import { SkeletonText } from "../../../ui/Skeleton";
import { StatusTag } from "../../../ui/StatusTag";
import { PAY_TONE } from "../../../ui/tones";
import type { Carry } from "../grid/carry";
import { dayTimes } from "../../../ui/format-days";
import { span } from "../../../../contract/core/time";
import { AddGoods } from "./AddGoods";
import { CancelOrder } from "./CancelOrder";
import { ChangeOrder } from "./ChangeOrder";
import { OrderLook } from "./OrderLook";
import { PayOrder } from "./PayOrder";
import { RefundPart } from "./RefundPart";
import { ReturnGoods } from "../../../desk/ReturnGoods";

/** Current act on the order. */
export type OrderAct = "look" | "pay" | "cancel" | "refund" | "change" | "products";

/** The panel of a booking order: facts, lines with why they cost what they cost, money, log, and the actions that its state allows. */
export function OrderPanel({
  id,
  today,
  act: asked,
  carry,
  onAct,
  onCarry,
  onChanged,
  onClose,
}: {
  id: string;
  today: string;
  act: OrderAct;
  /** Position on which a line of it was dropped, for `change`. */
  carry: Carry | undefined;
  /** Takes a line into the hand. */
  onCarry: (kind: Carry["kind"], line: Carry["booking"]) => void;
  onAct: (act: OrderAct) => void;
  onChanged: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const read = useRead(booking.view, { id });
  const [returning, setReturning] = useState<string>();
  // The order that this desk cancels: its news may arrive before the answer.
  const [cancelling, setCancelling] = useState<string>();
  const order = read.data?.id === id ? read.data : undefined;
  // A key may ask for what the order does not allow (any more).
  const act = asked === "cancel" && order && !orderActions(order.kind, order.orderStatus).includes("cancel") ? "look" : asked;
  const isOwnCancel = cancelling === id;
  const back = order?.sales.find((one) => one.id === returning);
  // Another act leaves the return of goods.
  useEffect(() => {
    if (act !== "look") setReturning(undefined);
  }, [act]);
  const changed = (): void => {
    setReturning(undefined);
    void read.refetch();
    onChanged();
    onAct("look");
  };
  return (
    <>
      <header className="hd">
        <div className="grow">
          <h2 className="wraps">{order ? order.name || t("common.walkIn") : t("booking.order.title")}</h2>
          {order && <p>{dayTimes(order.day, span(order.start, order.end), today, language, t)}</p>}
          {order && (
            <div className="row tags">
              <StatusTag tone={bookingOrder.labels[order.orderStatus].tone}>
                {order.orderStatus === "paid" && (paysByContract(order) || costsNothing(order))
                  ? t("booking.order.booked")
                  : t(`booking.order.statusOf.${order.orderStatus}`)}
              </StatusTag>
              {paysByContract(order) && <StatusTag tone="neutral">{t("booking.order.byContract")}</StatusTag>}
              {costsNothing(order) && <StatusTag tone="neutral">{t(NOTHING_TO_PAY)}</StatusTag>}
              {saysMore(order) && <StatusTag tone={PAY_TONE[order.payStatus]}>{t(`booking.order.payOf.${order.payStatus}`)}</StatusTag>}
              {order.kind !== "single" && <KindTag kind={order.kind}>{t(`booking.kind.${order.kind}`)}</KindTag>}
            </div>
          )}
        </div>
        <Button kind="quiet" icon="close" aria-label={t("booking.order.close")} onClick={onClose} />
      </header>
      {read.error && !order && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />}
      {!order && !read.error && <SkeletonText lines={8} label={t("booking.order.loading")} />}
      {order && asked !== "look" && order.orderStatus === "cancelled" && !isOwnCancel && <CancelledMeanwhile order={order} />}
      {order && act === "pay" && <PayOrder order={order} onDone={changed} onBack={() => onAct("look")} />}
      {order && act === "cancel" && (
        <CancelOrder
          order={order}
          onCancelling={(now) => setCancelling(now ? id : undefined)}
          onDone={changed}
          onBack={() => onAct("look")}
        />
      )}
      {order && act === "refund" && <RefundPart order={order} onDone={changed} onBack={() => onAct("look")} />}
      {order && act === "change" && carry && (
        <ChangeOrder order={order} carry={carry} today={today} onDone={changed} onBack={() => onAct("look")} />
      )}
      {order && act === "products" && <AddGoods order={order} onDone={changed} onBack={() => onAct("look")} />}
      {back && act === "look" && <ReturnGoods of={back} onDone={changed} onBack={() => setReturning(undefined)} />}
      {order && !back && (act === "look" || (act === "change" && !carry)) && (
        <OrderLook order={order} today={today} onAct={onAct} onReturn={setReturning} onCarry={onCarry} onChanged={changed} />
      )}
    </>
  );
}

/** Shown to the desk that was about to do something with an order that another desk has cancelled meanwhile. */
function CancelledMeanwhile({ order }: { order: BookingOrderDetail }) {
  const t = useT();
  const by = order.changes.at(-1)?.operator ?? "";
  return (
    <div className="bd">
      <Failure>
        {by === "" || by === "system" ? t("booking.cancel.already") : t("booking.cancel.alreadyBy", { name: by })}{" "}
        {fen(order.refunded) > 0
          ? t("booking.cancel.alreadyRefunded", { amount: showFen(fen(order.refunded)) })
          : t("booking.cancel.alreadyNothing")}
      </Failure>
    </div>
  );
}

/** True if the pay status adds something to the order's status. */
const saysMore = ({ orderStatus, payStatus, source }: BookingOrderDetail): boolean =>
  payStatus === "unpaid" && source === "fixed"
    ? false
    : payStatus === "unpaid"
      ? orderStatus === "checked_in" || orderStatus === "finished"
      : payStatus !== "paid";
