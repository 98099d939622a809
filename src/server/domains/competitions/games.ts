/** Games: their rules, their moves, giving everything back, and the settlement. */
import { type RawBuilder, sql } from "kysely";
import { games, type gameSettings } from "../../../contract/competitions/competitions";
import { percentOf } from "../../../contract/core/money";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { SPORT_RULES } from "../../../engine/sports";
import { releaseIfReserved } from "../gameCourts/release";
import { refundEntry, lockActiveEntries } from "./entry-money";

type GameRow = RowOf<typeof games>;
type GameDraft = Draft<(typeof games)["fields"]>;

/** The number of a new game. */
export const gameNumber = (ctx: Ctx): Promise<string> => documentNumber(ctx, "game", today(ctx));

/** A new game's settings, as most games play. */
export async function addSettings(ctx: Ctx, gameId: string): Promise<void> {
  await ctx.db
    .insertInto("game_setting")
    .values({
      venue_id: ctx.venue.id,
      id: gameId,
      game_id: gameId,
      win_integral: 2,
      draw_integral: 1,
      lost_integral: 1,
      abandonment_integral: 0,
      sport: "other",
      leaving: SPORT_RULES.other.leaving,
      narrow_win_integral: null,
      narrow_loss_integral: null,
      place_rule: [...SPORT_RULES.other.order],
      order_of_play: "fixed",
      call_minutes: 10,
      text_called: false,
      text_moved: false,
      text_result: false,
      text_most: 8,
      text_language: "zh",
      score_unit: "point",
      win_when_big_score: true,
      weights: 100,
      inning_referee_quantity: 1,
      score_rule: "",
      end_inning_rule: "",
      merger_rule_code: "",
      change_attack_rule: "",
      change_position_rule: "",
      property_rules: "",
      created_at: ctx.now,
    })
    .execute();
}

type SettingsRow = RowOf<typeof gameSettings>;
const COUNTED_BY = [
  "sport",
  "leaving",
  "winIntegral",
  "narrowWinIntegral",
  "narrowLossIntegral",
  "drawIntegral",
  "lostIntegral",
  "abandonmentIntegral",
  "placeRule",
] as const;

/** @throws AppError `refused` at the field that stays once a match of a group has begun */
export async function savingGameSettings(
  ctx: Ctx,
  draft: Draft<(typeof gameSettings)["fields"]>,
  before: SettingsRow | undefined,
): Promise<typeof draft> {
  const changed = before ? COUNTED_BY.find((name) => String(before[name] ?? "") !== String(draft[name] ?? "")) : undefined;
  if (!before || changed === undefined) return draft;
  // Whoever starts a match locks the game of its event.
  await ctx.db.selectFrom("game").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", before.game).forUpdate().execute();
  const { rows } = await sql<{ begun: boolean }>`select ${isCounting(sql`${before.game}`, sql`${ctx.venue.id}`)} as begun`.execute(ctx.db);
  if (rows[0]?.begun)
    throw refuse(
      ctx,
      {
        zh: "小组赛已经开始，积分、名次规则和退出处理不能再改，没有保存",
        en: "Matches of a group have begun: points, tie-breaks and withdrawals stay. Nothing was saved",
      },
      {},
      changed,
    );
  return draft;
}

/** True once a match of a group of a game has begun or ended. */
export const isCounting = (game: RawBuilder<unknown>, venue: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from battle b join game_event e on e.venue_id = b.venue_id and e.id = b.event_id
    where b.venue_id = ${venue} and e.game_id = ${game} and b.group_no is not null and b.state not in ('waiting', 'ready', 'dropped')))`;

const OVER = ["settled", "cancelled"];

/** Gives a new game its number. @throws AppError `refused` once the game is settled or cancelled */
export async function savingGame(ctx: Ctx, draft: GameDraft, before: GameRow | undefined): Promise<Readonly<Record<string, unknown>>> {
  if (before && OVER.includes(before.status))
    throw refuse(ctx, { zh: "赛事已结算或取消，没有修改", en: "The game is settled or cancelled; nothing was changed" });
  return before ? draft : { ...draft, no: await gameNumber(ctx), operator: ctx.person.name };
}

/** @throws AppError `refused` where nothing could be entered */
export async function openingSignUp(ctx: Ctx, game: GameRow): Promise<void> {
  if (game.events === 0)
    throw refuse(ctx, { zh: "还没有比赛项目，先添加项目再开放报名", en: "It has no events yet: add one, then open sign-up" });
}

/** Starting needs somebody to play. @throws AppError `refused` */
export async function starting(ctx: Ctx, game: GameRow): Promise<void> {
  const waiting = await ctx.db
    .selectFrom("game_team as t")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .where("t.venue_id", "=", ctx.venue.id)
    .where("e.game_id", "=", game.id)
    .select([
      sql<number>`count(*) filter (where t.state = 'applied')`.as("applied"),
      sql<number>`count(*) filter (where t.state in ('confirmed', 'paid', 'checked_in'))`.as("standing"),
    ])
    .executeTakeFirstOrThrow();
  if (waiting.standing < 2)
    throw refuse(ctx, { zh: "已确认的队伍不足两支，不能开赛", en: "Fewer than two entries are confirmed; it can’t start" });
  if (waiting.applied > 0)
    throw refuse(
      ctx,
      { zh: "还有 {count} 支队伍待审核，先确认或不通过", en: "{count} entries are still to be reviewed: confirm or refuse them first" },
      { count: waiting.applied },
    );
}

/** A game ends when its matches have. @throws AppError `refused` */
export async function finishingGame(ctx: Ctx, game: GameRow): Promise<void> {
  const open = await ctx.db
    .selectFrom("battle as b")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "b.venue_id").onRef("e.id", "=", "b.event_id"))
    .where("b.venue_id", "=", ctx.venue.id)
    .where("e.game_id", "=", game.id)
    .where("b.state", "in", ["waiting", "ready", "running", "suspended"])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (open.count > 0)
    throw refuse(
      ctx,
      { zh: "还有 {count} 场对阵没有赛果，不能结束", en: "{count} matches have no result yet; it can’t finish" },
      { count: open.count },
    );
}

/** Gives every fee and deposit back the way it came, and the courts that are not over: today's too. */
export async function cancelGame(ctx: Ctx, game: GameRow, reason: string): Promise<void> {
  for (const entry of await lockActiveEntries(ctx, game.id))
    await refundEntry(ctx, entry, { keep: 0, reason, state: entry.state === "abandoned" ? entry.state : "withdrawn" });
  await releaseIfReserved(ctx, { gameId: game.id, reason });
}

/** Fees − refunds − handling, all fen: what the game brought. */
interface Settlement {
  readonly fees: number;
  readonly refunds: number;
  readonly handling: number;
  readonly net: number;
}

/** Computes a settlement at a rate. @param rate percent of the fees kept */
async function settlementOf(ctx: Ctx, gameId: string, rate: number): Promise<Settlement> {
  const { fees, refunds } = await ctx.db
    .selectFrom("game_team as t")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .where("t.venue_id", "=", ctx.venue.id)
    .where("e.game_id", "=", gameId)
    .select([sql<number>`coalesce(sum(t.paid), 0)`.as("fees"), sql<number>`coalesce(sum(t.refunded), 0)`.as("refunds")])
    .executeTakeFirstOrThrow();
  const handling = percentOf(fees - refunds, rate);
  return { fees, refunds, handling, net: fees - refunds - handling };
}

/** Books the handling fee as cost and keeps the figures. @throws AppError `refused` while deposits are held */
export async function settleGame(ctx: Ctx, game: GameRow, rate: number) {
  const held = await ctx.db
    .selectFrom("game_team as t")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .where("t.venue_id", "=", ctx.venue.id)
    .where("e.game_id", "=", game.id)
    .where("t.balance_freeze", ">", 0)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (held.count > 0)
    throw refuse(
      ctx,
      { zh: "还有 {count} 支队伍的保证金未退，先退还再结算", en: "{count} deposits are still held: give them back, then settle" },
      { count: held.count },
    );
  const { fees, refunds, handling, net } = await settlementOf(ctx, game.id, rate);
  if (handling > 0)
    await post(ctx, {
      document: { kind: "entry", id: game.id, no: game.no },
      operation: "game settlement",
      legs: [
        { account: "cost.handling", amount: handling, subject: game.id, earnedOn: today(ctx) },
        { account: "receivable.platform", amount: -handling, subject: game.id },
      ],
    });
  return { settledFees: fees, settledRefunds: refunds, settledHandling: handling, settledNet: net };
}

/** Rejects to delete a game that was published. */
export async function checkGameDeletion(ctx: Ctx, row: { readonly status: string }): Promise<void> {
  if (row.status !== "draft")
    throw refuse(ctx, { zh: "只有草稿可以删除；已发布的赛事请取消", en: "Only a draft can be deleted; cancel a published game" });
}
