/** Using a package card: each use earns its share of what is left of the price (ledger.md). */
import { holding as machine } from "../../../contract/core/states";
import { wall } from "../../../contract/core/time";
import { AppError } from "../../http/error";
import type { Ctx } from "../../http/context";
import { balanceOf, post } from "../../ledger/post";
import { recordSpend } from "../../ledger/spend";
import { activate, leftOf, lockHolding, setHolding, stateOf } from "./holding";
import { checkLimits, notUsable } from "./limits";

/** When a card is used: the day, and the run that it pays for; minutes from midnight. */
interface When {
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Uses a card `times` times. Each use earns value left ÷ times left, whole fen; the last takes what is left. A card that its first use
 * starts is started by it.
 * @param about what it was used for: the session's document
 * @param when when that is; none: now
 * @throws AppError `missing`, `cardNotUsable`, `cardUsedUp`
 */
export async function redeemCard(
  ctx: Ctx,
  input: { holdingId: string; times: number; note?: string },
  about?: { kind: string; id: string },
  when?: When,
): Promise<{ id: string; before: number | null; after: number | null; value: number }> {
  const holding = await lockHolding(ctx, input.holdingId);
  const now = wall(ctx.now, ctx.venue.zone);
  const at = when ?? { day: now.day, start: now.minute, end: now.minute };
  const before = leftOf(holding);
  if (before !== null && before < input.times) throw new AppError("cardUsedUp", { left: before, need: input.times }, { left: before });
  if (holding.state !== "active" && holding.state !== "inactive")
    throw new AppError("cardNotUsable", { why: machine.labels[stateOf(holding)][ctx.language] }, { state: holding.state });
  if ((holding.activated_on ?? now.day) > now.day) throw notUsable(ctx, "startsOn", { day: holding.activated_on ?? "" });
  if (holding.expires_on < now.day) throw new AppError("cardNotUsable", { why: holding.expires_on }, { expiresOn: holding.expires_on });
  await checkLimits(ctx, holding, input.times, at, about?.kind);
  if (holding.state === "inactive") await activate(ctx, holding);
  const value = before === null ? 0 : await worthOf(ctx, holding.id, before, input.times);
  const after = before === null ? null : before - input.times;
  const id = ctx.newId();
  ctx.write(setHolding(ctx, holding.id, { used: holding.used + input.times, state: after === 0 ? "used_up" : "active" }));
  ctx.write(
    ctx.db
      .insertInto("holding_use")
      .values({
        venue_id: ctx.venue.id,
        id,
        holding_id: holding.id,
        times: input.times,
        before,
        after,
        value,
        document_kind: about?.kind ?? "",
        document_id: about?.id ?? "",
        note: input.note ?? "",
        operator: ctx.person.name,
        used_on: at.day,
        at: ctx.now,
      })
      .execute(),
  );
  if (value > 0) {
    await post(ctx, {
      document: { kind: "card", id: holding.id, no: holding.no },
      operation: "one use",
      legs: [
        { account: "card.value", amount: value, subject: holding.id },
        { account: "income.card_use", amount: -value, subject: holding.package_card_id, earnedOn: now.day },
      ],
    });
  }
  recordSpend(ctx, holding.member_id, 0, ctx.now);
  return { id, before, after, value };
}

/** Computes the value of so many of the remaining uses, fen: each gets its share of the value that remains before it. */
async function worthOf(ctx: Ctx, holdingId: string, left: number, times: number): Promise<number> {
  let rest = await balanceOf(ctx, "card.value", holdingId);
  let value = 0;
  for (let i = 0; i < times; i++) {
    const one = Math.floor(rest / (left - i));
    value += one;
    rest -= one;
  }
  return value;
}
