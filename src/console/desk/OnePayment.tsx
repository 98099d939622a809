/** One sum paid by one method: how, what was handed over, and the button that takes it. */
import { useId, useState } from "react";
import type { PaymentType } from "../../contract/core/enums";
import { type Fen, showFen, yuan } from "../../contract/core/money";
import { useT } from "../i18n/use-t";
import { useCan } from "../providers/access-control";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { Methods } from "./Methods";
import { amountProblem, readAmount } from "./amount";
import { ScanForDocument } from "./ScanForDocument";
import { useScan } from "./use-scan";
import { notify } from "../ui/notices";

/** Payment of a sum, in the form that calls accept. */
export interface PaidBy {
  readonly method: PaymentType;
  readonly tendered?: string;
  readonly paymentId?: string;
}

/** Tenders that are taken by hand. */
const TENDERS = ["WeChat", "Alipay", "Cash", "BankCard", "Transfer", "Other"] as const satisfies readonly PaymentType[];

/**
 * @param due undefined: nothing can be taken yet
 * @param purse what the member's principal holds, where it may pay
 * @param onPay takes it; a scanned code has paid by then, and pays the next try too where this one is refused
 */
export function OnePayment({
  due,
  purse = 0,
  label,
  busy,
  failure,
  onPay,
}: {
  due: Fen | undefined;
  purse?: Fen;
  label: string;
  busy: boolean;
  failure: string | undefined;
  onPay: (by: PaidBy) => void;
}) {
  const t = useT();
  const id = useId();
  const mayScan = useCan("scan_to_pay");
  const [method, setMethod] = useState<PaymentType>("WeChat");
  const [handed, setHanded] = useState("");
  const [scans, setScans] = useState<{ code?: string }>();
  const [scanned, setScanned] = useState<{ paymentId: string; amount: Fen }>();
  const cash = method === "Cash" && due !== undefined && handed.trim() !== "";
  const given = cash ? readAmount(handed) : undefined;
  const lacks = cash ? due - (given ?? 0) : method === "Balance" && due !== undefined ? due - purse : 0;
  const submit = (paid = scanned): void => {
    if (due === undefined || lacks > 0) return;
    if (method !== "scanCode") onPay({ method, ...(given === undefined ? {} : { tendered: yuan(given) }) });
    else if (paid?.amount === due) onPay({ method, paymentId: paid.paymentId });
    else setScans({});
  };
  // A customer's code pays this sum and nothing else while it is asked for.
  useScan("pay", ({ text }) => {
    if (!mayScan) return false;
    if (due === undefined || busy) notify.error(t("pay.waitLine"));
    else {
      setMethod("scanCode");
      setScans({ code: text });
    }
    return true;
  });
  const wrong =
    lacks <= 0
      ? undefined
      : method === "Balance"
        ? t("booking.choice.purseShort", { amount: showFen(lacks) })
        : given === undefined
          ? t(amountProblem(handed) ?? "booking.choice.amountWrong")
          : t("booking.choice.tenderedShort", { amount: showFen(lacks) });
  return (
    <div className="stack">
      <Methods
        offered={[...(mayScan ? (["scanCode"] as const) : []), ...(purse > 0 ? (["Balance"] as const) : []), ...TENDERS]}
        value={method}
        label={t("members.method")}
        onChange={setMethod}
      />
      {method === "Cash" && due !== undefined && (
        <label className="input input-lg">
          <span className="mut">{t("booking.choice.tendered")} ¥</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            placeholder={yuan(due)}
            value={handed}
            aria-invalid={wrong === undefined ? undefined : true}
            aria-describedby={`${id}-change`}
            onChange={(event) => setHanded(event.target.value)}
          />
        </label>
      )}
      <p id={`${id}-change`} className={wrong === undefined ? undefined : "bad"} aria-live="polite">
        {wrong}
        {wrong === undefined &&
          given !== undefined &&
          given > (due ?? 0) &&
          t("pay.change", { given: showFen(given), change: showFen(given - (due ?? 0)) })}
      </p>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <Button kind="primary" size="lg" block busy={busy || due === undefined} why={wrong} whyInTooltip onClick={() => submit()}>
        {label}
      </Button>
      {scans && due !== undefined && (
        <ScanForDocument
          code={scans.code}
          due={due}
          onClose={() => setScans(undefined)}
          onPaid={({ paymentId }) => {
            const paid = { paymentId, amount: due };
            setScans(undefined);
            setScanned(paid);
            submit(paid);
          }}
        />
      )}
    </div>
  );
}
