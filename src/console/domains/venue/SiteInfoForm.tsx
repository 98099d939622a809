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
    [t({ zh: "名称", en: "Name" }), data.name],
    [t({ zh: "简称", en: "Short name" }), data.shortName],
    [t({ zh: "地址", en: "Address" }), [data.province, data.city, data.area, data.address].join(" ")],
    [t({ zh: "联系人", en: "Contact" }), data.contact],
    [t({ zh: "电话", en: "Telephone" }), data.phone],
    [t({ zh: "邮箱", en: "E-mail" }), data.email],
    [t({ zh: "今天营业", en: "Open today" }), hoursOf(data, today)],
    [t({ zh: "简介", en: "About" }), data.intro],
  ] as const;
  return (
    <div className="pad form-page">
      <header className="page-head">
        <h1>{t({ zh: "场馆信息", en: "Venue info" })}</h1>
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
      title={t({ zh: "场馆信息", en: "Venue info" })}
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
          <FieldGroup title={t({ zh: "场馆", en: "Venue" })}>
            <div className="form-two">
              {field("name", "名称", "Name", { required: true })}
              {field("shortName", "简称", "Short name", { hint: t({ zh: "地方小时显示", en: "Shown where there is little room" }) })}
            </div>
            <Field name="logo" label={t({ zh: "标志", en: "Logo" })}>
              <PictureField />
            </Field>
            <Field
              name="pictures"
              label={t({ zh: "图片", en: "Pictures" })}
              hint={t({ zh: "最多 12 张，第一张是封面；可拖动排序", en: "Up to 12; the first is the cover; drag to order" })}
            >
              <PictureField max={12} />
            </Field>
            {field("intro", "简介", "About", { lines: 4 })}
          </FieldGroup>
          <FieldGroup title={t({ zh: "地址", en: "Address" })}>
            <div className="form-three">
              {field("province", "省", "Province")}
              {field("city", "市", "City")}
              {field("area", "区县", "District")}
            </div>
            {field("address", "详细地址", "Address")}
            <Position form={form} />
            <div className="form-two">
              <Field name="longitude" label={t({ zh: "经度", en: "Longitude" })}>
                <NumberField min={-180} max={180} decimals={6} />
              </Field>
              <Field name="latitude" label={t({ zh: "纬度", en: "Latitude" })}>
                <NumberField min={-90} max={90} decimals={6} />
              </Field>
            </div>
          </FieldGroup>
          <FieldGroup title={t({ zh: "联系方式", en: "Contact" })}>
            <div className="form-two">
              {field("contact", "联系人", "Contact")}
              {field("phone", "电话", "Telephone")}
              {field("email", "邮箱", "E-mail")}
            </div>
          </FieldGroup>
          <FieldGroup title={t({ zh: "营业时间", en: "Hours" })}>
            <Field
              name="hours"
              label={t({ zh: "每天", en: "Each day" })}
              hint={t({
                zh: "开门和打烊相同表示不营业；订场按各馆的时间",
                en: "The same time twice means closed; bookings follow each hall's hours",
              })}
            >
              <Hours />
            </Field>
          </FieldGroup>
          <FieldGroup title={t({ zh: "公开页面", en: "Public page" })}>
            <Field
              name="publicPage"
              valuePropName="checked"
              label={t({ zh: "顾客可以打开场馆页面", en: "Customers may open the venue’s pages" })}
              hint={t({
                zh: "二维码打开的网页：营业时间、价格、空场、服务、教练、相册、文章和已公布的比赛；姓名只显示首字。没有勾选时，扫码的人只看到页面未公开",
                en: "What printed codes open: hours, prices, free courts, services, coaches, albums, articles and published competitions; people by initials. While it is off, whoever scans a code reads that nothing is published",
              })}
            >
              <Checkbox>{t({ zh: "公开", en: "Published" })}</Checkbox>
            </Field>
          </FieldGroup>
          <FieldGroup title={t({ zh: "小票", en: "Receipts" })}>
            <div className="form-two">
              {field("receiptHead", "小票抬头", "Receipt head", {
                lines: 3,
                hint: t({ zh: "印在场馆名下方，可换行", en: "Below the venue's name; may have lines" }),
              })}
              {field("receiptFoot", "小票落款", "Receipt foot", {
                lines: 3,
                hint: t({ zh: "空着用默认的退换说明", en: "Left empty: the usual words about returns" }),
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
