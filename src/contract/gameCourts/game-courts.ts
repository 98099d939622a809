/** Courts taken for games 赛事用场: whole stretches of several days at once, through the same door as bookings. */
import { z } from "#zod";
import { get, Id, MobileOrNone, postJson, Reason, resource } from "../core/call";
import { GamePlace } from "../competitions/competitions";
import { defineResource, type RowOf } from "../core/resource/define";
import { day, number, phone, text } from "../core/resource/fields";
import { Day, Instant, MinuteOfDay } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** So many courts × days may be taken at once. */
export const MOST_COURTS = 400;
const MOST_DAYS = 62;

const base = "/api/manage/competition/game-court";

/** Games with the courts taken for them; the rows are those of `games`. */
export const gameCourts = defineResource({
  name: "gameCourts",
  one: { zh: "赛事用场", en: "Game courts" },
  path: base,
  codes: { page: SCREENS.gameCourts, modify: "game_court_take", export: "game_court_export" },
  without: ["create", "modify", "delete"],
  title: "title",
  fields: {
    title: text({ zh: "赛事名称", en: "Game", search: "part", sort: true, width: 200 }),
    // First day with courts, shown with the last; empty where none are left.
    firstDay: day({ zh: "用场日期", en: "Days of play", computed: true, filter: true, sort: true, width: 176 }),
    lastDay: day({ zh: "最后一天", en: "Last day", computed: true, filter: true, internal: true }),
    days: number({ ...LABELS.days, computed: true, required: true, internal: true }),
    places: text({ zh: "场地", en: "Courts", computed: true, width: 196 }),
    courts: number({ zh: "场次", en: "Court days", computed: true, required: true, sum: true, sort: true }),
    hours: number({ zh: "小时", en: "Hours", computed: true, required: true, sum: true, sort: true, decimals: 2 }),
    contact: text({ ...LABELS.contact, search: "part" }),
    phone: phone({ zh: "联系电话", en: "Mobile" }),
    no: text({ zh: "赛事编号", en: "Game no.", search: "prefix", sort: true, width: 152 }),
    remark: text({ ...LABELS.remark, long: true, hidden: true }),
    operator: text({ zh: "操作员", en: "Operator", hidden: true }),
  },
  hint: {
    zh: "为比赛一次占用多天多块场地，场地预订表上标为赛事",
    en: "Courts of several days are taken at once for a game; the grid shows them as the game",
  },
});
export type GameCourts = RowOf<typeof gameCourts>;

/** A court of a game on a day. */
export const GameCourt = GamePlace.extend({
  /** Not over yet: it may be released. */
  ahead: z.boolean(),
});
export type GameCourt = z.infer<typeof GameCourt>;
const CourtReservation = z.object({ id: Id, no: z.string(), courtDays: z.array(GameCourt) });
export type CourtReservation = z.infer<typeof CourtReservation>;

/** Places and times: every place on every day, except the skipped ones. */
export const CourtTimes = z.object({
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
export const PlannedCourtDay = z.object({
  day: Day,
  placeId: Id,
  placeName: z.string(),
  holiday: z.string().nullable(),
  skipped: z.boolean(),
  problem: z.enum(["taken", "closed", "past"]).nullable(),
  holder: z.object({ name: z.string(), at: Instant, orderId: Id.nullable() }).nullable(),
});
export type PlannedCourtDay = z.infer<typeof PlannedCourtDay>;
export const CourtPlan = z.object({
  courtDays: z.array(PlannedCourtDay),
  /** To be taken: neither skipped nor in conflict. */
  count: z.number().int(),
  conflicts: z.number().int(),
});
export type CourtPlan = z.infer<typeof CourtPlan>;

export const gameCourtDesk = resource({
  dates: get("/api/open/game-place/getDateSearch", {
    summary: "Days on which a game has courts, with how many",
    code: "game_booking_place_list",
    input: z.object({ venueId: Id, gameId: Id }),
    output: z.object({ days: z.array(z.object({ day: Day, places: z.number().int() })) }),
  }),
  list: get("/api/open/game-booking-place/gameBookingPlaceSearch", {
    summary: "Every court that stands for a game, of a day or all, in the order of the calendar and the grid",
    code: "game_booking_place_list",
    input: z.object({ venueId: Id, gameId: Id, day: Day.optional() }),
    output: z.object({ content: z.array(GameCourt) }),
  }),
  plan: postJson(`${base}/plan`, {
    summary: "Every court and day that would be taken, and who stands in the way; nothing is taken",
    effect: false,
    code: "game_court_take",
    input: CourtTimes,
    output: CourtPlan,
  }),
  take: postJson(`${base}/take`, {
    summary: "Take courts for a game, a new one or one that has some: all of them or none",
    code: "game_court_take",
    input: CourtTimes.extend({
      gameId: Id.optional(),
      title: z.string().trim().min(1).max(40),
      contact: z.string().trim().max(40).default(""),
      phone: MobileOrNone.default(""),
      remark: z.string().trim().max(200).default(""),
    }),
    output: CourtReservation,
  }),
  release: postJson(`${base}/release`, {
    summary: "Give courts of a game back, those named or all that lie ahead",
    code: "game_court_take",
    input: z.object({ gameId: Id, ids: z.array(Id).min(1).max(MOST_COURTS).optional(), reason: Reason }),
    output: CourtReservation,
  }),
});
