/** Adding, changing and deleting sports programs. */
import { sql } from "kysely";
import type { z } from "zod";
import type { Parsed } from "../../../contract/call";
import type { Program, ProgramDraft, programs } from "../../../contract/programs";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
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
 * Changes a program. Halls without hours of their own are given its hours; orders that stand keep what they were sold as.
 * @throws AppError `missing`
 */
export async function modify(ctx: Ctx, input: Parsed<typeof programs.modify>): Promise<Program> {
  const values = columns(input);
  await ctx.db.updateTable("program").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", input.id).execute();
  await ctx.db
    .updateTable("hall")
    .set({ open_minutes: values.open_minutes, close_minutes: values.close_minutes })
    .where("venue_id", "=", ctx.venue.id)
    .where("program_id", "=", input.id)
    .where("own_hours", "=", false)
    .execute();
  ctx.emit({ type: "changed", data: { resource: "programs", id: input.id } });
  return view(ctx, input);
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
    return n > 0 ? [word(kind, ctx.language, n)] : [];
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
