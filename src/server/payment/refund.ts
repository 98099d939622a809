/**
 * Refunds that go back through the channel that took the money. Asked for inside the change that refunds the document, where the ledger
 * moves; carried out after it, until the channel has said what became of it (states.md "payment").
 */
import { sql } from "kysely";
import type { Ctx } from "../http/context";
import { change } from "../http/perform";
import type { Work } from "../http/serve";
import { addMessage } from "../kernel/messages";
import { yuan } from "../../contract/core/money";
import { adapterOf, move, of } from "./attempt";
import type { Channels } from "./channel";
import { word } from "./words";

const WAIT_MS = 5_000;
const SLOWEST_MS = 600_000;

/**
 * Asks for a refund of part of a channel's payment; `rest` is what is left of the payment after it. The caller holds the document's lock.
 * @returns the refund's id
 */
export async function requestRefund(ctx: Ctx, paymentId: string, amount: number, rest: number): Promise<string> {
  const id = ctx.newId();
  await ctx.db
    .insertInto("channel_refund")
    .values({
      venue_id: ctx.venue.id,
      id,
      payment_id: paymentId,
      amount,
      state: "refunding",
      next_at: ctx.now,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
    })
    .execute();
  await ctx.db
    .updateTable("payment")
    .set((eb) => ({ refunded: eb("refunded", "+", amount) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", paymentId)
    .execute();
  // The payment's state follows only where all of it goes back; a part leaves it succeeded.
  if (rest === 0) await move(ctx, paymentId, "refund");
  return id;
}

/** Sends one refund that is due and records what the channel says. The same number is one refund, however often it is sent. */
export async function refundOnce(work: Work, channels: Channels, id: string): Promise<void> {
  const row = await change(work.database, of(work, "payment.refund"), (ctx) => claimDueRefund(ctx, id));
  if (!row) return;
  const channel = adapterOf(channels, row);
  if (!channel) return;
  const outcome = await channel.refund({
    outTradeNo: row.charged_as,
    refundNo: row.id,
    amount: row.amount,
    total: row.total,
    reason: "退款",
  });
  if (outcome.state === "unknown") return;
  const done = outcome.state === "refunded";
  await change(work.database, of(work, "payment.refund"), async (ctx) => {
    const updated = await ctx.db
      .updateTable("channel_refund")
      .set(done ? { state: "refunded", channel_ref: outcome.ref } : { state: "refund_failed", note: outcome.why.slice(0, 200) })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .where("state", "=", "refunding")
      .returning("payment_id")
      .executeTakeFirst();
    if (!updated) return;
    await follow(ctx, updated.payment_id);
    if (!done) await notifyRefundRejected(ctx, row, outcome.why);
  });
}

const REFUSED = {
  zh: (amount: string) => `渠道退款 ${amount} 没有成功`,
  en: (amount: string) => `The channel refused to give ${amount} back`,
} as const;
const WHAT_TO_DO = {
  zh: (no: string, why: string) => `${why}。在“扫码收款 → 退回一笔收款”中查找 ${no}，可以再试，或登记已用其他方式付给顾客`,
  en: (no: string, why: string) =>
    `${why}. Find ${no} under “Scan to pay → Give a payment back”: try again, or record that it was paid out another way`,
} as const;

const notifyRefundRejected = (ctx: Ctx, refund: { readonly amount: number; readonly no: string }, why: string): Promise<unknown> =>
  addMessage(ctx, {
    kind: "payment",
    title: (language) => REFUSED[language](yuan(refund.amount)),
    text: (language) => WHAT_TO_DO[language](refund.no, word(why, language)),
  });

/** The payment follows its refunds once the last of them is over. Its row is the lock. */
export async function follow(ctx: Ctx, paymentId: string): Promise<void> {
  await ctx.db.selectFrom("payment").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", paymentId).forUpdate().execute();
  const states = await ctx.db
    .selectFrom("channel_refund")
    .select("state")
    .where("venue_id", "=", ctx.venue.id)
    .where("payment_id", "=", paymentId)
    .execute();
  if (states.some(({ state }) => state === "refunding")) return;
  await move(ctx, paymentId, states.some(({ state }) => state === "refund_failed") ? "fail" : "refunded");
}

/** Claims a refund whose time has come, with its payment, and defers the next try. */
async function claimDueRefund(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom("channel_refund as r")
    .innerJoin("payment as y", "y.id", "r.payment_id")
    .where("y.venue_id", "=", ctx.venue.id)
    .where("r.venue_id", "=", ctx.venue.id)
    .where("r.id", "=", id)
    .where("r.state", "=", "refunding")
    .where("r.next_at", "<=", ctx.now)
    .select((eb) => [
      "r.id",
      "r.payment_id",
      "r.amount",
      "r.tries",
      "y.no",
      "y.channel",
      "y.sandbox",
      // The channel took the whole of a collection that pays several documents, under the id of the first.
      eb.fn.coalesce("y.part_of", "y.id").as("charged_as"),
      sql<number>`(SELECT sum(p.amount)::bigint FROM payment p WHERE p.venue_id = ${ctx.venue.id}
        AND coalesce(y.part_of, y.id) IN (p.id, p.part_of))`.as("total"),
    ])
    .forUpdate("r")
    .executeTakeFirst();
  if (!row) return undefined;
  await ctx.db
    .updateTable("channel_refund")
    .set({ next_at: new Date(ctx.now.getTime() + Math.min(SLOWEST_MS, WAIT_MS * (1 + row.tries))), tries: row.tries + 1 })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  return row;
}
