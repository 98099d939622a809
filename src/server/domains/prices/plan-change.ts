/** Adding, changing, copying and deleting price plans. */
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Parsed } from "../../../contract/core/call";
import type { PlanEffect, PricePlanDetail, PricePlanDraft, pricePlans } from "../../../contract/prices/price-plans";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { toMatrix } from "./matrix";
import { changing, effectOf } from "./plan-effect";
import { view } from "./plans";
import { planChange, type RuleChange } from "./rule-change";
import { checkNamed } from "./window";
import { word } from "./words";

type Draft = z.output<typeof PricePlanDraft>;

/** Returns the effect of saving a plan on unpaid bookings. @throws AppError `missing` */
export async function preview(ctx: Ctx, input: Parsed<typeof pricePlans.preview>): Promise<PlanEffect> {
  await checkNamed(ctx, input);
  return effectOf(ctx, await changeTo(ctx, input.id ?? null, input));
}

/** Returns the effect of deleting a plan on unpaid bookings. @throws AppError `missing` */
export async function deletePreview(ctx: Ctx, { id }: Parsed<typeof pricePlans.deletePreview>): Promise<PlanEffect> {
  return effectOf(ctx, await changeTo(ctx, id, null));
}

/**
 * Adds a plan.
 * @throws AppError `missing`, `planOverlap`
 */
export async function create(ctx: Ctx, input: Parsed<typeof pricePlans.create>): Promise<PricePlanDetail> {
  const id = ctx.newId();
  return save(ctx, await changeTo(ctx, null, input), input, async () => {
    await ctx.db
      .insertInto("price_plan")
      .values({ venue_id: ctx.venue.id, id, ...columns(input) })
      .execute();
    return id;
  });
}

/**
 * Changes a plan. Paid bookings keep their price, and so do synced days; unpaid ones are re-priced on request.
 * @throws AppError `missing`, `planOverlap`
 */
export async function modify(ctx: Ctx, input: Parsed<typeof pricePlans.modify>): Promise<PricePlanDetail> {
  const { id } = input;
  return save(ctx, await changeTo(ctx, id, input), input, async () => {
    await ctx.db.updateTable("price_plan").set(columns(input)).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
    return id;
  });
}

/**
 * Copies a plan under another name. The copy is switched off: as it is, it would overlap what it was copied from.
 * @throws AppError `missing`
 */
export async function copy(ctx: Ctx, input: Parsed<typeof pricePlans.copy>): Promise<PricePlanDetail> {
  const { enabled: _, matrix, ...row } = await planRow(ctx, input.id);
  const id = ctx.newId();
  await ctx.db
    .insertInto("price_plan")
    .values({ ...row, id, name: input.name, enabled: false, matrix: JSON.stringify(matrix) })
    .execute();
  ctx.emit({ type: "changed", data: { resource: "pricePlans", id } });
  return view(ctx, { id });
}

/** Deletes a plan. Sold lines keep their trace, synced days their prices. @throws AppError `missing` */
export async function remove(ctx: Ctx, input: Parsed<typeof pricePlans.delete>): Promise<Record<string, never>> {
  const change = await changeTo(ctx, input.id, null);
  const { numDeletedRows } = await changing(ctx, change, input.unpaid, () =>
    ctx.db.deleteFrom("price_plan").where("venue_id", "=", ctx.venue.id).where("id", "=", input.id).executeTakeFirst(),
  );
  if (numDeletedRows !== 1n) throw new AppError("missing", { what: word("plan", ctx.language) });
  ctx.emit({ type: "changed", data: { resource: "pricePlans", id: input.id } });
  return {};
}

async function save(
  ctx: Ctx,
  change: RuleChange,
  input: Draft & { unpaid: "leave" | "reprice"; id?: string },
  write: () => Promise<string>,
): Promise<PricePlanDetail> {
  await checkNamed(ctx, input);
  await lockProgram(ctx, input.programId);
  await checkOverlap(ctx, input, input.id ?? "");
  const id = await changing(ctx, change, input.unpaid, write);
  ctx.emit({ type: "changed", data: { resource: "pricePlans", id } });
  return view(ctx, { id });
}

/** Lets one at a time change the plans of a program: who comes second sees the first one's plan when it looks for overlaps. */
export async function lockProgram(ctx: Ctx, id: string): Promise<void> {
  const { db, venue } = ctx;
  await db.selectFrom("program").select("id").where("venue_id", "=", venue.id).where("id", "=", id).forNoKeyUpdate().execute();
}

/**
 * Refuses a plan that shares a place and a day with another of equal priority: which of them counts would be chance. The program must
 * be locked. Plans that are switched off do not count.
 * @throws AppError `planOverlap`
 */
export async function checkOverlap(ctx: Ctx, draft: Draft, exceptId: string): Promise<void> {
  if (!draft.on) return;
  let query = ctx.db
    .selectFrom("price_plan")
    .select(["name", "valid_from", "valid_to"])
    .where("venue_id", "=", ctx.venue.id)
    .where("program_id", "=", draft.programId)
    .where("id", "<>", exceptId)
    .where("enabled", "=", true)
    .where("priority", "=", draft.priority)
    .where("valid_from", "<=", draft.to)
    .where("valid_to", ">=", draft.from);
  if (draft.placeIds.length > 0) query = query.where(sql<SqlBool>`(place_ids = '{}' OR place_ids && ${draft.placeIds}::text[])`);
  const other = await query.orderBy("id").limit(1).executeTakeFirst();
  if (!other) return;
  const from = other.valid_from > draft.from ? other.valid_from : draft.from;
  const to = other.valid_to < draft.to ? other.valid_to : draft.to;
  throw new AppError("planOverlap", { name: draft.name, other: other.name, priority: draft.priority, from, to });
}

/** The plan as it is, and as it would be. @throws AppError `missing` */
async function changeTo(ctx: Ctx, id: string | null, draft: Draft | null): Promise<RuleChange> {
  const row = id === null ? null : await planRow(ctx, id);
  const before = row?.enabled
    ? {
        id: row.id,
        programId: row.program_id,
        name: row.name,
        priority: row.priority,
        from: row.valid_from,
        to: row.valid_to,
        placeIds: row.place_ids,
        matrix: row.matrix,
      }
    : null;
  // A new plan has no id yet: the last of its priority.
  const after = draft?.on ? { ...draft, id: id ?? "~", matrix: toMatrix(draft) } : null;
  return planChange(before, after);
}

async function planRow(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom("price_plan")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("plan", ctx.language) });
  return row;
}

const columns = (draft: Draft) => ({
  program_id: draft.programId,
  name: draft.name,
  priority: draft.priority,
  valid_from: draft.from,
  valid_to: draft.to,
  place_ids: draft.placeIds,
  enabled: draft.on,
  matrix: JSON.stringify(toMatrix(draft)),
});
