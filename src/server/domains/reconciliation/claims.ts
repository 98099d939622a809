/** Claims on a channel: what it owes by our books, or what we owe it, until it settles. A claim outlives its bill. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { BillChannel, BillRow, ClaimEnd, reconciliation } from "../../../contract/reconciliation/reconciliation";
import { type Ctx, today } from "../../http/context";
import { type Leg, post } from "../../ledger/post";
import { tenderAccount } from "../../ledger/tender";
import { refuse } from "../../resource/refuse";
import { find, missing, toRow } from "./shown";

/** As many as are shown; the sum is of all. */
const MOST = 200;

/** Claims of a channel that are open. */
export async function claims(ctx: Ctx, { channel }: Parsed<typeof reconciliation.claims>): Promise<Output<typeof reconciliation.claims>> {
  const { rows } = await sql<{
    id: string;
    day: string;
    our_no: string;
    channel_no: string;
    owed: number;
    note: string;
    count: number;
    all: number;
  }>`
    SELECT r.id, b.day::text AS day, r.our_no, r.channel_no, r.ours - r.theirs AS owed, r.note,
      (count(*) OVER ())::int AS count, (sum(r.ours - r.theirs) OVER ())::bigint AS all
    FROM channel_bill_row r JOIN channel_bill b ON b.venue_id = r.venue_id AND b.id = r.bill_id
    WHERE r.venue_id = ${ctx.venue.id} AND r.handling = 'claim' AND r.claim_end IS NULL AND b.channel = ${channel}
    ORDER BY b.day, r.seq LIMIT ${MOST}`.execute(ctx.db);
  return {
    content: rows.map((row) => ({
      id: row.id,
      channel,
      day: row.day,
      ourNo: row.our_no,
      channelNo: row.channel_no,
      owed: yuan(row.owed),
      note: row.note,
    })),
    count: rows[0]?.count ?? 0,
    owed: yuan(rows[0]?.all ?? 0),
  };
}

/** Returns the leg that replaces `owed` fen that a channel owes. */
function becomes(end: ClaimEnd, owed: number, channel: BillChannel, day: string): Leg {
  if (end === "transfer") return { account: tenderAccount("Transfer"), amount: owed };
  if (end === "channel") return { account: tenderAccount(channel === "wechat" ? "WeChat" : "Alipay"), amount: owed };
  return { account: owed > 0 ? "cost.other" : "income.other", amount: owed, subject: `bill.${channel}`, earnedOn: day };
}

/**
 * Settles a claim, once.
 * @throws AppError `missing`, `refused` where the row is no claim, or it is settled already
 */
export async function settleClaim(ctx: Ctx, { id, end, note }: Parsed<typeof reconciliation.settleClaim>): Promise<BillRow> {
  const mine = ctx.db.selectFrom("channel_bill_row").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id);
  const known = await mine.executeTakeFirst();
  if (!known) throw missing(ctx);
  // The bill first, as loading, handling and finishing do.
  const bill = await find(ctx, known.bill_id).forUpdate().executeTakeFirstOrThrow();
  const row = await mine.executeTakeFirst();
  if (!row) throw missing(ctx);
  if (row.handling !== "claim")
    throw refuse(ctx, { zh: "这一行没有申诉，没有记账", en: "There is no claim for this row; nothing was posted" });
  if (row.claim_end !== null)
    throw refuse(ctx, { zh: "这笔申诉已结清，没有再记账", en: "This claim is settled already; nothing was posted" });
  const owed = row.ours - row.theirs;
  const channel: BillChannel = bill.channel === "alipay" ? "alipay" : "wechat";
  const claim_tx_id = await post(ctx, {
    document: { kind: "bill", id: bill.id, no: `${channel} ${bill.day}` },
    operation: end === "lost" ? "bill claim given up" : "bill claim settled",
    legs: [becomes(end, owed, channel, today(ctx)), { account: "receivable.platform", amount: -owed, subject: channel }],
    reason: note,
  });
  const done = await ctx.db
    .updateTable("channel_bill_row")
    .set({ claim_end: end, claim_note: note, claim_by: ctx.person.name, claim_at: ctx.now, claim_tx_id })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.emit({ type: "changed", data: { resource: "reconciliation", id: bill.id } });
  return toRow(done);
}
