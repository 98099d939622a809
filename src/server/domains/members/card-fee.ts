/** Charges of a card type for its new members: a fee, earned at once, and a deposit, refunded when the account closes (ledger.md). */
import type { z } from "zod";
import type { CardFees, LevelPreview, memberRecords } from "../../../contract/members/member-records";
import type { Parsed } from "../../../contract/core/call";
import { type Fen, yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { charge, refund } from "../../ledger/charge";
import { refuse } from "../../resource/refuse";
import { view } from "./list";
import { word } from "./words";

interface Asked {
  readonly name: string;
  readonly fee: Fen;
  readonly deposit: Fen;
  /** Part of earlier deposits that the venue still holds. */
  readonly held: Fen;
}

/** Returns the charges of a card type for a member; for the deposit, the part not held already. @param memberId null: one who is new */
async function requiredFees(ctx: Ctx, cardTypeId: string, memberId: string | null): Promise<Asked> {
  const type = await ctx.db
    .selectFrom("card_type")
    .select(["name", "fee", "deposit"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", cardTypeId)
    .executeTakeFirst();
  if (!type) throw new AppError("missing", { what: word("cardType", ctx.language) });
  const held = memberId === null ? 0 : (await depositsOf(ctx, memberId)).reduce((sum, { left }) => sum + left, 0);
  return { name: type.name, fee: type.fee ?? 0, deposit: Math.max(0, (type.deposit ?? 0) - held), held };
}

/** Returns the cost for a member of another card type. @throws AppError `missing` */
export async function levelPreview(
  ctx: Ctx,
  { id, cardTypeId }: Parsed<typeof memberRecords.levelPreview>,
): Promise<z.infer<typeof LevelPreview>> {
  await view(ctx, { id });
  const { fee, deposit, held } = await requiredFees(ctx, cardTypeId, id);
  return { fee: yuan(fee), deposit: yuan(deposit), held: yuan(held), due: yuan(fee + deposit) };
}

/**
 * Takes what a card type asks of a member who gets it; the caller holds the member. Nothing is due for most types.
 * @param member `before`: the card type that they carry; null for one who is new
 * @param fees how it is paid, and what the person saw that is due
 * @throws AppError `refused` where it is due and not paid, or another sum than the person saw; `badInput`, `scanNotPaid`
 */
export async function chargeCardFee(
  ctx: Ctx,
  member: { readonly id: string; readonly before: string | null },
  cardTypeId: string,
  fees: z.output<typeof CardFees> | undefined,
): Promise<void> {
  const { name, fee, deposit } = await requiredFees(ctx, cardTypeId, member.before === null ? null : member.id);
  const due = fee + deposit;
  if (due !== (fees?.due ?? 0))
    throw refuse(
      ctx,
      {
        zh: "“{name}”收办卡费 {fee} 元、押金 {deposit} 元，共 {due} 元，和看到的不同或没有收款；没有办理",
        en: "“{name}” asks a fee of {fee} and a deposit of {deposit}, {due} in all: not what was shown, or not paid. Nothing was done",
      },
      { name, fee: yuan(fee), deposit: yuan(deposit), due: yuan(due) },
    );
  if (!fees || due === 0) return;
  const { method, paymentId, tendered } = fees;
  // A deposit is refunded to its payment method when the account closes, and the purses are emptied then.
  if (method === "Balance" || method === "Coupon" || method === "RoamingCard" || method === "SportsExpertUserCoupon" || method === "Credit")
    throw badField("fees.method", "other");
  const [id, no] = [ctx.newId(), await documentNumber(ctx, "cardFee", today(ctx))];
  await charge(
    ctx,
    { kind: "cardFee", id, no },
    {
      operation: "card fee",
      payments: [{ type: method, amount: due, paymentId, tendered: method === "Cash" ? tendered : undefined }],
      due,
      memberId: null,
      shownBy: { resource: "members", id: member.id },
      legs: [
        { account: "income.fee", amount: -fee, subject: cardTypeId, earnedOn: today(ctx) },
        { account: "deposit", amount: -deposit, subject: id },
      ],
    },
  );
  ctx.write(
    ctx.db
      .insertInto("card_fee")
      .values({
        venue_id: ctx.venue.id,
        id,
        no,
        member_id: member.id,
        card_type_id: cardTypeId,
        card_type_name: name,
        fee,
        deposit,
        paid: due,
        raised_from: member.before,
        operator: ctx.person.name,
        created_at: ctx.now,
      })
      .execute(),
  );
}

interface Deposit {
  readonly id: string;
  readonly no: string;
  readonly left: Fen;
}

/** Deposits of a member's cards that the venue holds. */
export async function depositsOf(ctx: Ctx, memberId: string): Promise<Deposit[]> {
  const rows = await ctx.db
    .selectFrom("card_fee")
    .select(["id", "no", "deposit", "refunded"])
    .where("venue_id", "=", ctx.venue.id)
    .where("member_id", "=", memberId)
    .whereRef("deposit", ">", "refunded")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id, no, deposit, refunded }) => ({ id, no, left: deposit - refunded }));
}

/** Gives the deposits of a locked member back, the way they were paid. */
export async function refundDeposits(ctx: Ctx, memberId: string, reason: string): Promise<void> {
  for (const { id, no, left } of await depositsOf(ctx, memberId)) {
    await refund(
      ctx,
      { kind: "cardFee", id, no },
      {
        operation: "card deposit back",
        reason,
        memberId: null,
        back: left,
        undoes: [{ account: "deposit", amount: left, subject: id }],
      },
    );
    await ctx.db
      .updateTable("card_fee")
      .set((eb) => ({ refunded: eb("refunded", "+", left) }))
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .execute();
  }
}
