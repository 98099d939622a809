import "./prices.css";
import { Form, type FormInstance, Input, Segmented } from "antd";
import { useNavigate, useParams } from "react-router";
import { temporaryPrices } from "../../../contract/pricing";
import { addDays, DAY_MINUTES } from "../../../contract/time";
import { useT } from "../../i18n/useT";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { FormPage, type Values } from "../../ui/form/FormPage";
import { SkeletonText } from "../../ui/Skeleton";
import { useSubject } from "../../ui/tab";
import { useToday } from "../../ui/today";
import { orNull } from "./fields/read";
import { Remove } from "./fields/Remove";
import { ScopeFields, WindowFields } from "./fields/WindowFields";
import { temporaryInput } from "./temporary/input";
import { Overlaps } from "./temporary/Overlaps";
import { useFresh } from "../../api/useFresh";
import { usePrograms } from "./useNamed";

const LIST = "/venue-place/temporary-booking-price";
const WEEK = 6;

/** Adds a temporary price, or changes one; others that it meets are shown before it is saved. */
export function TemporaryForm() {
  const t = useT();
  const navigate = useNavigate();
  const today = useToday();
  const { id } = useParams();
  const programs = usePrograms();
  const price = useFresh(id === undefined ? undefined : temporaryPrices.view, { id: id ?? "" });
  useSubject(price.data?.name);
  const leave = (): void => void navigate(LIST);
  const failed = (programs.data ? null : programs.error) ?? price.error;
  if (failed)
    return <ErrorState what={failed.message} onRetry={() => void (price.error ? price : programs).refetch()} retrying={price.isFetching} />;
  if (!programs.data || (id !== undefined && !price.data)) return <SkeletonText lines={8} label={t("ui.loading")} />;
  const [first] = programs.data.content;
  if (!first) return <EmptyState icon="flag" title={t("prices.plan.noProgram")} hint={t("prices.plan.noProgramHint")} />;
  if (id === undefined || !price.data)
    return (
      <FormPage
        name="temporary-price"
        title={t("prices.temporary.create")}
        call={temporaryPrices.create}
        repeats
        initial={{
          name: "",
          programId: first.id,
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
        toInput={temporaryInput}
        onSaved={(_, again) => {
          if (!again) leave();
        }}
      >
        {(form) => <TemporaryFields form={form} />}
      </FormPage>
    );
  const { name } = price.data;
  return (
    <FormPage
      name={`temporary-price-${id}`}
      title={name}
      call={temporaryPrices.modify}
      initial={{ ...price.data, cardTypeId: price.data.cardTypeId ?? "" }}
      toInput={(values) => ({ ...temporaryInput(values), id })}
      onSaved={leave}
    >
      {(form) => (
        <>
          <TemporaryFields form={form} id={id} />
          <Remove call={temporaryPrices.delete} id={id} name={name} list={LIST} />
        </>
      )}
    </FormPage>
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
            <Segmented
              options={(["place", "head"] as const).map((unit) => ({ value: unit, label: t(`prices.temporary.units.${unit}`) }))}
            />
          </Field>
        </div>
        <Field name="reason" label={t("prices.temporary.reason")} required hint={t("prices.temporary.reasonHint")}>
          <Input autoComplete="off" maxLength={100} />
        </Field>
      </FieldGroup>
      <FieldGroup title={t("prices.promotion.whom")}>
        <Field name="programId" label={t("prices.program")} required>
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
