import { Form, Input } from "antd";
import { useNavigate } from "react-router";
import type { Input as CallInput } from "../../../contract/core/call";
import { couponCodes, MOST_CODES } from "../../../contract/coupon/coupon";
import { useT } from "../../i18n/use-t";
import { useScan } from "../../desk/use-scan";
import { Field, FieldGroup } from "../../ui/form/Field";
import { FormPage, type Values } from "../../ui/form/FormPage";
import { notify } from "../../ui/notices";
import { DayField } from "../../ui/form/DayField";

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const codesIn = (value: unknown): string[] =>
  text(value)
    .split(/[\s,，;；、]+/)
    .filter((code) => code !== "");

/** Registers coupons as the authority handed them out: one scheme, many codes, typed, pasted or scanned. */
export function CouponForm() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <FormPage
      resource="coupon"
      name="coupon"
      title={t("coupon.register")}
      call={couponCodes.register}
      initial={{ scheme: "", face: "", threshold: "0", startsOn: null, endsOn: null, couponCodes: "" }}
      toInput={toInput}
      repeats
      onSaved={({ count }, again) => {
        notify.success(t("coupon.registered", { count }));
        if (!again) void navigate("/finance/coupon-log-list");
      }}
    >
      <Fields />
    </FormPage>
  );
}

const toInput = (values: Values): CallInput<typeof couponCodes.register> => ({
  scheme: text(values["scheme"]),
  face: text(values["face"]).trim(),
  threshold: text(values["threshold"]).trim(),
  startsOn: text(values["startsOn"]),
  endsOn: text(values["endsOn"]),
  couponCodes: codesIn(values["couponCodes"]),
});

/** The codes, a line each. A scan adds one as if it were typed, so that it is kept like what is typed. */
function Codes({ value, onChange, id }: { value?: string; onChange?: (codes: string) => void; id?: string }) {
  const codes = text(value);
  useScan(["voucher", "other"], (scan) => {
    const before = codes.trimEnd();
    onChange?.(`${before}${before === "" ? "" : "\n"}${scan.text}\n`);
    return true;
  });
  return (
    <Input.TextArea
      className="grows-more mono"
      rows={6}
      autoComplete="off"
      spellCheck={false}
      value={codes}
      onChange={(event) => onChange?.(event.target.value)}
      {...(id === undefined ? {} : { id })}
    />
  );
}

function Fields() {
  const t = useT();
  const form = Form.useFormInstance();
  const count = new Set(codesIn(Form.useWatch("couponCodes", form)).map((code) => code.toUpperCase())).size;
  return (
    <>
      <FieldGroup title={t("coupon.scheme")}>
        <Field name="scheme" label={t("coupon.field.scheme")} required>
          <Input autoComplete="off" maxLength={60} />
        </Field>
        <div className="form-two">
          <Field name="face" label={t("coupon.field.face")} required>
            <Input inputMode="decimal" prefix="¥" autoComplete="off" />
          </Field>
          <Field name="threshold" label={t("coupon.field.threshold")} required hint={t("coupon.thresholdHint")}>
            <Input inputMode="decimal" prefix="¥" autoComplete="off" />
          </Field>
          <Field name="startsOn" label={t("coupon.field.startsOn")} required>
            <DayField />
          </Field>
          <Field name="endsOn" label={t("coupon.field.endsOn")} required>
            <DayField />
          </Field>
        </div>
      </FieldGroup>
      <FieldGroup title={t("coupon.codes")}>
        <Field name="couponCodes" label={t("coupon.field.codes")} required hint={t("coupon.codesHint", { count, most: MOST_CODES })}>
          <Codes />
        </Field>
      </FieldGroup>
    </>
  );
}
