/** Taking back what a member paid of a debt, or for a card: the money goes the way it came, what it was for holds no longer, once. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import type { memberRecords } from "../../../contract/members/member-records";
import type { Member } from "../../../contract/members/members";
import { dayOf, formatInstant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { lockMember } from "../../kernel/booker";
import { refund } from "../../ledger/charge";
import { refuse } from "../../resource/refuse";
import { view } from "./list";
import { word } from "./words";

type Input = Parsed<typeof memberRecords.revokePaid>;

/**
 * Takes a payment of a debt back: the member owes it again. Or what a card cost: fee and deposit go back, and who got the card type by it
 * and still carries it has the one of before.
 * @throws AppError `missing`, `alreadyReversed`, `memberState` once the account is closed, `refused` where a later card counts on the deposit
 */
export async function revokePaid(ctx: Ctx, { kind, id, reason }: Input): Promise<Member> {
  const member = await holderOf(ctx, { kind, id });
  if (member.state === "closed") throw new AppError("memberState", { name: member.name, state: word("closed", ctx.language) });
  if (kind === "debt") await revokeDebt(ctx, id, member.id, reason);
  else await revokeCardFee(ctx, id, member.id, reason);
  ctx.emit({ type: "changed", data: { resource: "members", id: member.id } });
  ctx.emit({ type: "changed", data: { resource: "orders", id } });
  return view(ctx, { id: member.id });
}

const TABLES = { debt: "debt_payment", cardFee: "card_fee" } as const;

/** Holds the member, then the document: as whoever closes an account does. What a merge moved meanwhile is looked up again. */
async function holderOf(ctx: Ctx, { kind, id }: Pick<Input, "kind" | "id">): Promise<{ id: string; name: string; state: string }> {
  const find = () =>
    ctx.db.selectFrom(TABLES[kind]).select(["member_id", "revoked_at"]).where("venue_id", "=", ctx.venue.id).where("id", "=", id);
  for (;;) {
    const seen = await find().executeTakeFirst();
    const member = seen && (await lockMember(ctx, seen.member_id));
    if (!member) throw new AppError("missing", { what: word(kind === "debt" ? "debtPayment" : "cardFee", ctx.language) });
    const now = await find().forUpdate().executeTakeFirst();
    if (now?.member_id !== member.id) continue;
    if (now.revoked_at) throw new AppError("alreadyReversed", { at: formatInstant(now.revoked_at, ctx.venue.zone) });
    return member;
  }
}

async function revokeDebt(ctx: Ctx, id: string, memberId: string, reason: string): Promise<void> {
  const { no, amount } = await ctx.db
    .selectFrom("debt_payment")
    .select(["no", "amount"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await refund(
    ctx,
    { kind: "debt", id, no },
    {
      operation: "debt payment revoked",
      reason,
      memberId,
      spent: 0,
      back: amount,
      undoes: [{ account: "receivable.member", amount, subject: memberId }],
    },
  );
  await ctx.db
    .updateTable("debt_payment")
    .set({ revoked_at: ctx.now, refunded: amount })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
}

async function revokeCardFee(ctx: Ctx, id: string, memberId: string, reason: string): Promise<void> {
  const fee = await ctx.db
    .selectFrom("card_fee")
    .select(["no", "fee", "deposit", "paid", "refunded", "card_type_id", "raised_from", "created_at"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const left = fee.deposit - fee.refunded;
  const later = await ctx.db
    .selectFrom("card_fee")
    .select("no")
    .where("venue_id", "=", ctx.venue.id)
    .where("member_id", "=", memberId)
    .where("revoked_at", "is", null)
    .where(sql<boolean>`(created_at, no) > (${fee.created_at}, ${fee.no})`)
    .orderBy("created_at", "desc")
    .orderBy("no", "desc")
    .executeTakeFirst();
  if (left > 0 && later)
    throw refuse(
      ctx,
      {
        zh: "之后的办卡单 {no} 按已交的押金收款，没有撤销；请先撤销 {no}",
        en: "{no}, a later card, was charged less for this deposit; nothing was revoked. Revoke {no} first",
      },
      { no: later.no },
    );
  await refund(
    ctx,
    { kind: "cardFee", id, no: fee.no },
    {
      operation: "card fee revoked",
      reason,
      memberId: null,
      back: fee.fee + left,
      undoes: [
        // On the day on which it was earned.
        { account: "income.fee", amount: fee.fee, subject: fee.card_type_id, earnedOn: dayOf(fee.created_at, ctx.venue.zone) },
        { account: "deposit", amount: left, subject: id },
      ],
    },
  );
  await ctx.db
    .updateTable("card_fee")
    .set({ revoked_at: ctx.now, refunded: fee.paid })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  if (fee.raised_from === null) return;
  await ctx.db
    .updateTable("member")
    .set({ card_type_id: fee.raised_from })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", memberId)
    .where("card_type_id", "=", fee.card_type_id)
    .execute();
}
