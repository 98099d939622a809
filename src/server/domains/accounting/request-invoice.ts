/** Requests of invoices: within what was paid for the document, once, and stored value once for each member. */
import { sql } from "kysely";
import { INVOICEABLE, type InvoiceableKind, type invoices } from "../../../contract/accounting/invoices";
import { yuan } from "../../../contract/core/money";
import type { Draft } from "../../../contract/core/resource/define";
import { readCreditCode } from "../../../contract/core/typed/credit-code";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { lockInvoices, readUninvoiced } from "../../kernel/stored-value";
import { refuse } from "../../resource/refuse";
import { itemsOf } from "./tax-rates";

export type InvoiceDraft = Draft<(typeof invoices)["fields"]>;
interface Source {
  readonly kind: InvoiceableKind;
  readonly id: string;
  readonly no: string;
  readonly member: string | null;
  /** Fen that can be invoiced: money received, and stored value. */
  readonly money: number;
  readonly stored: number;
}

/** Writes a request. @returns its id. @throws AppError `badInput` where the document can't be invoiced, or not for so much */
export async function requestInvoice(ctx: Ctx, draft: InvoiceDraft): Promise<string> {
  await lockInvoices(ctx);
  const source = await findSource(ctx, draft.documentNo);
  const before = await invoicedOn(ctx, source.id);
  const moneyLeft = Math.max(0, source.money - before.money);
  const storedLeft = Math.max(0, Math.min(source.stored - before.stored, await storedLeftOf(ctx, source)));
  // A recharge is stored value in whole.
  const isRecharge = source.kind === "recharge";
  const left = isRecharge ? Math.max(0, Math.min(source.money - before.stored, await storedLeftOf(ctx, source))) : moneyLeft + storedLeft;
  const amount = draft.amount ?? left;
  if (amount <= 0 || amount > left)
    throw refuse(
      ctx,
      left === 0
        ? { zh: "{no} 没有可开票的金额，没有申请", en: "Nothing of {no} can be invoiced; nothing was requested" }
        : {
            zh: "{no} 还可开 {left} 元，没有申请；请改金额",
            en: "{left} of {no} can still be invoiced; nothing was requested. Change the amount",
          },
      { no: source.no, left: yuan(left) },
      left === 0 ? "documentNo" : "amount",
    );
  const items = await itemsOf(ctx, source, amount);
  const id = ctx.newId();
  await ctx.db
    .insertInto("invoice")
    .values({
      venue_id: ctx.venue.id,
      id,
      no: await documentNumber(ctx, "invoice", today(ctx)),
      state: "requested",
      document_kind: source.kind,
      document_id: source.id,
      document_no: source.no,
      member_id: source.member,
      amount,
      stored: isRecharge ? amount : Math.max(0, amount - moneyLeft),
      net: items.reduce((sum, { net }) => sum + net, 0),
      tax: items.reduce((sum, { tax }) => sum + tax, 0),
      kind: draft.kind,
      buyer_kind: draft.buyerKind,
      buyer: draft.buyer,
      tax_no: taxNumber(draft.taxNo),
      email: draft.email,
      remark: draft.remark,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  await ctx.db
    .insertInto("invoice_line")
    .values(items.map(({ taxCode, ...item }, seq) => ({ venue_id: ctx.venue.id, invoice_id: id, seq, tax_code: taxCode, ...item })))
    .execute();
  return id;
}

/**
 * Amount in fen by which the invoices of a document exceed what can be invoiced of it now, because money was refunded since. For an invoice that is not
 * issued yet pending requests count too, for an issued one only issued invoices. The query has the invoice under the alias `t`.
 */
export const EXCESS = sql<number>`CASE WHEN t.state IN ('requested', 'sending', 'issued', 'reversing') THEN greatest(0, (SELECT sum(i.amount) FROM invoice i
    WHERE i.venue_id = t.venue_id AND i.document_id = t.document_id AND i.state IN ('requested', 'sending', 'issued', 'reversing')
      AND (t.state IN ('requested', 'sending') OR i.state IN ('issued', 'reversing')))
  - coalesce((SELECT b.money + b.stored FROM invoiceable b WHERE b.venue_id = t.venue_id AND b.id = t.document_id AND b.no = t.document_no), 0))::bigint
  ELSE 0 END`;

/** Returns a tax number as it is printed; "" where there is none. */
export const taxNumber = (typed: string): string => readCreditCode(typed).value ?? "";

async function findSource(ctx: Ctx, typed: string): Promise<Source> {
  const { rows } = await sql<Source>`
    SELECT kind, id, no, member_id AS member, money, stored FROM invoiceable
    WHERE venue_id = ${ctx.venue.id} AND no = ${typed.trim().toUpperCase()} AND kind = ANY (${Object.keys(INVOICEABLE)}::text[])`.execute(
    ctx.db,
  );
  const [source] = rows;
  if (!source)
    throw refuse(
      ctx,
      { zh: "没有单号 {no}，没有申请；请核对", en: "There is no document {no}; nothing was requested. Check the number" },
      { no: typed },
      "documentNo",
    );
  return source;
}

/** Invoiced amount of a document, fen: paid by money and by stored value. */
async function invoicedOn(ctx: Ctx, documentId: string): Promise<{ readonly money: number; readonly stored: number }> {
  const { rows } = await sql<{ money: number; stored: number }>`
    SELECT coalesce(sum(amount - stored), 0)::bigint AS money, coalesce(sum(stored), 0)::bigint AS stored FROM invoice
    WHERE venue_id = ${ctx.venue.id} AND document_id = ${documentId} AND ${COUNTS}`.execute(ctx.db);
  return rows[0] ?? { money: 0, stored: 0 };
}
/** Invoices that hold or are to hold: neither cancelled nor reversed. */
const COUNTS = sql<boolean>`state NOT IN ('cancelled', 'reversed')`;

/** Stored value of the document's member that can still be invoiced, fen. */
const storedLeftOf = async (ctx: Ctx, { member }: Source): Promise<number> =>
  member === null ? 0 : Math.max(0, await readUninvoiced(ctx, member));
