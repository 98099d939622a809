/**
 * Stored value at a till without the server. While it has the server, a till gets an allowance of a member: signed, for this till, up to
 * the venue's most and to what the principal holds beside what other tills may take. It is no hold: who spends the money elsewhere meanwhile owes
 * what is missing once the till's sales arrive, so that no purse falls below zero and no sale is lost.
 */
import { z } from "zod";
import type { allowances } from "../../../contract/sale/allowances";
import type { Output, Parsed } from "../../../contract/core/call";
import { type Fen, yuan } from "../../../contract/core/money";
import { type Ctx } from "../../http/context";
import { type AppError, badField } from "../../http/error";
import { lockMember } from "../../kernel/booker";
import { openToken, sealText } from "../../kernel/secrets";
import { hashOf } from "../../kernel/tokens";
import { balanceOf } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import type { SaleDraft } from "./create";

/** Period in which a till may charge an allowance: a working day. */
const LIFE_MS = 12 * 3_600_000;
/** Period after its end in which an allowance still pays for earlier sales: a day offline. After that, a person decides. */
const LATE_MS = 24 * 3_600_000;
/** Maximum difference between a till's clock and the server's. */
const SKEW_MS = 5 * 60_000;

/** Signed content. `amount`: maximum total that may ever be charged under the id, fen. */
const Signed = z.object({
  id: z.string(),
  venueId: z.string(),
  memberId: z.string(),
  till: z.string(),
  amount: z.number().int(),
  /** Tokens issued before this was signed have none; they end within a working day. */
  from: z.number().optional(),
  until: z.number(),
});
type Signed = z.infer<typeof Signed>;

/** Gives this till an allowance of a member: none of a member who may not buy, and none to a till without a device. */
export async function grantAllowance(ctx: Ctx, { memberId }: Parsed<typeof allowances.give>): Promise<Output<typeof allowances.give>> {
  const most = ctx.venue.offline_balance;
  if (most === 0 || ctx.device === "") return { allowance: null };
  // One at a time for a member, so that tills that ask at once do not get the same money.
  const locked = await lockMember(ctx, memberId);
  if (locked?.state !== "active") return { allowance: null };
  const member = await ctx.db
    .selectFrom("member as m")
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .select(["m.name", "m.phone", "t.name as cardTypeName"])
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.id", "=", memberId)
    .executeTakeFirstOrThrow();
  const till = hashOf(ctx.device);
  const rows = await ctx.db
    .selectFrom("till_allowance")
    .select(["id", "till", "amount", "used", "until"])
    .where("venue_id", "=", ctx.venue.id)
    .where("member_id", "=", memberId)
    .execute();
  const mine = rows.find((row) => row.till === till);
  const elsewhere = rows.filter((row) => row.till !== till && row.until > ctx.now);
  const usedElsewhere = elsewhere.reduce((sum, { amount, used }) => sum + Math.max(0, amount - used), 0);
  const left = Math.min(most, (await balanceOf(ctx, "purse.principal", memberId)) - usedElsewhere);
  if (left <= 0) return { allowance: null };
  const until = new Date(ctx.now.getTime() + LIFE_MS);
  const id = mine?.id ?? ctx.newId();
  const amount = (mine?.used ?? 0) + left;
  if (mine)
    await ctx.db.updateTable("till_allowance").set({ amount, until }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  else
    await ctx.db
      .insertInto("till_allowance")
      .values({ venue_id: ctx.venue.id, id, member_id: memberId, till, amount, until, created_at: ctx.now })
      .execute();
  const { name, phone, cardTypeName } = member;
  const signed: Signed = { id, venueId: ctx.venue.id, memberId, till, amount, from: ctx.now.getTime(), until: until.getTime() };
  const token = await sealText(ctx.db, "allowance", JSON.stringify(signed));
  return {
    allowance: {
      id,
      token,
      memberId,
      memberName: name,
      phoneEnd: phone.slice(-4),
      cardTypeName,
      left: yuan(left),
      until: until.toISOString(),
    },
  };
}

/** A sale as it is to be sold, and what has to be done with its allowance once it is. */
interface Allowed {
  readonly draft: SaleDraft;
  readonly taken: () => Promise<void>;
}

/**
 * A kept sale that takes from an allowance: its buyer, and what the purse lacks owed.
 * @param settles somebody with the permission has decided that the sale counts: the allowance is asked nothing more than whose it is
 * @throws AppError `refused` where the allowance is not ours, another till's or member's, over, or spent; `badInput` for what no allowance pays
 */
export async function chargeAllowance(ctx: Ctx, draft: SaleDraft, settles: boolean): Promise<Allowed> {
  const { keptByTill } = draft;
  if (keptByTill?.allowance === undefined) return { draft, taken: async () => undefined };
  if ((draft.items?.length ?? 0) > 0) throw badField("items", "other");
  for (const [i, { type }] of draft.payments.entries())
    if (type !== "Balance" && type !== "Cash") throw badField(`payments.${i}.type`, "other");
  const text = await openToken(ctx.db, "allowance", keptByTill.allowance);
  const signed = text === undefined ? undefined : Signed.parse(JSON.parse(text));
  const row =
    signed &&
    (await ctx.db
      .selectFrom("till_allowance")
      .select("member_id")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", signed.id)
      .executeTakeFirst());
  // One that is not on record, after a restore say, has no sum that could be kept.
  // A member who was merged since buys as the one that is left.
  const owner = row?.member_id ?? signed?.memberId;
  if (signed?.venueId === ctx.venue.id && draft.memberId !== owner && draft.memberId !== signed.memberId) throw foreignMember(ctx);
  if (!settles) check(ctx, row && signed, keptByTill.at);
  const amount = draft.payments.reduce((sum, payment) => (payment.type === "Balance" ? sum + payment.amount : sum), 0);
  return {
    draft: {
      ...draft,
      memberId: owner ?? draft.memberId,
      payments: draft.payments.map((payment) => (payment.type === "Balance" ? { ...payment, owesRest: true } : payment)),
    },
    taken: async () => {
      if (signed && row) await record(ctx, signed, amount, settles);
    },
  };
}

/** @throws AppError `refused` */
function check(ctx: Ctx, signed: Signed | undefined, at: string): void {
  if (signed?.venueId !== ctx.venue.id)
    throw refuse(ctx, {
      zh: "离线额度不是本场馆签发的，没有入账；请由有权限的人处理这单",
      en: "The offline allowance was not signed for this venue; nothing was recorded. Somebody with the permission can settle the sale",
    });
  if (signed.till !== hashOf(ctx.device))
    throw refuse(ctx, {
      zh: "离线额度是给另一台收银机的，没有入账；请在那台机器上发送，或由有权限的人处理这单",
      en: "The offline allowance is another till's; nothing was recorded. Send the sale there, or let somebody with the permission settle it",
    });
  const soldAt = Date.parse(at);
  if (soldAt > signed.until)
    throw refuse(ctx, {
      zh: "这单成交时离线额度已到期，没有入账；请由有权限的人处理这单",
      en: "The offline allowance had ended when this was sold; nothing was recorded. Somebody with the permission can settle the sale",
    });
  // The till writes the time of the sale, so that it alone proves nothing: it lies within what the server knows.
  const now = ctx.now.getTime();
  if (soldAt > now + SKEW_MS || soldAt < (signed.from ?? signed.until - LIFE_MS) - SKEW_MS)
    throw refuse(ctx, {
      zh: "收银机上的成交时间不在离线额度的有效期内，没有入账；请检查收银机的时钟，并由有权限的人处理这单",
      en: "The till's time of this sale is outside its offline allowance; nothing was recorded. Check the till's clock, and let somebody with the permission settle the sale",
    });
  if (now > signed.until + LATE_MS)
    throw refuse(ctx, {
      zh: "离线额度到期已超过 24 小时，没有入账；请由有权限的人处理这单",
      en: "The offline allowance ended more than 24 hours ago; nothing was recorded. Somebody with the permission can settle the sale",
    });
}

/** The refusal of a sale to somebody else than the allowance is of: who pays is never replaced in silence. */
const foreignMember = (ctx: Ctx): AppError =>
  refuse(
    ctx,
    {
      zh: "这单的会员不是离线额度的会员，没有入账；请核对会员后由有权限的人处理这单",
      en: "The sale's member is not the one of its offline allowance; nothing was recorded. Check the member, and let somebody with the permission settle the sale",
    },
    {},
    "memberId",
  );

/** Notes what was taken. After the sale: who gives allowances has the member first, as the sale has. @throws AppError `refused` */
async function record(ctx: Ctx, { id, amount: all }: Signed, amount: Fen, settles: boolean): Promise<void> {
  let update = ctx.db
    .updateTable("till_allowance")
    .set((eb) => ({ used: eb("used", "+", amount) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id);
  if (!settles) update = update.where((eb) => eb(eb("used", "+", amount), "<=", all));
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw refuse(ctx, {
      zh: "这单超出了会员在本机的离线额度，没有入账；请由有权限的人处理这单",
      en: "This is more than the member's offline allowance at this till; nothing was recorded. Somebody with the permission can settle the sale",
    });
}
