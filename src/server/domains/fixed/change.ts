/** Contracts as they are made, booked, paused, resumed and renewed. */
import type { fixed, FixedDetail, FixedPlan } from "../../../contract/fixed/fixed";
import type { Parsed } from "../../../contract/core/call";
import { type Ctx, need, today } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { bookSeries } from "./book";
import {
  changed,
  type ContractRow,
  lockContract,
  missingContract,
  moveContract,
  needState,
  openOccurrences,
  setContract,
  wrongStateError,
} from "./contract";
import { cancelOccurrences } from "./cancel-occurrences";
import { releaseHold } from "./hold";
import { creditOf, receive } from "./money";
import type { Wanted } from "../../kernel/occupancy/survey";
import { dayAfter, type Planned, planTerm, planSeries, type Series, startsAt, toPlan } from "./series";
import { LONGEST_TERM, type Terms, termsOf, termsOfRow } from "./terms";
import { view } from "./view";
import { placesFreed } from "../../kernel/followers";
import { yuan } from "../../../contract/core/money";
import { addDays } from "../../../contract/core/time";
import { loadPlaces } from "../../kernel/places";

/**
 * Previews the occurrences of the terms. Reserves nothing.
 * @throws AppError `badInput`, `missing`, `memberState`, `memberNeeded`, `linkedChosen`, `fixedTooMany`
 */
export async function preview(ctx: Ctx, input: Parsed<typeof fixed.preview>): Promise<FixedPlan> {
  const terms = await termsOf(ctx, input);
  return toPlan(await planTerm(ctx, terms, terms, input.choices, null), terms.payMode === "term" ? 0 : undefined);
}

/**
 * Makes a contract: a draft, or booked at once.
 * @throws AppError as `preview`; booked at once also `slotTaken`, `fixedBlocked`, `fixedNothing`, `priceChanged`, `paymentSum`, `balanceShort`, `forbidden`
 */
export async function create(ctx: Ctx, input: Parsed<typeof fixed.create>): Promise<FixedDetail> {
  return view(ctx, { id: await makeContract(ctx, input) });
}

/** As `create`; gives only the contract's id. */
export async function makeContract(ctx: Ctx, input: Parsed<typeof fixed.create>): Promise<string> {
  if (input.activate && input.payMode === "term") need(ctx, "fixed_pay");
  const terms = await termsOf(ctx, input);
  const id = ctx.newId();
  await ctx.db
    .insertInto("fixed_contract")
    .values({
      venue_id: ctx.venue.id,
      id,
      no: await documentNumber(ctx, "fixed", today(ctx)),
      ...columnsOf(terms),
      state: "draft",
      person_id: ctx.person.id,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  changed(ctx, id);
  if (input.activate) await activateRow(ctx, await lockContract(ctx, id), terms, input);
  return id;
}

const columnsOf = (terms: Terms) => ({
  member_id: terms.member?.id ?? null,
  card_type_id: terms.member?.cardTypeId ?? null,
  name: terms.name,
  phone: terms.phone,
  program_id: terms.places[0]?.programId ?? "",
  place_ids: terms.places.map((place) => place.id),
  weekdays: [...terms.weekdays],
  every_weeks: terms.everyWeeks,
  rule: terms.rule,
  except_days: [...terms.except],
  skip_holidays: terms.skipHolidays,
  start_minute: terms.start,
  end_minute: terms.end,
  from_day: terms.from,
  to_day: terms.to,
  price_basis: terms.agreedPrice === null ? "tariff" : "agreed",
  agreed_price: terms.agreedPrice,
  pay_mode: terms.payMode,
  holding_id: terms.holdingId,
  times_per_use: terms.timesPerUse,
  as_group: terms.asGroup,
  remark: terms.remark,
});

/**
 * Changes the terms of a draft.
 * @throws AppError `wrongState` and as `preview`
 */
export async function modify(ctx: Ctx, input: Parsed<typeof fixed.modify>): Promise<FixedDetail> {
  const row = await lockContract(ctx, input.id);
  needState(ctx, row, ["draft"], "modify");
  const terms = await termsOf(ctx, input);
  await ctx.db.updateTable("fixed_contract").set(columnsOf(terms)).where("venue_id", "=", ctx.venue.id).where("id", "=", row.id).execute();
  changed(ctx, row.id);
  return view(ctx, { id: row.id });
}

type Booking = Pick<Parsed<typeof fixed.activate>, "choices" | "payments" | "expectedTotal">;

async function activateRow(ctx: Ctx, row: ContractRow, terms: Terms, { choices, payments, expectedTotal }: Booking): Promise<void> {
  await moveContract(ctx, row, "activate");
  const { planned } = await planTerm(ctx, terms, terms, choices, row.id);
  const { value } = await bookAs(ctx, row, planned, expectedTotal);
  await receive(ctx, row, payments, terms.payMode === "term" ? value : 0);
}

/** As `bookSeries`. @throws AppError `priceChanged` where the person saw another price of it all */
async function bookAs(
  ctx: Ctx,
  row: ContractRow,
  planned: readonly Planned[],
  expected: number | undefined,
): Promise<{ count: number; value: number }> {
  const booked = await bookSeries(ctx, row, planned);
  if (expected === undefined || expected === booked.value) return booked;
  throw new AppError("priceChanged", { from: yuan(expected), to: yuan(booked.value) }, { total: yuan(booked.value) });
}

/**
 * Books a draft: all occurrences that are not skipped, or none. A term that is prepaid is paid now.
 * @throws AppError `missing`, `wrongState`, `slotTaken`, `fixedBlocked`, `fixedNothing`, `priceChanged`, `paymentSum`, `balanceShort`, `forbidden`
 */
export async function activate(ctx: Ctx, input: Parsed<typeof fixed.activate>): Promise<FixedDetail> {
  const row = await lockContract(ctx, input.id);
  if (row.pay_mode === "term") need(ctx, "fixed_pay");
  await activateRow(ctx, row, await termsOfRow(ctx, row), input);
  return view(ctx, { id: row.id });
}

/**
 * Pauses a contract: its future slots are free for others.
 * @throws AppError `missing`, `wrongState`
 */
export async function pause(ctx: Ctx, input: Parsed<typeof fixed.pause>): Promise<FixedDetail> {
  const row = await lockContract(ctx, input.id);
  await moveContract(ctx, row, "pause");
  await placesFreed(ctx, await cancelOccurrences(ctx, await openOccurrences(ctx, row.id), "cancel", input.reason, true));
  return view(ctx, { id: row.id });
}

/**
 * Resumes a contract: what its pause gave free and still lies ahead is looked at again, and booked whole or not at all.
 * @throws AppError `missing`, `wrongState`, `slotTaken`, `fixedBlocked`, `priceChanged`
 */
export async function resume(ctx: Ctx, input: Parsed<typeof fixed.resume>): Promise<FixedDetail> {
  const row = await lockContract(ctx, input.id);
  await moveContract(ctx, row, "resume");
  const terms = await termsOfRow(ctx, row);
  const pausedSeries = await pausedOf(ctx, row);
  const planned = await planSeries(ctx, terms, pausedSeries, input.choices, row.id);
  if (planned.some((one) => !one.skipped)) await bookAs(ctx, row, planned, input.expectedTotal);
  await ctx.db
    .updateTable("fixed_occurrence")
    .set({ paused: false })
    .where("venue_id", "=", ctx.venue.id)
    .where("contract_id", "=", row.id)
    .where("paused", "=", true)
    .execute();
  return view(ctx, { id: row.id });
}

/** Returns the occurrences that a pause released and that are still ahead. */
async function pausedOf(ctx: Ctx, row: ContractRow): Promise<Wanted[]> {
  const rows = await ctx.db
    .selectFrom("fixed_occurrence")
    .select(["day", "place_id", "start_minute as start", "end_minute as end"])
    .where("venue_id", "=", ctx.venue.id)
    .where("contract_id", "=", row.id)
    .where("paused", "=", true)
    .orderBy("day")
    .orderBy("start_minute")
    .execute();
  const places = rows.length === 0 ? [] : await loadPlaces(ctx, { ids: [...new Set(rows.map((one) => one.place_id))] });
  return rows.flatMap(({ place_id, ...time }) => {
    const place = places.find((one) => one.id === place_id);
    return place && startsAt(ctx, time) > ctx.now ? [{ ...time, place }] : [];
  });
}

/** The stretch that a renewal adds. @throws AppError `badInput` on `to` */
function renewal(row: ContractRow, to: string): { from: string; to: string } {
  const from = dayAfter(row.to_day);
  if (to < from || to > addDays(from, LONGEST_TERM)) throw badField("to", "withinDays", { n: LONGEST_TERM });
  return { from, to };
}

/**
 * Renews a contract for another term on the same pattern; the slots kept for it are given to it, whatever else waits. What is prepaid and
 * not needed for occurrences ahead counts towards a prepaid term.
 * @throws AppError `missing`, `wrongState`, `badInput`, `slotTaken`, `fixedBlocked`, `fixedNothing`, `priceChanged`, `paymentSum`, `forbidden`
 */
export async function renew(ctx: Ctx, input: Parsed<typeof fixed.renew>): Promise<FixedDetail> {
  const row = await lockContract(ctx, input.id);
  needState(ctx, row, ["active", "expired"], "renew");
  if (row.pay_mode === "term") need(ctx, "fixed_pay");
  const range = renewal(row, input.to);
  await releaseHold(ctx, row.id);
  const credit = await freeCredit(ctx, row);
  const { planned } = await planTerm(ctx, await termsOfRow(ctx, row), range, input.choices, row.id);
  const { value } = await bookAs(ctx, row, planned, input.expectedTotal);
  const changes = { to_day: range.to, offered_at: null, declined: false };
  if (row.state === "expired") await moveContract(ctx, row, "renew", changes);
  else await setContract(ctx, row.id, changes);
  await receive(ctx, row, input.payments, row.pay_mode === "term" ? Math.max(0, value - credit) : 0);
  return view(ctx, { id: row.id });
}

/** Computes the prepaid amount beyond the occurrences still ahead, fen. */
async function freeCredit(ctx: Ctx, row: ContractRow): Promise<number> {
  const { value } = await ctx.db
    .selectFrom("fixed_occurrence")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("price"), eb.val(0)).as("value"))
    .where("venue_id", "=", ctx.venue.id)
    .where("contract_id", "=", row.id)
    .where("state", "in", ["planned", "used", "no_show"])
    .executeTakeFirstOrThrow();
  return Math.max(0, creditOf(row) - value);
}

/**
 * The customer does not renew: what is kept is given free.
 * @throws AppError `missing`, `wrongState`
 */
export async function decline(ctx: Ctx, input: Parsed<typeof fixed.decline>): Promise<FixedDetail> {
  const row = await lockContract(ctx, input.id);
  needState(ctx, row, ["active", "paused"], "renew");
  await setContract(ctx, row.id, { declined: true });
  await placesFreed(ctx, await releaseHold(ctx, row.id));
  return view(ctx, { id: row.id });
}

/**
 * Previews the bookings of activating, resuming or renewing now. Reserves nothing.
 * @throws AppError `missing`, `wrongState`, `badInput`
 */
export async function plan(ctx: Ctx, input: Parsed<typeof fixed.plan>): Promise<FixedPlan> {
  const row = await ctx.db
    .selectFrom("fixed_contract")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .executeTakeFirst();
  if (!row) return missingContract(ctx);
  const allowed = { activate: ["draft"], resume: ["paused"], renew: ["active", "expired"] }[input.act];
  if (!allowed.includes(row.state)) throw wrongStateError(ctx, row.state, input.act);
  const terms = await termsOfRow(ctx, row);
  if (input.act === "resume") {
    const planned = await planSeries(ctx, terms, await pausedOf(ctx, row), input.choices, row.id);
    const series: Series = { from: today(ctx), to: row.to_day, planned, holidays: [] };
    return toPlan(series);
  }
  const range = input.act === "activate" ? terms : renewal(row, input.to ?? "");
  const credit = row.pay_mode === "term" ? await freeCredit(ctx, row) : undefined;
  return toPlan(await planTerm(ctx, terms, { from: range.from, to: range.to }, input.choices, row.id), credit);
}
