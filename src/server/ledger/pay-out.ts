/** Final payout of a member's purses: the principal is paid out, the gift is void (ledger.md "closing an account"). */
import type { PaymentType } from "../../contract/core/enums";
import type { Fen } from "../../contract/core/money";
import { type Ctx, today } from "../http/context";
import { type Leg, post } from "./post";
import { shiftOf, tenderAccount } from "./tender";

interface PayOut {
  readonly member: { readonly id: string; readonly cardNo: string };
  readonly principal: Fen;
  readonly gift: Fen;
  /** Part of the principal that is retained. */
  readonly fee: Fen;
  readonly method: PaymentType;
  readonly reason: string;
}

/** Posts it, as the member's account closes or afterwards. */
export async function payOut(ctx: Ctx, { member, principal, gift, fee, method, reason }: PayOut): Promise<void> {
  if (principal + gift === 0) return;
  const back = principal - fee;
  const shiftId = back > 0 ? await shiftOf(ctx, [method]) : null;
  const account = tenderAccount(method);
  const day = today(ctx);
  await post(ctx, {
    document: { kind: "closing", id: member.id, no: member.cardNo },
    operation: "closing",
    reason,
    shiftId,
    legs: [
      { account: "purse.principal", amount: principal, subject: member.id },
      { account, amount: -back, ...(account === "tender.cash" ? { subject: shiftId ?? "" } : {}) },
      { account: "income.fee", amount: -fee, earnedOn: day },
      { account: "purse.gift", amount: gift, subject: member.id },
      { account: "cost.gift", amount: -gift, earnedOn: day },
    ],
  });
}

/**
 * Returns money to purses whose account may have been closed meanwhile. The money then leaves them at once, as it would have when the
 * account closed: in cash at the desk, by transfer where nobody is at one. The member stays locked, so an account that closes at the same
 * time either pays it out itself or is found closed here.
 * @param legs of which those that fill the member's purses count
 * @param fill posts them
 */
export async function fillPurses<T>(
  ctx: Ctx,
  memberId: string | null,
  { legs, method, reason = "" }: { readonly legs: readonly Leg[]; readonly method?: PaymentType; readonly reason?: string | undefined },
  fill: () => Promise<T>,
): Promise<T> {
  const into = (account: Leg["account"]): Fen =>
    legs.reduce((sum, leg) => (leg.account === account && leg.subject === memberId ? sum - leg.amount : sum), 0);
  const [principal, gift] = [Math.max(0, into("purse.principal")), Math.max(0, into("purse.gift"))];
  if (memberId === null || principal + gift === 0) return fill();
  const closed = await closedAccount(ctx, memberId, true);
  const filled = await fill();
  const byHand = ctx.person.id === "" ? "Transfer" : "Cash";
  if (closed) await payOut(ctx, { member: closed, principal, gift, fee: 0, method: method ?? byHand, reason });
  return filled;
}

/** The member, if their account is closed. @param lock holds them until this change ends */
export async function closedAccount(ctx: Ctx, id: string, lock: boolean): Promise<PayOut["member"] | undefined> {
  const found = ctx.db
    .selectFrom("member")
    .select(["id", "card_no as cardNo", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id);
  const member = await (lock ? found.forNoKeyUpdate() : found).executeTakeFirst();
  return member?.state === "closed" ? member : undefined;
}
