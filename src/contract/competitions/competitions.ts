/**
 * Competitions: the resources of a game, and the calls that no declaration derives. Draws,
 * schedules and scores are in `matches.ts`.
 */
import { z } from "#zod";
import { get, Id, resource, SearchText } from "../core/call";
import { Day, MinuteOfDay } from "../core/time";

export { gameEvents, gameEventSettings } from "./game-events";
export { games } from "./games";
export { gameSettings } from "./game-settings";
export { gamePayments, gameTeamMembers, gameTeams } from "./game-teams";
export { referees } from "./referees";

/** A court taken for a game, in one run of slots. */
export const GamePlace = z.object({
  id: Id,
  gameId: Id,
  placeId: Id,
  placeName: z.string(),
  hallName: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
});

const Named = z.object({ content: z.array(z.object({ id: Id, name: z.string() })) });

/** Calls that are not part of a declaration. */
export const competitions = resource({
  roleTags: get("/api/open/game-role-tag/search", {
    summary: "Role tags that games of the venue use",
    code: ["game_list", "team_list"],
    input: z.object({ venueId: Id, q: SearchText.optional() }),
    output: Named,
  }),
  applyCount: get("/api/open/game/get-game-apply-count", {
    summary: "How many entered a game",
    code: ["game_list", "team_list"],
    input: z.object({ venueId: Id, gameId: Id }),
    output: z.object({ applied: z.number().int(), leftQuota: z.number().int().nullable() }),
  }),
});
