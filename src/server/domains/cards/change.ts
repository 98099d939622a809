/** Operations on a sold card beside using it: extending, pausing, adding times (members-and-cards "Package cards"). */
import { charge } from "../../ledger/charge";
import { holding as machine, next } from "../../../contract/core/states";
import { addDays, dayOf, daysBetween } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { balanceOf } from "../../ledger/post";
import { reverse } from "../../ledger/reverse";
import { type PaymentEntry } from "../../payment/collect";
import { refuse } from "../../resource/refuse";
import { lockCardOwner } from "../../kernel/booker";
import { checkCardRule } from "../../kernel/prepaid";
import { latestDay, lockHolding, log, setHolding, type HeldCard } from "../../kernel/cards/holding";
import { earnDays, revokeDays } from "../../kernel/cards/period";

import { checkTimesAdded } from "./preview";

/** Operation of what is left at expiry. */
export const BREAKAGE = "card breakage";
const LONGEST_DAYS = 3_650;

const documentOf = ({ id, no }: Pick<HeldCard, "id" | "no">) => ({ kind: "card", id, no }) as const;

/**
 * Lets a card run until a later day. One that has expired is active again, and what its expiry had earned is its value again.
 * @throws AppError `memberState` of a closed account, `refused` for a day that is no later, is over, or lies too far
 */
export async function extend(ctx: Ctx, id: string, until: string, reason: string): Promise<void> {
  const holding = await lockHolding(ctx, id);
  await lockCardOwner(ctx, holding.member_id);
  const day = today(ctx);
  if (until <= holding.expires_on || until < day)
    throw refuse(
      ctx,
      { zh: "延至的日期要晚于现在的到期日 {expires} 和今天，没有改动", en: "It must run on past {expires} and today; nothing was changed" },
      { expires: holding.expires_on },
      "until",
    );
  if (daysBetween(day, until) > LONGEST_DAYS)
    throw refuse(ctx, { zh: "最多延至今天起 10 年，没有改动", en: "Ten years from today at most; nothing was changed" }, {}, "until");
  const runs = {
    from: await soldOn(ctx, holding),
    until: latestDay(holding.card, { activated_on: holding.activated_on, expires_on: until }),
  };
  checkCardRule(ctx, { runs }, { not: "changed", until: "until" });
  const restored = holding.state === "expired" ? next(machine, "expired", "restore") : undefined;
  if (restored !== undefined) await restoreValue(ctx, holding, reason);
  await setHolding(ctx, id, { expires_on: until, ...(restored === undefined ? {} : { state: restored }) });
  // The value of a period card is spread over the longer time.
  if (holding.kind === "period" && (holding.state === "active" || restored !== undefined)) {
    await revokeDays(ctx, holding, day);
    await earnDays(ctx, holding, day, until, await balanceOf(ctx, "card.value", id));
  }
  log(ctx, holding, {
    kind: "extend",
    restores: restored !== undefined,
    note: `${holding.expires_on} → ${until} ${reason}`,
  });
}

/** The day on which a card was sold; one that was handed on was sold to whoever had it first. */
async function soldOn(ctx: Ctx, { at, from_id }: Pick<HeldCard, "at" | "from_id">): Promise<string> {
  if (from_id === null) return dayOf(at, ctx.venue.zone);
  const from = await ctx.db
    .selectFrom("holding")
    .select(["at", "from_id", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", from_id)
    .executeTakeFirstOrThrow();
  return from.state === "transferred" ? soldOn(ctx, from) : dayOf(at, ctx.venue.zone);
}

async function restoreValue(ctx: Ctx, holding: HeldCard, reason: string): Promise<void> {
  const broken = await ctx.db
    .selectFrom("ledger_tx as t")
    .select("t.id")
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.document_kind", "=", "card")
    .where("t.document_id", "=", holding.id)
    .where("t.operation", "=", BREAKAGE)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("ledger_tx as r").select("r.id").where("r.venue_id", "=", ctx.venue.id).whereRef("r.reverses", "=", "t.id"),
        ),
      ),
    )
    .execute();
  for (const { id } of broken) await reverse(ctx, id, "card breakage undone", reason);
}

/** Stops a card's clock. */
export async function pause(ctx: Ctx, id: string, reason: string): Promise<Readonly<Record<string, unknown>>> {
  const holding = await lockHolding(ctx, id);
  const day = today(ctx);
  if (holding.expires_on < day)
    throw refuse(ctx, { zh: "已过到期日，不能暂停；请先延期", en: "Its last day is over; extend it instead of pausing it" });
  if (holding.kind === "period") await revokeDays(ctx, holding, day);
  log(ctx, holding, { kind: "pause", note: reason });
  return { pausedOn: day };
}

/** Lets the clock run on: the last day moves by the days paused. */
export async function resume(ctx: Ctx, id: string): Promise<Readonly<Record<string, unknown>>> {
  const holding = await lockHolding(ctx, id);
  const day = today(ctx);
  const paused = Math.max(0, daysBetween(holding.paused_on ?? day, day));
  const expiresOn = addDays(holding.expires_on, paused);
  if (holding.kind === "period") await earnDays(ctx, holding, day, expiresOn, await balanceOf(ctx, "card.value", id));
  log(ctx, holding, { kind: "resume", note: `${holding.expires_on} → ${expiresOn}` });
  return { pausedOn: null, expiresOn };
}

/**
 * Adds times: paid ones make the card worth more, given ones spread what it is worth over more uses.
 * @param input.amount fen
 */
export async function addTimes(
  ctx: Ctx,
  id: string,
  input: { extra: number; amount: number; method: PaymentEntry["type"]; reason: string },
): Promise<Readonly<Record<string, unknown>>> {
  const holding = await lockHolding(ctx, id);
  const { extra, amount, method, reason } = input;
  if (holding.kind === "period")
    throw refuse(ctx, { zh: "期限卡不计次数，请用延期", en: "A period card counts no times; extend it instead" });
  await lockCardOwner(ctx, holding.member_id);
  if (amount > 0) {
    await checkTimesAdded(ctx, holding, amount);
    const legs = [{ account: "card.value", amount: -amount, subject: id }] as const;
    const payments = [{ type: method, amount }];
    await charge(ctx, documentOf(holding), { operation: "times added", reason, payments, due: amount, memberId: holding.member_id, legs });
  }
  log(ctx, holding, { kind: "addTimes", times: -extra, note: reason });
  const state = holding.state === "used_up" ? (next(machine, "used_up", "restore") ?? "active") : holding.state;
  return amount > 0
    ? { times: holding.times + extra, price: holding.price + amount, state }
    : { bonusTimes: holding.bonus_times + extra, state };
}

/** Locks members in the order of their ids. */
export async function lockMembers(ctx: Ctx, ids: readonly string[]): Promise<readonly { id: string; name: string; state: string }[]> {
  return ctx.db
    .selectFrom("member")
    .select(["id", "name", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    .forUpdate()
    .execute();
}
