import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { BookingOrderDetail } from "../../../../contract/booking/booking";
import { fen, showFen } from "../../../../contract/core/money";
import { PAY_TYPE_LABELS } from "../../../../contract/core/pay-types";
import { useT } from "../../../i18n/use-t";
import { usePreference } from "../../../session/preferences";
import { useSession } from "../../../session/store";
import { printedInstant } from "../../../ui/format-time";
import { useZone } from "../../../ui/zone";
import { span } from "../../../../contract/core/time";
import { goodsTotal } from "./OrderGoods";

/** Paper widths of slip printers, in millimetres. */
const PAPERS = [58, 80] as const;
type PaperWidth = (typeof PAPERS)[number];

/** The person's paper width: a preference. */
function usePaper(): readonly [PaperWidth, (paper: PaperWidth) => void] {
  const [storedPaper, storePaper] = usePreference("slip.paper");
  return [storedPaper === "58" ? 58 : 80, (paper) => storePaper(String(paper))];
}

/** Chooses the paper width. */
export function Paper() {
  const t = useT();
  const [paper, setPaper] = usePaper();
  return (
    <div className="row paper">
      <span className="grow">{t("booking.order.paper")}</span>
      <div className="seg seg-s" role="group" aria-label={t("booking.order.paper")}>
        {PAPERS.map((width) => (
          <button key={width} type="button" aria-pressed={paper === width} onClick={() => setPaper(width)}>
            {width} mm
          </button>
        ))}
      </div>
    </div>
  );
}

/** Prints the slip of an order: it is drawn beside the page, seen only by the printer. */
export function Slip({ order, onClose }: { order: BookingOrderDetail; onClose: () => void }) {
  const t = useT();
  const zone = useZone();
  const { venue } = useSession();
  const [paper] = usePaper();
  const [now] = useState(() => new Date());
  useEffect(() => {
    const done = (): void => onClose();
    window.addEventListener("afterprint", done, { once: true });
    const timer = setTimeout(() => window.print(), 50);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("afterprint", done);
    };
  }, [onClose]);
  // Lines that were cancelled, moved away from or dropped no longer belong to the guest.
  const standing = order.lines.filter((line) => line.status === "active" || line.status === "missed");
  const pair = (name: string, value: string) => (
    <p className="slip-row" key={name}>
      <span>{name}</span>
      <span>{value}</span>
    </p>
  );
  return createPortal(
    <div className="slip" style={{ width: `${paper - 8}mm` }}>
      <style>{`@page { size: ${paper}mm auto; margin: 4mm; }`}</style>
      <h1>{venue?.name}</h1>
      <h2>{t("booking.slip.title")}</h2>
      {pair(t("booking.order.no"), order.no)}
      {pair(t("booking.order.booker"), order.name || t("common.walkIn"))}
      <hr />
      {standing.map((line) => (
        <div key={line.id}>
          <p>
            {line.day} {line.hallName} {line.placeName}
          </p>
          {pair(span(line.start, line.end), showFen(fen(line.trace.price)))}
        </div>
      ))}
      <hr />
      {pair(t("booking.order.total"), showFen(standing.reduce((sum, line) => sum + fen(line.trace.price), 0)))}
      {order.payments.map((payment) => (
        <div key={payment.id}>
          {pair(t(PAY_TYPE_LABELS[payment.type]), showFen(fen(payment.amount)))}
          {payment.tendered !== null && pair(t("booking.choice.tendered"), showFen(fen(payment.tendered)))}
          {payment.tendered !== null && pair(t("booking.slip.change"), showFen(fen(payment.tendered) - fen(payment.amount)))}
        </div>
      ))}
      {fen(order.refunded) > 0 && pair(t("booking.order.refunded"), showFen(-fen(order.refunded)))}
      {fen(order.fee) > 0 && pair(t("booking.slip.fee"), showFen(fen(order.fee)))}
      {order.sales.length > 0 && (
        <>
          <hr />
          {order.sales.flatMap((one) =>
            one.lines.map((line) => (
              <p className="slip-row" key={line.id}>
                <span>
                  {line.productName} ×{line.quantity}
                </span>
                <span>{showFen(fen(line.total))}</span>
              </p>
            )),
          )}
          {order.sales.some((one) => fen(one.refunded) > 0) &&
            pair(t("booking.order.refunded"), showFen(-order.sales.reduce((sum, one) => sum + fen(one.refunded), 0)))}
          {pair(t("booking.goods.title"), showFen(goodsTotal(order)))}
        </>
      )}
      {fen(order.due) > 0 && pair(t("booking.order.due"), showFen(fen(order.due)))}
      <hr />
      {pair(t("booking.slip.printed"), printedInstant(now, zone))}
      {pair(t("booking.order.operator"), order.operator)}
      <p className="slip-thanks">{t("booking.slip.thanks")}</p>
    </div>,
    document.body,
  );
}
