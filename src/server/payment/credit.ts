/** Buying on credit: what a member of a credit card type owes, up to the type's limit (ledger.md "sale on credit"). */
import type { Fen } from "../../contract/core/money";
import { yuan } from "../../contract/core/money";
import type { Ctx } from "../http/context";
import { lockMember } from "../kernel/booker";
import { owedBy, owedHere } from "../ledger/owed";
import type { Document, Leg } from "../ledger/post";
import { refuse } from "../resource/refuse";

/** Documents that can be bought on credit; no money that is itself prepaid, owed or held. */
const BOUGHT: ReadonlySet<Document["kind"]> = new Set(["order", "sale", "session", "openPlay", "card", "activity", "voucher", "entry"]);

/**
 * Refuses what would pass the limit. The member stays locked until this change ends, so that the last of it is spent once.
 * @throws AppError `refused`
 */
export async function chargeCredit(ctx: Ctx, document: Document, memberId: string, amount: Fen): Promise<void> {
  if (!BOUGHT.has(document.kind) || (await isFixed(ctx, document)))
    throw refuse(ctx, {
      zh: "这笔款不能挂账，没有收款；请换一种方式",
      en: "This can't be put on credit; nothing was taken. Use another method",
    });
  await lockMember(ctx, memberId);
  const type = await ctx.db
    .selectFrom("member as m")
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .select(["m.name", "t.kind", "t.credit_limit"])
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.id", "=", memberId)
    .executeTakeFirst();
  const limit = type?.kind === "credit" ? (type.credit_limit ?? 0) : 0;
  const { owed } = await owedBy(ctx, memberId);
  if (owed + amount <= limit) return;
  throw refuse(
    ctx,
    {
      zh: "{name} 的挂账额度 {limit} 元，已欠 {owed} 元，还可挂 {left} 元，需要 {need} 元；没有收款",
      en: "{name} may owe {limit} and owes {owed}: {left} more can be put on credit, not {need}. Nothing was taken",
    },
    { name: type?.name ?? "", limit: yuan(limit), owed: yuan(owed), left: yuan(Math.max(0, limit - owed)), need: yuan(amount) },
  );
}

/** A use of a fixed contract is owed at the contract. */
async function isFixed(ctx: Ctx, { kind, id }: Document): Promise<boolean> {
  if (kind !== "order") return false;
  const found = await ctx.db
    .selectFrom("fixed_occurrence")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Refunds a purchase on credit: the refund reduces the debt. The part that was already paid is added to the principal. */
export async function refundCredit(ctx: Ctx, memberId: string, amount: Fen): Promise<Leg[]> {
  await lockMember(ctx, memberId);
  const owed = Math.min(amount, owedHere(await owedBy(ctx, memberId)));
  return [
    { account: "receivable.member", amount: -owed, subject: memberId },
    { account: "purse.principal", amount: owed - amount, subject: memberId },
  ];
}
