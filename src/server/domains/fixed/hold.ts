/**
 * First refusal of a renewal. When it is offered, the slots of the next term are locked for the customer until the contract's last day:
 * ordinary locks, taken through the same door as bookings, shown in the grid with the customer's name. A lock, and not an unpaid order,
 * because nothing was sold yet; the whole next term, because another contract could otherwise take it months ahead while the customer
 * thinks it over; only until the last day, so that nothing is kept empty: single bookings open later than that for most of it.
 */
import { addDays, daysBetween } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { releaseCells } from "../../kernel/occupancy/release";
import { reserveSeries } from "../../kernel/occupancy/reserve";
import { publishDays } from "./book";
import { changed, type ContractRow } from "./contract";
import { bookable, dayAfter, planTerm, type Series } from "./series";
import { termsOfRow } from "./terms";
import { word } from "./words";

/** Days before the end at which a renewal is offered. */
export const OFFER_DAYS = 14;
/** The longest stretch that is kept, days. */
const LONGEST = 91;

/** The last day of the term that would follow: as long as the one that ends. */
const nextTermEnd = (row: Pick<ContractRow, "from_day" | "to_day">): string =>
  addDays(row.to_day, Math.min(LONGEST, daysBetween(row.from_day, row.to_day) + 1));

/** The term that would follow; none where its terms no longer hold, because a place was switched off or relinked. */
async function nextTerm(ctx: Ctx, row: ContractRow): Promise<Pick<Series, "planned">> {
  try {
    return await planTerm(ctx, await termsOfRow(ctx, row), { from: dayAfter(row.to_day), to: nextTermEnd(row) }, [], row.id);
  } catch (error) {
    if (error instanceof AppError) return { planned: [] };
    throw error;
  }
}

/** Locks what is free of the next term. The contract is locked. @returns how many occurrences are kept */
export async function holdNextTerm(ctx: Ctx, row: ContractRow): Promise<number> {
  const series = await nextTerm(ctx, row);
  const locks = bookable(series).map((one) => ({ ...one, holderId: ctx.newId() }));
  if (locks.length === 0) return 0;
  await reserveSeries(ctx, locks, { closedDays: true });
  await ctx.db
    .insertInto("place_lock")
    .values(
      locks.map((one) => ({
        venue_id: ctx.venue.id,
        id: one.holderId,
        place_id: one.place.id,
        day: one.day,
        start_minute: one.start,
        end_minute: one.end,
        reason: word("renewalLock", ctx.language, { name: row.name }),
        person_id: ctx.person.id,
        operator: ctx.person.name,
        created_at: ctx.now,
      })),
    )
    .execute();
  await ctx.db
    .insertInto("fixed_hold")
    .values(locks.map((one) => ({ venue_id: ctx.venue.id, lock_id: one.holderId, contract_id: row.id })))
    .execute();
  publishDays(
    ctx,
    locks.map((one) => one.day),
  );
  return locks.length;
}

/** Gives free what is kept for a contract. @returns the days on which slots came free */
export async function releaseHold(ctx: Ctx, contractId: string): Promise<string[]> {
  const held = await ctx.db
    .deleteFrom("fixed_hold")
    .where("venue_id", "=", ctx.venue.id)
    .where("contract_id", "=", contractId)
    .returning("lock_id")
    .execute();
  if (held.length === 0) return [];
  const ids = held.map((one) => one.lock_id);
  const locks = await ctx.db
    .updateTable("place_lock")
    .set({ status: "released" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", ids)
    .where("status", "=", "locked")
    .returning("day")
    .execute();
  await releaseCells(ctx, ids);
  const days = locks.map((one) => one.day);
  publishDays(ctx, days);
  changed(ctx, contractId);
  return days;
}
