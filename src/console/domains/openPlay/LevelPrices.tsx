import { useT } from "../../i18n/useT";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { useCardTypes } from "../../ui/form/useNamed";

/** Card type → typed price per head; a card type that is left out or empty pays the price for everybody. */
export type LevelsValue = Readonly<Record<string, string>>;
const YUAN = /^\d{1,7}(\.\d{1,2})?$/;

/** A price per head for each card level, as a form's field. */
export function LevelPrices({
  value = {},
  onChange,
  everybody,
  id,
}: {
  value?: LevelsValue;
  onChange?: (value: LevelsValue) => void;
  everybody: string;
  id?: string;
}) {
  const t = useT();
  const types = useCardTypes().data?.content ?? [];
  return (
    <div id={id} className="op-levels" role="group" aria-label={t("openPlay.levels")}>
      {types.map((type) => {
        const typed = value[type.id] ?? "";
        return (
          <label key={type.id}>
            <CardTypeTag style={type.colour}>{type.name}</CardTypeTag>
            <span className="input">
              <span className="mut">¥</span>
              <input
                value={typed}
                inputMode="decimal"
                autoComplete="off"
                maxLength={10}
                placeholder={everybody}
                aria-label={t("openPlay.levelPrice", { level: type.name })}
                aria-invalid={(typed !== "" && !YUAN.test(typed)) || undefined}
                onChange={(event) => onChange?.({ ...value, [type.id]: event.target.value.trim() })}
              />
            </span>
          </label>
        );
      })}
    </div>
  );
}
