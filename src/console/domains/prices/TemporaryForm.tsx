import "./prices.css";
import { Form, type FormInstance, Input } from "antd";
import { temporaryPrices } from "../../../contract/pricing";
import { addDays, DAY_MINUTES } from "../../../contract/time";
import { useT } from "../../i18n/useT";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { Segments } from "../../ui/form/Segments";
import type { Values } from "../../ui/form/FormPage";
import { useToday } from "../../ui/today";
import { orNull } from "../../ui/form/read";
import { RuleForm } from "./fields/RuleForm";
import { ScopeFields, WindowFields } from "./fields/WindowFields";
import { temporaryInput } from "./temporary/input";
import { Overlaps } from "./temporary/Overlaps";
import { usePrograms } from "../../ui/form/useNamed";

const WEEK = 6;

/** Adds a temporary price, or changes one; others that it meets are shown before it is saved. */
export function TemporaryForm() {
  const t = useT();
  const today = useToday();
  const programs = usePrograms();
  if (programs.error && !programs.data)
    return <ErrorState what={programs.error.message} onRetry={() => void programs.refetch()} retrying={programs.isFetching} />;
  const first = programs.data?.content[0];
  if (programs.data && !first) return <EmptyState icon="flag" title={t("prices.plan.noProgram")} hint={t("prices.plan.noProgramHint")} />;
  return (
    <RuleForm
      resource="temporaryPrices"
      name="temporary-price"
      title={t("prices.temporary.create")}
      list="/venue-place/temporary-booking-price"
      calls={temporaryPrices}
      ready={first !== undefined}
      blank={{
        name: "",
        programId: first?.id ?? "",
        placeIds: [],
        cardTypeId: "",
        from: today,
        to: addDays(today, WEEK),
        weekdays: [],
        start: 0,
        end: DAY_MINUTES,
        price: "",
        unit: "place",
        reason: "",
      }}
      shown={(price) => ({ ...price, cardTypeId: price.cardTypeId ?? "" })}
      toInput={temporaryInput}
      changes={(id, draft) => ({ of: "temporary", id, draft })}
    >
      {(form, id) => <TemporaryFields form={form} {...(id === undefined ? {} : { id })} />}
    </RuleForm>
  );
}

function TemporaryFields({ form, id }: { form: FormInstance<Values>; id?: string }) {
  const t = useT();
  const programs = usePrograms();
  const programId: unknown = Form.useWatch("programId", form);
  return (
    <>
      <FieldGroup title={t("prices.temporary.what")}>
        <Field name="name" label={t("prices.temporary.name")} required>
          <Input autoComplete="off" maxLength={40} />
        </Field>
        <div className="form-two">
          <Field name="price" label={t("prices.temporary.price")} required>
            <Input inputMode="decimal" prefix="¥" autoComplete="off" />
          </Field>
          <Field name="unit" label={t("prices.temporary.unit")}>
            <Segments
              label={t("prices.temporary.unit")}
              options={(["place", "head"] as const).map((unit) => ({ value: unit, label: t(`prices.temporary.units.${unit}`) }))}
            />
          </Field>
        </div>
        <Field name="reason" label={t("prices.temporary.reason")} required hint={t("prices.temporary.reasonHint")}>
          <Input autoComplete="off" maxLength={100} />
        </Field>
      </FieldGroup>
      <FieldGroup title={t("prices.promotion.whom")}>
        <Field name="programId" label={t("prices.program")} required from={programs}>
          <Choice
            options={(programs.data?.content ?? []).map((program) => ({ value: program.id, label: program.name }))}
            onChange={() => form.setFieldValue("placeIds", [])}
          />
        </Field>
        <ScopeFields programId={orNull(programId)} />
      </FieldGroup>
      <FieldGroup title={t("prices.when")}>
        <WindowFields />
      </FieldGroup>
      <Overlaps form={form} {...(id === undefined ? {} : { id })} />
    </>
  );
}
