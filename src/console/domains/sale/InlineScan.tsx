import { useEffect, useRef } from "react";
import { type Fen, showFen } from "../../../contract/money";
import type { ScanPayment } from "../../../contract/collections";
import { useT } from "../../i18n/useT";
import { isOpen, whyNot } from "../../desk/follow";
import { Progress } from "../../desk/Progress";
import { payChannel } from "../../desk/recognise";
import { useCharge } from "../../desk/useCharge";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { notify } from "../../ui/notices";

/** A customer's code scanned at the till: Enter charges it, here and not in a dialog; what it brings pays the cart. */
export function InlineScan({
  code,
  due,
  onPaid,
  onCancel,
}: {
  code: string;
  due: Fen;
  onPaid: (payment: ScanPayment) => void;
  onCancel: () => void;
}) {
  const t = useT();
  const { payment, sending, submit } = useCharge("document");
  const box = useRef<HTMLDivElement>(null);
  const told = useRef(false);
  const busy = sending || (payment !== undefined && isOpen(payment));
  const channel = payChannel(code);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("button")?.focus();
  }, [code]);
  useEffect(() => {
    if (payment === undefined || isOpen(payment) || told.current) return;
    told.current = true;
    if (payment.state === "succeeded") onPaid(payment);
    else {
      notify.error(whyNot(payment));
      onCancel();
    }
  }, [payment, onPaid, onCancel]);
  const send = (): void => {
    submit(due, code).catch((error: unknown) => {
      notify.error(error instanceof Error ? error.message : String(error));
      onCancel();
    });
  };
  if (busy || payment) return <Progress payment={payment} amount={due} onLeave={onCancel} onAgain={undefined} />;
  return (
    <div ref={box} className="till-scan">
      <p role="status">
        <Icon name="check-circle" />
        {t("pay.captured", { channel: channel ? t(`pay.${channel}`) : "", tail: code.slice(-4) })}
      </p>
      <Button kind="primary" size="lg" block onClick={send}>
        {t("pay.charge", { amount: showFen(due) })}
      </Button>
      <Button kind="quiet" block onClick={onCancel}>
        {t("common.cancel")}
      </Button>
    </div>
  );
}
