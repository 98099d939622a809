/**
 * A scan-to-pay attempt from its record to its end, by the machine `payment` of states.ts. The record is committed before the channel is
 * asked, and no transaction is open while it is: a server killed at any moment leaves a row that the next poll or the scheduler takes up
 * again. What the channel says moves the row by compare and swap, and the move posts to the ledger in the same transaction: exactly once.
 */
import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Parsed } from "../../contract/core/call";
import { yuan } from "../../contract/core/money";
import type { ScanPayment } from "../../contract/sale/collections";
import type { sale } from "../../contract/sale/sale";
import { type ActionOf, next, payment as machine, sources } from "../../contract/core/states";
import type { PaymentTable } from "../domains/booking/rows";
import { type Ctx, today } from "../http/context";
import { AppError } from "../http/error";
import { change, read, type Request, systemRequest } from "../http/perform";
import { documentNumber } from "../kernel/numbers";
import type { Work } from "../http/serve";
import { post } from "../ledger/post";
import { shiftOf, tenderAccount } from "../ledger/tender";
import { channelOfCode, type Channels, type ChannelName, isChannel, type QueryOutcome } from "./channel";
import { later, word } from "./words";

export type Attempt = Selectable<PaymentTable>;

const SECOND = 1_000;
/** A code is shown for about a minute; scanned again within this time it is the same charge. */
const SAME_CODE_MS = 10 * 60 * SECOND;
/** A row that nobody sent by then never will be: its server died before it asked. */
const UNSENT_MS = 60 * SECOND;
/** Before this a channel that knows of no charge may still be about to receive it. Above the time-out of a request. */
const ARRIVED_MS = 30 * SECOND;
/** A customer who has not paid by then does not; the charge is reversed. */
const GIVE_UP_MS = 90 * SECOND;
/** Polls of many screens ask the channel no more often than this. */
const ASK_EVERY_MS = 900;
const SLOWEST_MS = 30 * SECOND;
/** A customer pays on the provider's page within this time, or until the booking is released. */
export const ONLINE_MS = 15 * 60 * SECOND;
/** The provider accepts nothing any more by then. */
const ONLINE_END_MS = ONLINE_MS + 60 * SECOND;
const ONLINE_ASK_EVERY_MS = 3 * SECOND;

const hashOf = (ctx: Ctx, code: string): string => createHash("sha256").update(`${ctx.venue.id} ${code}`).digest("hex");
const channelName = (channel: ChannelName, ctx: Ctx): string =>
  channel === "wechat" ? (ctx.language === "zh" ? "微信" : "WeChat Pay") : ctx.language === "zh" ? "支付宝" : "Alipay";

/** An attempt as the desk sees it. */
export const toScanPayment = (ctx: Ctx, row: Attempt): ScanPayment => ({
  paymentId: row.id,
  state: row.state as ScanPayment["state"],
  amount: yuan(row.amount),
  channel: isChannel(row.channel) ? row.channel : "wechat",
  sandbox: row.sandbox,
  no: row.no,
  note: word(row.note, ctx.language),
});

/**
 * Records an attempt, `created`. A code that was just used for the same amount is that same attempt again.
 * @returns the attempt's id
 * @throws AppError `payCodeUnknown`, `payNothing`, `channelOff`, `payCodeUsed`
 */
export async function begin(ctx: Ctx, channels: Channels, input: Parsed<typeof sale.amountAndCode>): Promise<{ id: string }> {
  const channel = channelOfCode(input.code);
  if (channel === null) throw new AppError("payCodeUnknown");
  if (input.amount === 0) throw new AppError("payNothing");
  const adapter = channels[channel];
  if (!adapter) throw new AppError("channelOff", { channel: channelName(channel, ctx) });
  const id = ctx.newId();
  const before = await claimCode(ctx, hashOf(ctx, input.code), id);
  if (before !== undefined) {
    const first = await attemptOf(ctx, before);
    const same = first.amount === input.amount && first.purpose === input.purpose && first.for_order_id === (input.orderId ?? null);
    if (same) return { id: first.id };
    throw new AppError("payCodeUsed", { amount: yuan(first.amount) }, { paymentId: first.id, state: first.state });
  }
  await ctx.db
    .insertInto("payment")
    .values({
      venue_id: ctx.venue.id,
      id,
      document_kind: "collection",
      document_id: id,
      type: "scanCode",
      amount: input.amount,
      tendered: null,
      state: "created",
      channel,
      channel_ref: null,
      shift_id: null,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      at: ctx.now,
      purpose: input.purpose,
      code_tail: input.code.slice(-4),
      sandbox: adapter.sandbox,
      for_order_id: input.orderId ?? null,
      next_at: new Date(ctx.now.getTime() + UNSENT_MS),
    })
    .execute();
  return { id };
}

/** Claims the code for a payment: the row of the code is the lock. @returns the payment that has it, where that one may still charge */
async function claimCode(ctx: Ctx, hash: string, id: string): Promise<string | undefined> {
  const claimed = await ctx.db
    .insertInto("pay_code")
    .values({ venue_id: ctx.venue.id, code_hash: hash, payment_id: id, at: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(["venue_id", "code_hash"])
        .doUpdateSet({ payment_id: id, at: ctx.now })
        .where("pay_code.at", "<", new Date(ctx.now.getTime() - SAME_CODE_MS)),
    )
    .returning("payment_id")
    .executeTakeFirst();
  if (claimed) return undefined;
  const row = await ctx.db
    .selectFrom("pay_code")
    .select("payment_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("code_hash", "=", hash)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { state } = await ctx.db
    .selectFrom("payment")
    .select("state")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.payment_id)
    .executeTakeFirstOrThrow();
  if (state !== "refused" && state !== "cancelled") return row.payment_id;
  await ctx.db
    .updateTable("pay_code")
    .set({ payment_id: id, at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("code_hash", "=", hash)
    .execute();
  return undefined;
}

/** @throws AppError `missing` where the venue has no such attempt */
export async function attemptOf(ctx: Ctx, id: string): Promise<Attempt> {
  const row = await ctx.db
    .selectFrom("payment")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("purpose", "<>", "")
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "收款" : "Payment" });
  return row;
}

/** Sends in progress of this process, so that callers of the same attempt wait for the same send. */
const sending = new Map<string, Promise<void>>();

/** Sends an attempt that was not sent yet, once whoever asks, and records what the channel says. Waits for one that is on its way. */
export async function send(work: Work, channels: Channels, id: string, code: string): Promise<void> {
  const known = sending.get(id);
  if (known) return known;
  const run = sendOnce(work, channels, id, code).finally(() => sending.delete(id));
  sending.set(id, run);
  return run;
}

async function sendOnce(work: Work, channels: Channels, id: string, code: string): Promise<void> {
  const row = await change(work.database, of(work, "payment.send"), (ctx) =>
    move(ctx, id, "send", { sent_at: ctx.now, next_at: new Date(ctx.now.getTime() + ASK_EVERY_MS) }),
  );
  if (!row) return;
  const channel = adapterOf(channels, row);
  if (!channel) return;
  const outcome = await channel.charge({ outTradeNo: row.id, amount: row.amount, authCode: code, subject: work.request.venue.name });
  await record(work, row, outcome);
}

/**
 * Brings an attempt on, if it is time to: asks the channel, ends what nobody will finish. Any number may ask at once; one of them does it.
 */
export async function advance(work: Work, channels: Channels, id: string): Promise<void> {
  const known = sending.get(id);
  if (known) return known;
  const row = await change(work.database, of(work, "payment.query"), (ctx) => claimDueAttempt(ctx, id));
  if (!row) return;
  if (row.state === "created") {
    await change(work.database, of(work, "payment.cancel"), (ctx) => move(ctx, id, "cancel", { next_at: null }));
    return;
  }
  const channel = adapterOf(channels, row);
  if (!channel || row.sent_at === null) return;
  const sent = { outTradeNo: row.id, amount: row.amount, sentAt: row.sent_at, codeTail: row.code_tail, ref: row.channel_ref };
  const outcome = await channel.query(sent);
  if (outcome.state === "paid" || outcome.state === "refused") return record(work, row, outcome);
  const age = work.now().getTime() - row.sent_at.getTime();
  const isOnline = row.type === "online";
  if (outcome.state === "missing" && age > (isOnline ? ONLINE_END_MS : ARRIVED_MS))
    return record(work, row, { state: "refused", why: later("notDelivered") });
  const end = () => (isOnline ? channel.online?.close(sent) : channel.reverse(sent));
  if (age > (isOnline ? ONLINE_END_MS : GIVE_UP_MS) && (await end())?.state === "closed")
    return record(work, row, { state: "refused", why: later("timedOut") });
  return record(work, row, outcome);
}

/** Claims a row whose time to be asked has come, and defers the next time: later and later, but not slower than every half minute. */
async function claimDueAttempt(ctx: Ctx, id: string): Promise<Attempt | undefined> {
  const row = await ctx.db
    .selectFrom("payment")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "in", ["created", "processing", "unknown"])
    .where("next_at", "<=", ctx.now)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const every = row.type === "online" ? ONLINE_ASK_EVERY_MS : ASK_EVERY_MS;
  const wait = Math.min(SLOWEST_MS, every * (1 + Math.floor(row.tries / 20)));
  return ctx.db
    .updateTable("payment")
    .set({ next_at: new Date(ctx.now.getTime() + wait), tries: row.tries + 1 })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Records the channel's answer to the attempt. */
export async function record(work: Work, row: Attempt, outcome: QueryOutcome): Promise<void> {
  if (outcome.state === "password" || outcome.state === "missing") return;
  if (outcome.state === "unknown") {
    const note = (outcome.why ?? "").slice(0, 200);
    await change(work.database, of(work, "payment.lose", row), (ctx) => move(ctx, row.id, "lose", { note }));
    return;
  }
  if (outcome.state === "refused") {
    const note = outcome.why.slice(0, 200);
    await change(work.database, of(work, "payment.refuse", row), (ctx) => move(ctx, row.id, "refuse", { note, next_at: null }));
    return;
  }
  await change(work.database, of(work, "payment.succeed", row), (ctx) => succeed(ctx, row, outcome.ref));
}

async function succeed(ctx: Ctx, row: Attempt, ref: string): Promise<void> {
  const succeeded = await move(ctx, row.id, "succeed", { channel_ref: ref, next_at: null, note: "" });
  if (!succeeded) return;
  const day = today(ctx);
  const no = await documentNumber(ctx, "collection", day);
  await ctx.db.updateTable("payment").set({ no }).where("venue_id", "=", ctx.venue.id).where("id", "=", row.id).execute();
  const channel = isChannel(row.channel) ? row.channel : "wechat";
  await post(ctx, {
    document: { kind: "collection", id: row.id, no },
    operation: "scan to pay",
    shiftId: await shiftOf(ctx, ["scanCode"]),
    legs: [
      { account: tenderAccount("scanCode", channel), amount: row.amount },
      row.purpose === "document"
        ? { account: "prepaid.order", amount: -row.amount, subject: row.id }
        : { account: "income.other", amount: -row.amount, earnedOn: day },
    ],
  });
  ctx.emit({ type: "payment", orderId: row.id, amount: row.amount });
}

/** Moves a row by an action where its state allows it. @returns the row after the move; undefined where somebody else moved it */
export async function move(
  ctx: Ctx,
  id: string,
  action: ActionOf<typeof machine>,
  changes: Partial<Pick<Attempt, "sent_at" | "next_at" | "note" | "channel_ref" | "refunded">> = {},
): Promise<Attempt | undefined> {
  const from = sources(machine, action);
  const [to] = from.flatMap((state) => next(machine, state, action) ?? []);
  if (to === undefined) return undefined;
  return ctx.db
    .updateTable("payment")
    .set({ ...changes, state: to })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "in", from)
    .returningAll()
    .executeTakeFirst();
}

/** The channel that took an attempt: a sandbox's charge is unknown to a real one. */
export function adapterOf(channels: Channels, row: Pick<Attempt, "channel" | "sandbox">) {
  const channel = isChannel(row.channel) ? channels[row.channel] : undefined;
  return channel?.sandbox === row.sandbox ? channel : undefined;
}

/** A change of its own at this moment, in the name of whoever made the attempt. */
export const of = (work: Work, action: string, row?: Pick<Attempt, "person_id" | "operator">): Request =>
  systemRequest(work.request.venue, action, work.now(), {
    person: row ? { id: row.person_id, name: row.operator } : work.request.person,
    address: work.request.address,
    language: work.request.language,
  });

/** The attempt as it stands now. */
export const readAttempt = (work: Work, id: string): Promise<ScanPayment> =>
  read(work.database, of(work, "payment.look"), async (ctx) => toScanPayment(ctx, await attemptOf(ctx, id)));
