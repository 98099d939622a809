/** Rendering of fields of declared resources and reports, by kind. */
import { grouped } from "../ui/grouped";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { apiAddress, withApiAddresses } from "../api/host";
import { type Field, labelsOf, nameKey } from "../../contract/core/resource/fields";
import { wordsOf } from "../../contract/core/picture-text";
import { clock } from "../../contract/core/time";
import type { T } from "../i18n/keys";
import type { Column } from "../ui/list/columns";
import { Money } from "../ui/Money";
import { operatorName } from "../ui/operator";
import { Phone } from "../ui/Phone";
import { StatusTag } from "../ui/StatusTag";
import { When, WhenDay } from "../ui/When";
import type { AnyRow, AnySums, Parts } from "./parts";

const WIDTH: Readonly<Record<Field["kind"], number>> = {
  text: 150,
  phone: 124,
  money: 112,
  number: 88,
  percent: 88,
  day: 112,
  instant: 140,
  minute: 80,
  bool: 72,
  choice: 104,
  state: 104,
  reference: 140,
  words: 150,
  picture: 64,
  pictures: 64,
  richText: 200,
  region: 150,
  shaped: 150,
};
const NUMERIC: readonly Field["kind"][] = ["money", "number", "percent", "minute"];
const NOTHING = <span className="zero">—</span>;
const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** The value of a field, or what is said where there is none. `inRecord`: with room for all of it. */
export function valueOf(name: string, field: Field, row: Readonly<Record<string, unknown>>, t: T, inRecord = false): ReactNode {
  const { none } = field.options;
  const value = row[name];
  const empty = value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  return empty && none ? <span className="mut">{t(none)}</span> : filledIn(name, field, row, t, inRecord);
}

/** Fields that name who did something; the scheduler has its name in the language on screen. */
const DOER = /^operator$|By$/;

function filledIn(name: string, field: Field, row: Readonly<Record<string, unknown>>, t: T, inRecord: boolean): ReactNode {
  const value = row[name];
  const label = (one: unknown): string => {
    const found = labelsOf(field)[text(one)];
    return found ? t(found) : text(one);
  };
  switch (field.kind) {
    case "money":
      return <Money value={value === null || value === undefined ? null : text(value)} />;
    case "phone":
      return <Phone value={text(value)} />;
    case "day":
      return <WhenDay day={value === null ? null : text(value)} />;
    case "instant":
      return <When at={value === null ? null : text(value)} />;
    case "minute":
      return typeof value === "number" ? clock(value) : NOTHING;
    case "percent":
      return typeof value === "number" ? `${value} %` : NOTHING;
    case "number":
      if (typeof value === "number" && field.options.unit) return t(field.options.unit, { n: value });
      return typeof value === "number" ? value === 0 ? <span className="zero">0</span> : grouped(value) : NOTHING;
    case "bool":
      return value === true ? t("common.yes") : <span className="mut">{t("common.no")}</span>;
    case "choice":
      return value === null ? NOTHING : label(value);
    case "state":
      return <StatusTag tone={field.machine?.labels[text(value)]?.tone ?? "neutral"}>{label(value)}</StatusTag>;
    case "reference":
      return referenceOf(name, field, row);
    case "shaped":
    case "words":
    case "region":
      return Array.isArray(value) && value.length > 0 ? value.map(label).join(field.kind === "region" ? " " : t("list.and")) : NOTHING;
    case "picture":
      return typeof value === "string" && value !== "" ? (
        <img className={inRecord ? "pic-large" : "pic-cell"} src={apiAddress(value)} alt={wordsOf(value)} loading="lazy" />
      ) : (
        NOTHING
      );
    case "pictures":
      return <Pictures value={value} inRecord={inRecord} />;
    case "richText":
      return inRecord ? <RichText html={text(value)} title={t(field.label)} /> : text(value).replace(/<[^>]*>/g, " ");
    case "text": {
      const displayText = DOER.test(name) ? operatorName(text(value), t) : text(value);
      return displayText === "" ? NOTHING : <span title={inRecord ? undefined : displayText}>{displayText}</span>;
    }
  }
}

function referenceOf(name: string, field: Field, row: Readonly<Record<string, unknown>>): ReactNode {
  const label = text(row[nameKey(name)]);
  if (label === "") return NOTHING;
  const page = field.of?.().page;
  return page === undefined ? label : <Link to={page.replace(":id", encodeURIComponent(text(row[name])))}>{label}</Link>;
}

function Pictures({ value, inRecord }: { value: unknown; inRecord: boolean }) {
  const all = Array.isArray(value) ? value.map(String) : [];
  if (all.length === 0) return NOTHING;
  if (!inRecord)
    return (
      <span className="row">
        <img className="pic-cell" src={apiAddress(all[0] ?? "")} alt={wordsOf(all[0] ?? "")} loading="lazy" />
        {all.length > 1 && <small className="mut">+{all.length - 1}</small>}
      </span>
    );
  return (
    <span className="row wrap">
      {all.map((each) => (
        <img key={each} className="pic-large" src={apiAddress(each)} alt={wordsOf(each)} loading="lazy" />
      ))}
    </span>
  );
}

/** HTML that the server has sanitised, in a frame of its own in which nothing can run. */
function RichText({ html, title }: { html: string; title: string }) {
  if (html === "") return NOTHING;
  const page = `<!doctype html><meta charset="utf-8"><style>body{font:14px/1.6 system-ui;margin:0;color:#141A24;background:#fff}img{max-width:100%}</style>${withApiAddresses(html)}`;
  return <iframe className="rich" sandbox="" srcDoc={page} title={title} />;
}

/** The column of a field. */
export function columnOf(
  name: string,
  field: Field,
  isTitle: boolean,
  t: T,
  cell?: NonNullable<Parts["cells"]>[string],
): Column<AnyRow, AnySums> {
  const { kind, options, label } = field;
  const cellOf = (row: AnyRow): ReactNode => cell?.(row, t) ?? valueOf(name, field, row, t);
  return {
    key: name,
    title: t(label),
    width: options.width ?? (isTitle ? 180 : WIDTH[kind]),
    render: isTitle ? (row) => <b>{cellOf(row)}</b> : cellOf,
    ...(isTitle ? { fixed: true, grow: true } : {}),
    ...(options.sort ? { sort: name } : {}),
    ...(NUMERIC.includes(kind) ? { end: true } : {}),
    ...(options.hidden || kind === "richText" ? { hidden: true } : {}),
    ...(isTitle || kind === "state" || (options.phone ?? kind === "money") ? {} : { wide: true }),
    ...(options.sum
      ? {
          sum: (sums: AnySums) => {
            const sum = sums[name] ?? null;
            if (sum === null) return null;
            return kind === "money" ? <Money value={String(sum)} /> : grouped(Number(sum));
          },
        }
      : {}),
  };
}
