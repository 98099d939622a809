import { useState } from "react";
import type { z } from "zod";
import { booking, type BookingOrderDetail, type OrderLine as Line } from "../../../../contract/booking/booking";
import { fen, showFen } from "../../../../contract/core/money";
import { orderActions } from "../../../../contract/core/states";
import { useCall } from "../../../api/use-call";
import type { T } from "../../../i18n/keys";
import { useLanguage, useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { Icon } from "../../../ui/Icon";
import type { IconName } from "../../../ui/icons";
import { notify } from "../../../ui/notices";
import { Popover } from "../../../ui/Popover";
import type { Carry } from "../grid/carry";
import { checkInAsking } from "../use-check-in";
import { lineTimes } from "../words";
import { placeLabel } from "../../../ui/format-place";
import { CarryLine } from "./CarryLine";
import { Elsewhere } from "./Elsewhere";
import { OrderFacts } from "./OrderFacts";
import { goodsTotal, OrderGoods } from "./OrderGoods";
import type { OrderAct } from "./OrderPanel";
import { PriceLines } from "./PriceLines";
import { refundWays } from "./refund-ways";
import { Paper, Slip } from "./Slip";

type OrderLine = z.infer<typeof Line>;

/** Returns what happened to a line: moved away from, cancelled, refunded. */
const noteOf = (line: OrderLine, t: T): string | undefined =>
  [
    line.status === "active" ? "" : t(`booking.order.line.${line.status}`),
    line.card ? t("booking.order.cardLine", { name: line.card.name, uses: line.card.uses }) : "",
    line.card && line.card.usesBack > 0 ? t("booking.order.cardBack", { back: line.card.usesBack }) : "",
    fen(line.refunded) > 0 ? t("booking.order.refundedLine", { amount: showFen(fen(line.refunded)) }) : "",
    fen(line.fee) > 0 ? t("booking.order.feeLine", { amount: showFen(fen(line.fee)) }) : "",
  ]
    .filter(Boolean)
    .join(" · ") || undefined;

const carried = (order: BookingOrderDetail, { id, placeId, day, start, end }: OrderLine): Carry["booking"] => ({
  id,
  orderId: order.id,
  placeId,
  day,
  start,
  end,
  name: order.name,
});

function More({ icon, title, danger = false, act }: { icon: IconName; title: string; danger?: boolean; act: () => void }) {
  return (
    <button type="button" className={danger ? "popup-item bad" : "popup-item"} onClick={act}>
      <Icon name={icon} />
      {title}
    </button>
  );
}

/** Shows an order, and the actions that its state allows. */
export function OrderLook({
  order,
  today,
  onAct,
  onReturn,
  onCarry,
  onChanged,
}: {
  order: BookingOrderDetail;
  today: string;
  onAct: (act: OrderAct) => void;
  /** Goods of this sale are to come back. */
  onReturn: (saleId: string) => void;
  onCarry: (kind: Carry["kind"], line: Carry["booking"]) => void;
  onChanged: () => void;
}) {
  const t = useT();
  const [slip, setSlip] = useState(false);
  const checkIn = useCall(booking.checkIn);
  const reserve = useCall(booking.reserve);
  const language = useLanguage();
  const lines = order.lines.filter((each) => each.status === "active");
  // The state alone does not say it: nobody comes in on another day than one of play.
  const isToday = lines.some((line) => line.day === today);
  const allowed = orderActions(order.kind, order.orderStatus);
  const mayPay = useCan("booking_pay") && fen(order.due) > 0 && allowed.includes("pay");
  const mayCheckIn =
    useCan(order.orderStatus === "no_show" ? "booking_no_show_check_in" : "booking_check_in") && allowed.includes("checkIn") && isToday;
  const mayUndo = useCan("booking_check_in") && allowed.includes("undoCheckIn");
  const mayReserve = useCan("booking_reserve") && allowed.includes("reserve");
  const mayCancel = useCan("booking_cancel") && allowed.includes("cancel");
  const mayRefund = useCan("booking_refund") && refundWays(order).length > 0;
  const mayAddGoods = useCan("sale_create") && allowed.includes("addProducts");
  const goods = goodsTotal(order);
  const mayMove = useCan("booking_move") && allowed.includes("move");
  const mayExtend = useCan("booking_extend") && allowed.includes("extend");
  const carrying = { lines, day: order.day, today };
  const run = async (undo: boolean): Promise<void> => {
    try {
      if (undo) {
        await checkIn.run({ id: order.id, undo });
        notify.success(t("booking.order.undone"));
      } else if (!(await checkInAsking(checkIn.run, order, t))) return;
      onChanged();
    } catch {
      // Shown below, beside the button.
    }
  };
  const keep = async (): Promise<void> => {
    try {
      await reserve.run({ id: order.id });
      notify.success(t("booking.order.reservedNow"));
      onChanged();
    } catch {
      // Shown below, over the buttons.
    }
  };
  const failure = checkIn.error ?? reserve.error;
  return (
    <>
      <div className="bd">
        <Elsewhere order={order} />
        <PriceLines
          lines={order.lines.map((line) => ({
            key: line.id,
            title: placeLabel(line.placeName, t),
            times: lineTimes(line, order.day, today, language),
            list: line.trace.list,
            trace: line.trace,
            note: noteOf(line, t),
            over: line.status !== "active",
          }))}
        />
        <OrderGoods order={order} onReturn={onReturn} />
        <OrderFacts order={order} />
        {failure && <Failure>{failure.message}</Failure>}
      </div>
      <footer className="ft">
        <div className="tot">
          <span>
            {fen(order.due) > 0
              ? t("booking.order.due")
              : goods > 0
                ? t("booking.goods.withGoods", { amount: showFen(goods) })
                : fen(order.refunded) > 0
                  ? `${t("booking.order.refunded")} ${showFen(fen(order.refunded))}`
                  : t("booking.order.paid")}
          </span>
          <b className={fen(order.due) > 0 ? "waits" : undefined}>
            <small>¥</small>
            {showFen(fen(order.due) > 0 ? fen(order.due) : fen(order.paid) - fen(order.refunded) + goods)}
          </b>
        </div>
        <div className="acts acts-order">
          {mayPay && (
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to act: Enter continues
            <Button kind="primary" autoFocus onClick={() => onAct("pay")}>
              {t("booking.order.takePay", { amount: showFen(fen(order.due)) })}
            </Button>
          )}
          {mayCheckIn && (
            <Button
              kind={mayPay ? "plain" : "primary"}
              icon="play"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to act: Enter continues
              autoFocus={!mayPay}
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
          {mayMove && <CarryLine title={t("booking.order.move")} {...carrying} onLine={(line) => onCarry("move", carried(order, line))} />}
          {mayExtend && (
            <CarryLine title={t("booking.order.extend")} {...carrying} onLine={(line) => onCarry("extend", carried(order, line))} />
          )}
          <Popover align="end" className="btn btn-icon" label={t("booking.choice.more")} button={<Icon name="more" />}>
            {(close) => (
              <>
                <More
                  icon="print"
                  title={t("booking.order.print")}
                  act={() => {
                    close();
                    setSlip(true);
                  }}
                />
                {mayReserve && (
                  <More
                    icon="calendar"
                    title={t("booking.order.reserve")}
                    act={() => {
                      close();
                      void keep();
                    }}
                  />
                )}
                {mayAddGoods && <More icon="plus" title={t("booking.goods.menu")} act={() => onAct("products")} />}
                {mayRefund && <More icon="minus" title={t("booking.order.refundPart")} act={() => onAct("refund")} />}
                {mayCancel && <More icon="close" danger title={t("booking.order.cancel")} act={() => onAct("cancel")} />}
                <hr />
                <Paper />
              </>
            )}
          </Popover>
        </div>
      </footer>
      {slip && <Slip order={order} onClose={() => setSlip(false)} />}
    </>
  );
}
