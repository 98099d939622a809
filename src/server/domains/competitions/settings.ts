/** Format of an event, from its settings. */
import type { FormatName } from "../../../contract/competitions/game-words";
import { type Format, formatFrom, type FormatSettings } from "../../../engine/drawn";
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

/** Settings of an event's format, as the engine and the draw's screen read them. */
export const formatSettings = (settings: Settings): FormatSettings & { readonly format: FormatName } => ({
  format: settings.racecard_rule as FormatName,
  groups: settings.group_quantity,
  through: settings.win_team_quantity,
  best: settings.best_next_quantity,
  third: settings.third_place,
  reset: settings.grand_reset,
  crossing: settings.crossing,
  rounds: settings.swiss_rounds,
  placesTo: settings.places_to,
  consolation: settings.consolation,
  qualifiers: settings.qualifier_quantity,
});
export const formatOf = (settings: Settings): Format => formatFrom(formatSettings(settings));

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
