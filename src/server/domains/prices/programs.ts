/** Sports programs. Orders that stand keep what they were sold as. */
import { sql } from "kysely";
import { programs } from "../../../contract/prices/programs";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import type { Row } from "../../resource/query";
import { servicesOf } from "../../resource/serve";
import { isOpen } from "../../kernel/places";
import { refuseStanding, lockPlaces } from "../places/standing";
import { type PriceWord, word } from "./words";

const ofProgram = sql`x.venue_id = t.venue_id and x.program_id = t.id`;
const widestOf = (row: Row): { open: number[]; close: number[] } =>
  widest([{ open: row["open"] as number[], close: row["close"] as number[] }, ...(row["widestOpen"] as Hours[])]);

export const {
  routes,
  view,
  create,
  modify,
  delete: remove,
} = servicesOf(programs, {
  table: "program",
  names: { open: "open_minutes", close: "close_minutes" },
  columns: {
    halls: () => sql`(select count(*) from hall x where ${ofProgram})`,
    places: () => sql`(select count(*) from hall x join place p on p.venue_id = x.venue_id and p.hall_id = x.id where ${ofProgram})`,
    plans: () => sql`(select count(*) from price_plan x where ${ofProgram})`,
    // Hours of halls that have their own.
    widestOpen: () => sql`(select coalesce(jsonb_agg(jsonb_build_object('open', x.open_minutes, 'close', x.close_minutes)), '[]')
      from hall x where ${ofProgram} and x.own_hours)`,
    widestClose: () => sql`null`,
  },
  derive: { widestOpen: (row) => widestOf(row).open, widestClose: (row) => widestOf(row).close },
  saved: async (ctx, row, before) => {
    if (!before) return;
    await assignHours(ctx, row.id, row);
    ctx.emit({ type: "booking_changed" });
  },
  // Locked against new rows that name it: their foreign keys wait here.
  deleting: async (ctx, { id, name }) => {
    const users = await usersOf(ctx, id);
    if (users.length > 0) throw new AppError("programUsed", { name, users: users.join(ctx.language === "zh" ? "、" : ", ") });
  },
});

/** Writes hours into the halls of a program that have none of their own. Their places are taken whole first, as a save of the hall takes them. */
async function assignHours(ctx: Ctx, programId: string, hours: Hours): Promise<void> {
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
  const changing = halls.filter((hall) => [...hall.open_minutes, ...hall.close_minutes].join() !== [...hours.open, ...hours.close].join());
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
  const placeIds = places.map((place) => place.id);
  await lockPlaces(ctx, placeIds);
  await refuseStanding(ctx, placeIds, (one) => !isOpen({ ...hours, closed: closedAt.get(one.placeId) ?? [] }, one.day, one.start, one.end));
  await db
    .updateTable("hall")
    .set({ open_minutes: [...hours.open], close_minutes: [...hours.close] })
    .where("venue_id", "=", venue.id)
    .where("id", "in", ids)
    .execute();
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

/** Opening and closing by weekday, minutes from midnight; closed where both are equal. */
interface Hours {
  readonly open: readonly number[];
  readonly close: readonly number[];
}

/** For each weekday from the first opening to the last closing of all that open at all. */
export function widest(all: readonly Hours[]): { open: number[]; close: number[] } {
  const days = Array.from({ length: 7 }, (_, day) =>
    all.map(({ open, close }) => [open[day] ?? 0, close[day] ?? 0] as const).filter(([from, to]) => to > from),
  );
  return {
    open: days.map((hours) => (hours.length === 0 ? 0 : Math.min(...hours.map(([from]) => from)))),
    close: days.map((hours) => (hours.length === 0 ? 0 : Math.max(...hours.map(([, to]) => to)))),
  };
}
