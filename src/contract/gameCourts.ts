/** Courts taken for games 赛事用场: whole stretches of several days at once, through the same door as bookings (product booking "Model", spec §7). */
import { z } from "zod";
import { ById, download, get, Id, Mobile, PageQuery, pageOf, postJson, Reason, resource, SearchText, XLSX } from "./call";
import { GamePlace } from "./competitions";
import { Day, Instant, MinuteOfDay } from "./time";

/** So many courts × days may be taken at once. */
export const MOST_COURTS = 400;
const MOST_DAYS = 62;

/** A game with its courts, as a row. */
export const GameCourts = z.object({
  gameId: Id,
  no: z.string(),
  title: z.string(),
  contact: z.string(),
  phone: z.string(),
  remark: z.string(),
  /** First and last day with courts; null where none are left. */
  from: Day.nullable(),
  to: Day.nullable(),
  days: z.number().int(),
  /** "1 号, 2 号". */
  places: z.string(),
  courts: z.number().int(),
  /** Hours of play of all courts together. */
  hours: z.number(),
  operator: z.string(),
  createdAt: Instant,
});
export type GameCourts = z.infer<typeof GameCourts>;

export const GameCourtsDetail = GameCourts.extend({
  grounds: z.array(
    GamePlace.extend({
      /** Not over yet: it may be released. */
      ahead: z.boolean(),
    }),
  ),
});
export type GameCourtsDetail = z.infer<typeof GameCourtsDetail>;

/** Where and when: every place on every day, but for those skipped. */
export const Ground = z.object({
  placeIds: z.array(Id).min(1).max(60),
  days: z.array(Day).min(1).max(MOST_DAYS),
  start: MinuteOfDay,
  end: MinuteOfDay,
  /** Left out, because somebody has them or nobody wants them. */
  skip: z
    .array(z.object({ day: Day, placeId: Id }))
    .max(MOST_COURTS)
    .default([]),
});

/** A court on a day before it is taken, and its conflicts. */
export const PlannedGround = z.object({
  day: Day,
  placeId: Id,
  placeName: z.string(),
  holiday: z.string().nullable(),
  skipped: z.boolean(),
  problem: z.enum(["taken", "closed", "past"]).nullable(),
  holder: z.object({ name: z.string(), at: Instant, orderId: Id.nullable() }).nullable(),
});
export type PlannedGround = z.infer<typeof PlannedGround>;
export const GroundPlan = z.object({
  grounds: z.array(PlannedGround),
  /** To be taken: neither skipped nor in conflict. */
  count: z.number().int(),
  conflicts: z.number().int(),
});
export type GroundPlan = z.infer<typeof GroundPlan>;

export const GameCourtsFilter = z.object({
  q: SearchText.optional().describe("number, title, contact"),
  from: Day.optional().describe("with courts on this day or later"),
  to: Day.optional().describe("with courts on this day or earlier"),
});
const Sums = z.object({ count: z.number().int(), courts: z.number().int(), hours: z.number() });

const base = "/api/manage/competition/game-court";
export const gameCourts = resource({
  list: get(`${base}/list`, {
    summary: "Games with the courts taken for them, a page",
    code: "game_booking_place_list",
    input: GameCourtsFilter.extend(PageQuery.shape),
    output: pageOf(GameCourts),
  }),
  sums: get(`${base}/sums`, {
    summary: "Sums over the filter",
    code: "game_booking_place_list",
    input: GameCourtsFilter,
    output: Sums,
  }),
  excel: download(`${base}/excelExport`, {
    summary: "Courts of the games of the filter as an Excel file, a court and day in a row",
    code: "game_court_export",
    input: GameCourtsFilter,
    file: XLSX,
  }),
  view: get(`${base}/view`, {
    summary: "One game with every court that stands for it",
    code: "game_booking_place_list",
    input: ById,
    output: GameCourtsDetail,
  }),
  plan: postJson(`${base}/plan`, {
    summary: "Every court and day that would be taken, and who stands in the way; nothing is taken",
    effect: false,
    code: "game_court_take",
    input: Ground,
    output: GroundPlan,
  }),
  take: postJson(`${base}/take`, {
    summary: "Take courts for a game, a new one or one that has some: all of them or none",
    code: "game_court_take",
    input: Ground.extend({
      gameId: Id.optional(),
      title: z.string().trim().min(1).max(40),
      contact: z.string().trim().max(40).default(""),
      phone: Mobile.or(z.literal("")).default(""),
      remark: z.string().trim().max(200).default(""),
    }),
    output: GameCourtsDetail,
  }),
  release: postJson(`${base}/release`, {
    summary: "Give courts of a game back, those named or all that lie ahead",
    code: "game_court_take",
    input: z.object({ gameId: Id, ids: z.array(Id).min(1).max(MOST_COURTS).optional(), reason: Reason }),
    output: GameCourtsDetail,
  }),
});
