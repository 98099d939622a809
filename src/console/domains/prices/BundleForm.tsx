import "./prices.css";
import { Input, Switch } from "antd";
import type { Input as CallInput } from "../../../contract/call";
import { bundles } from "../../../contract/places";
import { addDays, clock, DAY_MINUTES, GRANULE } from "../../../contract/time";
import { useT } from "../../i18n/useT";
import { useCan } from "../../session/store";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import type { Values } from "../../ui/form/FormPage";
import { useToday } from "../../ui/today";
import { DayField } from "../../ui/form/DayField";
import { numberOr, numbers, text, texts } from "../../ui/form/read";
import { RuleForm } from "./fields/RuleForm";
import { Weekdays } from "../../ui/form/Weekdays";
import { usePlaceSupply } from "../../ui/form/useNamed";
import { PlacePicker } from "./PlacePicker";

const MONTH = 30;
const LENGTHS = [60, 90, 120, 150, 180, 240, 300, 360, 480];
const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => ({ value: i * GRANULE, label: clock(i * GRANULE) }));

/** Adds a bundle of places, or changes one. */
export function BundleForm() {
  const t = useT();
  const today = useToday();
  const mayModify = useCan("place_set_modify");
  return (
    <RuleForm
      resource="bundles"
      name="bundle"
      title={t("places.bundle.create")}
      list="/venue-place/place-set-list"
      calls={bundles}
      blank={{
        name: "",
        placeIds: [],
        minutes: 120,
        price: "",
        from: today,
        to: addDays(today, MONTH),
        weekdays: [],
        start: 0,
        end: DAY_MINUTES,
        on: true,
      }}
      toInput={bundleInput}
      changes={(id, draft) => ({ of: "bundle", id, draft })}
      mayDelete={mayModify}
    >
      {() => <BundleFields />}
    </RuleForm>
  );
}

const bundleInput = (values: Values): CallInput<typeof bundles.create> => ({
  name: text(values["name"]),
  placeIds: texts(values["placeIds"]),
  minutes: numberOr(values["minutes"], 0),
  price: text(values["price"]).trim(),
  from: text(values["from"]),
  to: text(values["to"]),
  weekdays: numbers(values["weekdays"]),
  start: numberOr(values["start"], 0),
  end: numberOr(values["end"], DAY_MINUTES),
  on: values["on"] === true,
});

function BundleFields() {
  const t = useT();
  const ground = usePlaceSupply();
  return (
    <>
      <FieldGroup title={t("places.bundle.what")}>
        <Field name="name" label={t("places.bundle.name")} required>
          <Input autoComplete="off" maxLength={40} />
        </Field>
        <Field name="placeIds" label={t("places.bundle.places")} required hint={t("places.bundle.placesHint")} {...ground} eager>
          <PlacePicker />
        </Field>
        <div className="form-two">
          <Field name="minutes" label={t("places.bundle.minutes")} required>
            <Choice options={LENGTHS.map((minutes) => ({ value: minutes, label: t("places.bundle.minutesText", { minutes }) }))} />
          </Field>
          <Field name="price" label={t("places.bundle.price")} required hint={t("places.bundle.priceHint")}>
            <Input inputMode="decimal" prefix="¥" autoComplete="off" />
          </Field>
        </div>
        <Field name="on" label={t("places.bundle.on")} valuePropName="checked">
          <Switch />
        </Field>
      </FieldGroup>
      <FieldGroup title={t("places.bundle.when")}>
        <div className="form-two">
          <Field name="from" label={t("places.bundle.from")} required>
            <DayField />
          </Field>
          <Field name="to" label={t("places.bundle.to")} required eager>
            <DayField />
          </Field>
        </div>
        <Field name="weekdays" label={t("places.bundle.weekdays")}>
          <Weekdays />
        </Field>
        <div className="form-two">
          <Field name="start" label={t("places.bundle.start")}>
            <Choice options={TIMES.slice(0, -1)} />
          </Field>
          <Field name="end" label={t("places.bundle.end")} eager>
            <Choice options={TIMES.slice(1)} />
          </Field>
        </div>
      </FieldGroup>
    </>
  );
}
