/** The venue's rule of output tax, and what a transaction's document and purses have recorded of it. */
import { sql } from "kysely";
import type { Rate } from "../../contract/accounting/invoices";
import { dayOf } from "../../contract/core/time";
import { type Ctx, memoizePerService } from "../http/context";
import type { Entry, Leg } from "./post";
import type { Purse } from "./tax";

/** Output tax at the venue on a day. */
export interface TaxRule {
  readonly day: string;
  /** True if sales of the day are taxed; otherwise only earlier tax is taken back. */
  readonly isOn: boolean;
  /** When stored value is taxed: paid in or used. */
  readonly storedValue: string;
  readonly gift: string;
}

/** Taxed stored value of a purse, fen. */
export interface StoredTax {
  readonly purse: Purse;
  readonly memberId: string;
  readonly rate: Rate;
  gross: number;
  tax: number;
}
/** Taxed stored value that the document took out of purses; `used`: of it what paid for sales. */
interface Released extends StoredTax {
  used: number;
}
/** Lines of a document that are no sales: stored value taxed and paid out, and with a purse what left it; the signs are those of what left. */
type Moved = Omit<StoredTax, "purse"> & { readonly purse: Purse | "" };
/** Sales that the document has recorded, by day on which they are earned, fen. */
interface Sales {
  readonly service: string;
  readonly classId: string;
  readonly rate: Rate;
  readonly earnedOn: string;
  readonly gross: number;
  readonly tax: number;
}
export interface TaxState {
  readonly sales: readonly Sales[];
  readonly held: readonly StoredTax[];
  readonly released: readonly Released[];
  readonly rateOf: (service: string, classId: string) => Rate;
}

/** Returns the rule of today; undefined where the books never had output tax. */
export async function readTaxRule(ctx: Ctx): Promise<TaxRule | undefined> {
  const day = dayOf(ctx.now, ctx.venue.zone);
  const rules = await readRules(ctx, day);
  const [now] = rules;
  if (!now || !rules.some(({ outputTax }) => outputTax)) return undefined;
  return { day, isOn: now.outputTax, storedValue: now.storedValue, gift: now.gift };
}
interface Rule {
  readonly outputTax: boolean;
  readonly storedValue: string;
  readonly gift: string;
}
const readRules = memoizePerService(async (ctx: Ctx, day: string): Promise<readonly Rule[]> => {
  const { rows } = await sql<Rule>`SELECT output_tax AS "outputTax", stored_value AS "storedValue", gift FROM invoice_rule
    WHERE venue_id = ${ctx.venue.id} AND from_day <= ${day} ORDER BY from_day DESC`.execute(ctx.db);
  return rows;
});

/** Reads what the document and the purses have recorded; the purses are locked first, in the order in which balances move. */
export async function readTaxState(ctx: Ctx, { document }: Entry, purses: readonly Leg[]): Promise<TaxState> {
  const venue = ctx.venue.id;
  const keys = [...new Set(purses.map(({ account, subject = "" }) => `${account} ${subject}`))].sort();
  const members = [...new Set(purses.map(({ subject = "" }) => subject))];
  const locked = keys.map((key) => {
    const [account = "", subject = ""] = key.split(" ");
    return sql`SELECT amount FROM balance WHERE venue_id = ${venue} AND account = ${account} AND subject = ${subject} FOR UPDATE`.execute(
      ctx.db,
    );
  });
  const sales =
    sql<Sales>`SELECT service, class_id AS "classId", rate, earned_on::text AS "earnedOn", sum(gross)::bigint AS gross, sum(tax)::bigint AS tax
    FROM tax_line WHERE venue_id = ${venue} AND document_id = ${document.id} AND document_kind = ${document.kind} AND earned_on IS NOT NULL
    GROUP BY 1, 2, 3, 4 HAVING sum(gross) <> 0 OR sum(tax) <> 0 ORDER BY 1, 2, 3, 4`.execute(ctx.db);
  const byPurse = sql<Moved>`SELECT purse, '' AS "memberId", rate, -sum(gross)::bigint AS gross, -sum(tax)::bigint AS tax
    FROM tax_line WHERE venue_id = ${venue} AND document_id = ${document.id} AND document_kind = ${document.kind} AND earned_on IS NULL
    GROUP BY 1, 3 ORDER BY 1 DESC, 3`.execute(ctx.db);
  const held = sql<StoredTax>`SELECT purse, member_id AS "memberId", rate, sum(gross)::bigint AS gross, sum(tax)::bigint AS tax
    FROM tax_line WHERE venue_id = ${venue} AND member_id = ANY (${members}::text[]) AND purse <> '' GROUP BY 1, 2, 3 HAVING sum(gross) > 0
    ORDER BY 1, 2, 3`.execute(ctx.db);
  const rates = sql<{
    service: string;
    classId: string;
    rate: Rate;
  }>`SELECT DISTINCT ON (service, product_class_id) service, coalesce(product_class_id, '') AS "classId", rate
    FROM tax_rate WHERE venue_id = ${venue} AND from_day <= ${dayOf(ctx.now, ctx.venue.zone)} ORDER BY service, product_class_id, from_day DESC`.execute(
    ctx.db,
  );
  const parents = sql<{
    id: string;
    parent: string;
  }>`SELECT id, parent_id AS parent FROM product_class WHERE venue_id = ${venue} AND parent_id IS NOT NULL`.execute(ctx.db);
  await Promise.all([...locked, sales, byPurse, held, rates, parents]);
  const rateByKey = new Map((await rates).rows.map(({ service, classId, rate }) => [`${service}/${classId}`, rate]));
  const parentById = new Map((await parents).rows.map(({ id, parent }) => [id, parent]));
  return {
    sales: (await sales).rows,
    held: (await held).rows,
    released: releasedOf((await byPurse).rows),
    rateOf: (service, classId) =>
      rateByKey.get(`${service}/${classId}`) ??
      rateByKey.get(`${service}/${parentById.get(classId) ?? ""}`) ??
      rateByKey.get(`${service}/`) ??
      "none",
  };
}

/** Returns the taxed stored value that a document took out of purses, less what it put back: of each, the part that was paid out is not used. */
function releasedOf(rows: readonly Moved[]): Released[] {
  const paidOut = new Map(rows.filter(({ purse }) => purse === "").map(({ rate, gross }) => [rate, Math.max(0, gross)]));
  return rows.flatMap(({ purse, ...row }): Released[] => {
    if (purse === "" || row.gross <= 0) return [];
    const out = Math.min(row.gross, paidOut.get(row.rate) ?? 0);
    paidOut.set(row.rate, (paidOut.get(row.rate) ?? 0) - out);
    return [{ ...row, purse, used: row.gross - out }];
  });
}
