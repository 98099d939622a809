import { useState } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking";
import { fen, showFen } from "../../../../contract/money";
import { actions, bookingOrder } from "../../../../contract/states";
import { useCall } from "../../../api/useCall";
import { useRead } from "../../../api/useRead";
import { useLanguage, useT } from "../../../i18n/useT";
import { useCan } from "../../../session/store";
import { Button } from "../../../ui/Button";
import { ErrorState } from "../../../ui/ErrorState";
import { Icon } from "../../../ui/Icon";
import { KindTag } from "../../../ui/KindTag";
import { notify } from "../../../ui/notices";
import { SkeletonText } from "../../../ui/Skeleton";
import { StatusTag } from "../../../ui/StatusTag";
import { ORDER_TONE, PAY_TONE } from "../../../ui/tones";
import { dayTimes, placeLabel, span } from "../words";
import { CancelOrder } from "./CancelOrder";
import { OrderFacts } from "./OrderFacts";
import { PayOrder } from "./PayOrder";
import { PriceLines } from "./PriceLines";
import { Slip } from "./Slip";

/** What is being done with the order. */
export type OrderAct = "look" | "pay" | "cancel";

/** The panel of a booking order: facts, lines with why they cost what they cost, money, log, and the actions that its state allows. */
export function OrderPanel({
  id,
  today,
  act,
  onAct,
  onChanged,
  onClose,
}: {
  id: string;
  today: string;
  act: OrderAct;
  onAct: (act: OrderAct) => void;
  onChanged: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const read = useRead(booking.view, { id });
  const order = read.data?.id === id ? read.data : undefined;
  const changed = (): void => {
    void read.refetch();
    onChanged();
    onAct("look");
  };
  return (
    <>
      <header className="hd">
        <div className="grow">
          <h2 className="cut">{order ? order.name || t("booking.walkIn") : t("booking.order.title")}</h2>
          {order && <p>{dayTimes(order.day, span(order.start, order.end), today, language, t)}</p>}
          {order && (
            <div className="row tags">
              <StatusTag tone={ORDER_TONE[order.orderStatus]}>{t(`booking.order.statusOf.${order.orderStatus}`)}</StatusTag>
              {saysMore(order) && <StatusTag tone={PAY_TONE[order.payStatus]}>{t(`booking.order.payOf.${order.payStatus}`)}</StatusTag>}
              {order.kind !== "single" && <KindTag kind={order.kind}>{t(`booking.kind.${order.kind}`)}</KindTag>}
            </div>
          )}
        </div>
        <Button kind="quiet" icon="close" aria-label={t("booking.order.close")} onClick={onClose} />
      </header>
      {read.error && !order && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />}
      {!order && !read.error && <SkeletonText lines={8} label={t("booking.order.loading")} />}
      {order && act === "pay" && <PayOrder order={order} onDone={changed} onBack={() => onAct("look")} />}
      {order && act === "cancel" && <CancelOrder order={order} onDone={changed} onBack={() => onAct("look")} />}
      {order && act === "look" && <Look order={order} today={today} onAct={onAct} onChanged={changed} />}
    </>
  );
}

/** Whether the pay status says something that the order's status does not. */
const saysMore = ({ orderStatus, payStatus }: BookingOrderDetail): boolean =>
  payStatus === "unpaid" ? orderStatus === "checked_in" || orderStatus === "finished" : payStatus !== "paid";

function Look({
  order,
  today,
  onAct,
  onChanged,
}: {
  order: BookingOrderDetail;
  today: string;
  onAct: (act: OrderAct) => void;
  onChanged: () => void;
}) {
  const t = useT();
  const [slip, setSlip] = useState(false);
  const checkIn = useCall(booking.checkIn);
  const isToday = order.day === today;
  const allowed = actions(bookingOrder, order.orderStatus);
  const mayPay = useCan("booking_pay") && fen(order.due) > 0 && allowed.includes("pay");
  const mayCheckIn =
    useCan(order.orderStatus === "no_show" ? "booking_no_show_check_in" : "booking_check_in") && allowed.includes("checkIn");
  const mayUndo = useCan("booking_check_in") && allowed.includes("undoCheckIn");
  const mayCancel = useCan("booking_cancel") && allowed.includes("cancel");
  const run = async (undo: boolean): Promise<void> => {
    try {
      await checkIn.run({ id: order.id, undo });
      notify.success(undo ? t("booking.order.undone") : t("booking.order.checkedIn", { name: order.name || t("booking.walkIn") }));
      onChanged();
    } catch {
      // Shown below, beside the button.
    }
  };
  return (
    <>
      <div className="bd">
        <PriceLines
          lines={order.lines.map((line) => ({
            key: line.id,
            title: placeLabel(line.placeName, t),
            times: span(line.start, line.end),
            list: line.trace.list,
            trace: line.trace,
            note: fen(line.refunded) > 0 ? t("booking.order.refundedLine", { amount: showFen(fen(line.refunded)) }) : undefined,
          }))}
        />
        <OrderFacts order={order} />
        {checkIn.error && (
          <p className="notice notice-error" role="alert">
            <Icon name="error" />
            {checkIn.error.message}
          </p>
        )}
      </div>
      <footer className="ft">
        <div className="tot">
          <span>
            {fen(order.due) > 0
              ? t("booking.order.due")
              : fen(order.refunded) > 0
                ? `${t("booking.order.refunded")} ${showFen(fen(order.refunded))}`
                : t("booking.order.paid")}
          </span>
          <b className={fen(order.due) > 0 ? "waits" : undefined}>
            <small>¥</small>
            {showFen(fen(order.due) > 0 ? fen(order.due) : fen(order.paid))}
          </b>
        </div>
        <div className="acts acts-order">
          {mayPay && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to act: Enter goes on
            <Button kind="primary" autoFocus onClick={() => onAct("pay")}>
              {t("booking.order.takePay", { amount: showFen(fen(order.due)) })}
            </Button>
          )}
          {mayCheckIn && (
            <Button
              kind={mayPay || !isToday ? "plain" : "primary"}
              icon="play"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to act: Enter goes on
              autoFocus={!mayPay && isToday}
              busy={checkIn.pending}
              onClick={() => void run(false)}
            >
              {t("booking.order.checkIn")}
            </Button>
          )}
          {mayUndo && (
            <Button busy={checkIn.pending} onClick={() => void run(true)}>
              {t("booking.order.undoCheckIn")}
            </Button>
          )}
          <Button icon="print" aria-label={t("booking.order.print")} title={t("booking.order.print")} onClick={() => setSlip(true)} />
          {mayCancel && (
            <Button kind="danger" onClick={() => onAct("cancel")}>
              {t("booking.order.cancel")}
            </Button>
          )}
        </div>
      </footer>
      {slip && <Slip order={order} onClose={() => setSlip(false)} />}
    </>
  );
}
