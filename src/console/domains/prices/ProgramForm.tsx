import "./prices.css";
import { Input } from "antd";
import type { Input as CallInput } from "../../../contract/call";
import { SPORTS } from "../../../contract/enums";
import { programs } from "../../../contract/programs";
import { useT } from "../../i18n/useT";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { Segments } from "../../ui/form/Segments";
import type { Values } from "../../ui/form/FormPage";
import { numberOrNull, orNull, text } from "../../ui/form/read";
import { RuleForm } from "./fields/RuleForm";
import { type HoursValue, WeekHours } from "../../ui/form/WeekHours";
import { SPORT_KEY } from "./words";

const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);

/** Adds a sports program, or changes one. */
export function ProgramForm() {
  const t = useT();
  return (
    <RuleForm
      resource="programs"
      name="program"
      title={t("prices.programForm.create")}
      list="/venue-place/program-list"
      calls={programs}
      blank={{ name: "", sport: "badminton", slotMinutes: 60, hours: { open: week(480), close: week(1320) } }}
      shown={({ open, close, ...values }) => ({
        name: values.name,
        sport: values.sport,
        slotMinutes: values.slotMinutes,
        hours: { open, close },
        daysAhead: words(values.daysAhead),
        holdMinutes: words(values.holdMinutes),
        freeCancelHours: words(values.freeCancelHours),
        lateCancelPercent: words(values.lateCancelPercent),
        defaultPrice: words(values.defaultPrice),
      })}
      toInput={draftOf}
    >
      {() => <ProgramFields />}
    </RuleForm>
  );
}

const words = (value: number | string | null): string => (value === null ? "" : String(value));

const isHours = (value: unknown): value is HoursValue => typeof value === "object" && value !== null && "open" in value && "close" in value;

function draftOf(values: Values): CallInput<typeof programs.create> {
  const { hours } = values;
  const { open, close } = isHours(hours) ? hours : { open: [], close: [] };
  const sport = SPORTS.find((each) => each === values["sport"]) ?? SPORTS[0];
  return {
    name: text(values["name"]),
    sport,
    slotMinutes: values["slotMinutes"] === 60 ? 60 : 30,
    open: [...open],
    close: [...close],
    daysAhead: numberOrNull(values["daysAhead"]),
    holdMinutes: numberOrNull(values["holdMinutes"]),
    freeCancelHours: numberOrNull(values["freeCancelHours"]),
    lateCancelPercent: numberOrNull(values["lateCancelPercent"]),
    defaultPrice: orNull(values["defaultPrice"]),
  };
}

function ProgramFields() {
  const t = useT();
  return (
    <>
      <FieldGroup title={t("prices.programForm.what")}>
        <div className="form-two">
          <Field name="name" label={t("prices.programForm.name")} required>
            <Input autoComplete="off" maxLength={40} />
          </Field>
          <Field name="sport" label={t("prices.sport")} required>
            <Choice options={SPORTS.map((sport) => ({ value: sport, label: t(SPORT_KEY[sport]) }))} />
          </Field>
          <Field name="slotMinutes" label={t("prices.slot")}>
            <Segments
              label={t("prices.slot")}
              options={[30, 60].map((minutes) => ({ value: minutes, label: t("prices.minutes", { minutes }) }))}
            />
          </Field>
          <Field name="defaultPrice" label={t("prices.defaultPrice")} hint={t("prices.programForm.defaultHint")}>
            <Input inputMode="decimal" prefix="¥" autoComplete="off" />
          </Field>
        </div>
      </FieldGroup>
      <FieldGroup title={t("prices.hours")}>
        <Field name="hours" label={t("prices.weekdays")} hint={t("prices.programForm.hoursHint")}>
          <WeekHours />
        </Field>
      </FieldGroup>
      <FieldGroup title={t("prices.programForm.booking")}>
        <div className="form-two">
          {(["daysAhead", "holdMinutes", "freeCancelHours", "lateCancelPercent"] as const).map((field) => (
            <Field key={field} name={field} label={t(`prices.programForm.${field}`)}>
              <Input inputMode="decimal" autoComplete="off" placeholder={t("prices.venueRule")} />
            </Field>
          ))}
        </div>
      </FieldGroup>
    </>
  );
}
