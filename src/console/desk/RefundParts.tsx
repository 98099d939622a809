import type { RefundPreview } from "../../contract/booking/booking";
import { fen, showFen } from "../../contract/core/money";
import { PAY_TYPE_LABELS } from "../../contract/core/pay-types";
import type { z } from "zod";
import { useT } from "../i18n/use-t";

type Preview = z.infer<typeof RefundPreview>;

/** Shows the destination of each yuan of a refund. */
export function RefundBack({ back }: { back: Preview["back"] }) {
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
export function RefundRows({ preview }: { preview: Preview }) {
  const t = useT();
  return (
    <>
      <p className="mut pay-note">
        {preview.lateMove
          ? t("booking.cancel.lateMove")
          : preview.hoursBefore < 0
            ? t("booking.cancel.started", { free: preview.freeHours })
            : t("booking.cancel.rule", { hours: Math.floor(preview.hoursBefore * 10) / 10, free: preview.freeHours })}
      </p>
      <dl className="preview">
        <dt>{t("booking.cancel.paid")}</dt>
        <dd>{showFen(fen(preview.paid))}</dd>
        <dt>{fen(preview.fee) > 0 ? t("booking.cancel.fee", { percent: preview.feePercent }) : t("booking.cancel.feeNone")}</dt>
        <dd>{showFen(-fen(preview.fee))}</dd>
        <dt className="sum">{t("booking.cancel.refund")}</dt>
        <dd className="sum">{showFen(fen(preview.refund))}</dd>
        {preview.uses > 0 && (
          <>
            <dt>{t("booking.cancel.cards")}</dt>
            <dd>{t("booking.cancel.cardsBack", { uses: preview.uses, back: preview.usesBack })}</dd>
          </>
        )}
        {preview.voucher && (
          <>
            <dt>{t("booking.cancel.voucher", { title: preview.voucher.title, code: preview.voucher.voucherCode })}</dt>
            <dd>{t("booking.cancel.cardsBack", { uses: preview.voucher.uses, back: preview.voucher.usesBack })}</dd>
          </>
        )}
      </dl>
      {((preview.uses === 0 && !preview.voucher) || preview.back.length > 0) && <RefundBack back={preview.back} />}
    </>
  );
}
