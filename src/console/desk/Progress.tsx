import { useEffect, useRef } from "react";
import { type Fen, fen, showFen } from "../../contract/core/money";
import type { ScanPayment } from "../../contract/sale/collections";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";

interface Props {
  payment: ScanPayment | undefined;
  /** Submitted amount. */
  amount: Fen;
  onLeave: () => void;
  /** Left out where there is no next one. */
  onAgain: (() => void) | undefined;
  /** Gives the payment of that receipt number back; left out where the person may not. */
  onRefund?: ((no: string) => void) | undefined;
}

/** A charge on its way, and done: the amount that will be taken, or was. */
export function Progress({ payment, amount, onLeave, onAgain, onRefund }: Props) {
  const t = useT();
  const after = useRef<HTMLDivElement>(null);
  const paid = payment?.state === "succeeded";
  useEffect(() => {
    if (paid) after.current?.querySelector<HTMLElement>("button:not(.btn-quiet)")?.focus();
  }, [paid]);
  if (paid) {
    return (
      <div className="pay-state pay-state-paid">
        <Icon name="check-circle" />
        <p role="status">
          <b className="pay-sum">{t("pay.paid", { amount: showFen(fen(payment.amount)) })}</b>
          <span className="mut">{t("pay.paidBy", { channel: t(`pay.${payment.channel}`), no: payment.no })}</span>
        </p>
        {payment.sandbox && <p className="notice notice-waiting">{t("pay.sandbox")}</p>}
        <div ref={after} className="pay-ways">
          {onRefund && (
            <Button kind="quiet" onClick={() => onRefund(payment.no)}>
              {t("pay.refund.title")}
            </Button>
          )}
          {onAgain && <Button onClick={onAgain}>{t("pay.again")}</Button>}
          <Button kind="primary" onClick={onLeave}>
            {t("common.close")}
          </Button>
        </div>
      </div>
    );
  }
  const unknown = payment?.state === "unknown";
  const words = payment === undefined ? "pay.paying" : unknown ? "pay.unknown" : "pay.password";
  return (
    <div className="pay-state">
      <p className="mut">{t("pay.before")}</p>
      <b className="pay-sum">¥{showFen(amount)}</b>
      <div className="pay-run" aria-hidden />
      <p role="status">
        <b>{t(words)}</b>
        {payment && <span className="mut">{t(unknown ? "pay.unknownHint" : "pay.passwordHint")}</span>}
        {unknown && payment.note !== "" && <span className="mut">{payment.note}</span>}
      </p>
      {payment && (
        <div className="pay-ways">
          <Button onClick={onLeave}>{t("pay.leave")}</Button>
        </div>
      )}
    </div>
  );
}
