import "./stepper.css";
import { useT } from "../i18n/useT";
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
  return (
    <span className="stepper" role="group" aria-label={label}>
      <Button icon="minus" aria-label={t("ui.fewer")} busy={busy} disabled={value <= min} onClick={() => onValue(value - 1)} />
      <output aria-live="polite">{value}</output>
      <Button icon="plus" aria-label={t("ui.more")} busy={busy} disabled={value >= max} onClick={() => onValue(value + 1)} />
    </span>
  );
}
