import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";

/** An event with what of its game decides. @param lock keeps others from entering it meanwhile. @throws AppError `missing` */
export async function eventOf(ctx: Ctx, id: string, lock = false) {
  let query = ctx.db
    .selectFrom("game_event as e")
    .innerJoin("game as g", (join) => join.onRef("g.venue_id", "=", "e.venue_id").onRef("g.id", "=", "e.game_id"))
    .where("e.venue_id", "=", ctx.venue.id)
    .where("e.id", "=", id)
    .selectAll("e")
    .select([
      "g.status as gameStatus",
      "g.privacy",
      "g.game_start",
      "g.registration_start",
      "g.registration_end",
      "g.bail",
      "g.team_review",
      "g.draw_unpaid",
      "g.max_quota as gameQuota",
      "g.concurrent_item",
      "g.min_members",
      "g.max_members",
      "g.min_male",
      "g.max_male",
      "g.min_fe_male",
      "g.max_fe_male",
    ]);
  // Cancelling or closing the game waits for this lock, and this lock waits for them.
  if (lock) query = query.forUpdate("e").forShare("g");
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "比赛项目" : "Event" });
  return row;
}
export type EventOfGame = Awaited<ReturnType<typeof eventOf>>;
