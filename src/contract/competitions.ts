/** Competitions: games, their programs, courts and referees (spec §3, §7 "Competitions", product competitions). */
import { z } from "zod";
import { ById, Done, get, Id, PageQuery, pageOf, postJson, Reason, resource, SearchText, Words } from "./call";
import { GAME_SITE_TYPES, GAME_TYPES } from "./enums";
import { Yuan, YuanIn } from "./money";
import { GameStatus } from "./states";
import { Day, Instant, MinuteOfDay } from "./time";

const Text = (max: number) => z.string().trim().max(max).default("");
const Count = z.int().min(0).max(100_000).default(0);

/** What a form says of a game (spec §3 "Game (platform form)"). */
export const GameDraft = z.object({
  gameType: z.enum(GAME_TYPES).default("venueGame"),
  gameTypeLevel: Text(40),
  shortTitle: z.string().trim().min(1).max(30),
  longTitle: Text(100),
  registrationStart: Instant,
  registrationEnd: Instant,
  gameStart: Day,
  gameEnd: Day,
  country: Text(40),
  province: Text(40),
  city: Text(40),
  area: Text(40),
  address: Text(120),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  mobile: Text(20),
  fee: YuanIn.default(0),
  bail: YuanIn.default(0),
  maxQuota: Count,
  gameRule: Text(20_000),
  disclaimer: Text(20_000),
  pic: z.string().max(500).nullable().default(null),
  poster: z.string().max(500).nullable().default(null),
  cover: z.string().max(500).nullable().default(null),
  memberType: z.enum(["personal", "team"]).default("personal"),
  minMale: Count,
  maxMale: Count,
  minFeMale: Count,
  maxFeMale: Count,
  minMembers: Count,
  maxMembers: Count,
  inningRefereeQuantity: Count,
  privacy: z.boolean().default(false),
  hiddenJoin: z.boolean().default(false),
  signIn: z.boolean().default(false),
  qualifying: z.boolean().default(false),
  simulcast: z.boolean().default(false),
  maxSimulcasts: Count,
  insurance: z.boolean().default(false),
  showAllTeam: z.boolean().default(true),
  teamReview: z.boolean().default(false),
  roleTags: Words.default([]),
  memo: Text(500),
});

/** A game as a row. */
export const Game = z.object({
  gameId: Id,
  businessCode: z.string(),
  sourceId: Id,
  siteType: z.enum(GAME_SITE_TYPES),
  gameType: z.enum(GAME_TYPES),
  shortTitle: z.string(),
  longTitle: z.string(),
  tags: z.array(z.string()),
  pic: z.string().nullable(),
  registrationStart: Instant,
  registrationEnd: Instant,
  gameStart: Day,
  gameEnd: Day,
  city: z.string(),
  address: z.string(),
  fee: Yuan,
  bail: Yuan,
  maxQuota: z.number().int(),
  leftQuota: z.number().int(),
  applied: z.number().int(),
  confirmed: z.number().int(),
  received: Yuan,
  recommend: z.boolean(),
  top: z.boolean(),
  status: GameStatus,
});
export type Game = z.infer<typeof Game>;

/** A game whole. */
export const GameDetail = Game.extend({
  gameTypeLevel: z.string(),
  country: z.string(),
  province: z.string(),
  area: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  mobile: z.string(),
  gameRule: z.string(),
  disclaimer: z.string(),
  poster: z.string().nullable(),
  cover: z.string().nullable(),
  memberType: z.enum(["personal", "team"]),
  minMale: z.number().int(),
  maxMale: z.number().int(),
  minFeMale: z.number().int(),
  maxFeMale: z.number().int(),
  minMembers: z.number().int(),
  maxMembers: z.number().int(),
  inningRefereeQuantity: z.number().int(),
  privacy: z.boolean(),
  hiddenJoin: z.boolean(),
  signIn: z.boolean(),
  qualifying: z.boolean(),
  simulcast: z.boolean(),
  maxSimulcasts: z.number().int(),
  insurance: z.boolean(),
  showAllTeam: z.boolean(),
  teamReview: z.boolean(),
  roleTags: z.array(z.string()),
  memo: z.string(),
});

/** What a form says of a program of a game: an event that people enter. */
export const ProgramDraft = z.object({
  gameId: Id,
  title: z.string().trim().min(1).max(40),
  kind: z.enum(["singles", "doubles", "mixed", "team"]),
  gender: z.enum(["male", "female", "mixed", "open"]).default("open"),
  minAge: z.int().min(0).max(120).nullable().default(null),
  maxAge: z.int().min(0).max(120).nullable().default(null),
  fee: YuanIn.default(0),
  maxQuota: Count,
  seeds: z.int().min(0).max(32).default(0),
  memo: Text(500),
});
export const Program = z.object({
  id: Id,
  gameId: Id,
  gameTitle: z.string(),
  title: z.string(),
  kind: z.enum(["singles", "doubles", "mixed", "team"]),
  gender: z.enum(["male", "female", "mixed", "open"]),
  minAge: z.number().int().nullable(),
  maxAge: z.number().int().nullable(),
  fee: Yuan,
  maxQuota: z.number().int(),
  applied: z.number().int(),
  paid: z.number().int(),
  seeds: z.number().int(),
  memo: z.string(),
});
export type Program = z.infer<typeof Program>;

/** A referee of the register. */
export const Referee = z.object({ id: Id, name: z.string(), phone: z.string(), level: z.string(), games: z.number().int() });

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

const base = "/api/manage/competition";
export const competitions = resource({
  games: get(`${base}/game/list`, {
    summary: "Games of the venue, a page",
    code: "game_list",
    input: z
      .object({ q: SearchText.optional(), status: Words.optional(), from: Day.optional(), to: Day.optional() })
      .extend(PageQuery.shape),
    output: pageOf(Game),
  }),
  game: get(`${base}/game/view`, { summary: "One game", code: "game_list", input: z.object({ gameId: Id }), output: GameDetail }),
  createGame: postJson(`${base}/game/create`, { summary: "Draft a game", code: "game_modify", input: GameDraft, output: GameDetail }),
  modifyGame: postJson(`${base}/game/modify`, {
    summary: "Change a game",
    code: "game_modify",
    input: GameDraft.extend({ gameId: Id }),
    output: GameDetail,
  }),
  deleteGame: postJson(`${base}/game/delete`, {
    summary: "Delete a game that is still a draft",
    code: "game_modify",
    input: z.object({ gameId: Id }),
    output: Done,
  }),
  cancelGame: postJson(`${base}/game/cancel`, {
    summary: "Cancel a game; refunds all fees",
    code: "game_modify",
    input: z.object({ gameId: Id, reason: Reason }),
    output: GameDetail,
  }),
  gameStatus: postJson(`${base}/game/modify-status`, {
    summary: "Move a game on: publish, open or close sign-up, start, finish",
    code: "game_modify",
    input: z.object({ gameId: Id, action: z.enum(["publish", "openSignUp", "closeSignUp", "start", "finish"]) }),
    output: GameDetail,
  }),
  settleGame: postJson(`${base}/game/settle-accounts`, {
    summary: "Settle a finished game: fees − refunds − handling fee",
    code: "game_settle",
    input: z.object({ gameId: Id }),
    output: z.object({ game: GameDetail, fees: Yuan, refunds: Yuan, handling: Yuan, net: Yuan }),
  }),
  confirmEntry: postJson(`${base}/game/confirm`, {
    summary: "Confirm or refuse a team's entry",
    code: "game_confirm",
    input: z.object({ gameId: Id, teamId: Id, confirm: z.boolean(), reason: Reason.optional() }),
    output: Done,
  }),
  programs: get(`${base}/game_programs/list`, {
    summary: "Programs of a game, a page",
    code: "game_programs_list",
    input: z.object({ gameId: Id.optional(), q: SearchText.optional() }).extend(PageQuery.shape),
    output: pageOf(Program),
  }),
  program: get(`${base}/game_programs/view`, { summary: "One program", code: "game_programs_list", input: ById, output: Program }),
  createProgram: postJson(`${base}/game_programs/create`, {
    summary: "Add a program to a game",
    code: "program_modify",
    input: ProgramDraft,
    output: Program,
  }),
  modifyProgram: postJson(`${base}/game_programs/modify`, {
    summary: "Change a program",
    code: "program_modify",
    input: ProgramDraft.extend({ id: Id }),
    output: Program,
  }),
  deleteProgram: postJson(`${base}/game_programs/delete`, {
    summary: "Delete a program that nobody entered",
    code: "program_modify",
    input: ById,
    output: Done,
  }),
  openPrograms: get("/api/open/programs/search", {
    summary: "Sports that a game can be of",
    access: "public",
    input: z.object({ q: SearchText.optional() }),
    output: z.object({ content: z.array(z.object({ id: Id, name: z.string(), sport: z.string() })) }),
  }),
  roleTags: get("/api/open/game-role-tag/search", {
    summary: "Role tags that a game can ask for",
    access: "public",
    input: z.object({ q: SearchText.optional() }),
    output: z.object({ content: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  referees: get("/api/open/referee/search", {
    summary: "Referees by name or level, a page",
    code: ["referee_list", "game_list"],
    input: z.object({ venueId: Id, q: SearchText.optional() }).extend(PageQuery.shape),
    output: pageOf(Referee),
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
    access: "public",
    input: z.object({ gameId: Id }),
    output: z.object({ applied: z.number().int(), leftQuota: z.number().int().nullable() }),
  }),
});
