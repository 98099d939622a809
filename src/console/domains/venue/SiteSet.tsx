import { Input } from "antd";
import { booking, type BookingPolicy } from "../../../contract/booking/booking";
import type { Input as CallInput } from "../../../contract/core/call";
import { Rounding } from "../../../contract/sale/rounding";
import { venue } from "../../../contract/venue/venue";
import { textOf } from "../../../contract/core/resource/text";
import { invoke } from "../../api/invoke";
import { useFresh } from "../../api/use-fresh";
import type { TKey } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { storeVenueInfo } from "../../session/storage";
import { useCan } from "../../providers/access-control";
import { setSession } from "../../session/store";
import { ErrorState } from "../../ui/ErrorState";
import { Choice } from "../../ui/form/Choice";
import { Field, FieldGroup } from "../../ui/form/Field";
import { FormPage, type Values } from "../../ui/form/FormPage";
import { SkeletonText } from "../../ui/Skeleton";
import { numberTyped } from "../../ui/form/read";

const RULES = [
  "holdMinutes",
  "freeCancelHours",
  "lateCancelPercent",
  "noShowPercent",
  "offerMinutes",
  "earlyCheckInMinutes",
  "daysAhead",
  "onlineDaysAhead",
  "onlineDayMinutes",
  "onlineHoldMinutes",
] as const satisfies readonly (keyof BookingPolicy)[];
const UNIT: Record<(typeof RULES)[number], TKey> = {
  holdMinutes: "venueSettings.minutes",
  freeCancelHours: "venueSettings.hours",
  lateCancelPercent: "venueSettings.percent",
  noShowPercent: "venueSettings.percent",
  offerMinutes: "venueSettings.minutes",
  earlyCheckInMinutes: "venueSettings.minutes",
  daysAhead: "venueSettings.days",
  onlineDaysAhead: "venueSettings.days",
  onlineDayMinutes: "venueSettings.minutes",
  onlineHoldMinutes: "venueSettings.minutes",
};
const SWITCH = ["off", "on"] as const;
const ORDERS = ["principalFirst", "giftFirst", "proRata"] as const;

/** Checkouts of this browser follow the new order of purses at once. */
async function refreshVenue(): Promise<void> {
  const venueInfo = await invoke(venue.view, {});
  storeVenueInfo(venueInfo);
  setSession({ venueInfo });
}

/** The venue's policy of holds, late cancellations, no-shows and offers; programs may have rules of their own. */
export function SiteSet() {
  const t = useT();
  const mayChange = useCan("booking_policy");
  const policy = useFresh(booking.policy, {});
  if (policy.error) return <ErrorState what={policy.error.message} onRetry={policy.refetch} retrying={policy.isFetching} />;
  if (!policy.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  const { data } = policy;
  if (!mayChange)
    return (
      <div className="pad form-page">
        <header className="page-head">
          <h1>{t("venueSettings.title")}</h1>
        </header>
        <section className="card form-group">
          <h2>{t("venueSettings.policy")}</h2>
          {RULES.map((rule) => (
            <p key={rule} className="row">
              <span className="grow">{t(`venueSettings.${rule}`)}</span>
              <b>
                {data[rule]} {t(UNIT[rule])}
              </b>
            </p>
          ))}
          <p className="row">
            <span className="grow">{t("venueSettings.onlineBooking")}</span>
            <b>{t(data.onlineBooking ? "venueSettings.on" : "venueSettings.off")}</b>
          </p>
          <p className="row">
            <span className="grow">{t("venueSettings.purseOrder")}</span>
            <b>{t(`venueSettings.${data.purseOrder}`)}</b>
          </p>
          <p className="row">
            <span className="grow">{t("venueSettings.offlineBalance")}</span>
            <b>{data.offlineBalance}</b>
          </p>
          <p className="row">
            <span className="grow">{t("venueSettings.approvalLimit")}</span>
            <b>{data.approvalLimit}</b>
          </p>
          <p className="row">
            <span className="grow">{t("venueSettings.rounding")}</span>
            <b>
              {t(`venueSettings.roundings.${data.rounding}`)} {data.rounding !== "off" && data.roundingLimit}
            </b>
          </p>
        </section>
      </div>
    );
  return (
    <FormPage
      resource="booking"
      name="site-set"
      title={t("venueSettings.title")}
      call={booking.modifyPolicy}
      initial={{
        ...Object.fromEntries(RULES.map((rule) => [rule, String(data[rule])])),
        onlineBooking: data.onlineBooking ? "on" : "off",
        purseOrder: data.purseOrder,
        offlineBalance: data.offlineBalance,
        approvalLimit: data.approvalLimit,
        rounding: data.rounding,
        roundingLimit: data.roundingLimit,
      }}
      toInput={toInput}
      onSaved={() => {
        policy.refetch();
        void refreshVenue();
      }}
    >
      <FieldGroup title={t("venueSettings.policy")}>
        <p className="mut">{t("venueSettings.policyHint")}</p>
        <Field name="onlineBooking" label={t("venueSettings.onlineBooking")} required hint={t("venueSettings.hint.onlineBooking")}>
          <Choice options={SWITCH.map((value) => ({ value, label: t(`venueSettings.${value}`) }))} />
        </Field>
        {RULES.map((rule) => (
          <Field key={rule} name={rule} label={t(`venueSettings.${rule}`)} required hint={t(`venueSettings.hint.${rule}`)}>
            <Input inputMode="decimal" autoComplete="off" suffix={t(UNIT[rule])} />
          </Field>
        ))}
        <Field name="purseOrder" label={t("venueSettings.purseOrder")} required hint={t("venueSettings.hint.purseOrder")}>
          <Choice options={ORDERS.map((value) => ({ value, label: t(`venueSettings.${value}`) }))} />
        </Field>
        <Field name="offlineBalance" label={t("venueSettings.offlineBalance")} required hint={t("venueSettings.hint.offlineBalance")}>
          <Input inputMode="decimal" autoComplete="off" suffix={t("venueSettings.yuan")} />
        </Field>
        <Field name="approvalLimit" label={t("venueSettings.approvalLimit")} required hint={t("venueSettings.hint.approvalLimit")}>
          <Input inputMode="decimal" autoComplete="off" suffix={t("venueSettings.yuan")} />
        </Field>
        <Field name="rounding" label={t("venueSettings.rounding")} required hint={t("venueSettings.hint.rounding")}>
          <Choice options={Rounding.options.map((value) => ({ value, label: t(`venueSettings.roundings.${value}`) }))} />
        </Field>
        <Field name="roundingLimit" label={t("venueSettings.roundingLimit")} required hint={t("venueSettings.hint.roundingLimit")}>
          <Input inputMode="decimal" autoComplete="off" suffix={t("venueSettings.yuan")} />
        </Field>
      </FieldGroup>
    </FormPage>
  );
}

const toInput = (values: Values): CallInput<typeof booking.modifyPolicy> => ({
  holdMinutes: numberTyped(values["holdMinutes"]),
  freeCancelHours: numberTyped(values["freeCancelHours"]),
  lateCancelPercent: numberTyped(values["lateCancelPercent"]),
  noShowPercent: numberTyped(values["noShowPercent"]),
  offerMinutes: numberTyped(values["offerMinutes"]),
  earlyCheckInMinutes: numberTyped(values["earlyCheckInMinutes"]),
  daysAhead: numberTyped(values["daysAhead"]),
  onlineBooking: values["onlineBooking"] === "on",
  onlineDaysAhead: numberTyped(values["onlineDaysAhead"]),
  onlineDayMinutes: numberTyped(values["onlineDayMinutes"]),
  onlineHoldMinutes: numberTyped(values["onlineHoldMinutes"]),
  purseOrder: ORDERS.find((order) => order === values["purseOrder"]) ?? "principalFirst",
  offlineBalance: textOf(values["offlineBalance"]).trim(),
  approvalLimit: textOf(values["approvalLimit"]).trim(),
  rounding: Rounding.options.find((mode) => mode === values["rounding"]) ?? "off",
  roundingLimit: textOf(values["roundingLimit"]).trim(),
});
