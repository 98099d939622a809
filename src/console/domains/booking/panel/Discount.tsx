import { useEffect, useId, useRef, useState } from "react";
import { type Fen, yuan } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { DiscountAmount } from "../../../desk/DiscountAmount";
import { readAmount } from "../../../desk/payments";

/** A discount by hand while it is typed. */
export interface DiscountDraft {
  readonly amount: string;
  readonly reason: string;
}
export const NO_DISCOUNT: DiscountDraft = { amount: "", reason: "" };
const SHORTEST_REASON = 2;

/** The discount once it can be sent: an amount above zero with a reason; else undefined. */
export function completeDiscount({ amount, reason }: DiscountDraft): { amount: string; reason: string } | undefined {
  const value = readAmount(amount) ?? 0;
  return value > 0 && reason.trim().length >= SHORTEST_REASON ? { amount: yuan(value), reason: reason.trim() } : undefined;
}

/** Amount off the whole order, with the reason that it needs. Folded away until it is wanted. */
export function Discount({
  base,
  draft,
  onDraft,
  errors,
}: {
  /** Price that the discount is subtracted from, fen; undefined: not known yet. */
  base: Fen | undefined;
  draft: DiscountDraft;
  onDraft: (draft: DiscountDraft) => void;
  errors: Readonly<Record<string, string>>;
}) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const isOpen = open || draft.amount !== "" || draft.reason !== "";
  // Opened to type the amount.
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) document.getElementById(`${id}-amount`)?.focus();
    isOpened.current = false;
  }, [open, id]);
  const lacksReason = (readAmount(draft.amount) ?? 0) > 0 && draft.reason.trim().length < SHORTEST_REASON;
  const error = errors["discount.amount"] ?? errors["discount.reason"] ?? errors["discount"];
  return (
    <section className="discount">
      <button
        type="button"
        className="link"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          isOpened.current = !isOpen;
          setOpen(!isOpen);
        }}
      >
        <Icon name={isOpen ? "chevron-down" : "plus"} size="s" /> {t("booking.choice.discount")}
      </button>
      {isOpen && (
        <div id={id} className="discount-fields">
          <span className="input">
            <input
              value={draft.reason}
              maxLength={200}
              placeholder={t("booking.choice.reason")}
              aria-label={`${t("booking.choice.discount")} ${t("booking.choice.reason")}`}
              aria-invalid={lacksReason || undefined}
              onChange={(event) => onDraft({ ...draft, reason: event.target.value })}
            />
          </span>
          <DiscountAmount id={`${id}-amount`} base={base} value={draft.amount} onValue={(amount) => onDraft({ ...draft, amount })} />
          {(error ?? lacksReason) && <p className={error ? "field-error" : "pay-note mut"}>{error ?? t("booking.choice.reasonShort")}</p>}
        </div>
      )}
    </section>
  );
}
