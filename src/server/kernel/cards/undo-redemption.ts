/** Uses of a package card that go back to it (ledger.md "one use / its undo"). */
import { type Selectable, sql } from "kysely";
import { share } from "../../../contract/core/money";
import { holding as machine, next } from "../../../contract/core/states";
import { addDays, dayOf } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { balanceOf, post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { lockCardOwner } from "../booker";
import { type HeldCard, leftOf, lockHolding, log, setHolding } from "./holding";
import { revokeDays } from "./period";
import type { Tables } from "../../db/tables";

/** The card after uses went back to it. */
interface GivenBack {
  readonly no: string;
  readonly state: string;
  readonly expiresOn: string;
  /** True if the uses can be used again. */
  readonly usable: boolean;
}
type Use = Selectable<Tables["holding_use"]>;
/** Document kind of an undo at the desk; the document id is the use's id. */
const UNDO = "undo";

const uses = (ctx: Ctx) => ctx.db.selectFrom("holding_use").selectAll().where("venue_id", "=", ctx.venue.id).where("kind", "=", "use");

/**
 * Gives back `times` of the uses that a document took, with their part of what they earned, dated as it was earned. A card that they had
 * used up is active again; one that ended otherwise keeps its state, which the caller tells.
 * @param times at most as many as the document took
 */
export async function undoRedemption(ctx: Ctx, about: { kind: string; id: string }, times: number): Promise<GivenBack> {
  const use = await uses(ctx)
    .where("document_kind", "=", about.kind)
    .where("document_id", "=", about.id)
    .where("times", ">", 0)
    .executeTakeFirstOrThrow();
  const holding = await lockHolding(ctx, use.holding_id);
  const back = await undoForHolding(ctx, holding, use, times, { ...about, note: "" });
  return (await followOn(ctx, holding, times)) ?? back;
}

/** Uses that go back to a card which was handed on or exchanged belong to the card that replaced it. */
async function followOn(ctx: Ctx, from: HeldCard, times: number): Promise<GivenBack | undefined> {
  if (from.state !== "transferred" && from.state !== "exchanged") return undefined;
  const found = await ctx.db
    .selectFrom("holding")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("from_id", "=", from.id)
    .executeTakeFirst();
  if (!found) return undefined;
  const to = await lockHolding(ctx, found.id);
  if (to.kind === "period" || to.state === "refunded") return undefined;
  const value = await balanceOf(ctx, "card.value", from.id);
  if (value > 0)
    await post(ctx, {
      document: { kind: "card", id: to.id, no: to.no },
      operation: "card transfer",
      legs: [
        { account: "card.value", amount: value, subject: from.id },
        { account: "card.value", amount: -value, subject: to.id },
      ],
    });
  const state = to.state === "used_up" ? (next(machine, to.state, "restore") ?? to.state) : to.state;
  await setHolding(ctx, to.id, { bonus_times: to.bonus_times + times, carried: to.carried + value, state });
  log(ctx, to, { kind: "addTimes", times: -times, note: from.no });
  const further = await followOn(ctx, { ...to, state }, times);
  return further ?? { no: to.no, state, expiresOn: to.expires_on, usable: state === "active" && to.expires_on >= today(ctx) };
}

/**
 * Undoes the last redemption at the desk that was not undone. What bookings and sessions took goes back where they are cancelled.
 * @throws AppError `missing`, `memberState` of a closed account, `refused` where there is none
 */
export async function undoLast(ctx: Ctx, holdingId: string, reason: string): Promise<void> {
  const holding = await lockHolding(ctx, holdingId);
  await lockCardOwner(ctx, holding.member_id);
  const use = await uses(ctx)
    .where("holding_id", "=", holdingId)
    .where("document_kind", "=", "")
    .where("times", ">", 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("holding_use as u")
            .select("u.id")
            .where("u.venue_id", "=", ctx.venue.id)
            .where("u.document_kind", "=", UNDO)
            .whereRef("u.document_id", "=", "holding_use.id"),
        ),
      ),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (!use)
    throw refuse(ctx, {
      zh: "这张卡没有可撤销的前台核销，没有改动；订场和场次用掉的次数在取消时退回",
      en: "Nothing was redeemed at the desk that could be undone. Uses of bookings and sessions go back when those are cancelled",
    });
  await undoForHolding(ctx, holding, use, use.times, { kind: UNDO, id: use.id, note: reason });
}

async function undoForHolding(
  ctx: Ctx,
  holding: HeldCard,
  use: Use,
  times: number,
  about: { readonly kind: string; readonly id: string; readonly note: string },
): Promise<GivenBack> {
  if (holding.used < times) throw new AppError("cardUsedUp", { left: holding.used, need: times });
  const before = leftOf(holding);
  const [value = 0] = share(use.value, [times, use.times - times]);
  const restored = holding.state === "used_up" ? (next(machine, holding.state, "restore") ?? holding.state) : holding.state;
  const waits = holding.used === times && restored === "active" ? await waitingBefore(ctx, holding) : undefined;
  const state = waits ? (next(machine, restored, "undoFirstUse") ?? restored) : restored;
  if (waits && holding.kind === "period") await revokeDays(ctx, holding, today(ctx));
  await setHolding(ctx, holding.id, { used: holding.used - times, state, ...waits });
  await ctx.db
    .insertInto("holding_use")
    .values({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      holding_id: holding.id,
      times: -times,
      before,
      after: before === null ? null : before + times,
      value: -value,
      document_kind: about.kind,
      document_id: about.id,
      note: about.note,
      operator: ctx.person.name,
      used_on: use.used_on,
      at: ctx.now,
    })
    .execute();
  if (value > 0) {
    await post(ctx, {
      document: { kind: "card", id: holding.id, no: holding.no },
      operation: "use undone",
      reason: about.note,
      legs: [
        { account: "income.card_use", amount: value, subject: holding.package_card_id, earnedOn: dayOf(use.at, ctx.venue.zone) },
        { account: "card.value", amount: -value, subject: holding.id },
      ],
    });
  }
  const expiresOn = waits?.expires_on ?? holding.expires_on;
  const usable = (state === "active" || waits !== undefined) && expiresOn >= today(ctx);
  return { no: holding.no, state, expiresOn, usable };
}

/**
 * Returns the dates of a card as it waited for its first use; undefined where that use did not start it, or where it was extended, paused or
 * handed on since. A period card has earned the days that are over, so only its first day is taken back.
 */
async function waitingBefore(ctx: Ctx, holding: HeldCard): Promise<{ activated_on: null; expires_on: string } | undefined> {
  if (holding.card.activation !== "firstUse") return undefined;
  if (holding.kind === "period" && holding.activated_on !== today(ctx)) return undefined;
  const entries = await ctx.db
    .selectFrom("holding_use")
    .select(["kind", "at"])
    .where("venue_id", "=", ctx.venue.id)
    .where("holding_id", "=", holding.id)
    .execute();
  const start = entries.filter(({ kind }) => kind === "activate").reduce((last, { at }) => Math.max(last, at.getTime()), 0);
  if (start === 0 || entries.some(({ kind, at }) => at.getTime() > start && kind !== "use" && kind !== "addTimes")) return undefined;
  const { rows } = await sql<{ expires_on: string | null }>`
    SELECT before ->> 'expires_on' AS expires_on FROM audit_log WHERE venue_id = ${ctx.venue.id} AND object = 'holding' AND object_id = ${holding.id}
      AND before ->> 'state' = 'inactive' AND after ->> 'state' = 'active' ORDER BY id DESC LIMIT 1`.execute(ctx.db);
  const before = rows[0]?.expires_on ?? addDays(dayOf(holding.at, ctx.venue.zone), holding.card.activate_within);
  // The time to start it may be over by now; it is then good for today.
  return { activated_on: null, expires_on: before > today(ctx) ? before : today(ctx) };
}
