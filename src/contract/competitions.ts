/**
 * Competitions: the resources of a game, and the calls that no declaration derives. Draws,
 * schedules and scores are in `matches.ts`.
 */
import { z } from "#zod";
import { Done, get, Id, PageQuery, pageOf, postJson, Reason, resource, SearchText } from "./call";
import { GameStatus } from "./states";
import { Day, MinuteOfDay } from "./time";

export { gameEvents, gameEventSettings } from "./gameEvents";
export { games } from "./games";
export { gameSettings } from "./gameSettings";
export { gamePayments, gameTeamMembers, gameTeams } from "./gameTeams";
export { referees } from "./referees";

const base = "/api/manage/competition";

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

/** What is no part of a declaration. */
export const competitions = resource({
  gameStatus: postJson(`${base}/game/modify-status`, {
    summary: "Move a game on: publish, open or close sign-up, start, finish",
    code: "game_modify",
    input: z.object({ id: Id, action: z.enum(["publish", "openSignUp", "closeSignUp", "start", "finish"]) }),
    output: z.object({ id: Id, status: GameStatus }),
  }),
  confirmEntry: postJson(`${base}/game/confirm`, {
    summary: "Confirm or refuse an entry of a game",
    code: "game_confirm",
    input: z.object({ teamId: Id, confirm: z.boolean(), reason: Reason.optional() }),
    output: Done,
  }),
  openPrograms: get("/api/open/programs/search", {
    summary: "Events of the venue's games by name",
    code: ["game_list", "game_programs_list", "team_list"],
    input: z.object({ venueId: Id, q: SearchText.optional(), gameId: Id.optional() }),
    output: z.object({ content: z.array(z.object({ id: Id, name: z.string(), gameId: Id, gameTitle: z.string(), kind: z.string() })) }),
  }),
  roleTags: get("/api/open/game-role-tag/search", {
    summary: "Role tags that games of the venue use",
    code: ["game_list", "team_list"],
    input: z.object({ venueId: Id, q: SearchText.optional() }),
    output: Named,
  }),
  referees: get("/api/open/referee/search", {
    summary: "Referees by name or grade, a page",
    code: ["referee_list", "game_list", "schedule_list"],
    input: z.object({ venueId: Id, q: SearchText.optional() }).extend(PageQuery.shape),
    output: pageOf(z.object({ id: Id, name: z.string(), phone: z.string(), level: z.string(), games: z.number().int() })),
  }),
  placeDates: get("/api/open/game-place/getDateSearch", {
    summary: "Days on which a game has courts",
    code: "game_booking_place_list",
    input: z.object({ venueId: Id, gameId: Id }),
    output: z.object({ days: z.array(z.object({ day: Day, places: z.number().int() })) }),
  }),
  places: get("/api/open/game-booking-place/gameBookingPlaceSearch", {
    summary: "Courts taken for a game",
    code: "game_booking_place_list",
    input: z.object({ venueId: Id, gameId: Id, day: Day.optional() }),
    output: z.object({ content: z.array(GamePlace) }),
  }),
  applyCount: get("/api/open/game/get-game-apply-count", {
    summary: "How many entered a game",
    code: ["game_list", "team_list"],
    input: z.object({ venueId: Id, gameId: Id }),
    output: z.object({ applied: z.number().int(), leftQuota: z.number().int().nullable() }),
  }),
});
