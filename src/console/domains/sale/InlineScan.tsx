import { useEffect, useRef } from "react";
import { type Fen, showFen } from "../../../contract/core/money";
import { useT } from "../../i18n/use-t";
import { Progress } from "../../desk/Progress";
import { payChannel } from "../../desk/recognise";
import type { Charge } from "../../desk/use-charge";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";

/** A customer's code scanned at the till, pending until it is charged or discarded, and the progress of its charge. */
export function InlineScan({
  code,
  due,
  charge,
  whyNot,
  onCharge,
  onDiscard,
}: {
  code: string;
  due: Fen;
  charge: Charge;
  /** Why the code can't be charged now; undefined: it can. */
  whyNot: string | undefined;
  onCharge: () => void;
  onDiscard: () => void;
}) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const channel = payChannel(code);
  const canCharge = whyNot === undefined;
  // The code waits for one key: Enter charges it.
  useEffect(() => {
    if (canCharge) box.current?.querySelector<HTMLElement>("button")?.focus();
  }, [code, canCharge]);
  if (charge.sending || charge.payment) return <Progress payment={charge.payment} amount={due} onLeave={onDiscard} onAgain={undefined} />;
  return (
    <div ref={box} className="till-scan">
      <p role="status">
        <Icon name="check-circle" />
        {t("pay.captured", { channel: channel ? t(`pay.${channel}`) : "", tail: code.slice(-4) })}
      </p>
      <Button kind="primary" size="lg" block why={whyNot} onClick={onCharge}>
        {t("pay.charge", { amount: showFen(due) })}
      </Button>
      <Button kind="quiet" block onClick={onDiscard}>
        {t("sale.inlineScan.discardCode")}
      </Button>
    </div>
  );
}
