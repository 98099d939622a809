import "./stepper.css";
import { useT } from "../i18n/use-t";
import { Button } from "./Button";

/** A small number with a button on each side. */
export function Stepper({
  value,
  min,
  max,
  label,
  busy = false,
  onValue,
}: {
  value: number;
  min: number;
  max: number;
  label: string;
  busy?: boolean;
  onValue: (value: number) => void;
}) {
  const t = useT();
  // At its end a button stays focusable: disabled, it would take the focus from whoever just pressed it.
  const step = (icon: "minus" | "plus", by: number) => {
    const next = value + by;
    const ends = next < min || next > max;
    return (
      <Button
        icon={icon}
        aria-label={t(by < 0 ? "ui.fewer" : "ui.more")}
        busy={busy}
        aria-disabled={ends || undefined}
        title={ends ? t(by < 0 ? "ui.stepper.least" : "ui.stepper.most") : undefined}
        onClick={() => {
          if (!ends) onValue(next);
        }}
      />
    );
  };
  return (
    <span className="stepper" role="group" aria-label={label}>
      {step("minus", -1)}
      <output aria-live="polite">{value}</output>
      {step("plus", 1)}
    </span>
  );
}
