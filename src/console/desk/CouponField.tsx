import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { couponCodes } from "../../contract/coupon/coupon";
import { fen } from "../../contract/core/money";
import { useCall } from "../api/use-call";
import { useT } from "../i18n/use-t";
import { useScan } from "./use-scan";
import { Button } from "../ui/Button";
import type { FoundCoupon } from "./payments";
import { isOfInputMethod } from "../keys/ime";

/**
 * The coupon of a line: its code scanned or typed, looked up at once, so that the customer hears before the booking whether it can pay.
 * @param taken codes of the other lines
 */
export function CouponField({
  found,
  taken,
  onFound,
}: {
  found: FoundCoupon | undefined;
  taken: readonly string[];
  onFound: (coupon: FoundCoupon) => void;
}) {
  const t = useT();
  const id = useId();
  const { run, pending, error, reset } = useCall(couponCodes.find);
  const [text, setText] = useState("");
  const [twice, setTwice] = useState(false);
  // Reads the lines that are current when the answer arrives, so that nothing typed meanwhile is reverted.
  const now = useRef({ taken, onFound });
  useEffect(() => {
    now.current = { taken, onFound };
  });
  const look = (code: string): void => {
    setText(code);
    if (code.trim() === "") return;
    run({ code })
      .then((row) => {
        const known = now.current.taken.includes(row.code);
        setTwice(known);
        if (!known) now.current.onFound({ code: row.code, scheme: row.scheme, face: fen(row.face), threshold: fen(row.threshold) });
      })
      .catch(() => undefined); // shown under the field
  };
  useScan(["voucher", "other"], (scan) => {
    if (found) return false;
    look(scan.text);
    return true;
  });
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || isOfInputMethod(event)) return;
    event.preventDefault(); // the form is submitted by the next one, when the coupon is known
    look(text);
  };
  const problem = twice ? t("booking.choice.couponTwice") : error?.message;
  return (
    <div className="pay-coupon">
      <span className="input">
        <input
          aria-label={t("booking.choice.couponCode")}
          placeholder={t("booking.choice.couponCode")}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={found?.code ?? text}
          readOnly={found !== undefined}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={id}
          onChange={(event) => {
            setText(event.target.value);
            setTwice(false);
            reset();
          }}
          onKeyDown={found ? undefined : onKey}
        />
      </span>
      {!found && (
        <Button icon="search" onClick={() => look(text)} busy={pending}>
          {t("booking.choice.couponFind")}
        </Button>
      )}
      <p id={id} className={problem === undefined ? "pay-note mut" : "pay-note bad"} aria-live="polite">
        {problem ?? (found ? "" : t("booking.choice.noCoupon"))}
      </p>
    </div>
  );
}
