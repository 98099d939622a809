import { useId, useRef, useState } from "react";
import { type Fen, showFen } from "../../contract/core/money";
import { CHANNEL_LABELS, PAY_TYPE_LABELS } from "../../contract/core/pay-types";
import { useSettled } from "../api/use-settled";
import { useT } from "../i18n/use-t";
import { ChangeDue } from "./Change";
import { Methods } from "./Methods";
import { ScanForDocument } from "./ScanForDocument";
import { useCan } from "../providers/access-control";
import { notify } from "../ui/notices";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import type { IconName } from "../ui/icons";
import { CouponField } from "./CouponField";
import { RoamingField } from "./RoamingField";
import { useScan } from "./use-scan";
import {
  amountProblem,
  check,
  DESK_METHODS,
  type DeskMethod,
  type LineProblem,
  type PayLine,
  purseOf,
  type Purses,
  readAmount,
  rebalance,
  withFound,
  withMethod,
} from "./payments";

const METHOD_ICON: Record<DeskMethod, IconName> = {
  Balance: "wallet",
  Coupon: "wallet",
  scanCode: "scan",
  WeChat: "scan",
  Alipay: "scan",
  Cash: "cash",
  BankCard: "card",
  Card: "card",
  Transfer: "swap",
  SportsExpertUserCoupon: "ticket",
  RoamingCard: "wallet",
  Credit: "wallet",
  Other: "more",
};

/** Time for which a figure must be unchanged before it is read out. */
const READING_MS = 800;

/**
 * The split of what is due over methods. Lines that nobody typed into follow the total; the sum must be what is due, to the fen.
 * @param purses of the member; without them the purses are not offered
 * @param orderId the unpaid order that is paid
 */
export function Payments({
  lines,
  due,
  purses,
  orderId,
  ways = true,
  onLines,
}: {
  lines: readonly PayLine[];
  due: Fen;
  purses: Purses | undefined;
  orderId?: string;
  /** With buttons for the likely methods; the till has its own. */
  ways?: boolean;
  onLines: (lines: PayLine[]) => void;
}) {
  const t = useT();
  const id = useId();
  const split = check(lines, due, purses);
  const mayScan = useCan("scan_to_pay");
  const mayCoupon = useCan("coupon_use");
  const mayRoam = useCan("roaming_use");
  const [scans, setScans] = useState<{ line: number; code?: string }>();
  const root = useRef<HTMLElement>(null);
  const offered = DESK_METHODS.filter((method) => {
    if (method === "scanCode") return mayScan;
    if (method === "SportsExpertUserCoupon") return mayCoupon;
    if (method === "RoamingCard") return mayRoam;
    if (method === "Credit") return purses?.credit !== undefined;
    return purses !== undefined || (method !== "Balance" && method !== "Coupon");
  });
  const change = (changed: PayLine): void =>
    onLines(
      rebalance(
        lines.map((line) => (line.id === changed.id ? changed : line)),
        due,
        purses,
      ),
    );
  /** The line goes with what was pressed in it: the focus moves to one that stays. */
  const remove = (id: number): void => {
    root.current?.querySelector<HTMLElement>(`.pay:not([data-line="${id}"]) .pay-amount input`)?.focus();
    onLines(
      rebalance(
        lines.filter((other) => other.id !== id),
        due,
        purses,
      ),
    );
  };
  /** The buttons choose the method of the line that carries what the purses and the scans leave. */
  const carrier = lines.findLast((line) => line.scanned === undefined && purseOf(line, purses) === undefined) ?? lines.at(-1);
  const scanning = scans && lines.find((line) => line.id === scans.line);
  // A customer's code pays here and nowhere else while an amount is being split; the till charges codes in its own pane.
  useScan("pay", ({ text }) => {
    if (!ways || !mayScan) return false;
    const line = lines.find(({ type, scanned }) => type === "scanCode" && scanned === undefined) ?? carrier;
    if (line === undefined || line.scanned !== undefined || !readAmount(line.text)) notify.error(t("pay.waitLine"));
    else {
      if (line.type !== "scanCode") change({ id: line.id, type: "scanCode", text: line.text, typed: line.typed, tendered: "" });
      setScans({ line: line.id, code: text });
    }
    return true;
  });
  const rest =
    split.left === 0
      ? ""
      : split.left > 0
        ? t("booking.choice.left", { amount: showFen(split.left) })
        : t("booking.choice.over", { amount: showFen(-split.left) });
  // Read out once the typing rests, not at every digit.
  const [announcedRest] = useSettled(rest, READING_MS);
  return (
    <section ref={root} aria-labelledby={`${id}-title`}>
      <div className="sec-t">
        <h3 id={`${id}-title`}>{t("booking.choice.payment")}</h3>
        <button
          type="button"
          className="link"
          onClick={() => onLines(withMethod(lines, offered, due, purses))}
          disabled={lines.length >= 8}
          title={lines.length >= 8 ? t("desk.payments.eightMethodsMost") : undefined}
        >
          <Icon name="plus" size="s" /> {t("booking.choice.addMethod")}
        </button>
      </div>
      {ways && carrier && carrier.scanned === undefined && (
        <Methods
          offered={offered}
          value={carrier.type}
          label={t("booking.choice.payment")}
          onChange={(type) => change({ id: carrier.id, type, text: carrier.text, typed: false, tendered: "" })}
        />
      )}
      {lines.map((line) => {
        const method = t(PAY_TYPE_LABELS[line.type]);
        const problem = split.problems.get(line.id);
        const has = purseOf(line, purses);
        const amount = readAmount(line.text) ?? 0;
        const given = readAmount(line.tendered) ?? 0;
        return (
          <div key={line.id} className="pay" data-line={line.id}>
            <span className="input pay-method">
              <Icon name={METHOD_ICON[line.type]} />
              <select
                aria-label={t("booking.choice.payment")}
                value={line.type}
                disabled={line.scanned !== undefined}
                onChange={(event) => {
                  const type = offered.find((candidate) => candidate === event.target.value);
                  if (type) change({ id: line.id, type, text: line.text, typed: false, tendered: "" });
                }}
              >
                {offered.map((each) => (
                  <option key={each} value={each}>
                    {t(PAY_TYPE_LABELS[each])}
                  </option>
                ))}
              </select>
              <Icon name="chevron-down" size="s" />
            </span>
            <span className="input pay-amount">
              <input
                inputMode="decimal"
                autoComplete="off"
                aria-label={t("booking.choice.amountOf", { method })}
                aria-invalid={(problem !== undefined && !isCashProblem(problem)) || undefined}
                aria-describedby={`${id}-${line.id}`}
                value={line.text}
                readOnly={line.scanned !== undefined}
                onFocus={(event) => event.target.select()}
                onChange={(event) => change({ ...line, text: event.target.value, typed: true })}
                onBlur={() => line.typed && line.text.trim() === "" && change({ ...line, typed: false })}
              />
            </span>
            <button
              type="button"
              className="mut pay-remove"
              aria-label={t("booking.choice.removeMethod", { method })}
              disabled={lines.length === 1 || line.scanned !== undefined}
              title={
                line.scanned ? t("desk.payments.codePaidAlready") : lines.length === 1 ? t("desk.payments.oneMethodNeeded") : undefined
              }
              onClick={() => remove(line.id)}
            >
              <Icon name="close" />
            </button>
            {line.type === "Cash" && amount > 0 && (
              <>
                <label className="pay-note" htmlFor={`${id}-${line.id}-given`}>
                  {t("booking.choice.tendered")}
                  {given > amount && " "}
                  <ChangeDue given={given} due={amount} />
                </label>
                <span className="input pay-amount">
                  <input
                    id={`${id}-${line.id}-given`}
                    inputMode="decimal"
                    autoComplete="off"
                    placeholder={line.text}
                    value={line.tendered}
                    aria-invalid={isCashProblem(problem) || undefined}
                    aria-describedby={`${id}-${line.id}`}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => change({ ...line, tendered: event.target.value })}
                  />
                </span>
                <span />
              </>
            )}
            {line.type === "SportsExpertUserCoupon" && (
              <CouponField
                found={line.coupon}
                taken={lines.flatMap((other) => (other.id !== line.id && other.coupon ? [other.coupon.code] : []))}
                onFound={(coupon) => onLines(withFound(lines, line.id, { coupon }, due, purses))}
              />
            )}
            {line.type === "RoamingCard" && (
              <RoamingField found={line.card} onFound={(card) => onLines(withFound(lines, line.id, { card }, due, purses))} />
            )}
            {line.type === "scanCode" && !line.scanned && amount > 0 && (
              <span className="pay-scan">
                <Button icon="scan" block onClick={() => setScans({ line: line.id })}>
                  {t("booking.choice.scan", { amount: showFen(amount) })}
                </Button>
              </span>
            )}
            <p id={`${id}-${line.id}`} className={problem ? "pay-note bad" : "pay-note mut"} aria-live="polite">
              {problem?.kind === "amount" && t(amountProblem(line.text) ?? "booking.choice.amountWrong")}
              {problem?.kind === "given" && t(amountProblem(line.tendered) ?? "booking.choice.amountWrong")}
              {problem?.kind === "purse" && t("booking.choice.purseShort", { amount: showFen(problem.lacks) })}
              {problem?.kind === "unscanned" && t("booking.choice.unscanned")}
              {problem?.kind === "face" && t("booking.choice.couponFace", { amount: showFen(line.coupon?.face ?? 0) })}
              {problem?.kind === "threshold" && t("booking.choice.couponThreshold", { amount: showFen(line.coupon?.threshold ?? 0) })}
              {!problem && line.coupon && t("booking.choice.couponTaken", { scheme: line.coupon.scheme, face: showFen(line.coupon.face) })}
              {line.scanned && t("booking.choice.scanned", { channel: t(CHANNEL_LABELS[line.scanned.channel]) })}
              {problem?.kind === "tendered" && t("booking.choice.tenderedShort", { amount: showFen(problem.lacks) })}
              {!problem && has !== undefined && t("booking.choice.purseAfter", { before: showFen(has), after: showFen(has - amount) })}
            </p>
          </div>
        );
      })}
      {rest !== "" && (
        <p className="notice notice-waiting" aria-hidden>
          {rest}
        </p>
      )}
      <output className="sr">{announcedRest}</output>
      {scanning && (
        <ScanForDocument
          code={scans.code}
          due={readAmount(scanning.text) ?? 0}
          orderId={orderId}
          onClose={() => setScans(undefined)}
          onPaid={({ paymentId, channel }) => {
            setScans(undefined);
            change({ ...scanning, typed: true, scanned: { paymentId, channel } });
            toSubmit(root.current);
          }}
        />
      )}
    </section>
  );
}

/** True if the fault is in the cash that was handed over, not in the amount. */
const isCashProblem = (problem: LineProblem | undefined): boolean => problem?.kind === "tendered" || problem?.kind === "given";

const FRAMES = 60;
/** Focuses the panel's first button as soon as it can be pressed: it is not before what was paid is drawn. */
function toSubmit(part: Element | null, frames = FRAMES): void {
  const button = part?.closest(".panel")?.querySelector<HTMLButtonElement>(".ft .btn-primary");
  if (button && !button.disabled) button.focus();
  if (button !== document.activeElement && frames > 0) requestAnimationFrame(() => toSubmit(part, frames - 1));
}
