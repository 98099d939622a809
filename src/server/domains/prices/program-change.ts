/** Adding, changing and deleting sports programs. */
import { sql } from "kysely";
import type { z } from "zod";
import type { Parsed } from "../../../contract/call";
import type { Program, ProgramDraft, programs } from "../../../contract/programs";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { isOpen } from "../../kernel/places";
import { refuseStanding, takeWhole } from "../places/standing";
import { view } from "./programs";
import { type PriceWord, word } from "./words";

/** Adds a program. Its halls come later. */
export async function create(ctx: Ctx, input: Parsed<typeof programs.create>): Promise<Program> {
  const id = ctx.newId();
  await ctx.db
    .insertInto("program")
    .values({ venue_id: ctx.venue.id, id, ...columns(input) })
    .execute();
  ctx.emit({ type: "changed", data: { resource: "programs", id } });
  return view(ctx, { id });
}

/**
 * Changes a program. Halls without hours of their own are given its hours, where nothing is booked outside of them; orders that stand
 * keep what they were sold as.
 * @throws AppError `missing`, `placeBooked`
 */
export async function modify(ctx: Ctx, input: Parsed<typeof programs.modify>): Promise<Program> {
  const values = columns(input);
  await ctx.db.updateTable("program").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", input.id).execute();
  await giveHours(ctx, input.id, values);
  ctx.emit({ type: "changed", data: { resource: "programs", id: input.id } });
  ctx.emit({ type: "booking_changed" });
  return view(ctx, input);
}

/** Writes hours into the halls of a program that have none of their own. Their places are taken whole first, as a save of the hall takes them. */
async function giveHours(ctx: Ctx, programId: string, hours: { open_minutes: number[]; close_minutes: number[] }): Promise<void> {
  const { db, venue } = ctx;
  const halls = await db
    .selectFrom("hall")
    .select(["id", "closed_times", "open_minutes", "close_minutes"])
    .where("venue_id", "=", venue.id)
    .where("program_id", "=", programId)
    .where("own_hours", "=", false)
    .orderBy("id")
    .forUpdate()
    .execute();
  const told = (of: { open_minutes: number[]; close_minutes: number[] }): string => [...of.open_minutes, ...of.close_minutes].join();
  const changing = halls.filter((hall) => told(hall) !== told(hours));
  if (changing.length === 0) return;
  const ids = changing.map((hall) => hall.id);
  const places = await db
    .selectFrom("place")
    .select(["id", "hall_id"])
    .where("venue_id", "=", venue.id)
    .where("hall_id", "in", ids)
    .execute();
  const closedIn = new Map(changing.map((hall) => [hall.id, hall.closed_times]));
  const closedAt = new Map(places.map((place) => [place.id, closedIn.get(place.hall_id) ?? []]));
  const opening = { open: hours.open_minutes, close: hours.close_minutes };
  const placeIds = places.map((place) => place.id);
  await takeWhole(ctx, placeIds);
  await refuseStanding(
    ctx,
    placeIds,
    (one) => !isOpen({ ...opening, closed: closedAt.get(one.placeId) ?? [] }, one.day, one.start, one.end),
  );
  await db
    .updateTable("hall")
    .set({ open_minutes: hours.open_minutes, close_minutes: hours.close_minutes })
    .where("venue_id", "=", venue.id)
    .where("id", "in", ids)
    .execute();
}

/**
 * Deletes a program that nothing uses.
 * @throws AppError `missing`, `programUsed`
 */
export async function remove(ctx: Ctx, { id }: Parsed<typeof programs.delete>): Promise<Record<string, never>> {
  const { db, venue, language } = ctx;
  // Locked against new rows that name it: their foreign keys wait here.
  const program = await db
    .selectFrom("program")
    .select("name")
    .where("venue_id", "=", venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!program) throw new AppError("missing", { what: word("program", language) });
  const users = await usersOf(ctx, id);
  if (users.length > 0) throw new AppError("programUsed", { name: program.name, users: users.join(language === "zh" ? "、" : ", ") });
  await db.deleteFrom("program").where("venue_id", "=", venue.id).where("id", "=", id).execute();
  ctx.emit({ type: "changed", data: { resource: "programs", id } });
  return {};
}

async function usersOf(ctx: Ctx, id: string): Promise<string[]> {
  const count = (table: string) =>
    sql<number>`(SELECT count(*) FROM ${sql.table(table)} WHERE venue_id = ${ctx.venue.id} AND program_id = ${id})`;
  const { rows } = await sql<Partial<Record<PriceWord, number>>>`SELECT ${count("hall")} AS halls, ${count("price_plan")} AS plans,
    ${count("package_card")} AS cards, ${count("promotion")} AS promotions, ${count("temporary_price")} AS temporaries,
    (SELECT count(*) FROM (SELECT 1 FROM booking_order WHERE venue_id = ${ctx.venue.id} AND program_id = ${id} LIMIT 1) x) AS orders`.execute(
    ctx.db,
  );
  const kinds = ["halls", "plans", "cards", "promotions", "temporaries", "orders"] as const;
  return kinds.flatMap((kind) => {
    const n = rows[0]?.[kind] ?? 0;
    return n > 0 ? [word(kind, ctx.language, { n })] : [];
  });
}

const columns = (draft: z.output<typeof ProgramDraft>) => ({
  name: draft.name,
  sport: draft.sport,
  slot_minutes: draft.slotMinutes,
  open_minutes: draft.open,
  close_minutes: draft.close,
  days_ahead: draft.daysAhead,
  hold_minutes: draft.holdMinutes,
  free_cancel_hours: draft.freeCancelHours,
  late_cancel_percent: draft.lateCancelPercent,
  default_price: draft.defaultPrice,
});
