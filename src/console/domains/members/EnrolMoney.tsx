/** The money of an enrolment: the fee and the deposit of the card, and a first recharge. */
import { Form, type FormInstance, Input, Select } from "antd";
import type { Input as CallInput } from "../../../contract/core/call";
import { type CardType, members } from "../../../contract/members/members";
import { type Fen, fen, showFen, yuan } from "../../../contract/core/money";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import { ChangeDue } from "../../desk/Change";
import { readAmount } from "../../desk/payments";
import type { Taken } from "../../desk/announce-paid";
import { useT } from "../../i18n/use-t";
import { Field, FieldGroup } from "../../ui/form/Field";
import type { Values } from "../../ui/form/FormPage";
import { RECHARGE_METHODS } from "./RechargePanel";

type Money = Pick<CallInput<typeof members.create>, "fees" | "recharge">;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the fee and deposit of the chosen card type, fen. */
function requiredAmounts(types: readonly CardType[], id: unknown): { fee: Fen; deposit: Fen } {
  const type = types.find((one) => one.id === id);
  return { fee: fen(type?.fee ?? "0.00"), deposit: fen(type?.deposit ?? "0.00") };
}

/** Returns the parts paid in cash, fen: the card's fee and deposit, and the recharge. */
function cashOf(values: Values, types: readonly CardType[]): { fees: Fen; recharge: Fen } {
  const { fee, deposit } = requiredAmounts(types, values["cardTypeId"]);
  return {
    fees: values["feeMethod"] === "Cash" ? fee + deposit : 0,
    recharge: values["method"] === "Cash" ? (readAmount(text(values["pay"])) ?? 0) : 0,
  };
}

/** Returns the cash handed over, fen; undefined if nothing was typed, or no valid amount. */
const givenOf = (values: Values): Fen | undefined =>
  text(values["tendered"]).trim() === "" ? undefined : readAmount(text(values["tendered"]));

/** The money of an enrolment, as the call takes it. Of cash for both, the change is the recharge's. */
export function moneyOf(values: Values, types: readonly CardType[]): Money {
  const { fee, deposit } = requiredAmounts(types, values["cardTypeId"]);
  const [offerId, pay] = [text(values["offerId"]), text(values["pay"]).trim()];
  const cash = cashOf(values, types);
  const given = givenOf(values);
  const handed = (part: Fen, rest: Fen) => (given === undefined || part === 0 || given < rest ? {} : { tendered: yuan(given - rest) });
  return {
    ...(fee + deposit === 0
      ? {}
      : {
          fees: {
            due: yuan(fee + deposit),
            method: text(values["feeMethod"]),
            ...(cash.recharge > 0 ? {} : handed(cash.fees, 0)),
          },
        }),
    ...(pay === ""
      ? {}
      : { recharge: { ...(offerId ? { offerId } : {}), pay, method: text(values["method"]), ...handed(cash.recharge, cash.fees) } }),
  };
}

/** Returns what the enrolment collects in all, fen: the card's fee and deposit, and the first recharge. */
export function totalOf(values: Values, types: readonly CardType[]): Fen {
  const { fee, deposit } = requiredAmounts(types, values["cardTypeId"]);
  return fee + deposit + (readAmount(text(values["pay"])) ?? 0);
}

/** Returns the collected amounts for the notice; cash is one sum. */
export function paymentsOf({ fees, recharge }: Money): readonly Taken[] {
  const all = [
    ...(fees ? [{ method: fees.method, amount: fen(fees.due), given: fen(fees.tendered ?? fees.due) }] : []),
    ...(recharge ? [{ method: recharge.method, amount: fen(recharge.pay), given: fen(recharge.tendered ?? recharge.pay) }] : []),
  ];
  return RECHARGE_METHODS.flatMap((type) => {
    const by = all.filter(({ method }) => method === type);
    const sum = (of: "amount" | "given"): string => yuan(by.reduce((total, one) => total + one[of], 0));
    return by.length === 0 ? [] : [{ type, amount: sum("amount"), tendered: sum("given") }];
  });
}

/** Reads the cash handed over for everything that is paid in cash, and shows the change. */
export function CashGiven({ form, types }: { form: FormInstance<Values>; types: readonly CardType[] }) {
  const t = useT();
  const values: Values | undefined = Form.useWatch([], form);
  const cash = cashOf(values ?? {}, types);
  const due = cash.fees + cash.recharge;
  if (due === 0) return null;
  const given = givenOf(values ?? {}) ?? 0;
  const isEnough = async (_: unknown, typed: unknown): Promise<void> => {
    if (text(typed).trim() === "") return;
    const amount = readAmount(text(typed));
    if (amount === undefined) throw new Error(t("booking.choice.amountWrong"));
    if (amount < due) throw new Error(t("booking.choice.tenderedShort", { amount: showFen(due - amount) }));
  };
  return (
    <FieldGroup title={t("members.enrolMoney.cash")}>
      <Form.Item
        name="tendered"
        label={t("booking.choice.tendered")}
        rules={[{ validator: isEnough }]}
        validateTrigger="onBlur"
        extra={
          <span aria-live="polite">
            <ChangeDue given={given} due={due} />
          </span>
        }
      >
        <Input inputMode="decimal" prefix="¥" autoComplete="off" placeholder={yuan(due)} />
      </Form.Item>
    </FieldGroup>
  );
}

/** Selects the payment of the chosen card type's fee and deposit; renders nothing if it requires none. */
export function CardFee({ form, types }: { form: FormInstance<Values>; types: readonly CardType[] }) {
  const t = useT();
  const chosen: unknown = Form.useWatch("cardTypeId", form);
  const { fee, deposit } = requiredAmounts(types, chosen);
  if (fee + deposit === 0) return null;
  return (
    <FieldGroup title={t("members.kindCardFee")}>
      <Field
        name="feeMethod"
        label={t("members.enrolMoney.feeDepositAll", { fee: showFen(fee), deposit: showFen(deposit), due: showFen(fee + deposit) })}
        hint={t("members.enrolMoney.depositGoesBackWhen")}
      >
        <Select options={RECHARGE_METHODS.map((type) => ({ value: type, label: t(PAY_TYPE_LABELS[type]) }))} />
      </Field>
    </FieldGroup>
  );
}

/** An offer fills in its amount; without an offer the amount is free. */
export function FirstRecharge({ form }: { form: FormInstance<Values> }) {
  const t = useT();
  const offers = useRead(members.offers, {}, { staleTime: 60_000 });
  const values: Values | undefined = Form.useWatch([], form);
  const [offerId, pay] = [text(values?.["offerId"]), readAmount(text(values?.["pay"])) ?? 0];
  const [settled, isSettled] = useSettled({ ...(offerId ? { offerId } : {}), pay: yuan(pay) });
  // Anything the recharge would refuse is refused before the customer pays.
  const preview = useRead(members.rechargePreview, settled, { enabled: isSettled && pay > 0, staleTime: 0 });
  const refusal = isSettled && pay > 0 ? preview.error : null;
  return (
    <FieldGroup title={t("members.groupRecharge")}>
      <Field name="offerId" label={t("members.offer")} from={offers}>
        <Select
          allowClear
          placeholder={t("members.noRecharge")}
          options={(offers.data?.content ?? []).map((offer) => ({ value: offer.id, label: offer.name }))}
          onChange={(id?: string) => form.setFieldValue("pay", offers.data?.content.find((offer) => offer.id === id)?.pay ?? "")}
        />
      </Field>
      <div className="form-two">
        <Field
          name="pay"
          label={t("members.amount")}
          {...(refusal
            ? {
                hint: (
                  <span className="bad" role="alert">
                    {refusal.message}
                  </span>
                ),
              }
            : {})}
        >
          <Input inputMode="decimal" prefix="¥" autoComplete="off" placeholder={t("members.noRecharge")} />
        </Field>
        <Field name="method" label={t("members.method")}>
          <Select options={RECHARGE_METHODS.map((type) => ({ value: type, label: t(PAY_TYPE_LABELS[type]) }))} />
        </Field>
      </div>
    </FieldGroup>
  );
}
