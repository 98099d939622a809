/** Closing a member's account: the principal is paid out less a fee, the gift is void (ledger.md "closing an account"). */
import type { z } from "zod";
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import type { ClosePreview, memberRecords } from "../../../contract/members/member-records";
import type { Member } from "../../../contract/members/members";
import { fen, percentOf, yuan } from "../../../contract/core/money";
import { member as machine, next } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { requireApproval } from "../../kernel/approval";
import { coolingOffEnd, coolingOffStart } from "../../kernel/prepaid";
import { lockInvoices } from "../../kernel/stored-value";
import { payOut } from "../../ledger/pay-out";
import { depositsOf, refundDeposits } from "./card-fee";
import { refuse } from "../../resource/refuse";
import { view } from "./list";
import { openOf } from "./open";
import { word } from "./words";

type Preview = z.infer<typeof ClosePreview>;

/**
 * Returns the amounts that closing would pay out and retain, line by line, and the obstacles; changes nothing. @throws AppError `missing`,
 * `wrongState`
 */
export async function closePreview(ctx: Ctx, { id, feePercent }: Parsed<typeof memberRecords.closePreview>): Promise<Preview> {
  const member = await view(ctx, { id });
  const closing = next(machine, member.state, "startClosing");
  if (!closing || !next(machine, closing, "close"))
    throw new AppError(
      "wrongState",
      { state: word(member.state, ctx.language), action: word("close", ctx.language) },
      { state: member.state },
    );
  const principal = fen(member.principal);
  const { recharged, last } = await cooling(ctx, id);
  // Within the cooling-off a recharge goes back in full.
  const free = Math.min(principal, recharged);
  const fee = percentOf(principal - free, feePercent);
  const deposits = await depositsOf(ctx, id);
  return {
    principal: yuan(principal),
    free: yuan(free),
    coolingOffUntil: free > 0 && last ? coolingOffEnd(last).toISOString() : null,
    fee: yuan(fee),
    back: yuan(principal - fee),
    gift: member.gift,
    deposit: yuan(deposits.reduce((sum, { left }) => sum + left, 0)),
    open: [...(await openOf(ctx, member, ["balance", "card_fee"]))],
  };
}

/** Returns the amount recharged within the cooling-off period and not refunded, fen, and the time of the last recharge. */
async function cooling(ctx: Ctx, id: string): Promise<{ recharged: number; last: Date | null }> {
  return ctx.db
    .selectFrom("recharge")
    .select([sql<number>`coalesce(sum(paid), 0)`.as("recharged"), sql<Date | null>`max(at)`.as("last")])
    .where("venue_id", "=", ctx.venue.id)
    .where("member_id", "=", id)
    .where("revoked_at", "is", null)
    .where("at", ">", coolingOffStart(ctx.now))
    .executeTakeFirstOrThrow();
}

/**
 * Closes the account: pays out, voids the gift, frees the phone for another member.
 * @throws AppError as the preview; `refused` where something is open, or another amount goes back than the person saw
 */
export async function close(
  ctx: Ctx,
  { id, feePercent, back, deposit, method, reason }: Parsed<typeof memberRecords.close>,
): Promise<Member> {
  // Money that was paid out can no longer be invoiced.
  await lockInvoices(ctx);
  await ctx.db.selectFrom("member").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", id).forUpdate().execute();
  const member = await view(ctx, { id });
  const now = await closePreview(ctx, { id, feePercent });
  if (now.open.length > 0)
    throw refuse(
      ctx,
      { zh: "{name} 还有{what}，没有销户；请先处理完", en: "{name} still has {what}; the account was not closed. Settle that first" },
      { name: member.name, what: now.open.join(ctx.language === "zh" ? "、" : ", ") },
    );
  if (fen(now.back) !== back || fen(now.deposit) !== deposit)
    throw refuse(
      ctx,
      {
        zh: "现在应退 {now}，和看到的 {seen} 不同，没有销户；请重新核对",
        en: "{now} goes back now, not the {seen} shown; nothing was done. Look again",
      },
      { now: yuan(fen(now.back) + fen(now.deposit)), seen: yuan(back + deposit) },
    );
  await requireApproval(ctx, {
    action: "closeAccount",
    subject: id,
    amount: back + deposit,
    content: [feePercent, method, reason],
    rule: { zh: "销户须有权限的人同意", en: "Closing an account needs somebody who may close accounts" },
    facts: [
      { label: { zh: "会员", en: "Member" }, value: `${member.name} ${member.cardNo}` },
      { label: { zh: "手续费", en: "Fee" }, value: now.fee },
      { label: { zh: "理由", en: "Reason" }, value: reason },
    ],
  });
  const [principal, gift, fee] = [fen(now.principal), fen(now.gift), fen(now.fee)];
  await refundDeposits(ctx, id, reason);
  await payOut(ctx, { member, principal, gift, fee, method, reason });
  await ctx.db
    .updateTable("member")
    .set({ state: "closed", state_reason: reason })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  ctx.emit({ type: "changed", data: { resource: "members", id } });
  return view(ctx, { id });
}
