import "./prices.css";
import { Form, type FormInstance, Input, Switch } from "antd";
import { PROMOTION_KINDS, promotions } from "../../../contract/discounts";
import { addDays, DAY_MINUTES } from "../../../contract/time";
import { useT } from "../../i18n/useT";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { Segments } from "../../ui/form/Segments";
import type { Values } from "../../ui/form/FormPage";
import { useToday } from "../../ui/today";
import { orNull } from "../../ui/form/read";
import { RuleForm } from "./fields/RuleForm";
import { ScopeFields, WindowFields } from "./fields/WindowFields";
import { promotionInput } from "./promotion/input";
import { PromotionExample } from "./promotion/PromotionExample";
import { usePrograms } from "../../ui/form/useNamed";

const MONTH = 30;

/** Adds a promotion, or changes one, with what it would make of a price beside it. */
export function PromotionForm() {
  const t = useT();
  const today = useToday();
  return (
    <RuleForm
      resource="promotions"
      name="promotion"
      title={t("prices.promotion.create")}
      list="/venue-place/promotion-discount-set"
      calls={promotions}
      blank={{
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
      shown={({ programId, cardTypeId, percent, amount, ...rest }) => ({
        ...rest,
        programId: programId ?? "",
        cardTypeId: cardTypeId ?? "",
        percent: percent === null ? "" : String(percent),
        amount: amount ?? "",
      })}
      toInput={promotionInput}
      changes={(id, draft) => ({ of: "promotion", id, draft })}
    >
      {(form, id) => <PromotionFields form={form} {...(id === undefined ? {} : { id })} />}
    </RuleForm>
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
            <Segments
              label={t("prices.promotion.gives")}
              options={PROMOTION_KINDS.map((each) => ({ value: each, label: t(`prices.promotion.kinds.${each}`) }))}
            />
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
        <Field name="programId" label={t("prices.program")} from={programs}>
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
