/** The Excel files of a declared resource: its list, and the empty file that is filled in for an import. */
import type { Resource } from "../../contract/core/resource/define";
import { type Field, isMasked, labelsOf, nameKey } from "../../contract/core/resource/fields";
import { type Importable, importColumns } from "../../contract/core/resource/importing";
import { textOf } from "../../contract/core/resource/text";
import { maskPhone } from "../../contract/core/phone";
import { clock } from "../../contract/core/time";
import { streamRows } from "../db/stream";
import type { Ctx } from "../http/context";
import { type ExcelCell, type ExcelColumn, type ExcelType, streamExcel } from "../http/excel";
import type { FileAnswer } from "../http/serve";
import { auditExport } from "../kernel/audit-line";
import type { Reader, Row } from "./query";

const EXCEL: Readonly<Record<Field["kind"], ExcelType>> = {
  text: "text",
  phone: "text",
  money: "money",
  number: "number",
  percent: "number",
  day: "day",
  instant: "instant",
  minute: "text",
  bool: "text",
  choice: "text",
  state: "text",
  reference: "text",
  words: "text",
  picture: "text",
  pictures: "text",
  richText: "text",
  region: "text",
  shaped: "text",
};
const CREATED = { zh: "创建时间", en: "Created" } as const;
const YES = { true: { zh: "是", en: "Yes" }, false: { zh: "否", en: "No" } } as const;

/** Parts of the resource's serving that the files use. */
interface Given {
  readonly resource: Resource;
  readonly reader: Reader;
  /** The table under which the audit log has its rows. */
  readonly table: string;
  readonly seen: (ctx: Ctx, field: Field) => boolean;
  readonly valueIn: (ctx: Ctx, row: Row, name: string) => unknown;
  readonly texts: Readonly<Record<string, (row: Row, ctx: Ctx) => string>> | undefined;
}

export function filesOf({ resource, reader, table, seen, valueIn, texts }: Given) {
  const fields = Object.entries<Field>(resource.fields);
  async function excel(ctx: Ctx, input: Readonly<Record<string, unknown>>) {
    const visible = fields.filter(
      ([, field]) => !field.options.formOnly && !field.options.internal && field.kind !== "richText" && seen(ctx, field),
    );
    // In the order of the list: where the time matters most it comes next to the name.
    const dated = <C>(cells: readonly C[], time: C): C[] =>
      resource.undated ? [...cells] : resource.time ? [...cells.slice(0, 1), time, ...cells.slice(1)] : [...cells, time];
    const columns = dated<ExcelColumn>(
      visible.map(([, { label, kind }]) => ({ title: label[ctx.language], type: EXCEL[kind] })),
      { title: (resource.time ?? CREATED)[ctx.language], type: "instant" },
    );
    const query = reader.newestFirst(ctx, await reader.rows(ctx, input));
    const phones = visible.flatMap(([, field]) => (field.kind === "phone" ? [field] : []));
    if (phones.length > 0) await auditExport(ctx, table, !phones.every((field) => isMasked(field, ctx.codes)));
    async function* rows() {
      for await (const row of streamRows(ctx.db, query))
        yield dated<ExcelCell>(
          visible.map(([name, field]) => cell(ctx, field, row, name)),
          row.createdAt,
        );
    }
    return streamExcel(`${resource.one[ctx.language]}.xlsx`, columns, rows(), ctx.venue.zone);
  }
  function cell(ctx: Ctx, field: Field, row: Row, name: string): ExcelCell {
    const own = texts?.[name];
    if (own) return own(row, ctx);
    const value = field.kind === "reference" ? row[nameKey(name)] : valueIn(ctx, row, name);
    const label = (one: unknown): string => labelsOf(field)[String(one)]?.[ctx.language] ?? String(one);
    if (value === null || value === undefined || value === "") {
      const words = field.options.none?.[ctx.language];
      return words === undefined ? null : { words };
    }
    if (Array.isArray(value)) return value.map(label).join(ctx.language === "zh" ? "、" : ", ");
    if (field.kind === "choice" || field.kind === "state") return label(value);
    if (field.kind === "bool") return YES[value === true ? "true" : "false"][ctx.language];
    if (field.kind === "minute") return clock(Number(value));
    if (isMasked(field, ctx.codes)) return maskPhone(textOf(value));
    return value as ExcelCell;
  }
  return { excel };
}

/** An empty file with a column for each field that an import fills. */
export function templateOf({ one, fields }: Importable) {
  return (ctx: Ctx): Promise<FileAnswer> => {
    const columns = importColumns(fields).map(({ label }): ExcelColumn => ({ title: label[ctx.language], type: "text" }));
    return streamExcel(`${one[ctx.language]}.xlsx`, columns, (async function* () {})(), ctx.venue.zone);
  };
}
