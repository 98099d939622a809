/** Edits of occurrences that lie ahead: leave, move, cancel; for this one, this and later ones, or all. */
import type { fixed, FixedDetail, Scope } from "../../../contract/fixed/fixed";
import type { Parsed } from "../../../contract/core/call";
import { addDays } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { loadPlaces } from "../../kernel/places";
import { bookSeries } from "./book";
import {
  changed,
  type ContractRow,
  lockContract,
  needState,
  type OccurrenceRow,
  openOccurrences,
  setContract,
  wrongStateError,
} from "./contract";
import { cancelOccurrences } from "./cancel-occurrences";
import { dayAfter, type Planned, planTerm, planSeries } from "./series";
import { type Terms, termsOfRow } from "./terms";
import { view } from "./view";
import { placesFreed } from "../../kernel/followers";
import { word } from "./words";

/** Days ahead that a leave searches for a make-up day. */
const MAKE_UP_WITHIN = 91;

/**
 * The occurrences that an edit is for: those of its scope that still lie ahead.
 * @throws AppError `missing`, `wrongState` where the named one is over, given up or running
 */
async function chosenOf(
  ctx: Ctx,
  input: { id: string; occurrenceId: string; scope: Scope },
  action: string,
): Promise<{ row: ContractRow; named: OccurrenceRow; chosen: OccurrenceRow[] }> {
  const row = await lockContract(ctx, input.id);
  needState(ctx, row, ["active"], action);
  const open = await openOccurrences(ctx, row.id);
  const at = open.findIndex((one) => one.id === input.occurrenceId);
  const named = open[at];
  if (!named) {
    const known = await ctx.db
      .selectFrom("fixed_occurrence")
      .select("state")
      .where("venue_id", "=", ctx.venue.id)
      .where("contract_id", "=", row.id)
      .where("id", "=", input.occurrenceId)
      .executeTakeFirst();
    if (!known) throw new AppError("missing", { what: word("occurrence", ctx.language) });
    throw wrongStateError(ctx, known.state === "planned" ? "used" : known.state, action);
  }
  const chosen = input.scope === "one" ? [named] : input.scope === "all" ? open : open.slice(at);
  return { row, named, chosen };
}

/**
 * Leave of absence: the place is free for others; the money stays with the contract, or as many occurrences are added after its end.
 * @throws AppError `missing`, `wrongState`, `fixedNothing` where no day to make up is free, `slotTaken`
 */
export async function leave(ctx: Ctx, input: Parsed<typeof fixed.leave>): Promise<FixedDetail> {
  const { row, chosen } = await chosenOf(ctx, input, "leave");
  const freed = await cancelOccurrences(ctx, chosen, "leave", input.reason);
  if (input.make === "extend") {
    const added = await daysAfter(ctx, row, await termsOfRow(ctx, row), chosen);
    await bookSeries(ctx, row, added);
    const last =
      added
        .map((one) => one.day)
        .sort()
        .at(-1) ?? row.to_day;
    await setContract(ctx, row.id, { to_day: last > row.to_day ? last : row.to_day });
  }
  changed(ctx, row.id);
  await placesFreed(ctx, freed);
  return view(ctx, { id: row.id });
}

/** The next free occurrences of the pattern after the contract's end: one for each that was given up. */
async function daysAfter(ctx: Ctx, row: ContractRow, terms: Terms, given: readonly OccurrenceRow[]): Promise<Planned[]> {
  const from = dayAfter(row.to_day);
  const { planned } = await planTerm(ctx, terms, { from, to: addDays(from, MAKE_UP_WITHIN) }, [], row.id);
  const free = planned.filter((one) => one.problem === null);
  const added = free.slice(0, given.length);
  if (added.length < given.length) throw new AppError("fixedNothing");
  return added;
}

/**
 * Moves occurrences to another place or time; a single one may go to another day. What is dearer or cheaper shows in what is owed.
 * @throws AppError `missing`, `wrongState`, `badInput`, `slotTaken`, `fixedBlocked`
 */
export async function move(ctx: Ctx, input: Parsed<typeof fixed.move>): Promise<FixedDetail> {
  if (input.end <= input.start) throw badField("end", "after");
  if (input.day !== undefined && input.scope !== "one") throw badField("day", "onlyOne");
  const { row, named, chosen } = await chosenOf(ctx, input, "move");
  const [place] = await loadPlaces(ctx, { ids: [input.placeId] });
  if (!place) throw new AppError("missing", { what: word("place", ctx.language) });
  // The payment, and the card that pays it, apply to the contract's sport.
  if (place.programId !== row.program_id) throw badField("placeId", "oneProgram");
  // With several places, only occurrences of the same place move: two cannot move to one.
  const moving = chosen.filter((one) => one.place_id === named.place_id);
  const freed = await cancelOccurrences(ctx, moving, "move", "");
  const targets = moving.map((one) => ({ day: input.day ?? one.day, place, start: input.start, end: input.end }));
  await bookSeries(ctx, row, await planSeries(ctx, await termsOfRow(ctx, row), targets, [], row.id));
  await placesFreed(ctx, freed);
  return view(ctx, { id: row.id });
}

/**
 * Cancels occurrences: they leave the contract; prepaid money for them stays with it until it ends or is renewed.
 * @throws AppError `missing`, `wrongState`
 */
export async function cancel(ctx: Ctx, input: Parsed<typeof fixed.cancel>): Promise<FixedDetail> {
  const { row, chosen } = await chosenOf(ctx, input, "cancel");
  const freed = await cancelOccurrences(ctx, chosen, "cancel", input.reason);
  changed(ctx, row.id);
  await placesFreed(ctx, freed);
  return view(ctx, { id: row.id });
}
