import { clock, DAY_MINUTES, GRANULE } from "../../../../contract/time";
import { useT } from "../../../i18n/useT";
import { Choice } from "../../../ui/form/Choice";
import { Field } from "../../../ui/form/Field";
import { useCardTypes, usePlaceSupply } from "../../../ui/form/useNamed";
import { DayField } from "../../../ui/form/DayField";
import { PlaceChips } from "./PlaceChips";
import { Weekdays } from "../../../ui/form/Weekdays";

const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => ({ value: i * GRANULE, label: clock(i * GRANULE) }));

/** Days, weekdays and hours of a rule. */
export function WindowFields() {
  const t = useT();
  return (
    <>
      <div className="form-two">
        <Field name="from" label={t("prices.from")} required>
          <DayField />
        </Field>
        <Field name="to" label={t("prices.to")} required eager>
          <DayField />
        </Field>
      </div>
      <Field name="weekdays" label={t("prices.weekdays")}>
        <Weekdays />
      </Field>
      <div className="form-two">
        <Field name="start" label={t("prices.start")}>
          <Choice showSearch options={TIMES.slice(0, -1)} />
        </Field>
        <Field name="end" label={t("prices.end")} eager>
          <Choice showSearch options={TIMES.slice(1)} />
        </Field>
      </div>
    </>
  );
}

/** For whom and where a rule stands. */
export function ScopeFields({ programId }: { programId: string | null }) {
  const t = useT();
  const types = useCardTypes();
  const ground = usePlaceSupply();
  return (
    <>
      <Field name="placeIds" label={t("prices.places")} {...ground}>
        <PlaceChips programId={programId} />
      </Field>
      <Field name="cardTypeId" label={t("prices.level")} from={types}>
        <Choice
          options={[
            { value: "", label: t("prices.everyone") },
            ...(types.data?.content ?? []).map((type) => ({ value: type.id, label: type.name })),
          ]}
        />
      </Field>
    </>
  );
}
