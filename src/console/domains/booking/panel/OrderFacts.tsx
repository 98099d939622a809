import { Link } from "react-router";
import type { BookingOrderDetail } from "../../../../contract/booking/booking";
import { fen, showFen } from "../../../../contract/core/money";
import { PAY_TYPE_LABELS } from "../../../../contract/core/pay-types";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { CardTypeTag } from "../../../ui/CardTypeTag";
import { Icon } from "../../../ui/Icon";
import { notify } from "../../../ui/notices";
import { Phone } from "../../../ui/Phone";
import { StatusTag } from "../../../ui/StatusTag";
import { PAYMENT_TONE } from "../../../ui/tones";
import { When } from "../../../ui/When";
import { Approvals } from "../../../desk/Approvals";
import { Change } from "../../../desk/Change";
import { SOURCE_LABELS } from "../../../../contract/booking/order-words";

/** Shows the facts of an order: who, from where, money by payment, and who changed what. */
export function OrderFacts({ order }: { order: BookingOrderDetail }) {
  const t = useT();
  const mayList = useCan("booking_place_order_list");
  const copy = (): void => {
    void navigator.clipboard?.writeText(order.no).then(() => notify.info(t("booking.order.copied")));
  };
  return (
    <>
      <dl className="facts">
        <dt>{t("booking.order.booker")}</dt>
        <dd>
          {order.name || t(order.asGroup ? "booking.choice.group" : "common.walkIn")}
          {order.asGroup && order.name !== "" && <span className="mut">{t("booking.choice.group")}</span>}
          {order.cardTypeName && order.cardTypeColour !== null && (
            <CardTypeTag style={order.cardTypeColour}>{order.cardTypeName}</CardTypeTag>
          )}
          {order.phone !== "" && (
            <span className="mut">
              <Phone value={order.phone} />
            </span>
          )}
        </dd>
        <dt>{t("booking.order.source")}</dt>
        <dd>{t(SOURCE_LABELS[order.source])}</dd>
        {order.holdUntil !== null && order.orderStatus === "held" && (
          <>
            <dt>{t("booking.order.hold")}</dt>
            <dd>
              <When at={order.holdUntil} />
            </dd>
          </>
        )}
        <dt>{t("booking.order.total")}</dt>
        <dd>
          {showFen(fen(order.total))}
          {fen(order.discount) > 0 && <s className="mut">{showFen(fen(order.list))}</s>}
        </dd>
        {(order.discountReason || order.remark) && (
          <>
            <dt>{t("booking.order.remark")}</dt>
            <dd>{[order.discountReason, order.remark].filter(Boolean).join(" · ")}</dd>
          </>
        )}
        <dt>{t("booking.order.no")}</dt>
        <dd>
          <span className="mono">{order.no}</span>
          <button type="button" className="mut" aria-label={t("booking.order.copy")} title={t("booking.order.copy")} onClick={copy}>
            <Icon name="copy" />
          </button>
          {mayList && (
            <Link to={`/finance/booking-place-order/list?q=${encodeURIComponent(order.no)}`} title={t("booking.order.openList")}>
              <Icon name="external" label={t("booking.order.openList")} />
            </Link>
          )}
        </dd>
      </dl>
      <h3 className="sec-t">{t("booking.order.payments")}</h3>
      {order.payments.length === 0 && <p className="mut pay-note">{t("booking.order.noPayments")}</p>}
      <ul className="lines">
        {order.payments.map((payment) => (
          <li key={payment.id} className="ln">
            <span className="ln-what">
              <b>{t(PAY_TYPE_LABELS[payment.type])}</b>
              {payment.state !== "succeeded" && (
                <StatusTag tone={PAYMENT_TONE[payment.state]}>{t(`booking.payment.${payment.state}`)}</StatusTag>
              )}
            </span>
            <span className="am">{showFen(fen(payment.amount))}</span>
            <span className="ln-note">
              <When at={payment.at} /> {payment.operator}
              <Change payment={payment} />
              {fen(payment.refunded) > 0 && ` · ${t("booking.order.refundedLine", { amount: showFen(fen(payment.refunded)) })}`}
              {payment.note !== "" && ` · ${payment.note}`}
            </span>
          </li>
        ))}
      </ul>
      <Approvals of={order.approvals} />
      {order.changes.length > 0 && (
        <details className="changes">
          <summary className="sec-t">
            {t("booking.order.changes")} <span className="mut">{order.changes.length}</span>
          </summary>
          <ol>
            {order.changes.map((change, i) => (
              <li key={i}>
                <span className="row">
                  <b>{change.action}</b>
                  <span className="grow" />
                  <span className="mut">
                    <When at={change.at} /> {change.operator}
                  </span>
                </span>
                {change.detail !== "" && <span className="sec">{change.detail}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
