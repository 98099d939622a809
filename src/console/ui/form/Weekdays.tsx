import { useT } from "../../i18n/use-t";
import { useWeekdays } from "../format-days";

/** Weekdays as a form's field, 1 = Monday; none chosen: every day. */
export function Weekdays({
  value = [],
  onChange,
  id,
}: {
  value?: readonly number[];
  onChange?: (value: readonly number[]) => void;
  id?: string;
}) {
  const t = useT();
  const names = useWeekdays();
  return (
    <div id={id} className="chips" role="group" aria-label={t("ui.weekdays")}>
      <button type="button" aria-pressed={value.length === 0} onClick={() => onChange?.([])}>
        {t("ui.everyDay")}
      </button>
      {names.map((name, i) => (
        <button
          key={name}
          type="button"
          aria-pressed={value.includes(i + 1)}
          onClick={() => onChange?.(value.includes(i + 1) ? value.filter((day) => day !== i + 1) : [...value, i + 1].sort((a, b) => a - b))}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
