/** The venue's own data: names, pictures, address with its position, contacts, hours, receipt head. */
import { Checkbox, Input, type FormInstance } from "antd";
import type { Input as CallInput } from "../../../contract/core/call";
import { clock, weekday } from "../../../contract/core/time";
import { type Venue, venue } from "../../../contract/venue/venue";
import { useFresh } from "../../api/use-fresh";
import { useT } from "../../i18n/use-t";
import { PictureField } from "../../pictures/PictureField";
import { storeVenueInfo } from "../../session/storage";
import { useCan } from "../../providers/access-control";
import { setSession } from "../../session/store";
import { ErrorState } from "../../ui/ErrorState";
import { Field, FieldGroup } from "../../ui/form/Field";
import { FormPage, type Values } from "../../ui/form/FormPage";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { ExportVenue } from "./ExportVenue";
import { Hours } from "./Hours";
import { Position } from "./Position";
import "./site-info.css";
import { NumberField } from "../../ui/form/NumberField";

const TEXTS = [
  "name",
  "shortName",
  "intro",
  "province",
  "city",
  "area",
  "address",
  "contact",
  "phone",
  "email",
  "receiptHead",
  "receiptFoot",
] as const;

export function SiteInfoForm() {
  const t = useT();
  const mayChange = useCan("venue_modify");
  const mayExport = useCan("venue_export");
  const read = useFresh(venue.view, {});
  if (read.error) return <ErrorState what={read.error.message} onRetry={read.refetch} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={10} label={t("ui.loading")} />;
  return (
    <>
      {mayChange ? <Form data={read.data} again={read.refetch} /> : <ReadOnlySiteInfo data={read.data} />}
      {mayExport && (
        <div className="pad form-page">
          <ExportVenue />
        </div>
      )}
    </>
  );
}

/** For who may look only. */
function ReadOnlySiteInfo({ data }: { data: Venue }) {
  const t = useT();
  const today = weekday(useToday()) - 1;
  const rows = [
    [t("venue.siteInfoForm.name"), data.name],
    [t("venue.siteInfoForm.shortName"), data.shortName],
    [t("venue.siteInfoForm.address"), [data.province, data.city, data.area, data.address].join(" ")],
    [t("venue.siteInfoForm.contact"), data.contact],
    [t("venue.siteInfoForm.telephone"), data.phone],
    [t("venue.siteInfoForm.eMail"), data.email],
    [t("venue.siteInfoForm.openToday"), hoursOf(data, today)],
    [t("venue.siteInfoForm.about"), data.intro],
  ] as const;
  return (
    <div className="pad form-page">
      <header className="page-head">
        <h1>{t("venue.siteInfoForm.venueInfo")}</h1>
      </header>
      <dl className="card form-group site-shown">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.trim() === "" ? "—" : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
const hoursOf = ({ openMinutes, closeMinutes }: Venue, day: number): string =>
  `${clock(openMinutes[day] ?? 0)}–${clock(closeMinutes[day] ?? 0)}`;

function Form({ data, again }: { data: Venue; again: () => void }) {
  const t = useT();
  const field = (
    name: (typeof TEXTS)[number],
    zh: string,
    en: string,
    options: { required?: boolean; hint?: string; lines?: number } = {},
  ) => (
    <Field name={name} label={t({ zh, en })} required={options.required ?? false} {...(options.hint ? { hint: options.hint } : {})}>
      {options.lines ? <Input.TextArea rows={options.lines} /> : <Input autoComplete="off" />}
    </Field>
  );
  return (
    <FormPage
      resource="venue"
      name="site-info"
      title={t("venue.siteInfoForm.venueInfo")}
      call={venue.modify}
      initial={{
        ...Object.fromEntries(TEXTS.map((name) => [name, data[name]])),
        logo: data.logo,
        pictures: data.pictures,
        publicPage: data.publicPage,
        longitude: data.longitude,
        latitude: data.latitude,
        hours: data.openMinutes.map((open, day) => [open, data.closeMinutes[day] ?? open]),
      }}
      toInput={toInput}
      onSaved={(saved) => {
        // Grid, receipts and the shell read the venue from the session.
        storeVenueInfo(saved);
        setSession({ venueInfo: saved });
        again();
      }}
    >
      {(form: FormInstance<Values>) => (
        <>
          <FieldGroup title={t("venue.siteInfoForm.venue")}>
            <div className="form-two">
              {field("name", "名称", "Name", { required: true })}
              {field("shortName", "简称", "Short name", { hint: t("venue.siteInfoForm.shownWhereThereLittle") })}
            </div>
            <Field name="logo" label={t("venue.siteInfoForm.logo")}>
              <PictureField />
            </Field>
            <Field name="pictures" label={t("venue.siteInfoForm.pictures")} hint={t("venue.siteInfoForm.up12FirstCover")}>
              <PictureField max={12} />
            </Field>
            {field("intro", "简介", "About", { lines: 4 })}
          </FieldGroup>
          <FieldGroup title={t("venue.siteInfoForm.address")}>
            <div className="form-three">
              {field("province", "省", "Province")}
              {field("city", "市", "City")}
              {field("area", "区县", "District")}
            </div>
            {field("address", "详细地址", "Address")}
            <Position form={form} />
            <div className="form-two">
              <Field name="longitude" label={t("venue.siteInfoForm.longitude")}>
                <NumberField min={-180} max={180} decimals={6} />
              </Field>
              <Field name="latitude" label={t("venue.siteInfoForm.latitude")}>
                <NumberField min={-90} max={90} decimals={6} />
              </Field>
            </div>
          </FieldGroup>
          <FieldGroup title={t("venue.siteInfoForm.contact2")}>
            <div className="form-two">
              {field("contact", "联系人", "Contact")}
              {field("phone", "电话", "Telephone")}
              {field("email", "邮箱", "E-mail")}
            </div>
          </FieldGroup>
          <FieldGroup title={t("venue.siteInfoForm.hours")}>
            <Field name="hours" label={t("venue.siteInfoForm.eachDay")} hint={t("venue.siteInfoForm.sameTimeTwiceMeans")}>
              <Hours />
            </Field>
          </FieldGroup>
          <FieldGroup title={t("venue.siteInfoForm.publicPage")}>
            <Field
              name="publicPage"
              valuePropName="checked"
              label={t("venue.siteInfoForm.customersMayOpenVenues")}
              hint={t("venue.siteInfoForm.whatPrintedCodesOpen")}
            >
              <Checkbox>{t("venue.siteInfoForm.published")}</Checkbox>
            </Field>
          </FieldGroup>
          <FieldGroup title={t("venue.siteInfoForm.receipts")}>
            <div className="form-two">
              {field("receiptHead", "小票抬头", "Receipt head", {
                lines: 3,
                hint: t("venue.siteInfoForm.belowVenuesNameMay"),
              })}
              {field("receiptFoot", "小票落款", "Receipt foot", {
                lines: 3,
                hint: t("venue.siteInfoForm.leftEmptyUsualWords"),
              })}
            </div>
          </FieldGroup>
        </>
      )}
    </FormPage>
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

function toInput(values: Values): CallInput<typeof venue.modify> {
  const hours = Array.isArray(values["hours"]) ? (values["hours"] as readonly (readonly [number, number])[]) : [];
  return {
    name: textOf(values["name"]),
    shortName: textOf(values["shortName"]),
    intro: textOf(values["intro"]),
    province: textOf(values["province"]),
    city: textOf(values["city"]),
    area: textOf(values["area"]),
    address: textOf(values["address"]),
    contact: textOf(values["contact"]),
    phone: textOf(values["phone"]),
    email: textOf(values["email"]),
    receiptHead: textOf(values["receiptHead"]),
    receiptFoot: textOf(values["receiptFoot"]),
    logo: typeof values["logo"] === "string" && values["logo"] !== "" ? values["logo"] : null,
    pictures: Array.isArray(values["pictures"]) ? values["pictures"].map(String) : [],
    publicPage: values["publicPage"] === true,
    longitude: numberOf(values["longitude"]),
    latitude: numberOf(values["latitude"]),
    openMinutes: hours.map(([open]) => open),
    closeMinutes: hours.map(([, close]) => close),
  };
}
