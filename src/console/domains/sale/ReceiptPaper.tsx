import { useState } from "react";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { fen, showFen } from "../../../contract/core/money";
import type { SaleDetail } from "../../../contract/sale/sale";
import { APPROVED_ACTIONS } from "../../desk/words";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
import { printedInstant } from "../../ui/format-time";
import { useZone } from "../../ui/zone";

export const PAPERS = ["80", "58", "A4"] as const;
export type Paper = (typeof PAPERS)[number];

/** The content of the receipt. @param copy how often it was printed, this print counted; nothing: not yet */
export function ReceiptPaper({ of, paper, copy }: { of: SaleDetail; paper: Paper; copy: number | undefined }) {
  const t = useT();
  const zone = useZone();
  const { venue, venueInfo } = useSession();
  const [now] = useState(() => new Date());
  const pair = (name: string, value: string, key = name) => <Pair key={key} name={name} value={value} />;
  // Lines have the member's price already: the subtotal is the sum of what stands above it.
  const discount = of.lines.reduce((sum, line) => sum + fen(line.discount), 0);
  const saved = of.lines.reduce((sum, line) => sum + fen(line.memberOff), 0);
  const rounding = fen(of.rounding);
  const pieces = of.items.reduce((sum, { quantity }) => sum + quantity, of.quantity);
  return (
    <article className={`receipt receipt-${paper}`}>
      {copy !== undefined && copy > 1 && (
        <p className="receipt-copy">
          {t("sale.receiptPaper.copy")}
          <small>{t("sale.receiptPaper.reprint", { count: copy - 1, at: printedInstant(now, zone) })}</small>
        </p>
      )}
      <h3>{venue?.name}</h3>
      {venueInfo?.receiptHead && <p className="receipt-words">{venueInfo.receiptHead}</p>}
      <hr />
      <dl>
        {pair(t("sale.receiptPaper.no"), of.no)}
        {pair(t("common.time"), printedInstant(new Date(of.at), zone))}
        {pair(t("sale.receiptPaper.cashier"), of.operator)}
        {of.approvals.map((one) =>
          pair(
            t("sale.receiptPaper.approved", { action: t(APPROVED_ACTIONS[one.action]) }),
            t("sale.receiptPaper.for", { approver: one.approvedBy, requester: one.requestedBy }),
            `${one.at} ${one.action}`,
          ),
        )}
      </dl>
      <hr />
      {of.lines.map((line) => (
        <div key={line.id} className="receipt-line">
          <b>{line.productName}</b>
          <span>{showFen(fen(line.price))}</span>
          <span>× {line.quantity}</span>
          <span>{showFen(fen(line.total) + fen(line.rounding) + fen(line.discount))}</span>
          {line.setPrice && (
            <em>
              {t("sale.receiptPaper.priceChangedRegularPrice", { own: showFen(fen(line.setPrice.own)) })}{" "}
              <span>{line.setPrice.reason}</span>
            </em>
          )}
          {fen(line.discount) > 0 && (
            <em>
              {t("sale.key.discount")} <span>{showFen(-fen(line.discount))}</span>
            </em>
          )}
        </div>
      ))}
      {of.items.map((item) => (
        <div key={item.id} className="receipt-line">
          <b>{item.name}</b>
          <span className="mono">{item.no}</span>
          <span>× {item.quantity}</span>
          <span>{showFen(fen(item.total))}</span>
          {item.cards.map(({ holdingId, name, uses, left }) => (
            <em key={holdingId}>
              {t("sale.uses", { name, uses })} <span>{left !== null && t("sale.receiptPaper.left", { left })}</span>
            </em>
          ))}
        </div>
      ))}
      <hr />
      <dl>
        {pair(t("sale.receiptPaper.subtotalPieces", { count: pieces }), showFen(fen(of.due) + rounding + discount))}
        {discount > 0 && pair(t("sale.discounts"), showFen(-discount))}
        {rounding > 0 && pair(t("sale.rounding"), showFen(-rounding))}
      </dl>
      <p className="receipt-due">
        {t("sale.receiptPaper.total")} <b>¥{showFen(fen(of.due))}</b>
      </p>
      <dl>
        {byMethod(of.payments).flatMap(({ type, amount, change, given }) => [
          pair(t(PAY_TYPE_LABELS[type]), showFen(amount), type),
          ...(given
            ? [
                pair(` ${t("sale.receiptPaper.given")}`, showFen(amount + change), `${type}-given`),
                pair(` ${t("sale.change")}`, showFen(change), `${type}-change`),
              ]
            : []),
        ])}
        {saved > 0 && pair(t("sale.receiptPaper.savedMembersPrice"), showFen(saved))}
        {fen(of.returned) > 0 && pair(t("sale.receiptPaper.refunded"), showFen(-fen(of.returned)))}
      </dl>
      {of.memberName !== "" && (
        <>
          <hr />
          <dl>{pair(t("sale.member"), masked(of.memberName))}</dl>
        </>
      )}
      <hr />
      <p className="receipt-foot receipt-words">{venueInfo?.receiptFoot || t("sale.receiptPaper.returnsWithin7Days")}</p>
    </article>
  );
}

/** A receipt for whoever gets the goods as a present: no prices, and the number under which they can be brought back. */
export function GiftPaper({ of, paper }: { of: SaleDetail; paper: Paper }) {
  const t = useT();
  const zone = useZone();
  const { venue, venueInfo } = useSession();
  return (
    <article className={`receipt receipt-${paper}`}>
      <h3>{venue?.name}</h3>
      {venueInfo?.receiptHead && <p className="receipt-words">{venueInfo.receiptHead}</p>}
      <p className="receipt-due">
        {t("sale.receiptPaper.giftReceipt")} <b className="mono">{of.no}</b>
      </p>
      <hr />
      <dl>
        <Pair name={t("sale.receiptPaper.date")} value={printedInstant(new Date(of.at), zone)} />
        {of.lines.map((line) => (
          <Pair key={line.id} name={line.productName} value={`× ${line.quantity}`} />
        ))}
      </dl>
      <hr />
      <p className="receipt-foot receipt-words">{t("sale.receiptPaper.pricesLeftOutReturns")}</p>
    </article>
  );
}

const Pair = ({ name, value }: { name: string; value: string }) => (
  <div className="receipt-pair">
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** Sums the payments by method: a payment may be shared over goods and other documents of one receipt. */
function byMethod(payments: SaleDetail["payments"]) {
  return [...new Set(payments.map(({ type }) => type))].map((type) => {
    const ofType = payments.filter((payment) => payment.type === type);
    return {
      type,
      amount: ofType.reduce((sum, { amount }) => sum + fen(amount), 0),
      change: ofType.reduce((sum, { change }) => sum + fen(change), 0),
      given: ofType.some(({ tendered }) => tendered !== null),
    };
  });
}

/** A name as printed on paper that may be left behind: its first character only. */
const masked = (name: string): string => `${name.slice(0, 1)}${"*".repeat(Math.max(1, name.length - 1))}`;
