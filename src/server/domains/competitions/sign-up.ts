/** Lookups of the sign-up: tags of roles, and how many applied. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import { competitions } from "../../../contract/competitions/competitions";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { ofGame, STANDS } from "./columns";

export async function roleTags(ctx: Ctx, { q }: Parsed<typeof competitions.roleTags>) {
  const { rows } = await sql<{
    name: string;
  }>`select distinct unnest(role_tags) as name from game where venue_id = ${ctx.venue.id} order by 1`.execute(ctx.db);
  return { content: rows.filter(({ name }) => !q || name.includes(q)).map(({ name }) => ({ id: name, name })) };
}

export async function applyCount(ctx: Ctx, { gameId }: Parsed<typeof competitions.applyCount>) {
  const row = await ctx.db
    .selectFrom("game as t")
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.id", "=", gameId)
    .select(["t.max_quota", sql<number>`${ofGame(sql`count(*)`, sql`x.state in ${STANDS}`)}`.as("applied")])
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "赛事" : "Game" });
  const quota = row.max_quota ?? 0;
  return { applied: row.applied, leftQuota: quota > 0 ? Math.max(0, quota - row.applied) : null };
}
