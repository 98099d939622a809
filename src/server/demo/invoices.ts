/** The demo's invoices: rates, and requests against sales of the last days, some issued, one reversed. */
import { sql } from "kysely";
import { addDays, wall } from "../../contract/core/time";
import { taxRates } from "../../contract/accounting/invoices";
import { type InvoiceDraft, requestInvoice } from "../domains/accounting/request-invoice";
import type { Ctx, Operator } from "../http/context";
import { at } from "./act";
import { putRows } from "./rows";

const ACCOUNTANT: Operator = { id: "2", name: "周凯" };
const STORED_VALUE_CODE = "6010000000000000000";
const RATES = [
  ["place", "6", "体育服务", ""],
  ["session", "6", "体育服务", ""],
  ["coach", "6", "体育服务", ""],
  ["competition", "6", "体育服务", ""],
  ["activity", "6", "文化体育服务", ""],
  ["card", "6", "体育服务", ""],
  ["groupon", "6", "体育服务", ""],
  ["other", "6", "其他服务", ""],
  ["goods", "13", "商品", ""],
  ["storedValue", "none", "预付卡销售", STORED_VALUE_CODE],
] as const;
const BUYERS: readonly Pick<InvoiceDraft, "buyer" | "buyerKind" | "taxNo" | "email">[] = [
  { buyer: "晓晨科技有限公司", buyerKind: "company", taxNo: "91350100M000100Y43", email: "finance@example.com" },
  { buyer: "沈佩仪", buyerKind: "person", taxNo: "", email: "" },
  { buyer: "李文博", buyerKind: "person", taxNo: "", email: "" },
];

export async function makeInvoices(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day } = wall(system.now, system.venue.zone);
  const yesterday = addDays(day, -1);
  const ctx = at(system, { day: yesterday, minute: 18 * 60, person: ACCOUNTANT, moves: true }, { person: "" }, tick);
  await putRows(
    ctx,
    taxRates,
    "tax_rate",
    RATES.map(([service, rate, item, taxCode]) => ({ service, productClass: null, rate, item, taxCode, fromDay: "2020-01-01" })),
  );
  const { rows: documents } = await sql<{ no: string }>`SELECT no FROM invoiceable
    WHERE venue_id = ${ctx.venue.id} AND kind IN ('booking', 'sale') AND money >= 2000 ORDER BY no LIMIT ${BUYERS.length * 2}`.execute(
    ctx.db,
  );
  const made: string[] = [];
  for (const [i, { no }] of documents.entries()) {
    const buyer = BUYERS[i % BUYERS.length];
    if (buyer) made.push(await requestInvoice(ctx, { ...buyer, documentNo: no, amount: null, kind: "general", remark: "" }));
  }
  const issued = made.slice(0, BUYERS.length);
  for (const [i, id] of issued.entries())
    await ctx.db
      .updateTable("invoice")
      .set({
        state: i === 1 ? "reversed" : "issued",
        invoice_no: `2431200000000${10_000 + i}`,
        issued_on: yesterday,
        ...(i === 1 ? { red_no: `2431200000000${20_000 + i}`, reversed_on: yesterday } : {}),
      })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .execute();
}
