import { useT } from "../../../i18n/use-t";

/** A reason that the log keeps. */
export function Reason({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const t = useT();
  return (
    <label>
      <span className="field-label">{t("fixed.reason")}</span>
      <span className="input">
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form appears because it was asked for
          autoFocus
          value={value}
          maxLength={200}
          placeholder={t("fixed.reasonHint")}
          autoComplete="off"
          onChange={(event) => onValue(event.target.value)}
        />
      </span>
    </label>
  );
}
