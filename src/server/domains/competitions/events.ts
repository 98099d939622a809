/** Events of games, and how they are played. */
import type { gameEvents, gameEventSettings } from "../../../contract/competitions";
import { yuan } from "../../../contract/money";
import type { Draft, RowOf } from "../../../contract/resource/define";
import { game as gameMachine } from "../../../contract/states";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";

type EventRow = RowOf<typeof gameEvents>;
type EventDraft = Draft<(typeof gameEvents)["fields"]>;

/** A mixed team tie as the Sudirman Cup plays it. */
const USUAL_RUBBERS = ["MD1", "WS1", "MS1", "WD1", "XD1"];

/** A new event's settings: best of three to 21, single elimination. */
export async function addEventSettings(ctx: Ctx, eventId: string, kind: string): Promise<void> {
  await ctx.db
    .insertInto("game_event_setting")
    .values({
      venue_id: ctx.venue.id,
      id: eventId,
      event_id: eventId,
      racecard_rule: "knockout",
      group_quantity: 1,
      win_team_quantity: 2,
      inning_quantity: 3,
      inning_points: 21,
      win_by: 2,
      inning_cap: 30,
      counting: "sets",
      deciding_points: null,
      deciding_cap: null,
      period_minutes: null,
      draws: false,
      immediately_stop: true,
      inning_minutes: 30,
      rest_minutes: 20,
      separate_clubs: true,
      third_place: false,
      grand_reset: true,
      all_rubbers: false,
      rubbers: kind === "team" ? USUAL_RUBBERS : [],
      created_at: ctx.now,
    })
    .execute();
}

/** @throws AppError `refused`, `badInput` at the field */
export async function savingEvent(ctx: Ctx, draft: EventDraft, before: EventRow | undefined): Promise<EventDraft> {
  const game = await ctx.db
    .selectFrom("game")
    .select(["status", "short_title"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", before?.game ?? draft.game)
    .executeTakeFirst();
  if (!game) throw new AppError("missing", { what: ctx.language === "zh" ? "赛事" : "Game" });
  if (["running", "finished", "settled", "cancelled"].includes(game.status))
    throw refuse(
      ctx,
      { zh: "赛事{state}，项目没有改动", en: "The game is “{state}”; its events stay as they are" },
      { state: gameMachine.labels[game.status as "draft"][ctx.language] },
      before ? undefined : "game",
    );
  if (draft.kind === "mixed" && draft.gender !== "open")
    throw refuse(ctx, { zh: "混双的性别选“不限”", en: "Mixed doubles are open to both sexes" }, {}, "gender");
  const { minAge, maxAge } = draft;
  if (minAge && maxAge && maxAge < minAge) throw refuse(ctx, { zh: "不能小于最小年龄", en: "Not below the least age" }, {}, "maxAge");
  if (before) {
    if (before.state !== "planned" && (before.kind !== draft.kind || before.gender !== draft.gender || before.seeds !== draft.seeds))
      throw refuse(ctx, { zh: "已抽签，类别、性别和种子数不能再改", en: "The draw is made; kind, sex and seeds stay" });
    const quota = draft.maxQuota ?? 0;
    if (quota > 0 && quota < (before.applied ?? 0))
      throw refuse(
        ctx,
        { zh: "已有 {applied} 支队伍报名，名额不能更少", en: "{applied} entries are in; the quota can’t be below" },
        { applied: before.applied ?? 0 },
        "maxQuota",
      );
    if ((before.paid ?? 0) > 0 && before.fee !== yuan(draft.fee))
      throw refuse(ctx, { zh: "已有队伍缴费，报名费不能再改", en: "Entries have paid; the fee stays" }, {}, "fee");
  }
  return draft;
}

type SettingsRow = RowOf<typeof gameEventSettings>;
type SettingsDraft = Draft<(typeof gameEventSettings)["fields"]>;

/** @throws AppError `badInput` at the field */
export async function savingEventSettings(ctx: Ctx, draft: SettingsDraft, before: SettingsRow | undefined): Promise<SettingsDraft> {
  const isTimed = draft.counting === "timed";
  if (!isTimed && draft.inningQuantity % 2 === 0)
    throw refuse(ctx, { zh: "局数要是奇数，才能分出胜负", en: "An odd number, so that somebody wins" }, {}, "inningQuantity");
  const capped = { zh: "封顶分不能低于每局分数", en: "The cap can’t be below the points of a set" };
  if (!isTimed && draft.inningCap > 0 && draft.inningCap < draft.inningPoints) throw refuse(ctx, capped, {}, "inningCap");
  const { decidingPoints, decidingCap } = draft;
  if (!isTimed && (decidingCap ?? 0) > 0 && (decidingCap ?? 0) < (decidingPoints ?? draft.inningPoints))
    throw refuse(ctx, capped, {}, "decidingCap");
  if (isTimed && draft.rubbers.length > 0)
    throw refuse(
      ctx,
      { zh: "团体赛各盘按局计分；按节累计的项目不设各盘", en: "Rubbers are counted by sets: a timed event has none" },
      {},
      "rubbers",
    );
  if (draft.racecardRule === "groupsKnockout" && draft.groupQuantity < 2)
    throw refuse(ctx, { zh: "小组赛至少两个小组", en: "At least two groups" }, {}, "groupQuantity");
  if (draft.rubbers.length > 0 && draft.rubbers.length % 2 === 0)
    throw refuse(ctx, { zh: "盘数要是奇数，才能分出胜负", en: "An odd number of rubbers, so that somebody wins" }, {}, "rubbers");
  if (!before) return draft;
  const event = await ctx.db
    .selectFrom("game_event")
    .select("state")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", before.event)
    .executeTakeFirstOrThrow();
  const fixed = ["counting", "racecardRule", "groupQuantity", "winTeamQuantity", "thirdPlace", "grandReset", "separateClubs"] as const;
  if (event.state !== "planned" && (fixed.some((name) => before[name] !== draft[name]) || before.rubbers.join() !== draft.rubbers.join()))
    throw refuse(ctx, { zh: "已抽签，赛制不能再改；撤销抽签后再改", en: "The draw is made; the format stays until it is undone" });
  return draft;
}
