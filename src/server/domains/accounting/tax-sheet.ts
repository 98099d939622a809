/** Requests to be issued as a sheet for the tax platform: a row a line, with what the platform asks of an invoice on each. */
import { sql } from "kysely";
import { type Rate, RATES } from "../../../contract/accounting/invoices";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { auditExport } from "../../kernel/audit-line";
import { EXCESS } from "./request-invoice";

interface Row {
  readonly no: string;
  readonly kind: "general" | "special";
  readonly buyerKind: "company" | "person";
  readonly buyer: string;
  readonly taxNo: string;
  readonly email: string;
  readonly remark: string;
  readonly item: string;
  readonly taxCode: string;
  readonly rate: Rate;
  readonly gross: number;
  readonly tax: number;
}
/** Requests of a sheet; the rest stays for the next, and so do those of which money went back since. */
const MOST = 1_000;
const KINDS = { general: "普通发票", special: "增值税专用发票" } as const;
/** Columns are Chinese in both languages: the platform reads them. */
const COLUMNS: readonly ExcelColumn[] = [
  { title: "发票流水号", type: "text", width: 20 },
  { title: "发票类型", type: "text" },
  { title: "是否含税", type: "text" },
  { title: "受票方自然人标识", type: "text" },
  { title: "购买方名称", type: "text", width: 30 },
  { title: "购买方纳税人识别号", type: "text", width: 22 },
  { title: "购买方邮箱", type: "text", width: 24 },
  { title: "备注", type: "text", width: 24 },
  { title: "项目名称", type: "text", width: 20 },
  { title: "商品和服务税收编码", type: "text", width: 22 },
  { title: "金额", type: "money" },
  { title: "税率", type: "text" },
  { title: "税额", type: "money" },
  { title: "优惠政策类型", type: "text" },
];

export async function taxSheet(ctx: Ctx): Promise<FileAnswer> {
  await auditExport(ctx, "invoice", true);
  const { rows } = await sql<Row>`
    SELECT i.no, i.kind, i.buyer_kind AS "buyerKind", i.buyer, i.tax_no AS "taxNo", i.email, i.document_no || ' ' || i.remark AS remark,
      l.item, l.tax_code AS "taxCode", l.rate, l.gross, l.tax
    FROM (SELECT t.* FROM invoice t WHERE t.venue_id = ${ctx.venue.id} AND t.state = 'requested' AND ${EXCESS} = 0 ORDER BY t.created_at, t.id LIMIT ${MOST}) i
    JOIN invoice_line l ON l.venue_id = i.venue_id AND l.invoice_id = i.id ORDER BY i.created_at, i.id, l.seq`.execute(ctx.db);
  async function* cells(): AsyncGenerator<ExcelRow> {
    for (const row of rows)
      yield [
        row.no,
        KINDS[row.kind],
        "是",
        row.buyerKind === "person" ? "是" : "否",
        row.buyer,
        row.taxNo,
        row.email,
        row.remark.trim(),
        row.item,
        row.taxCode,
        row.gross,
        /^\d+$/.test(row.rate) ? `${row.rate}%` : RATES[row.rate].zh,
        row.tax,
        row.rate === "exempt" ? "免税" : "",
      ];
  }
  return streamExcel("待开发票.xlsx", COLUMNS, cells(), ctx.venue.zone);
}
