/** The amount of a discount by hand, typed in yuan, percent off or 折 (tenths to pay). */
import { useState } from "react";
import { type Fen, percentOf, showFen, yuan } from "../../contract/core/money";
import { useT } from "../i18n/use-t";
import { amountProblem, readAmount } from "./amount";

const UNITS = ["yuan", "percent", "tenths"] as const;
type Unit = (typeof UNITS)[number];

/** Percent that are taken off: 10 % is 10, 8.5 折 is 15; undefined: no such number. */
function percentOff(unit: Exclude<Unit, "yuan">, text: string): number | undefined {
  // Two decimals, like an amount.
  const typed = readAmount(text);
  if (typed === undefined || typed === 0) return undefined;
  const value = typed / 100;
  if (unit === "percent") return value <= 100 ? value : undefined;
  return value < 10 ? 100 - value * 10 : undefined;
}

/**
 * @param base what the discount comes off, fen; undefined: not known yet, so that only yuan can be typed
 * @param value yuan as text
 */
export function DiscountAmount({
  id,
  base,
  value,
  onValue,
}: {
  id: string;
  base: Fen | undefined;
  value: string;
  onValue: (text: string) => void;
}) {
  const t = useT();
  const [unit, setUnit] = useState<Unit>("yuan");
  const [typed, setTyped] = useState("");
  const names: Readonly<Record<Unit, string>> = { yuan: t("desk.discountAmount.text"), percent: "%", tenths: t({ zh: "折", en: "折" }) };
  const percent = unit === "yuan" ? undefined : percentOff(unit, typed);
  const off = unit === "yuan" ? readAmount(value) : typed.trim() === "" ? 0 : percent === undefined ? undefined : readAmount(value);
  const type = (next: string, by = unit): void => {
    setTyped(next);
    if (by === "yuan") return onValue(next);
    const part = percentOff(by, next);
    onValue(part === undefined || base === undefined ? "" : yuan(percentOf(base, part)));
  };
  return (
    <div className="discount-amount">
      <span className="input">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={unit === "yuan" ? "0.00" : unit === "percent" ? "10" : "8.5"}
          value={unit === "yuan" ? value : typed}
          aria-label={t("booking.choice.discountAmount")}
          aria-invalid={off === undefined || undefined}
          aria-describedby={`${id}-off`}
          onChange={(event) => type(event.target.value)}
        />
      </span>
      <span className="seg" role="group" aria-label={t("desk.discountAmount.unitDiscount")}>
        {UNITS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={unit === one}
            disabled={one !== "yuan" && base === undefined}
            title={one !== "yuan" && base === undefined ? t("desk.discountAmount.priceNotKnownYet") : undefined}
            onClick={() => {
              setUnit(one);
              type(one === "yuan" ? value : "", one);
            }}
          >
            {names[one]}
          </button>
        ))}
      </span>
      <small id={`${id}-off`} className={off === undefined ? "bad" : "mut"} aria-live="polite">
        {off === undefined
          ? unit === "tenths"
            ? t("desk.discountAmount.enterTenthsPayBetween")
            : unit === "percent"
              ? t("desk.discountAmount.enterPercentageBetween0")
              : t(amountProblem(value) ?? "booking.choice.amountWrong")
          : unit !== "yuan" && off > 0 && base !== undefined
            ? t("desk.discountAmount.off", { base: showFen(base), off: showFen(off) })
            : ""}
      </small>
    </div>
  );
}
