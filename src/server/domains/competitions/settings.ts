/** How an event is played, as its settings say it. */
import type { Format } from "../../../engine/drawn";
import type { Ctx } from "../../http/context";

export async function settingsOf(ctx: Ctx, eventId: string) {
  return ctx.db
    .selectFrom("game_event_setting")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
}
type Settings = Awaited<ReturnType<typeof settingsOf>>;

/** The format of an event's settings, as the engine reads it. */
export const formatOf = (
  settings: Pick<Settings, "racecard_rule" | "group_quantity" | "win_team_quantity" | "third_place" | "grand_reset">,
): Format =>
  settings.racecard_rule === "roundRobin"
    ? { kind: "roundRobin" }
    : settings.racecard_rule === "groupsKnockout"
      ? { kind: "groupsKnockout", groups: settings.group_quantity, through: settings.win_team_quantity, third: settings.third_place }
      : settings.racecard_rule === "doubleElimination"
        ? { kind: "doubleElimination", reset: settings.grand_reset }
        : { kind: "knockout", third: settings.third_place };
