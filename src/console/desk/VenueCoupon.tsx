import { type KeyboardEvent, useId, useState } from "react";
import { couponDesk } from "../../contract/marketing/coupon-offers";
import { useRead } from "../api/use-read";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { isOfInputMethod } from "../keys/ime";

/**
 * The venue's coupon on a document: one of those that the member holds, or a promo code. Folded away until it is wanted or the member holds one.
 * @param code the code that is used; "": none
 * @param error why it can't be used
 */
export function VenueCoupon({
  memberId,
  goodFor,
  code,
  error,
  onCode,
}: {
  memberId: string | undefined;
  goodFor: "booking" | "product";
  code: string;
  error: string | undefined;
  onCode: (code: string) => void;
}) {
  const t = useT();
  const id = useId();
  const held = useRead(couponDesk.usable, { memberId: memberId ?? "", goodFor }, { enabled: memberId !== undefined });
  const coupons = memberId === undefined ? [] : (held.data?.coupons ?? []);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const isOpen = open || code !== "" || coupons.length > 0;
  const isHeld = coupons.some(({ couponCode }) => couponCode === code);
  const typed = code !== "" && !isHeld;
  const apply = (): void => {
    if (typed) setText("");
    onCode(typed ? "" : text.trim());
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || isOfInputMethod(event)) return;
    event.preventDefault(); // the form is submitted by the next one, when the price is known
    if (!typed && text.trim() !== "") apply();
  };
  return (
    <section className="discount">
      <button
        type="button"
        className="link"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "chevron-down" : "plus"} size="s" /> {t("booking.choice.venueCoupon")}
      </button>
      {isOpen && (
        <div id={id}>
          {coupons.map(({ couponCode, name, endsOn }) => (
            <label key={couponCode} className="card-offer">
              <input
                type="checkbox"
                className="check"
                checked={code === couponCode}
                onChange={() => onCode(code === couponCode ? "" : couponCode)}
              />
              <b className="cut">{name}</b>
              <span className="mut">{t("booking.choice.cardUntil", { day: endsOn })}</span>
            </label>
          ))}
          <div className="discount-fields">
            <span className="input">
              <input
                aria-label={t("booking.choice.promoCode")}
                placeholder={t("booking.choice.promoCode")}
                autoComplete="off"
                spellCheck={false}
                maxLength={20}
                value={typed ? code : text}
                readOnly={typed}
                aria-invalid={(typed && error !== undefined) || undefined}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={onKey}
              />
            </span>
            <Button onClick={apply} spent={!typed && text.trim() === ""}>
              {t(typed ? "booking.choice.dropCoupon" : "booking.choice.takeCoupon")}
            </Button>
            {error !== undefined && <p className="field-error">{error}</p>}
          </div>
        </div>
      )}
    </section>
  );
}
