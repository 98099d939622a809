import "./open-play.css";
import { Form, type FormInstance, Input, Switch } from "antd";
import { useNavigate, useParams } from "react-router";
import { openPlay, type OpenPlayDetail } from "../../../contract/openPlay/open-play";
import { addDays, clock, DAY_MINUTES, GRANULE } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { EditPage, FormPage, type Values } from "../../ui/form/FormPage";
import { useToday } from "../../ui/today";
import { DayField } from "../../ui/form/DayField";
import { useCardTypes, usePlaces, usePlaceSupply } from "../../ui/form/use-named";
import { termsInput } from "./input";
import { LevelPrices } from "./LevelPrices";

const LIST = "/book/open-play";
const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => ({ value: i * GRANULE, label: clock(i * GRANULE) }));
const HOURS = [0, 1, 2, 3, 4, 6, 12, 24, 48, 72];

/** Makes an open play, or changes one; once it is open its courts and its deadline stay. */
export function OpenPlayForm() {
  const t = useT();
  const navigate = useNavigate();
  const today = useToday();
  const { id } = useParams();
  if (id === undefined)
    return (
      <FormPage
        resource="openPlay"
        name="open-play"
        title={t("openPlay.create")}
        call={openPlay.create}
        initial={{
          title: "",
          placeIds: [],
          day: addDays(today, 1),
          start: 1_140,
          end: 1_260,
          capacity: "8",
          minimum: "4",
          price: "",
          levels: {},
          deadlineHours: 2,
          remark: "",
          open: true,
        }}
        toInput={(values) => ({ ...termsInput(values), open: values["open"] === true })}
        onSaved={(made) => void navigate(`${LIST}/${made.id}`)}
      >
        {(form) => <Terms form={form} isNew />}
      </FormPage>
    );
  const titleOf = ({ title }: OpenPlayDetail): string => title;
  return (
    <EditPage
      key={id}
      resource="openPlay"
      id={id}
      name={`open-play-${id}`}
      title={titleOf}
      subject={titleOf}
      call={openPlay.modify}
      initial={(play: OpenPlayDetail) => ({
        ...play,
        levels: Object.fromEntries(play.levels.map((level) => [level.cardTypeId, level.price])),
        capacity: String(play.capacity),
        minimum: String(play.minimum),
      })}
      toInput={(values) => ({ ...termsInput(values), id })}
      onSaved={() => void navigate(`${LIST}/${id}`)}
    >
      {(form, { state }) => <Terms form={form} stays={state !== "draft"} />}
    </EditPage>
  );
}

function Terms({ form, isNew = false, stays = false }: { form: FormInstance<Values>; isNew?: boolean; stays?: boolean }) {
  const t = useT();
  const places = usePlaces();
  const ground = usePlaceSupply();
  const levels = useCardTypes();
  const open: unknown = Form.useWatch("open", form);
  const price: unknown = Form.useWatch("price", form);
  return (
    <>
      <FieldGroup title={t("openPlay.what")}>
        <Field name="title" label={t("openPlay.title")} required hint={t("openPlay.titleHint")}>
          <Input autoComplete="off" maxLength={40} />
        </Field>
        <div className="form-two">
          <Field name="price" label={t("openPlay.price")} required {...(stays ? { hint: t("openPlay.priceStays") } : {})}>
            <Input inputMode="decimal" prefix="¥" autoComplete="off" />
          </Field>
          <Field name="capacity" label={t("openPlay.capacity")} required>
            <Input inputMode="numeric" autoComplete="off" />
          </Field>
        </div>
        <Field name="levels" label={t("openPlay.levels")} hint={t("openPlay.levelsHint")} from={levels}>
          <LevelPrices everybody={typeof price === "string" && price !== "" ? price : t("openPlay.asEverybody")} />
        </Field>
        <div className="form-two">
          <Field name="minimum" label={t("openPlay.minimum")} required hint={t("openPlay.minimumHint")}>
            <Input inputMode="numeric" autoComplete="off" />
          </Field>
          <Field name="deadlineHours" label={t("openPlay.deadline")}>
            <Choice disabled={stays} options={HOURS.map((hours) => ({ value: hours, label: t("openPlay.hoursBefore", { hours }) }))} />
          </Field>
        </div>
      </FieldGroup>
      <FieldGroup title={t("openPlay.where")}>
        <Field name="placeIds" label={t("openPlay.places")} required {...ground} {...(stays ? { hint: t("openPlay.groundStays") } : {})}>
          <Choice
            mode="multiple"
            disabled={stays}
            optionFilterProp="label"
            options={places.map((place) => ({ value: place.id, label: `${place.hallName} ${place.label}` }))}
          />
        </Field>
        {!stays && (
          <Field name="day" label={t("openPlay.day")} required>
            <DayField />
          </Field>
        )}
        <div className="form-two">
          <Field name="start" label={t("openPlay.start")}>
            <Choice showSearch disabled={stays} optionFilterProp="label" options={TIMES.slice(0, -1)} />
          </Field>
          <Field name="end" label={t("openPlay.end")}>
            <Choice showSearch disabled={stays} optionFilterProp="label" options={TIMES.slice(1)} />
          </Field>
        </div>
        <Field name="remark" label={t("openPlay.remark")}>
          <Input autoComplete="off" maxLength={200} />
        </Field>
        {isNew && (
          <Field
            name="open"
            label={t("openPlay.openNow")}
            valuePropName="checked"
            hint={open === true ? t("openPlay.openHint") : t("openPlay.draftHint")}
          >
            <Switch />
          </Field>
        )}
      </FieldGroup>
    </>
  );
}
