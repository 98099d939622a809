/**
 * Files of a batch, made from its stored lines: the same bytes each time. Texts are Chinese, as the programs that read them.
 *
 * - Kingdee: the voucher table of its standard exchange format, a column for each of its fields, as an Excel sheet.
 * - Yonyou: lines of text in GBK after the head `填制凭证,V800`; fields after the last one that is given are left out.
 * - CSV: UTF-8 with a byte-order mark, as spreadsheet programs expect.
 */
import { sql } from "kysely";
import { yuan } from "../../../contract/core/money";
import { journalBatches } from "../../../contract/accounting/journal";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type ExcelCell, type ExcelColumn, type ExcelType, streamExcel } from "../../http/excel";
import { encodeGbk } from "../../http/gbk";
import type { FileAnswer } from "../../http/serve";
import { auditExport } from "../../kernel/audit-line";

interface Batch {
  readonly no: string;
  readonly operator: string;
}
interface Line {
  readonly day: string;
  readonly voucher: number;
  readonly entry: number;
  readonly summary: string;
  readonly code: string;
  readonly name: string;
  readonly account: string;
  readonly debit: number;
  readonly credit: number;
}

/** Word of a voucher (凭证字): all are of one kind. */
const GROUP = "记";

async function linesOf(ctx: Ctx, id: string): Promise<{ readonly batch: Batch; readonly lines: readonly Line[] }> {
  const batch = await ctx.db
    .selectFrom("journal_batch")
    .select(["no", "operator"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!batch) throw new AppError("missing", { what: journalBatches.one[ctx.language] });
  await auditExport(ctx, "journal_batch", false, id);
  const { rows } = await sql<Line>`
    SELECT day::text AS day, voucher_no AS voucher, entry, summary, code, name, account, debit, credit FROM journal_line
    WHERE venue_id = ${ctx.venue.id} AND batch_id = ${id} ORDER BY day, voucher_no, entry`.execute(ctx.db);
  return { batch, lines: rows };
}

type KingdeeField = readonly [name: string, type: ExcelType, value: (line: Line, batch: Batch) => ExcelCell];
const empty = (...names: readonly string[]): readonly KingdeeField[] => names.map((name) => [name, "text", () => null]);
const ITEMS = Array.from({ length: 8 }, (_, i) => [`FCLSNAME${i + 1}`, `FOBJID${i + 1}`, `FOBJNAME${i + 1}`]).flat();
/** Every field of the exchange format, in its order. Lines carry no accounting items, quantities or settlement numbers: those stay empty. */
const KINGDEE: readonly KingdeeField[] = [
  ["FDATE", "day", ({ day }) => day],
  ["FTRANSDATE", "day", ({ day }) => day],
  ["FPERIOD", "number", ({ day }) => Number(day.slice(5, 7))],
  ["FGROUP", "text", () => GROUP],
  ["FNUM", "number", ({ voucher }) => voucher],
  ["FENTRYID", "number", ({ entry }) => entry - 1],
  ["FEXP", "text", ({ summary }) => summary],
  ["FACCTID", "text", ({ code }) => code],
  ...empty(...ITEMS, "FTRANSID"),
  ["FCYID", "text", () => "RMB"],
  ["FEXCHRATE", "number", () => 1],
  ["FDC", "text", ({ debit }) => (debit > 0 ? "D" : "C")],
  ["FFCYAMT", "money", ({ debit, credit }) => debit + credit],
  ["FQTY", "number", () => 0],
  ["FPRICE", "number", () => 0],
  ["FDEBIT", "money", ({ debit }) => debit],
  ["FCREDIT", "money", ({ credit }) => credit],
  ...empty("FSETTLCODE", "FSETTLENO"),
  ["FPREPARE", "text", (_, { operator }) => operator],
  ...empty("FPAY", "FCASH", "FPOSTER", "FCHECKER"),
  ["FATTCHMENT", "number", () => 0],
  ["FPOSTED", "number", () => 0],
  ...empty("FMODULE"),
  ["FDELETED", "number", () => 0],
  ...empty("FSERIALNO", "FUNITNAME"),
  ["FREFERENCE", "text", (_, { no }) => no],
  ...empty("FCASHFLOW", "FHANDLER"),
];

export async function kingdee(ctx: Ctx, { id }: { readonly id: string }): Promise<FileAnswer> {
  const { batch, lines } = await linesOf(ctx, id);
  const columns: readonly ExcelColumn[] = KINGDEE.map(([title, type]) => ({ title, type }));
  async function* rows(): AsyncGenerator<readonly ExcelCell[]> {
    for (const line of lines) yield KINGDEE.map(([, , value]) => value(line, batch));
  }
  return streamExcel(`金蝶凭证 ${batch.no}.xlsx`, columns, rows(), ctx.venue.zone);
}

/** A field of text lines: no separator and no line break in it. */
const plain = (text: string): string => text.replace(/[,\r\n"]/g, " ");

export async function yonyou(ctx: Ctx, { id }: { readonly id: string }): Promise<FileAnswer> {
  const { batch, lines } = await linesOf(ctx, id);
  const text = lines.map(({ day, voucher, summary, code, debit, credit }) =>
    // Day, word, voucher, attachments, summary, account, debit, credit, quantity, foreign amount, rate, prepared by.
    [day, GROUP, voucher, 0, plain(summary), code, yuan(debit), yuan(credit), 0, 0, 0, plain(batch.operator)].join(","),
  );
  return {
    fileName: `用友凭证 ${batch.no}.txt`,
    type: "text/plain",
    body: encodeGbk(["填制凭证,V800", ...text, ""].join("\r\n")),
  };
}

const CSV_HEAD = [
  "日期",
  "凭证字",
  "凭证号",
  "分录号",
  "摘要",
  "科目代码",
  "科目名称",
  "借方金额",
  "贷方金额",
  "制单人",
  "台账科目",
  "批次号",
];
/** A cell of CSV: quoted where it has to be; what a spreadsheet would evaluate is led by an apostrophe. */
function cell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export async function csv(ctx: Ctx, { id }: { readonly id: string }): Promise<FileAnswer> {
  const { batch, lines } = await linesOf(ctx, id);
  const rows = lines.map((line) =>
    [line.day, GROUP, line.voucher, line.entry, line.summary, line.code, line.name, yuan(line.debit), yuan(line.credit)]
      .concat(batch.operator, line.account, batch.no)
      .map(cell)
      .join(","),
  );
  return {
    fileName: `凭证 ${batch.no}.csv`,
    type: "text/csv",
    body: Buffer.from(`\ufeff${[CSV_HEAD.join(","), ...rows, ""].join("\r\n")}`),
  };
}
