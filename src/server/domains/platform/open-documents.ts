/** Open documents in a person's name at the venue. */
import { sql } from "kysely";
import type { Ctx } from "../../http/context";

/** Tables of documents that somebody looks after until they are done, with the states in which they are not. */
const OPEN = [
  ["sale", ["open", "hung"]],
  ["fixed_contract", ["draft", "active", "paused"]],
  ["waitlist_entry", ["waiting", "offered"]],
  ["open_play", ["draft", "open", "confirmed"]],
] as const;

/** Counts the open documents in the person's name. */
export async function openOf(ctx: Ctx, personId: string): Promise<number> {
  let count = 0;
  for (const [table, states] of OPEN) {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)} WHERE venue_id = ${ctx.venue.id}
      AND person_id = ${personId} AND state = any(${[...states]}::text[])`.execute(ctx.db);
    count += rows[0]?.n ?? 0;
  }
  return count;
}

/** Moves them to somebody else. Who made what, and when, stays in the operation log. */
export async function moveOpen(ctx: Ctx, personId: string, to: { readonly id: string; readonly name: string }): Promise<void> {
  for (const [table, states] of OPEN)
    await sql`UPDATE ${sql.table(table)} SET person_id = ${to.id}, operator = ${to.name} WHERE venue_id = ${ctx.venue.id}
      AND person_id = ${personId} AND state = any(${[...states]}::text[])`.execute(ctx.db);
}
