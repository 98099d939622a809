import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react";
import type { Allowance } from "../../../contract/sale/allowances";
import { type Fen, fen, showFen, yuan } from "../../../contract/core/money";
import type { ScanPayment } from "../../../contract/sale/collections";
import type { SaleDetail, SaleQuote } from "../../../contract/sale/sale";
import { ApiError } from "../../api/error";
import { useT } from "../../i18n/use-t";
import { usePreference } from "../../session/preferences";
import { useCan } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { CommandButton } from "../../ui/CommandButton";
import { Failure } from "../../ui/Failure";
import { Kbd } from "../../ui/Kbd";
import { Payments } from "../../desk/Payments";
import { readAmountOrZero } from "../../../contract/core/typed/amount";
import { check, type DeskMethod, type PayLine, suggest, withMethod } from "../../desk/payments";
import { isOpen, whyNot } from "../../desk/follow";
import { useCharge } from "../../desk/use-charge";
import { usePayLines } from "../../desk/use-pay-lines";
import { notify } from "../../ui/notices";
import { InlineScan } from "./InlineScan";
import { isOffline, useOffline } from "../../api/connection";
import { canWait } from "./offline/local";
import { PayWays, WAYS } from "./PayWays";
import { RoundingRow } from "./RoundingRow";
import { type Till, cardsOf } from "./till";
import { useSell } from "./use-sell";

/** As many as one call takes. */
const MOST_METHODS = 8;

/** State and actions of the pane that the keys of the till use. */
export interface PayHandle {
  /** A code is being charged: the cart, the buyer and the code stay as they are until its outcome is known. */
  readonly isCharging: boolean;
  /** Charges the pending code, or takes the money as the lines say. */
  readonly submit: () => void;
  readonly way: (place: number) => void;
  /** Adds a method; the first one's amount is typed next. */
  readonly split: () => void;
}

/** Collects what is due: one method by one key, or several; change is computed, a customer's code is charged here. */
export function PayPane({
  ref,
  till,
  due,
  quote,
  allowance,
  waits,
  code,
  onCode,
  onTill,
  onDone,
  onRefused,
  onBack,
}: {
  ref: Ref<PayHandle>;
  till: Till;
  due: Fen;
  /** The price of the cart, with the package cards that pay for some of it. */
  quote: SaleQuote | undefined;
  /** Without the server: what may be taken of the member. */
  allowance: Allowance | undefined;
  /** The price is on its way. */
  waits: boolean;
  /** A payment code that was scanned, pending until it is charged or discarded. */
  code: string | undefined;
  onCode: (code: string | undefined) => void;
  /** Changes the cart meanwhile: a code has paid for it, or it is being sent as a sale. */
  onTill: (change: (before: Till) => Till) => void;
  onDone: (done: SaleDetail) => void;
  /** The server refused: the price is to be asked again. */
  onRefused: () => void;
  onBack: () => void;
}) {
  const t = useT();
  const { venueInfo } = useSession();
  const mayScan = useCan("scan_to_pay");
  const [method, keepMethod] = usePreference("till.method");
  const rest: DeskMethod = (isOffline() ? undefined : WAYS.find(({ type }) => type === method)?.type) ?? "Cash";
  const [first] = useState<readonly PayLine[] | undefined>(() => (till.scanned ? withScanned(till.scanned, due) : undefined));
  // No purse pays a recharge.
  const payer = till.items.some(({ kind }) => kind === "recharge") ? null : till.memberId;
  const { lines, purses, split, setLines } = usePayLines(due, payer, rest, first, allowance && fen(allowance.left));
  const cannotReach = useOffline();
  const onScanned = (scanned: Till["scanned"]): void => onTill((before) => ({ ...before, scanned }));
  const { send, busy, message, clearMessage, showMessage } = useSell({
    till,
    due,
    cards: cardsOf(quote),
    allowance,
    onTill,
    onDone,
    onRefused,
  });
  // Without the server only what needs no word of it can be sold.
  const stuck = cannotReach && !canWait(till, allowance);
  const charge = useCharge("document");
  const isCharging = charge.sending || (charge.payment !== undefined && isOpen(charge.payment));
  const pendingCode = due > 0 ? code : undefined;
  const codeLine = lines?.find((line) => line.type === "scanCode" && !line.scanned);
  // A line for the code that has no amount yet leaves the code all that is due.
  const typedForCode = codeLine && readAmountOrZero(codeLine.text).value;
  const codeAmount = codeLine && typedForCode !== 0 ? typedForCode : due;
  /** Why the code can't be charged; undefined: it can. */
  const whyNoCharge = ((): string | undefined => {
    if (codeAmount === undefined) return t("booking.choice.amountWrong");
    if (waits) return t("sale.payPane.priceBeingChecked");
    return cannotReach ? t("sale.payPane.codeCantChargedWithout") : undefined;
  })();
  /** Why nothing can be taken now; undefined: the button, Enter and F9 take it. */
  const whyNotReady = ((): string | undefined => {
    if (pendingCode !== undefined) return whyNoCharge;
    if (waits) return t("sale.payPane.priceBeingChecked");
    if (stuck) return t("sale.payPane.cartNeedsNetwork");
    if (due === 0) return undefined;
    if (lines === undefined) return t("sale.loadingBalance");
    return split.ok ? undefined : t("common.paymentsDoNotAdd");
  })();
  const ready = whyNotReady === undefined;
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  // The suggestion is mostly right: Enter takes it. Once, so that the focus is not taken from somebody who types; again where a button that
  // was out of reach for a moment has lost them.
  useEffect(() => {
    const at = document.activeElement;
    const types = at instanceof HTMLInputElement && (box.current?.contains(at) ?? false);
    if (!ready || busy || code !== undefined || types || (focused.current && at !== document.body)) return;
    focused.current = true;
    box.current?.querySelector<HTMLElement>(".ft .btn-primary")?.focus();
  }, [ready, busy, code]);

  const chargeCode = (): void => {
    if (pendingCode === undefined || codeAmount === undefined || whyNoCharge !== undefined || isCharging) return;
    clearMessage();
    charge.submit(codeAmount, pendingCode).catch((error: unknown) => {
      showMessage(error instanceof Error ? error.message : String(error));
      // Refused: another code, or another method. Without an answer the code may be charged: trying it again is the same charge.
      if (error instanceof ApiError && error.code < 500) dropCode();
    });
  };
  /** After a code that brought nothing: the method stays, so that no key books another one unseen. */
  const dropCode = (): void => {
    onCode(undefined);
    if (!codeLine) setLines([{ id: 0, type: "scanCode", text: yuan(due), typed: false, tendered: "" }]);
  };
  const submit = (): void => {
    if (busy || isCharging) return;
    if (ready && pendingCode !== undefined) chargeCode();
    else if (ready) void send(lines ?? []);
    else box.current?.querySelector<HTMLElement>("[aria-invalid], .pay-scan button, .pay-amount input")?.focus();
  };
  const choose = (type: DeskMethod): void => {
    if (isCharging || (type === "scanCode" && pendingCode !== undefined)) return;
    clearMessage();
    // Another method chosen by hand discards the pending code.
    onCode(undefined);
    if (type === "Balance") setLines(suggest(due, purses, venueInfo?.purseOrder, rest === "Balance" ? "Cash" : rest));
    else {
      keepMethod(type);
      setLines([{ id: 0, type, text: yuan(due), typed: false, tendered: "" }]);
    }
    focused.current = false;
  };
  const divide = (): void => {
    if (!lines || lines.length >= MOST_METHODS || due === 0 || pendingCode !== undefined) return;
    setLines(
      withMethod(
        lines,
        WAYS.map(({ type }) => type).filter((type) => offered(type)),
        due,
        purses,
      ),
    );
    setTimeout(() => box.current?.querySelector<HTMLElement>(".pay-amount input")?.focus(), 0);
  };
  const way = (place: number): void => {
    const chosen = WAYS[place];
    if (chosen && offered(chosen.type)) choose(chosen.type);
  };
  const offered = (type: DeskMethod): boolean =>
    till.scanned === null &&
    (type === "Balance" ? purses !== undefined : type !== "scanCode" || mayScan) &&
    (!cannotReach || type === "Cash" || (type === "Balance" && allowance !== undefined));
  useImperativeHandle(ref, () => ({ isCharging, submit, way, split: divide }));

  const paidByCode = (payment: ScanPayment): void => {
    const scanned = { paymentId: payment.paymentId, channel: payment.channel, amount: payment.amount };
    onScanned(scanned);
    onCode(undefined);
    const line: PayLine = { id: codeLine?.id ?? 0, type: "scanCode", text: payment.amount, typed: true, tendered: "", scanned };
    const next = codeLine ? (lines ?? []).map((one) => (one.id === codeLine.id ? line : one)) : [line];
    setLines(next);
    // The code paid the whole due amount: nothing is left to confirm.
    if (check(next, due, purses).ok && !waits) void send(next);
  };
  const settled = useRef<string>(undefined);
  useEffect(() => {
    const { payment } = charge;
    if (payment === undefined || isOpen(payment) || settled.current === payment.paymentId) return;
    settled.current = payment.paymentId;
    charge.reset();
    if (payment.state === "succeeded") paidByCode(payment);
    else {
      notify.error(whyNot(payment));
      dropCode();
    }
  });
  const isChosen = (type: DeskMethod): boolean =>
    pendingCode === undefined
      ? (lines?.some((line) => line.type === type && (readAmountOrZero(line.text).value ?? 0) > 0) ?? false)
      : type === "scanCode";
  return (
    <div ref={box} className="panel-form">
      <div className="bd">
        <PayWays till={till} isLost={cannotReach} isCharging={isCharging} offered={offered} isChosen={isChosen} onChoose={choose} />
        {pendingCode !== undefined && (
          <InlineScan
            key={pendingCode}
            code={pendingCode}
            due={codeAmount ?? 0}
            charge={charge}
            whyNot={whyNoCharge}
            onCharge={chargeCode}
            onDiscard={() => {
              if (charge.payment) dropCode();
              else onCode(undefined);
              charge.leave();
            }}
          />
        )}
        {(pendingCode === undefined || codeAmount === undefined) && due > 0 && lines && (
          <Payments
            lines={lines}
            due={due}
            purses={purses}
            ways={false}
            onLines={(next) => {
              const scanned = next.find((line) => line.scanned);
              if (scanned?.scanned && till.scanned === null) onScanned({ ...scanned.scanned, amount: scanned.text });
              setLines(next);
            }}
          />
        )}
        {message !== undefined && <Failure>{message}</Failure>}
        {stuck && (
          <Failure>{till.attempt !== null ? t("sale.payPane.cartMayReachedServer") : t("sale.payPane.withoutNetworkOnlyCash")}</Failure>
        )}
      </div>
      <footer className="ft">
        <dl className="till-sums">
          <RoundingRow till={till} quote={quote} isCharging={isCharging} onTill={onTill} />
        </dl>
        <div className="till-due">
          <span>{t("sale.pay")}</span>
          <b>
            <small>¥</small>
            {showFen(due)}
          </b>
        </div>
        <div className="till-acts">
          <CommandButton size="lg" spent={isCharging} onClick={onBack}>
            {t("common.back")} <Kbd>Esc</Kbd>
          </CommandButton>
          <CommandButton
            kind="primary"
            size="lg"
            busy={busy || isCharging}
            why={busy || isCharging ? undefined : whyNotReady}
            whyInTooltip
            onClick={submit}
          >
            {pendingCode === undefined
              ? t("sale.payPane.confirm", { amount: showFen(due) })
              : t("sale.payPane.chargeCode", { amount: showFen(codeAmount ?? 0) })}{" "}
            <Kbd>F9</Kbd>
          </CommandButton>
        </div>
      </footer>
    </div>
  );
}

/** Returns the line that a code paid already, and a line for the remainder. */
function withScanned(scanned: NonNullable<Till["scanned"]>, due: Fen): PayLine[] {
  const line: PayLine = {
    id: 0,
    type: "scanCode",
    text: scanned.amount,
    typed: true,
    tendered: "",
    scanned: { paymentId: scanned.paymentId, channel: scanned.channel },
  };
  return fen(scanned.amount) < due ? [line, { id: 1, type: "Cash", text: "", typed: false, tendered: "" }] : [line];
}
