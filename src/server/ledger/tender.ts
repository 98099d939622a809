/** Where each payment type posts (wire "Payment types"), and the shift whose drawer takes cash. */
import type { PaymentType } from "../../contract/enums";
import type { Ctx } from "../http/context";
import type { Account } from "./post";

const TENDERS: Readonly<Record<PaymentType, Account | null>> = {
  Balance: "purse.principal",
  Coupon: "purse.gift",
  Cash: "tender.cash",
  BankCard: "tender.bank_card",
  Card: "tender.bank_card",
  WeChat: "tender.wechat",
  Alipay: "tender.alipay",
  online: "tender.online",
  Transfer: "tender.transfer",
  Other: "tender.other",
  SportsExpertUserCoupon: "receivable.coupon",
  // Its channel is known only from the scanned code.
  scanCode: null,
};

/**
 * The account that a payment type moves.
 * @param channel for `scanCode`, the channel found from the code
 */
export function tenderAccount(type: PaymentType, channel: "wechat" | "alipay" = "wechat"): Account {
  return TENDERS[type] ?? (channel === "wechat" ? "tender.wechat" : "tender.alipay");
}

/** The person's open shift; opened with an empty float on the first cash of the day. */
export async function openShift(ctx: Ctx): Promise<string> {
  const found = await ctx.db
    .selectFrom("shift")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("person_id", "=", ctx.person.id)
    .where("state", "<>", "closed")
    .executeTakeFirst();
  if (found) return found.id;
  const id = ctx.newId();
  const made = await ctx.db
    .insertInto("shift")
    .values({ venue_id: ctx.venue.id, id, person_id: ctx.person.id, opened_at: ctx.now })
    .onConflict((conflict) => conflict.columns(["venue_id", "person_id"]).where("state", "<>", "closed").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made ? made.id : openShift(ctx);
}
