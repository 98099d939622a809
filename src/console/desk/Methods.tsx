import type { PaymentType } from "../../contract/core/enums";
import { PAY_TYPE_LABELS } from "../../contract/core/pay-types";
import { useT } from "../i18n/use-t";
import { usePreference } from "../session/preferences";
import { Icon } from "../ui/Icon";
import { quickOf, USES } from "./method-use";

/** Methods to pay by: a button each for the few that this person uses most, the rest behind one more. */
export function Methods<T extends PaymentType>({
  offered,
  value,
  label,
  onChange,
}: {
  offered: readonly T[];
  /** Selected value; undefined if several are selected. */
  value: T | undefined;
  label: string;
  onChange: (type: T) => void;
}) {
  const t = useT();
  const [uses] = usePreference(USES);
  const { quick, rest } = quickOf(offered, uses);
  const behind = rest.find((type) => type === value);
  return (
    <div className="methods" role="group" aria-label={label}>
      {quick.map((type) => (
        <button key={type} type="button" aria-pressed={value === type} onClick={() => onChange(type)}>
          {t(PAY_TYPE_LABELS[type])}
        </button>
      ))}
      {rest.length > 0 && (
        <span className={behind ? "methods-more on" : "methods-more"}>
          <select
            aria-label={t("pay.moreMethods")}
            value={behind ?? ""}
            onChange={(event) => {
              const type = rest.find((each) => each === event.target.value);
              if (type) onChange(type);
            }}
          >
            <option value="" disabled hidden>
              {t("pay.more")}
            </option>
            {rest.map((type) => (
              <option key={type} value={type}>
                {t(PAY_TYPE_LABELS[type])}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size="s" />
        </span>
      )}
    </div>
  );
}
