/** Runs of the price sync: previewed, begun, done part by part, stopped, and kept as a log. See `sync-plan.ts` for what a sync is. */
import { type Insertable, type Selectable, sql } from "kysely";
import type { Page, Parsed } from "../../../contract/core/call";
import type { PriceSync, priceSync as calls, SyncPreview } from "../../../contract/prices/price-sync";
import { next, priceSync as machine, PriceSyncState, sources } from "../../../contract/core/states";
import { addDays, daysBetween } from "../../../contract/core/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { loadPlaces } from "../../kernel/places";
import { placeLabels, placesIn } from "../../kernel/place-words";
import type { PlanRule } from "../../kernel/price/rules";
import type { PriceSyncTable } from "./rows";
import { samplesOf } from "./samples";
import { type DayPlan, planDays, type SlotOutcome } from "./sync-plan";
import { word } from "./words";

/** Days of places that one part of a run does. */
const PART = 120;
const MOST_DAYS = 366;
const SORTABLE: Sortable = { id: "id", createdAt: "created_at", planName: "plan_name", from: "first_day", to: "last_day", state: "state" };

type Draft = Parsed<typeof calls.preview>;
type Row = Selectable<PriceSyncTable>;

/** Counts the new, re-priced and unchanged slots, and lists the first of them. @throws AppError `missing`, `syncNothing` */
export async function preview(ctx: Ctx, input: Draft): Promise<SyncPreview> {
  const reach = await reachOf(ctx, input);
  const plans = await planDays(ctx, reach.plan, reach.placeIds, reach.days);
  return {
    places: reach.placeIds.length,
    days: reach.days.length,
    slots: plans.reduce((sum, day) => sum + day.slots.length, 0),
    ...countOf(plans),
    samples: samplesOf(plans.flatMap(({ place, day, slots }) => slots.map((slot) => ({ ...slot, place, day })))),
  };
}

/**
 * Begins a run. Nothing is written yet: `advance` does it part by part, called by the screen that shows the progress, or by the
 * scheduler when nobody looks.
 * @throws AppError `missing`, `syncNothing`, `syncRunning`
 */
export async function run(ctx: Ctx, input: Draft): Promise<PriceSync> {
  const { plan, programName, placeIds, placeNames, days } = await reachOf(ctx, input);
  const first = days[0] ?? input.from;
  const begun = await beginRun(ctx, {
    plan_id: plan.id,
    plan_name: plan.name,
    program_id: plan.programId,
    program_name: programName,
    first_day: first,
    last_day: days.at(-1) ?? first,
    place_ids: placeIds,
    places: placeNames,
    total: placeIds.length * days.length,
  });
  return publishProgress(ctx, begun);
}

/**
 * Writes a run down as running: from then until it ends, no other begins at the venue. The key that lets one run at a time decides,
 * also between those who begin at once: who comes second waits for the first one's transaction.
 * @throws AppError `syncRunning`
 */
export async function beginRun(
  ctx: Ctx,
  what: Omit<Insertable<PriceSyncTable>, "venue_id" | "id" | "person_id" | "operator" | "created_at">,
): Promise<Row> {
  const { id: person_id, name: operator } = ctx.person;
  const begun = await ctx.db
    .insertInto("price_sync")
    .values({ ...what, venue_id: ctx.venue.id, id: ctx.newId(), person_id, operator, created_at: ctx.now })
    .onConflict((conflict) => conflict.column("venue_id").where("state", "=", sql.lit("running")).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (begun) return begun;
  const other = await running(ctx).selectAll().executeTakeFirst();
  throw new AppError("syncRunning", { plan: other?.plan_name ?? "", done: other?.done ?? 0, total: other?.total ?? 0 });
}

/** Does the next part of a run; of a run that has ended, nothing. @throws AppError `missing` */
export async function advance(ctx: Ctx, { id }: { id: string }): Promise<PriceSync> {
  const row = await lockRun(ctx, id);
  return next(machine, row.state, "finish") === undefined ? toSync(ctx, row) : publishProgress(ctx, await syncPart(ctx, row));
}

/** Stops a run; what is done stays. @throws AppError `missing`, `wrongState` */
export async function cancel(ctx: Ctx, { id }: { id: string }): Promise<PriceSync> {
  await lockRun(ctx, id);
  return publishProgress(ctx, await end(ctx, id, "cancel"));
}

/** The scheduler's share: the next part of the venue's run that nobody else is at. @returns whether there is more to do */
export async function continueSync(ctx: Ctx): Promise<boolean> {
  const row = await running(ctx).selectAll().forUpdate().skipLocked().executeTakeFirst();
  if (!row) return false;
  const after = await syncPart(ctx, row);
  publishProgress(ctx, after);
  return after.state === "running";
}

/** Runs, newest first unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof calls.list>): Promise<Page<PriceSync>> {
  let query = ctx.db.selectFrom("price_sync").selectAll().where("venue_id", "=", ctx.venue.id);
  if (input.planId !== undefined) query = query.where("plan_id", "=", input.planId);
  if (input.state?.length) query = query.where("state", "in", input.state);
  return mapPage(await pageOf(ctx, query, input, SORTABLE, "createdAt,desc"), (row) => toSync(ctx, row));
}

/** One run. @throws AppError `missing` */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<PriceSync> {
  const row = await ctx.db
    .selectFrom("price_sync")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("sync", ctx.language) });
  return toSync(ctx, row);
}

async function syncPart(ctx: Ctx, row: Row): Promise<Row> {
  const plan = await planOf(ctx, row.plan_id);
  // A plan that was deleted under way has nothing more to say.
  if (!plan) return end(ctx, row.id, "cancel");
  const perDay = row.place_ids.length;
  const first = Math.floor(row.done / perDay);
  const days = Math.min(Math.max(1, Math.floor(PART / perDay)), row.total / perDay - first);
  const part = Array.from({ length: days }, (_, i) => addDays(row.first_day, first + i));
  const plans = await planDays(ctx, plan, row.place_ids, part);
  await write(ctx, row, plans);
  const counts = countOf(plans);
  const done = (first + days) * perDay;
  const after = await ctx.db
    .updateTable("price_sync")
    .set({
      done,
      added: row.added + counts.added,
      repriced: row.repriced + counts.repriced,
      kept: row.kept + counts.kept,
      same: row.same + counts.same,
    })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return done < row.total ? after : end(ctx, row.id, "finish");
}

async function write(ctx: Ctx, row: Row, plans: readonly DayPlan[]): Promise<void> {
  const changed = plans.filter((day) => day.changed);
  if (changed.length === 0) return;
  const sheets = new Map(changed.map(({ sheet }) => [sheet.id, sheet.prices]));
  await ctx.db
    .insertInto("price_sheet")
    .values(
      [...sheets]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, prices]) => ({ venue_id: ctx.venue.id, id, prices: JSON.stringify(prices) })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await ctx.db
    .insertInto("synced_day")
    .values(
      changed.map(({ place, day, sheet }) => ({
        venue_id: ctx.venue.id,
        place_id: place.id,
        day,
        sheet_id: sheet.id,
        plan_name: row.plan_name,
        sync_id: row.id,
        synced_on: today(ctx),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["venue_id", "place_id", "day"]).doUpdateSet((eb) => ({
        sheet_id: eb.ref("excluded.sheet_id"),
        plan_name: eb.ref("excluded.plan_name"),
        sync_id: eb.ref("excluded.sync_id"),
        synced_on: eb.ref("excluded.synced_on"),
      })),
    )
    .execute();
}

async function end(ctx: Ctx, id: string, action: "finish" | "cancel"): Promise<Row> {
  const row = await ctx.db
    .updateTable("price_sync")
    .set({ state: action === "finish" ? "done" : "cancelled", finished_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "in", sources(machine, action))
    .returningAll()
    .executeTakeFirst();
  if (row) return row;
  const { state } = await view(ctx, { id });
  throw new AppError("wrongState", { state: word(state, ctx.language), action: word(action, ctx.language) }, { state, action });
}

const running = (ctx: Ctx) =>
  ctx.db
    .selectFrom("price_sync")
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "running" satisfies PriceSync["state"]);

async function lockRun(ctx: Ctx, id: string): Promise<Row> {
  const row = await ctx.db
    .selectFrom("price_sync")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("sync", ctx.language) });
  return row;
}

/** Tells the screens how far a run is. */
function publishProgress(ctx: Ctx, row: Row): PriceSync {
  ctx.emit({ type: "changed", data: { resource: "priceSync", id: row.id, state: row.state, done: row.done, total: row.total } });
  return toSync(ctx, row);
}

async function planOf(ctx: Ctx, id: string): Promise<(PlanRule & { programId: string }) | null> {
  const row = await ctx.db
    .selectFrom("price_plan")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { program_id, valid_from, valid_to, place_ids, name, priority, matrix } = row;
  return { id, programId: program_id, name, priority, from: valid_from, to: valid_to, placeIds: place_ids, matrix };
}

/** The plan, the places and the days of a draft: those of the plan, from today on. @throws AppError `missing`, `syncNothing` */
async function reachOf(ctx: Ctx, input: Draft) {
  const plan = await planOf(ctx, input.planId);
  if (!plan) throw new AppError("missing", { what: word("plan", ctx.language) });
  const of = (await loadPlaces(ctx, { programId: plan.programId })).filter(
    ({ id }) => plan.placeIds.length === 0 || plan.placeIds.includes(id),
  );
  const chosenPlaces = input.placeIds.length === 0 ? of : of.filter(({ id }) => input.placeIds.includes(id));
  if (input.placeIds.length > 0 && chosenPlaces.length < new Set(input.placeIds).size)
    throw new AppError("missing", { what: word("place", ctx.language) });
  const first = [input.from, plan.from, today(ctx)].sort().at(-1) ?? input.from;
  const last = input.to < plan.to ? input.to : plan.to;
  const count = Math.min(daysBetween(first, last) + 1, MOST_DAYS);
  if (count <= 0 || chosenPlaces.length === 0) throw new AppError("syncNothing", { plan: plan.name, from: input.from, to: input.to });
  return {
    plan,
    programName: chosenPlaces[0]?.programName ?? "",
    placeIds: chosenPlaces.map(({ id }) => id),
    placeNames: placeLabels(
      chosenPlaces.map(({ name }) => name),
      "zh",
    ),
    days: Array.from({ length: count }, (_, i) => addDays(first, i)),
  };
}

function countOf(plans: readonly DayPlan[]): Record<SlotOutcome, number> {
  const counts = { added: 0, repriced: 0, kept: 0, same: 0 };
  for (const { slots } of plans) for (const { outcome } of slots) counts[outcome]++;
  return counts;
}

/** A run as the wire carries it. */
export const toSync = (ctx: Ctx, row: Row): PriceSync => ({
  id: row.id,
  kind: row.kind === "release" ? "release" : "sync",
  planId: row.plan_id,
  planName: row.plan_name,
  programName: row.program_name,
  from: row.first_day,
  to: row.last_day,
  places: placesIn(row.places, ctx.language),
  state: PriceSyncState.parse(row.state),
  done: row.done,
  total: row.total,
  added: row.added,
  repriced: row.repriced,
  kept: row.kept,
  same: row.same,
  lost: row.lost,
  operator: row.operator,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});
