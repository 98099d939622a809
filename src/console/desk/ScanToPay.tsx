import { useEffect, useId, useRef, useState, type SyntheticEvent } from "react";
import { type Fen, showFen, yuan } from "../../contract/core/money";
import type { ScanPayment } from "../../contract/sale/collections";
import { useT } from "../i18n/use-t";
import { useCan } from "../providers/access-control";
import { Ask } from "../ui/Ask";
import { Icon } from "../ui/Icon";
import { isOpen, whyNot } from "./follow";
import { Modal } from "./Modal";
import { payChannel } from "./recognise";
import { Progress } from "./Progress";
import { RefundCollection } from "./RefundCollection";
import { useCharge } from "./use-charge";
import { useScan } from "./use-scan";
import { readAmount } from "../../contract/core/typed/amount";

const WIDTH = 440;
const ALL = ["pay", "barcode", "voucher", "member", "other"] as const;

interface Props {
  /** A code that was scanned before the dialog came. */
  code?: string | undefined;
  /** Amount to charge if it is known; it can't be changed then. */
  due?: Fen;
  /** `document`: the money is for a document, which names the payment; `onPaid` gets it. */
  purpose?: "collect" | "document";
  /** The order that is being paid: its money finds it again, should its hold run out meanwhile. */
  orderId?: string | undefined;
  onPaid?: (payment: ScanPayment) => void;
  onClose: () => void;
}

/** Collecting an amount from a payment code: amount and scan in either order, then Enter. */
export function ScanToPay({ code: first, due, purpose = "collect", orderId, onPaid, onClose }: Props) {
  const t = useT();
  const id = useId();
  const [text, setText] = useState(due === undefined ? "" : yuan(due));
  const [touched, setTouched] = useState(false);
  const [code, setCode] = useState(first);
  /** Receipt number of what is given back instead; empty: not known yet. */
  const [refunding, setRefunding] = useState<string>();
  const mayRefund = useCan("scan_refund") && purpose === "collect";
  const [failure, setFailure] = useState<{ title: string; text: string; hint?: string }>();
  const { payment, sending, submit, reset } = useCharge(purpose, orderId);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const typed = readAmount(text);
  const { problem } = typed;
  const busy = sending || (payment !== undefined && isOpen(payment));
  const entering = !busy && payment?.state !== "succeeded";

  const again = (): void => {
    reset();
    setText("");
    setTouched(false);
    setCode(undefined);
  };

  useScan(ALL, (scan) => {
    if (busy) return true;
    // The receipt of what is given back.
    if (refunding !== undefined) {
      setRefunding(scan.text);
      return true;
    }
    // The next customer's code on the receipt of the last: it is the next payment.
    if (payment?.state === "succeeded") {
      if (due !== undefined || !payChannel(scan.text)) return true;
      again();
    }
    if (payChannel(scan.text)) {
      setCode(scan.text);
      setFailure(undefined);
    } else setFailure({ title: t("pay.refused"), text: t("pay.notPayCode", { text: scan.text }) });
    return true;
  });
  // Focus the missing input: the amount, or else the button, so that Enter pays.
  const payable = code !== undefined && problem === undefined;
  useEffect(() => {
    if (failure !== undefined || !entering || refunding !== undefined) return;
    if (code !== undefined && button.current && payable) button.current.focus();
    else field.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when a code comes, not while the amount is typed
  }, [code, failure, entering, refunding]);
  const announcedCode = useRef<string>(undefined);
  useEffect(() => {
    if (payment === undefined || announcedCode.current === payment.paymentId) return;
    if (payment.state === "succeeded") {
      announcedCode.current = payment.paymentId;
      onPaid?.(payment);
    } else if (!isOpen(payment)) {
      setFailure({ title: t("pay.refused"), text: whyNot(payment) });
      setCode(undefined);
      reset();
    }
  }, [payment, onPaid, reset, t]);

  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    setTouched(true);
    if (problem !== undefined) field.current?.focus();
    if (typed.problem !== undefined || code === undefined || busy) return;
    submit(typed.value, code).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      setFailure({ title: t("pay.refused"), text: message, hint: t("pay.failedHint") });
    });
  };

  const channel = code === undefined ? undefined : payChannel(code);
  if (refunding !== undefined)
    return (
      <Modal title={t("pay.refund.title")} width={WIDTH} onClose={onClose}>
        <RefundCollection key={refunding} no={refunding} onBack={() => setRefunding(undefined)} />
      </Modal>
    );
  return (
    <Modal title={t("pay.scan")} width={WIDTH} onClose={onClose}>
      {entering ? (
        <form className="pay-form" onSubmit={send} noValidate>
          <label className="field-label" htmlFor={`${id}-amount`}>
            {t("pay.amount")}
          </label>
          <span className="input pay-amount-field">
            <span aria-hidden>¥</span>
            <input
              ref={field}
              id={`${id}-amount`}
              inputMode="decimal"
              autoComplete="off"
              required
              readOnly={due !== undefined}
              value={text}
              placeholder="0.00"
              aria-invalid={(touched && problem !== undefined) || undefined}
              aria-describedby={`${id}-problem`}
              onChange={(event) => {
                setText(event.target.value);
                setTouched(true);
              }}
              onBlur={() => setTouched(true)}
            />
          </span>
          <p id={`${id}-problem`} className="field-error pay-problem" aria-live="polite">
            {touched && problem && t(problem)}
          </p>
          <p className={channel ? "pay-wait pay-wait-done" : "pay-wait"} role="status">
            <Icon name={channel ? "check-circle" : "scan"} size="l" />
            <span>
              <b>{code && channel ? t("pay.captured", { channel: t(`pay.${channel}`), tail: code.slice(-4) }) : t("pay.waitCode")}</b>
              <span>{channel && problem ? t("pay.waitAmount") : channel ? "" : t("pay.waitCodeHint")}</span>
            </span>
          </p>
          {mayRefund && !channel && (
            <button type="button" className="link" onClick={() => setRefunding("")}>
              {t("pay.refund.title")}
            </button>
          )}
          {channel && (
            <Submit button={button} label={t("pay.charge", { amount: typed.problem === undefined ? showFen(typed.value) : "—" })} />
          )}
        </form>
      ) : (
        <Progress
          payment={payment}
          amount={typed.value ?? 0}
          onLeave={onClose}
          onAgain={due === undefined ? again : undefined}
          onRefund={mayRefund ? setRefunding : undefined}
        />
      )}
      {failure && (
        <Ask
          title={failure.title}
          onClose={() => setFailure(undefined)}
          answers={[{ title: t("common.ok"), act: () => setFailure(undefined), kind: "primary" }]}
        >
          {failure.text} {failure.hint}
        </Ask>
      )}
    </Modal>
  );
}

/** Appears when a code is captured, and has the focus then. */
function Submit({ button, label }: { button: React.RefObject<HTMLButtonElement | null>; label: string }) {
  return (
    <button ref={button} type="submit" className="btn btn-primary btn-xl btn-block">
      {label}
    </button>
  );
}
