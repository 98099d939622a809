import type { RefundWorking } from "../../contract/booking";
import { fen, showFen } from "../../contract/money";
import { PAY_TYPE_LABELS } from "../../contract/payTypes";
import type { z } from "zod";
import { useT } from "../i18n/useT";

type Working = z.infer<typeof RefundWorking>;

/** Where each yuan of a refund goes back to. */
export function RefundBack({ back }: { back: Working["back"] }) {
  const t = useT();
  if (back.length === 0) return <p className="mut pay-note">{t("booking.cancel.nothing")}</p>;
  return (
    <>
      <h3 className="sec-t">{t("booking.cancel.back")}</h3>
      <ul className="lines">
        {back.map((part) => (
          <li key={part.paymentId} className="ln">
            <span className="ln-what">
              <b>{t(PAY_TYPE_LABELS[part.type])}</b>
            </span>
            <span className="am">
              {part.refund !== part.paid && <s>{showFen(fen(part.paid))}</s>}
              {showFen(fen(part.refund))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The preview of a refund: the rule, what was paid, the fee, what goes back; and where to. */
export function RefundRows({ working }: { working: Working }) {
  const t = useT();
  return (
    <>
      <p className="mut pay-note">
        {working.lateMove
          ? t("booking.cancel.lateMove")
          : working.hoursBefore < 0
            ? t("booking.cancel.started", { free: working.freeHours })
            : t("booking.cancel.rule", { hours: Math.floor(working.hoursBefore * 10) / 10, free: working.freeHours })}
      </p>
      <dl className="working">
        <dt>{t("booking.cancel.paid")}</dt>
        <dd>{showFen(fen(working.paid))}</dd>
        <dt>{fen(working.fee) > 0 ? t("booking.cancel.fee", { percent: working.feePercent }) : t("booking.cancel.feeNone")}</dt>
        <dd>{showFen(-fen(working.fee))}</dd>
        <dt className="sum">{t("booking.cancel.refund")}</dt>
        <dd className="sum">{showFen(fen(working.refund))}</dd>
        {working.uses > 0 && (
          <>
            <dt>{t("booking.cancel.cards")}</dt>
            <dd>{t("booking.cancel.cardsBack", { uses: working.uses, back: working.usesBack })}</dd>
          </>
        )}
        {working.voucher && (
          <>
            <dt>{t("booking.cancel.voucher", { title: working.voucher.title, code: working.voucher.voucherCode })}</dt>
            <dd>{t("booking.cancel.cardsBack", { uses: working.voucher.uses, back: working.voucher.usesBack })}</dd>
          </>
        )}
      </dl>
      {((working.uses === 0 && !working.voucher) || working.back.length > 0) && <RefundBack back={working.back} />}
    </>
  );
}
