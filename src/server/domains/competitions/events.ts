/** Events of games, and how they are played. */
import type { gameEvents, gameEventSettings } from "../../../contract/competitions/competitions";
import { isCrossingOf, MOST_WITH_BEST, parseCrossing } from "../../../engine/qualifiers";
import { yuan } from "../../../contract/core/money";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { game as gameMachine } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { checkAll, refuse } from "../../resource/refuse";
import { announceMatches } from "./load";

type EventRow = RowOf<typeof gameEvents>;
type EventDraft = Draft<(typeof gameEvents)["fields"]>;

/** A mixed team tie as the Sudirman Cup plays it. */
const USUAL_RUBBERS = ["MD1", "WS1", "MS1", "WD1", "XD1"];

/** Sets as a sport plays them, by the regulations of its federation. */
const SETS = {
  counting: "sets",
  win_by: 2,
  inning_cap: 0,
  deciding_points: null,
  deciding_cap: null,
  period_minutes: null,
  draws: false,
  inning_minutes: 30,
} as const;
const TIMED = { ...SETS, counting: "timed", inning_points: 21 } as const;
const PLAY = {
  badminton: { ...SETS, inning_quantity: 3, inning_points: 21, inning_cap: 30 },
  tableTennis: { ...SETS, inning_quantity: 5, inning_points: 11 },
  tennis: { ...SETS, inning_quantity: 3, inning_points: 6, inning_cap: 7, deciding_points: 10, inning_minutes: 90 },
  volleyball: { ...SETS, inning_quantity: 5, inning_points: 25, deciding_points: 15, inning_minutes: 90 },
  basketball: { ...TIMED, inning_quantity: 4, inning_cap: 0, period_minutes: 10, inning_minutes: 90 },
  football: { ...TIMED, inning_quantity: 2, inning_cap: 0, period_minutes: 45, draws: true, inning_minutes: 120 },
} as const;

/** Adds the settings of a new event: single elimination, played as the game's sport is; else best of three to 21. */
export async function addEventSettings(ctx: Ctx, eventId: string, gameId: string, kind: string): Promise<void> {
  const { sport } = await ctx.db
    .selectFrom("game_setting")
    .select("sport")
    .where("venue_id", "=", ctx.venue.id)
    .where("game_id", "=", gameId)
    .executeTakeFirstOrThrow();
  const play = sport === "other" ? PLAY.badminton : PLAY[sport as keyof typeof PLAY];
  await ctx.db
    .insertInto("game_event_setting")
    .values({
      venue_id: ctx.venue.id,
      id: eventId,
      event_id: eventId,
      racecard_rule: "knockout",
      group_quantity: 1,
      win_team_quantity: 2,
      best_next_quantity: 0,
      swiss_rounds: 0,
      qualifier_quantity: 4,
      places_to: "none",
      consolation: "none",
      ...play,
      immediately_stop: true,
      rest_minutes: 20,
      separate_clubs: true,
      third_place: false,
      grand_reset: true,
      crossing: "",
      all_rubbers: false,
      players_score: false,
      rubbers: kind === "team" && play.counting === "sets" ? USUAL_RUBBERS : [],
      created_at: ctx.now,
    })
    .execute();
}

/** @throws AppError `refused`, `badInput` at the field */
export async function savingEvent(ctx: Ctx, draft: EventDraft, before: EventRow | undefined): Promise<EventDraft> {
  const applied = before?.applied ?? 0;
  await checkAll(ctx, [
    () => checkGame(ctx, before?.game ?? draft.game, before ? undefined : "game"),
    () =>
      before &&
      before.state !== "planned" &&
      (before.kind !== draft.kind || before.gender !== draft.gender || before.seeds !== draft.seeds) &&
      refuse(ctx, { zh: "已抽签，类别、性别和种子数不能再改", en: "The draw is made; kind, sex and seeds stay" }),
    () =>
      draft.kind === "mixed" &&
      draft.gender !== "open" &&
      refuse(ctx, { zh: "混双的性别选“不限”", en: "Mixed doubles are open to both sexes" }, {}, "gender"),
    () =>
      draft.minAge &&
      draft.maxAge &&
      draft.maxAge < draft.minAge &&
      refuse(ctx, { zh: "不能小于最小年龄", en: "Not below the least age" }, {}, "maxAge"),
    () =>
      before &&
      (draft.maxQuota ?? 0) > 0 &&
      (draft.maxQuota ?? 0) < applied &&
      refuse(
        ctx,
        { zh: "已有 {applied} 支队伍报名，名额不能更少", en: "{applied} entries are in; the quota can’t be below" },
        { applied },
        "maxQuota",
      ),
    () =>
      before &&
      (before.paid ?? 0) > 0 &&
      before.fee !== yuan(draft.fee) &&
      refuse(ctx, { zh: "已有队伍缴费，报名费不能再改", en: "Entries have paid; the fee stays" }, {}, "fee"),
  ]);
  return draft;
}

/** Checks that a game's events may still change. @throws AppError `missing`, `refused`, `badInput` at the field */
async function checkGame(ctx: Ctx, id: string, field: string | undefined): Promise<void> {
  const game = await ctx.db
    .selectFrom("game")
    .select(["status", "short_title"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!game) throw new AppError("missing", { what: ctx.language === "zh" ? "赛事" : "Game" });
  if (["running", "finished", "settled", "cancelled"].includes(game.status))
    throw refuse(
      ctx,
      { zh: "赛事{state}，项目没有改动", en: "The game is “{state}”; its events stay as they are" },
      { state: gameMachine.labels[game.status as "draft"][ctx.language] },
      field,
    );
}

type SettingsRow = RowOf<typeof gameEventSettings>;
type SettingsDraft = Draft<(typeof gameEventSettings)["fields"]>;

/** @throws AppError `badInput` at the field */
export async function savingEventSettings(ctx: Ctx, draft: SettingsDraft, before: SettingsRow | undefined): Promise<SettingsDraft> {
  const isTimed = (): boolean => draft.counting === "timed";
  const isOfGroups = (): boolean => draft.racecardRule === "groupsKnockout";
  const capped = { zh: "封顶分不能低于每局分数", en: "The cap can’t be below the points of a set" };
  const best = (): number => (isOfGroups() ? (draft.bestNextQuantity ?? 0) : 0);
  const crossing = (): string => draft.crossing.trim();
  await checkAll(ctx, [
    () =>
      !isTimed() &&
      draft.inningQuantity % 2 === 0 &&
      refuse(ctx, { zh: "局数要是奇数，才能分出胜负", en: "An odd number, so that somebody wins" }, {}, "inningQuantity"),
    () => !isTimed() && draft.inningCap > 0 && draft.inningCap < draft.inningPoints && refuse(ctx, capped, {}, "inningCap"),
    () =>
      !isTimed() &&
      (draft.decidingCap ?? 0) > 0 &&
      (draft.decidingCap ?? 0) < (draft.decidingPoints ?? draft.inningPoints) &&
      refuse(ctx, capped, {}, "decidingCap"),
    () =>
      isTimed() &&
      draft.rubbers.length > 0 &&
      refuse(
        ctx,
        { zh: "团体赛各盘按局计分；按节累计的项目不设各盘", en: "Rubbers are counted by sets: a timed event has none" },
        {},
        "rubbers",
      ),
    () =>
      (draft.racecardRule === "knockout" || draft.racecardRule === "qualifying") &&
      draft.placesTo !== "none" &&
      draft.consolation !== "none" &&
      refuse(
        ctx,
        {
          zh: "名次赛和安慰赛是同一批人，请只选一种",
          en: "Place matches and the consolation are for the same entries: choose one of them",
        },
        {},
        "consolation",
      ),
    () =>
      isOfGroups() && draft.groupQuantity < 2 && refuse(ctx, { zh: "小组赛至少两个小组", en: "At least two groups" }, {}, "groupQuantity"),
    () =>
      best() > 0 &&
      draft.winTeamQuantity > MOST_WITH_BEST &&
      refuse(
        ctx,
        { zh: "每组出线 1 或 2 名时才能另取下一名次", en: "Only where one or two go through from each group" },
        {},
        "bestNextQuantity",
      ),
    () =>
      best() > draft.groupQuantity &&
      refuse(
        ctx,
        { zh: "不能多于小组数 {groups}：每组只有一个该名次", en: "At most {groups}: each group has one of that place" },
        { groups: draft.groupQuantity },
        "bestNextQuantity",
      ),
    () =>
      best() > 0 &&
      crossing() !== "" &&
      refuse(
        ctx,
        {
          zh: "另取下一名次时对位由抽签决定，请清空对位表",
          en: "With the best of the next place the crossing is drawn by lot: leave the table empty",
        },
        {},
        "crossing",
      ),
    () => {
      if (!isOfGroups() || crossing() === "") return undefined;
      const table = parseCrossing(crossing());
      if (table && isCrossingOf(table, draft.groupQuantity, draft.winTeamQuantity)) return undefined;
      return refuse(
        ctx,
        {
          zh: "对位表要写全每组前 {through} 名各一次，用 2、4、8…个空位写成一行，如 A1-B2 C1-D2",
          en: "Name the first {through} of each group once each, for all lines of the bracket, such as A1-B2 C1-D2",
        },
        { through: draft.winTeamQuantity },
        "crossing",
      );
    },
    () => before && checkBegun(ctx, draft, before),
    () =>
      draft.rubbers.length > 0 &&
      draft.rubbers.length % 2 === 0 &&
      refuse(ctx, { zh: "盘数要是奇数，才能分出胜负", en: "An odd number of rubbers, so that somebody wins" }, {}, "rubbers"),
  ]);
  return draft;
}

/** Checks that what the draw was made by, and matches that have begun were scored by, stays. @throws AppError `refused`, `badInput` at the field */
async function checkBegun(ctx: Ctx, draft: SettingsDraft, before: SettingsRow): Promise<void> {
  const event = await ctx.db
    .selectFrom("game_event")
    .select("state")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", before.event)
    .executeTakeFirstOrThrow();
  if (event.state === "planned") return;
  const isChanged = (name: keyof SettingsDraft & keyof SettingsRow): boolean => String(before[name] ?? "") !== String(draft[name] ?? "");
  if (FORMAT.some(isChanged))
    throw refuse(ctx, { zh: "已抽签，赛制不能再改；撤销抽签后再改", en: "The draw is made; the format stays until it is undone" });
  const scored = SCORING.find(isChanged);
  if (scored !== undefined) {
    // Whoever starts a match locks its event, too.
    await ctx.db
      .selectFrom("game_event")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", before.event)
      .forUpdate()
      .execute();
    const begun = await ctx.db
      .selectFrom("battle")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("event_id", "=", before.event)
      .where("state", "not in", ["waiting", "ready", "dropped"])
      .limit(1)
      .executeTakeFirst();
    if (begun)
      throw refuse(
        ctx,
        {
          zh: "该项目已有对阵开始，局数、分数和计分方式不能再改，没有保存",
          en: "Matches of the event have begun: sets, points and scoring stay. Nothing was saved",
        },
        {},
        scored,
      );
  }
}

/** Settings that the draw is made by. */
const FORMAT = [
  "counting",
  "racecardRule",
  "groupQuantity",
  "winTeamQuantity",
  "bestNextQuantity",
  "qualifierQuantity",
  "swissRounds",
  "placesTo",
  "consolation",
  "thirdPlace",
  "grandReset",
  "separateClubs",
  "crossing",
  "rubbers",
] as const;
/** Settings that scores are entered by. */
const SCORING = [
  "inningQuantity",
  "inningPoints",
  "winBy",
  "inningCap",
  "decidingPoints",
  "decidingCap",
  "periodMinutes",
  "draws",
  "immediatelyStop",
  "allRubbers",
] as const;

/** Gives matches that have not begun the minutes and rest of changed settings; their times stay, and the board marks what clashes. */
export async function savedEventSettings(ctx: Ctx, row: SettingsRow, before: SettingsRow | undefined): Promise<void> {
  if (!before || (before.inningMinutes === row.inningMinutes && before.restMinutes === row.restMinutes)) return;
  await ctx.db
    .updateTable("battle")
    .set({ minutes: row.inningMinutes, rest: row.restMinutes })
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", row.event)
    .where("state", "in", ["waiting", "ready"])
    .execute();
  announceMatches(ctx);
}
