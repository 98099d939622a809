/** Format of an event, from its settings. */
import type { Format } from "../../../engine/drawn";
import type { ScoreRules } from "../../../engine/scoring";
import type { Ctx } from "../../http/context";

export async function settingsOf(ctx: Ctx, eventId: string) {
  return ctx.db
    .selectFrom("game_event_setting")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
}
export type Settings = Awaited<ReturnType<typeof settingsOf>>;

/** The format of an event's settings, as the engine reads it. */
export const formatOf = (
  settings: Pick<
    Settings,
    "racecard_rule" | "group_quantity" | "win_team_quantity" | "best_next_quantity" | "third_place" | "grand_reset" | "crossing"
  >,
): Format =>
  settings.racecard_rule === "roundRobin"
    ? { kind: "roundRobin" }
    : settings.racecard_rule === "groupsKnockout"
      ? {
          kind: "groupsKnockout",
          groups: settings.group_quantity,
          through: settings.win_team_quantity,
          third: settings.third_place,
          best: settings.best_next_quantity,
          crossing: settings.crossing,
        }
      : settings.racecard_rule === "doubleElimination"
        ? { kind: "doubleElimination", reset: settings.grand_reset }
        : { kind: "knockout", third: settings.third_place };

/** Returns the scoring rules of an event's matches. */
export const scoreRules = (row: Settings): Omit<ScoreRules, "mayDraw"> & { readonly draws: boolean } => ({
  bestOf: row.inning_quantity,
  points: row.inning_points,
  winBy: row.win_by,
  cap: row.inning_cap,
  stop: row.immediately_stop,
  deciding:
    row.deciding_points === null && row.deciding_cap === null
      ? null
      : { points: row.deciding_points ?? row.inning_points, cap: row.deciding_cap ?? 0 },
  timed: row.counting === "timed",
  draws: row.draws,
});
