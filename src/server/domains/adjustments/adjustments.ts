/** Changes of members' balances by hand (states.md "large adjustment"): requested, then done or refused by somebody else. */
import type { adjustments } from "../../../contract/adjustments/adjustments";
import { fen, yuan } from "../../../contract/core/money";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { lockMember, refuseInactive } from "../../kernel/booker";
import { documentNumber } from "../../kernel/numbers";
import { checkPrepaidLimits } from "../../kernel/prepaid";
import { balanceOf, balanceShort, type Leg, post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";

type Adjustment = Pick<RowOf<typeof adjustments>, "id" | "no" | "member" | "purse" | "direction" | "amount" | "reason">;

/** Checks a request and gives it its number. */
export async function requestAdjustment(ctx: Ctx, draft: Draft<typeof adjustments.fields>) {
  if (draft.amount <= 0)
    throw refuse(ctx, { zh: "金额要大于 0，没有提交", en: "The amount must be above 0; nothing was sent" }, {}, "amount");
  const member = await lockMember(ctx, draft.member);
  if (member) refuseInactive(ctx, member);
  const has = await balanceOf(ctx, `purse.${draft.purse}`, draft.member);
  if (draft.direction === "take" && draft.amount > has)
    throw refuse(
      ctx,
      { zh: "该钱包只有 {has} 元，没有提交", en: "This purse holds {has}; nothing was sent" },
      { has: yuan(has) },
      "amount",
    );
  return { ...draft, no: await documentNumber(ctx, "adjustment", today(ctx)), requestedBy: ctx.person.name };
}

/** Withdraws a request. Only its requester may. */
export async function withdrawAdjustment(ctx: Ctx, { id }: Pick<Adjustment, "id">) {
  if ((await requesterOf(ctx, id)) !== ctx.person.id)
    throw refuse(ctx, {
      zh: "只有申请人能撤回，调整仍待审批；审批人可以选择不通过",
      en: "Only who asked can withdraw it; it still waits, and may be refused instead",
    });
  return decided(ctx, "");
}

/** Columns of a decision. */
export const decided = (ctx: Ctx, outcome: string) => ({ decidedBy: ctx.person.name, decidedAt: ctx.now, outcome });

async function requesterOf(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("member_adjustment")
    .select("requester")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.requester;
}

/**
 * Posts an adjustment. Where a rule is against it nothing moves, and it has failed with the reason. The caller holds the adjustment's row.
 */
export async function approveAdjustment(
  ctx: Ctx,
  row: Adjustment,
): Promise<{ state: "done" | "failed"; decidedBy: string; decidedAt: Date; outcome: string }> {
  const account = `purse.${row.purse}` as const;
  const amount = fen(row.amount);
  try {
    const member = await lockMember(ctx, row.member);
    if (member) refuseInactive(ctx, member);
    if (row.direction === "add" && row.purse === "principal") await checkPrepaidLimits(ctx, row.member, { stored: amount });
    if (row.direction === "take") await holds(ctx, account, row.member, amount);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: "failed", ...decided(ctx, error.text(ctx.language)) };
  }
  const decrease = row.direction === "take" ? amount : -amount;
  await post(ctx, {
    document: { kind: "adjustment", id: row.id, no: row.no },
    operation: "adjustment",
    reason: row.reason,
    legs: [{ account, amount: decrease, subject: row.member }, against(row, decrease, today(ctx))],
  });
  ctx.emit({ type: "changed", data: { resource: "members", id: row.member } });
  return { state: "done", ...decided(ctx, "") };
}

/** Builds the opposite leg: the venue bears a purse's gain and earns its loss; gift is a cost of gifts either way. */
function against({ purse, direction }: Adjustment, taken: number, day: string): Leg {
  if (purse === "gift") return { account: "cost.gift", amount: -taken, earnedOn: day };
  if (direction === "add") return { account: "cost.other", amount: -taken, earnedOn: day };
  return { account: "income.other", amount: -taken, earnedOn: day };
}

/** Locks a purse, so that what it holds stays until the change is done. @throws AppError `balanceShort` */
async function holds(ctx: Ctx, account: "purse.principal" | "purse.gift", memberId: string, amount: number): Promise<void> {
  const row = await ctx.db
    .selectFrom("balance")
    .select("amount")
    .where("venue_id", "=", ctx.venue.id)
    .where("account", "=", account)
    .where("subject", "=", memberId)
    .forUpdate()
    .executeTakeFirst();
  const held = row?.amount ?? 0;
  if (held < amount) throw balanceShort(ctx, account, yuan(held), yuan(amount));
}
