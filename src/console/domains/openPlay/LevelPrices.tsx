import { useT } from "../../i18n/use-t";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { useCardTypes } from "../../ui/form/use-named";
import { readAmount } from "../../../contract/core/typed/amount";
import { FieldProblem, hasProblem } from "../../ui/FieldProblem";

/** Card type → typed price per head; a card type that is left out or empty pays the price for everybody. */
type LevelsValue = Readonly<Record<string, string>>;

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
                placeholder={everybody}
                aria-label={t("openPlay.levelPrice", { level: type.name })}
                aria-invalid={hasProblem(readAmount(typed)) || undefined}
                onChange={(event) => onChange?.({ ...value, [type.id]: event.target.value.trim() })}
              />
            </span>
            <FieldProblem of={readAmount(typed)} />
          </label>
        );
      })}
    </div>
  );
}
