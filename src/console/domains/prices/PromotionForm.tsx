import "./prices.css";
import { Form, type FormInstance, Input, Segmented, Switch } from "antd";
import { useNavigate, useParams } from "react-router";
import { PROMOTION_KINDS, promotions } from "../../../contract/discounts";
import { addDays, DAY_MINUTES } from "../../../contract/time";
import { useT } from "../../i18n/useT";
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
import { promotionInput } from "./promotion/input";
import { PromotionExample } from "./promotion/PromotionExample";
import { useFresh } from "../../api/useFresh";
import { usePrograms } from "./useNamed";

const LIST = "/venue-place/promotion-discount-set";
const MONTH = 30;

/** Adds a promotion, or changes one, with what it would make of a price beside it. */
export function PromotionForm() {
  const t = useT();
  const navigate = useNavigate();
  const today = useToday();
  const { id } = useParams();
  const promotion = useFresh(id === undefined ? undefined : promotions.view, { id: id ?? "" });
  useSubject(promotion.data?.name);
  const leave = (): void => void navigate(LIST);
  if (id === undefined)
    return (
      <FormPage
        name="promotion"
        title={t("prices.promotion.create")}
        call={promotions.create}
        repeats
        initial={{
          name: "",
          programId: "",
          placeIds: [],
          cardTypeId: "",
          from: today,
          to: addDays(today, MONTH),
          weekdays: [],
          start: 0,
          end: DAY_MINUTES,
          kind: "percent",
          percent: "90",
          amount: "",
          stackable: false,
          on: true,
        }}
        toInput={promotionInput}
        onSaved={(_, again) => {
          if (!again) leave();
        }}
      >
        {(form) => <PromotionFields form={form} />}
      </FormPage>
    );
  if (promotion.error) return <ErrorState what={promotion.error.message} onRetry={promotion.refetch} retrying={promotion.isFetching} />;
  if (!promotion.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  const { programId, cardTypeId, percent, amount, ...rest } = promotion.data;
  return (
    <FormPage
      name={`promotion-${id}`}
      title={promotion.data.name}
      call={promotions.modify}
      initial={{
        ...rest,
        programId: programId ?? "",
        cardTypeId: cardTypeId ?? "",
        percent: percent === null ? "" : String(percent),
        amount: amount ?? "",
      }}
      toInput={(values) => ({ ...promotionInput(values), id })}
      onSaved={leave}
    >
      {(form) => (
        <>
          <PromotionFields form={form} id={id} />
          <Remove call={promotions.delete} id={id} name={rest.name} list={LIST} />
        </>
      )}
    </FormPage>
  );
}

function PromotionFields({ form, id }: { form: FormInstance<Values>; id?: string }) {
  const t = useT();
  const programs = usePrograms();
  const kind: unknown = Form.useWatch("kind", form);
  const programId: unknown = Form.useWatch("programId", form);
  return (
    <>
      <FieldGroup title={t("prices.promotion.what")}>
        <Field name="name" label={t("prices.promotion.name")} required>
          <Input autoComplete="off" maxLength={40} />
        </Field>
        <div className="form-two">
          <Field name="kind" label={t("prices.promotion.gives")}>
            <Segmented options={PROMOTION_KINDS.map((each) => ({ value: each, label: t(`prices.promotion.kinds.${each}`) }))} />
          </Field>
          {kind === "minus" || kind === "fixed" ? (
            <Field name="amount" label={t(`prices.promotion.amountOf.${kind}`)} required>
              <Input inputMode="decimal" prefix="¥" autoComplete="off" />
            </Field>
          ) : (
            <Field name="percent" label={t("prices.promotion.percent")} required hint={t("prices.promotion.percentHint")}>
              <Input inputMode="decimal" suffix="%" autoComplete="off" />
            </Field>
          )}
        </div>
        <div className="form-two">
          <Field
            name="stackable"
            label={t("prices.promotion.stackable")}
            valuePropName="checked"
            hint={t("prices.promotion.stackableHint")}
          >
            <Switch />
          </Field>
          <Field name="on" label={t("prices.promotion.on")} valuePropName="checked">
            <Switch />
          </Field>
        </div>
      </FieldGroup>
      <FieldGroup title={t("prices.promotion.whom")}>
        <Field name="programId" label={t("prices.program")}>
          <Choice
            options={[
              { value: "", label: t("prices.allPrograms") },
              ...(programs.data?.content ?? []).map((program) => ({ value: program.id, label: program.name })),
            ]}
            onChange={() => form.setFieldValue("placeIds", [])}
          />
        </Field>
        <ScopeFields programId={orNull(programId)} />
      </FieldGroup>
      <FieldGroup title={t("prices.when")}>
        <WindowFields />
      </FieldGroup>
      <PromotionExample form={form} {...(id === undefined ? {} : { id })} />
    </>
  );
}
