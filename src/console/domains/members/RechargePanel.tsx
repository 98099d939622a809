import "../../theme/form.css";
import { useId, useState } from "react";
import type { PaymentType } from "../../../contract/core/enums";
import { type Member, members, type RechargeOffer } from "../../../contract/members/members";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { useCall } from "../../api/use-call";
import { invoke } from "../../api/invoke";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import { useT } from "../../i18n/use-t";
import { amountProblem, readAmount } from "../../desk/amount";
import { ChangeDue } from "../../desk/Change";
import { Methods } from "../../desk/Methods";
import { announcePaid } from "../../desk/announce-paid";
import { ScanForDocument } from "../../desk/ScanForDocument";
import { useScan } from "../../desk/use-scan";
import { notify } from "../../ui/notices";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { BeforeAfter, movedBy } from "../../ui/BeforeAfter";

/** Tenders that a recharge can be paid by, taken by hand. */
export const RECHARGE_METHODS = ["WeChat", "Alipay", "Cash", "BankCard", "Transfer", "Other"] as const satisfies readonly PaymentType[];

/** Recharges a member: an offer or a free amount, one method; the purses before and after are shown next to the button. */
export function RechargePanel({ member, onDone }: { member: Member; onDone: () => void }) {
  const t = useT();
  const id = useId();
  const offers = useRead(members.offers, {}, { staleTime: 60_000 });
  const { run, pending, error } = useCall(members.recharge);
  const [offer, setOffer] = useState<RechargeOffer>();
  const [text, setText] = useState("");
  const mayScan = useCan("scan_to_pay");
  const [method, setMethod] = useState<PaymentType>("WeChat");
  const [handed, setHanded] = useState("");
  const [scans, setScans] = useState<{ code?: string }>();
  const [scanned, setScanned] = useState<{ paymentId: string; amount: number }>();
  const typed = readAmount(text);
  const pay = offer ? fen(offer.pay) : typed === 0 ? undefined : typed;
  const previewInput = { memberId: member.id, ...(offer ? { offerId: offer.id } : {}), pay: yuan(pay ?? 0) };
  const [settled, isSettled] = useSettled(previewInput);
  const preview = useRead(members.rechargePreview, settled, { enabled: pay !== undefined && isSettled, staleTime: 0 });
  const [forbidden, setForbidden] = useState<Error>();
  const refusal = error ?? forbidden ?? (isSettled ? preview.error : null) ?? undefined;

  const byCash = method === "Cash" && pay !== undefined && handed.trim() !== "";
  const given = byCash ? readAmount(handed) : undefined;
  const short = byCash && (given === undefined || given < pay);
  /** Collects by a code; what the recharge would refuse is refused before the customer pays. */
  const collect = (by: { code?: string }): void => {
    setForbidden(undefined);
    invoke(members.rechargePreview, previewInput).then(() => setScans(by), setForbidden);
  };
  // A customer's code pays this sum and nothing else while it is asked for.
  useScan("pay", ({ text: code }) => {
    if (!mayScan) return false;
    if (pay === undefined || pending) notify.error(t("pay.waitLine"));
    else {
      setMethod("scanCode");
      collect({ code });
    }
    return true;
  });

  const submit = (paid = scanned): void => {
    if (pay === undefined || short) return;
    const byCode = method === "scanCode";
    // The money comes first; a refused recharge then keeps the paid collection for the next try.
    if (byCode && paid?.amount !== pay) {
      collect({});
      return;
    }
    const input = { ...previewInput, method };
    const payment = { type: method, amount: yuan(pay), ...(given === undefined ? {} : { tendered: yuan(given) }) };
    run(byCode && paid ? { ...input, paymentId: paid.paymentId } : { ...input, ...(given === undefined ? {} : { tendered: yuan(given) }) })
      .then((done) => {
        announcePaid(t("members.recharged", { principal: showFen(fen(done.after.principal)), gift: showFen(fen(done.after.gift)) }), [
          byCode && paid ? { ...payment, paymentId: paid.paymentId } : payment,
        ]);
        onDone();
      })
      .catch(() => undefined); // shown next to the button
  };

  return (
    <form
      className="recharge"
      aria-label={t("members.rechargeTitle", { name: member.name })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="choices" role="group" aria-label={t("members.offer")}>
        {(offers.data?.content ?? []).map((one) => (
          <button
            key={one.id}
            type="button"
            className="choice"
            aria-pressed={offer?.id === one.id}
            onClick={() => {
              setForbidden(undefined);
              setOffer(offer?.id === one.id ? undefined : one);
            }}
          >
            <b>{one.name}</b>
            <small>{t("members.offerText", { principal: showFen(fen(one.principal)), gift: showFen(fen(one.gift)) })}</small>
            {one.coupons && <small>{t("members.offerCoupons", one.coupons)}</small>}
          </button>
        ))}
      </div>
      {!offer && (
        <label className="input input-lg">
          <span className="mut">{t("members.freeAmount")} ¥</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={typed === undefined || undefined}
            aria-describedby={`${id}-amount`}
            onChange={(event) => {
              setForbidden(undefined);
              setText(event.target.value);
            }}
          />
        </label>
      )}
      {!offer && (
        <p id={`${id}-amount`} className={typed === undefined ? "bad" : "mut"} aria-live="polite">
          {typed === undefined
            ? t(amountProblem(text) ?? "booking.choice.amountWrong")
            : typed === 0 && t("members.rechargePanel.chooseOfferEnterAmount")}
        </p>
      )}
      <Methods
        offered={[...(mayScan ? (["scanCode"] as const) : []), ...RECHARGE_METHODS]}
        value={method}
        label={t("members.method")}
        onChange={setMethod}
      />
      {method === "Cash" && pay !== undefined && (
        <label className="input input-lg">
          <span className="mut">{t("booking.choice.tendered")} ¥</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            placeholder={yuan(pay)}
            value={handed}
            aria-invalid={short || undefined}
            aria-describedby={`${id}-change`}
            onChange={(event) => setHanded(event.target.value)}
          />
        </label>
      )}
      <p id={`${id}-change`} className={short ? "bad" : undefined} aria-live="polite">
        {short &&
          (given === undefined
            ? t("booking.choice.amountWrong")
            : t("booking.choice.tenderedShort", { amount: showFen((pay ?? 0) - given) }))}
        {!short && given !== undefined && <ChangeDue given={given} due={pay ?? 0} />}
      </p>
      <BeforeAfter
        rows={[
          movedBy(t("members.principal"), member.principal, offer ? fen(offer.principal) : (pay ?? 0)),
          movedBy(t("members.gift"), member.gift, offer ? fen(offer.gift) : 0),
        ]}
      />
      {refusal && <Failure>{refusal.message}</Failure>}
      <Button
        kind="primary"
        size="lg"
        type="submit"
        block
        busy={pending}
        why={
          pay === undefined
            ? t(amountProblem(text) ?? "members.rechargePanel.chooseOfferEnterAmount2")
            : short
              ? t("members.rechargePanel.cashReceivedNotEnough")
              : isSettled
                ? preview.error?.message
                : undefined
        }
        whyInTooltip={pay !== undefined}
      >
        {t("members.payNow", { amount: showFen(pay ?? 0) })}
      </Button>
      {scans && pay !== undefined && (
        <ScanForDocument
          code={scans.code}
          due={pay}
          onClose={() => setScans(undefined)}
          onPaid={({ paymentId }) => {
            const paid = { paymentId, amount: pay };
            setScans(undefined);
            setScanned(paid);
            submit(paid);
          }}
        />
      )}
    </form>
  );
}
