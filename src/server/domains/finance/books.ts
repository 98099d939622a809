/** Orders of all kinds, takings of channels, entries by hand, qualification applications. */
import { sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import { books, manualEntries, orders, venuePayments } from "../../../contract/finance/books";
import { qualifications } from "../../../contract/finance/qualifications";
import { fen } from "../../../contract/core/money";
import { qualification as machine, sources } from "../../../contract/core/states";
import type { RowOf } from "../../../contract/core/resource/define";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { inVenue, type Route } from "../../http/serve";
import { bookingDay, openBooks } from "../../ledger/period";
import { type Leg, post } from "../../ledger/post";
import { reverse } from "../../ledger/reverse";
import { openShift, tenderAccount } from "../../ledger/tender";
import { refundCollection } from "../../payment/refund-collection";
import { isAmongFound } from "../../resource/query";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { type Job, nightly } from "../../kernel/due";

/** `costsNothing` of the contract. */
const NOTHING_TO_PAY = sql`t.pay_status = 'paid' AND t.total = 0`;
/** Number of the document that a channel's payment pays. */
const DOCUMENT = sql`coalesce((SELECT b.no FROM order_book b WHERE b.venue_id = t.venue_id AND b.id = t.document_id), '')`;
/** Payer: the customer of the document, or the end of the scanned code. */
const PAYER = sql`coalesce(nullif((SELECT b.customer FROM order_book b WHERE b.venue_id = t.venue_id AND b.id = t.document_id), ''),
  CASE WHEN t.code_tail = '' THEN '' ELSE '**** ' || t.code_tail END)`;

/** Payments by their own words, and by those of the documents that they pay, which are looked through once. */
async function paymentsLike(q: string, ctx: Ctx) {
  const text = q.toLowerCase();
  const part = (of: string) => contains(q, sql.raw(of));
  const documents = sql<{ id: string }>`SELECT b.id FROM order_book b
    WHERE b.venue_id = ${ctx.venue.id} AND (lower(b.no) ^@ ${text} OR ${part("b.customer")})`;
  return sql<SqlBool>`(lower(t.no) ^@ ${text} OR lower(t.channel_ref) ^@ ${text} OR ${part("t.operator")}
    OR t.code_tail <> '' AND ${part("'**** ' || t.code_tail")} OR ${await isAmongFound(ctx, documents, [sql`t.document_id`])})`;
}

/** Builds the legs of a manual entry: cash moves into or out of the drawer of the shift. */
async function legsOf(
  ctx: Ctx,
  entry: { kind: string; amount: number; method: string; category: string; day: string },
): Promise<{ legs: Leg[]; shiftId: string | null }> {
  const cash = entry.method === "Cash";
  const shiftId = cash ? await openShift(ctx) : null;
  const tender = {
    account: tenderAccount(entry.method as Parameters<typeof tenderAccount>[0]),
    amount: entry.kind === "income" ? entry.amount : -entry.amount,
    ...(shiftId === null ? {} : { subject: shiftId }),
  };
  const other: Leg = {
    account: entry.kind === "income" ? "income.other" : "cost.other",
    amount: -tender.amount,
    subject: entry.category,
    earnedOn: entry.day,
  };
  return { legs: [tender, other], shiftId };
}

/** Sign of an entry in the sums: 1, −1 of a reversal of a locked period, 0 of an entry voided in an open one. */
const ENTRY_SIGN = sql`(CASE WHEN t.reverses <> '' THEN -1 WHEN t.state = 'recorded' OR t.reversed_by <> '' THEN 1 ELSE 0 END)`;

/** Adds the counter-entry of an entry whose day is locked, on the first open day. */
async function addReversal(ctx: Ctx, row: RowOf<typeof manualEntries>, day: string, reason: string): Promise<string> {
  const no = await documentNumber(ctx, "manualEntry", today(ctx));
  const { kind, category, method, party, documents } = row;
  await ctx.db
    .insertInto("manual_entry")
    .values({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      no,
      state: "recorded",
      kind,
      category,
      method,
      party,
      documents: [...documents],
      day: row.day,
      amount: fen(row.amount),
      booked_on: day,
      reverses: row.no,
      reversed_by: "",
      remark: reason,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  return no;
}

/** @throws AppError `refused` where a bank's line is matched with the transaction: it would stay matched with nothing */
async function rejectIfOnStatement(ctx: Ctx, txId: string): Promise<void> {
  const line = await ctx.db
    .selectFrom("bank_line")
    .select("day")
    .where("venue_id", "=", ctx.venue.id)
    .where("tx_id", "=", txId)
    .executeTakeFirst();
  if (line)
    throw refuse(
      ctx,
      {
        zh: "这一笔已与 {day} 的银行流水核对，没有作废；请先在银行流水里撤销核对",
        en: "This entry is matched with the bank statement line of {day} and was not voided. Undo that match first",
      },
      { day: line.day },
    );
}

export const bookRoutes: Route[] = [
  ...inVenue(books, { open: openBooks }),
  ...serveResource(orders, {
    table: "order_book",
    columns: {
      id: () => sql`t.id`,
      orderStatus: () => sql`CASE WHEN t.order_status = 'paid' AND ${NOTHING_TO_PAY} THEN 'booked' ELSE t.order_status END`,
      payStatus: () => sql`CASE WHEN ${NOTHING_TO_PAY} THEN 'nothing_to_pay' ELSE t.pay_status END`,
      // The ledger is in fen of yuan: no order is in another currency.
      currency: () => sql`'CNY'`,
      disabled: () => sql`CASE WHEN t.order_status IN ('cancelled', 'expired') THEN 'yes' ELSE 'no' END`,
      currencyRate: () => sql`1`,
    },
  }),
  ...serveResource(venuePayments, {
    table: "payment",
    where: () => sql<SqlBool>`t.channel <> ''`,
    filters: { q: paymentsLike },
    columns: {
      createdAt: () => sql`t.at`,
      way: () => sql`CASE WHEN t.code_tail = '' THEN 'qr' ELSE 'scan' END`,
      payer: () => PAYER,
      document: () => DOCUMENT,
      channelRef: () => sql`coalesce(t.channel_ref, '')`,
      net: () =>
        sql`CASE WHEN t.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed') THEN t.amount - t.fee - t.refunded ELSE 0 END`,
      sandbox: () => sql`CASE WHEN t.sandbox THEN 'sandbox' ELSE 'live' END`,
    },
    actions: {
      refund: async (ctx, row, { refundAmount, refundReason }) => {
        if (refundAmount === 0) throw refuse(ctx, { zh: "退款金额须大于 0", en: "The amount must be above 0" }, {}, "refundAmount");
        await refundCollection(ctx, { paymentId: row.id, amount: refundAmount, reason: refundReason });
      },
    },
  }),
  ...serveResource(manualEntries, {
    table: "manual_entry",
    columns: {
      income: () => sql`(CASE WHEN t.kind = 'income' THEN t.amount * ${ENTRY_SIGN} ELSE 0 END)`,
      cost: () => sql`(CASE WHEN t.kind = 'cost' THEN t.amount * ${ENTRY_SIGN} ELSE 0 END)`,
      net: () => sql`(CASE WHEN t.kind = 'income' THEN t.amount ELSE -t.amount END * ${ENTRY_SIGN})`,
    },
    saving: async (ctx, draft) => {
      const { firstDay } = await openBooks(ctx);
      await checkAll(ctx, [
        () => draft.amount === 0 && refuse(ctx, { zh: "金额须大于 0", en: "The amount must be above 0" }, {}, "amount"),
        () =>
          draft.day > today(ctx) &&
          refuse(ctx, { zh: "不能记到将来的日期，没有入账", en: "An entry can't be of a day to come; nothing was posted" }, {}, "day"),
        () =>
          draft.day < firstDay &&
          refuse(
            ctx,
            {
              zh: "场馆的账从 {day} 开始，没有入账；请改发生日期",
              en: "The venue's books begin on {day}; nothing was posted. Change the date",
            },
            { day: firstDay },
            "day",
          ),
      ]);
      return {
        ...draft,
        no: await documentNumber(ctx, "manualEntry", today(ctx)),
        bookedOn: await bookingDay(ctx, draft.day),
        operator: ctx.person.name,
      };
    },
    saved: async (ctx, row) => {
      const { legs, shiftId } = await legsOf(ctx, { ...row, amount: fen(row.amount) });
      const document = { kind: "manual", id: row.id, no: row.no } as const;
      await post(ctx, { document, operation: `manual ${row.kind}`, legs, shiftId, reason: row.remark });
    },
    actions: {
      void: async (ctx, row, { reason }) => {
        if (row.reverses !== "")
          throw refuse(
            ctx,
            {
              zh: "这是冲销 {no} 的单据，不能作废；原来没错的话请重新记一笔",
              en: "This takes back {no} and can't be voided; if that was right, enter it anew",
            },
            { no: row.reverses },
          );
        const { id } = await ctx.db
          .selectFrom("ledger_tx")
          .select("id")
          .where("venue_id", "=", ctx.venue.id)
          .where("document_kind", "=", "manual")
          .where("document_id", "=", row.id)
          .where("reverses", "is", null)
          .executeTakeFirstOrThrow();
        await rejectIfOnStatement(ctx, id);
        await reverse(ctx, id, "manual void", reason, row.method === "Cash" ? await openShift(ctx) : undefined);
        const day = await bookingDay(ctx, row.bookedOn);
        const reversedBy = day === row.bookedOn ? "" : await addReversal(ctx, row, day, reason);
        return { reversedBy, remark: row.remark === "" ? reason : `${row.remark} · ${reason}` };
      },
    },
  }),
  ...serveResource(qualifications, {
    table: "qualification",
    note: "certificate_no",
    saving: async (ctx, draft, before) => {
      if (before !== undefined && before.state !== "draft" && before.state !== "rejected")
        throw new AppError("wrongState", {
          state: machine.labels[before.state][ctx.language],
          action: ctx.language === "zh" ? "修改" : "edit",
        });
      if (draft.expiresOn < draft.issuedOn)
        throw refuse(ctx, { zh: "有效期不能早于发证日期", en: "It can't end before it was issued" }, {}, "expiresOn");
      return before === undefined ? { ...draft, no: await documentNumber(ctx, "qualification", today(ctx)) } : draft;
    },
    deleting: async (ctx, row) => {
      if (row.state !== "draft")
        throw refuse(ctx, {
          zh: "已提交的申请要留档，不能删除；可由审核人退回",
          en: "What was submitted is kept on file and can't be deleted; the reviewer can reject it",
        });
    },
    actions: {
      submit: async (ctx, row) => {
        if (row.expiresOn < today(ctx))
          throw refuse(
            ctx,
            { zh: "证书已于 {day} 过期，请换新证书后再提交", en: "The certificate ended on {day}; enter a valid one, then submit" },
            { day: row.expiresOn },
          );
        return { review: "", reviewer: "" };
      },
      approve: async (ctx, row) => {
        if (row.expiresOn < today(ctx))
          throw refuse(
            ctx,
            { zh: "证书已于 {day} 过期，不能通过", en: "The certificate ended on {day}; it can't be approved" },
            { day: row.expiresOn },
          );
        return { reviewer: ctx.person.name };
      },
      reject: async (ctx, _row, { reason }) => ({ review: reason, reviewer: ctx.person.name }),
    },
  }),
];

async function expire(ctx: Ctx): Promise<void> {
  const gone = await ctx.db
    .updateTable("qualification")
    .set({ state: "expired" })
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "in", sources(machine, "expire"))
    .where("expires_on", "<", today(ctx))
    .returning("id")
    .execute();
  for (const { id } of gone) ctx.emit({ type: "changed", data: { resource: qualifications.name, id } });
}
export const bookJobs = [
  { name: "qualification.expire", run: expire, ...nightly("qualification", sql`state = 'approved'`) },
] satisfies readonly Job[];
