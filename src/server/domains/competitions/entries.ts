/** Entries: who may enter, what it costs, and leaving. */
import { charge, refund } from "../../ledger/charge";
import { sql } from "kysely";
import type { gameTeams } from "../../../contract/competitions/competitions";
import { fen } from "../../../contract/core/money";
import { clock, wall } from "../../../contract/core/time";
import type { Draft } from "../../../contract/core/resource/define";
import { game as gameMachine } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { post } from "../../ledger/post";
import { type PaymentEntry } from "../../payment/collect";
import { checkAll, refuse } from "../../resource/refuse";
import { isPublished } from "./draw";
import { documentOf, refundEntry, moneyOf, STANDING, type TeamRow } from "./entry-money";
import { type EventOfGame, eventOf } from "./event-of";
import { leaveEvent } from "./forfeits";
import { lineupFault } from "./players";

type TeamDraft = Draft<(typeof gameTeams)["fields"]>;

const statusLabel = (ctx: Ctx, status: string): string => gameMachine.labels[status as "draft"][ctx.language];

async function counted(ctx: Ctx, event: EventOfGame): Promise<{ event: number; game: number }> {
  return ctx.db
    .selectFrom("game_team as t")
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .where("t.venue_id", "=", ctx.venue.id)
    .where("e.game_id", "=", event.game_id)
    .where("t.state", "in", STANDING)
    .select([sql<number>`count(*) filter (where e.id = ${event.id})`.as("event"), sql<number>`count(*)`.as("game")])
    .executeTakeFirstOrThrow();
}

/** Before an entry: its event and game, as whoever confirms results or cancels the game locks them. */
export async function lockingTeam(ctx: Ctx, _on: string, id: string): Promise<void> {
  const team = await ctx.db
    .selectFrom("game_team")
    .select("event_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (team) await eventOf(ctx, team.event_id, true);
}

/**
 * Validates the form data of an entry; a new one needs sign-up to be open, by state and by the clock, and a free place.
 * @throws AppError `refused`, `badInput` at the field
 */
export async function savingTeam(ctx: Ctx, draft: TeamDraft, before: TeamRow | undefined): Promise<Readonly<Record<string, unknown>>> {
  const event = await eventOf(ctx, before?.event ?? draft.event, true);
  if (["finished", "settled", "cancelled"].includes(event.gameStatus))
    throw refuse(
      ctx,
      { zh: "赛事{state}，没有保存", en: "The game is “{state}”; nothing was saved" },
      { state: statusLabel(ctx, event.gameStatus) },
    );
  const seedRule = () => draft.seed !== null && checkSeed(ctx, event, draft.seed, before?.id);
  if (before) {
    await checkAll(ctx, [
      seedRule,
      // Purse payments are refunded to the purse of the entry's member, so the member cannot change.
      () =>
        before.member !== draft.member &&
        fen(before.paid ?? "0") + fen(before.balanceFreeze ?? "0") > 0 &&
        refuse(
          ctx,
          {
            zh: "已缴费，会员不能再改：退款退给缴费的会员。要换会员，先退赛再重新报名",
            en: "It has paid: its member stays, for refunds go to who paid. Withdraw it and enter it again for another",
          },
          {},
          "member",
        ),
      () =>
        event.state !== "planned" &&
        before.seed !== draft.seed &&
        refuse(ctx, { zh: "已抽签，种子不能再改", en: "The draw is made; seeds stay" }, {}, "seed"),
    ]);
    return draft;
  }
  await checkAll(ctx, [seedRule]);
  // After the draw it is a late entry: it waits outside the draw for a place that somebody gives up.
  const isLate = ["drawn", "running"].includes(event.state) && ["signing_up", "closed", "running"].includes(event.gameStatus);
  if (isLate)
    return {
      ...draft,
      seed: null,
      no: await documentNumber(ctx, "gameEntry", today(ctx)),
      state: event.team_review ? "applied" : "confirmed",
    };
  if (event.gameStatus !== "signing_up")
    throw refuse(
      ctx,
      {
        zh: "赛事{state}，只有“报名中”可以报名，没有保存",
        en: "The game is “{state}”: entries are taken while signing up; nothing was saved",
      },
      { state: statusLabel(ctx, event.gameStatus) },
      "event",
    );
  refuseOutOfTime(ctx, event);
  if (event.state !== "planned")
    throw refuse(ctx, { zh: "该项目已结束，不能再报名", en: "The event is over; it takes no more entries" }, {}, "event");
  const entryCount = await counted(ctx, event);
  const quota = event.max_quota ?? 0;
  const whole = event.gameQuota ?? 0;
  if ((quota > 0 && entryCount.event >= quota) || (whole > 0 && entryCount.game >= whole))
    throw refuse(ctx, { zh: "名额已满（{quota}），没有保存", en: "Full ({quota}); nothing was saved" }, { quota: quota || whole }, "event");
  return { ...draft, no: await documentNumber(ctx, "gameEntry", today(ctx)), state: event.team_review ? "applied" : "confirmed" };
}

/** Entries are taken from the hour at which sign-up opens to that at which it closes, where the game names them. */
function refuseOutOfTime(ctx: Ctx, { registration_start: opens, registration_end: closes }: EventOfGame): void {
  const say = (at: Date): string => {
    const { day, minute } = wall(at, ctx.venue.zone);
    return `${day} ${clock(minute)}`;
  };
  if (opens !== null && ctx.now < opens)
    throw refuse(
      ctx,
      {
        zh: "{time} 开始报名，没有保存；要提前报名先改赛事的报名开始时间",
        en: "Sign-up opens on {time}; nothing was saved. To take entries before, change when the game’s sign-up opens",
      },
      { time: say(opens) },
      "event",
    );
  if (closes !== null && ctx.now >= closes)
    throw refuse(
      ctx,
      {
        zh: "报名已于 {time} 截止，没有保存；要补报先改赛事的报名截止时间",
        en: "Sign-up closed on {time}; nothing was saved. To take late entries, change when the game’s sign-up closes",
      },
      { time: say(closes) },
      "event",
    );
}

async function checkSeed(ctx: Ctx, event: EventOfGame, seed: number, own: string | undefined): Promise<void> {
  if (seed > (event.seeds ?? 0))
    throw refuse(ctx, { zh: "该项目只设 {seeds} 个种子", en: "The event has {seeds} seeds" }, { seeds: event.seeds ?? 0 }, "seed");
  const other = await ctx.db
    .selectFrom("game_team")
    .select("name")
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", event.id)
    .where("seed", "=", seed)
    .where("state", "in", STANDING)
    .where("id", "<>", own ?? "")
    .executeTakeFirst();
  if (other) throw refuse(ctx, { zh: "{seed} 号种子已是“{name}”", en: "Seed {seed} is “{name}”" }, { seed, name: other.name }, "seed");
}

/** Numbers, sexes and ages of its players must be as event and game ask. @throws AppError `refused` */
export async function confirming(ctx: Ctx, team: TeamRow): Promise<Readonly<Record<string, unknown>>> {
  const event = await eventOf(ctx, team.event);
  if (!["signing_up", "closed"].includes(event.gameStatus))
    throw refuse(
      ctx,
      { zh: "赛事{state}，不能确认报名", en: "The game is “{state}”; entries can’t be confirmed" },
      { state: statusLabel(ctx, event.gameStatus) },
    );
  await refuseLineup(ctx, event, team.id);
  return { audit: `${ctx.person.name} ${ctx.language === "zh" ? "确认" : "confirmed"}` };
}

/** @throws AppError `refused` with what its players lack */
async function refuseLineup(ctx: Ctx, event: EventOfGame, teamId: string): Promise<void> {
  const players = await ctx.db
    .selectFrom("game_team_member")
    .select(["name", "sex", "birthday"])
    .where("venue_id", "=", ctx.venue.id)
    .where("team_id", "=", teamId)
    .execute();
  const fault = lineupFault(event, players, "whole");
  if (fault) throw refuse(ctx, fault.words, fault.values);
}

/** Takes fee and deposit of an entry. @throws AppError `refused`, those of `collectPayments` */
export async function payEntry(ctx: Ctx, team: TeamRow, payments: readonly PaymentEntry[]): Promise<Readonly<Record<string, unknown>>> {
  const event = await eventOf(ctx, team.event);
  if (!["signing_up", "closed", "running"].includes(event.gameStatus))
    throw refuse(
      ctx,
      { zh: "赛事{state}，没有收款", en: "The game is “{state}”; nothing was taken" },
      { state: statusLabel(ctx, event.gameStatus) },
    );
  await refuseLineup(ctx, event, team.id);
  const fee = event.fee;
  const bail = event.bail ?? 0;
  await charge(ctx, documentOf(team), {
    operation: "entry",
    payments,
    due: fee + bail,
    memberId: team.member,
    legs: [
      { account: "income.competition", amount: -fee, subject: event.id, earnedOn: event.game_start },
      { account: "deposit", amount: -bail, subject: team.id },
    ],
    spent: fee,
    ...(fee > 0 ? { visitAt: ctx.now } : {}),
  });
  return { paid: fee, balanceFreeze: bail };
}

/**
 * Gives an entry's place and money back. Its matches go to the other side where the draw is published.
 * @throws AppError `refused` once its event has begun, and while a draw waits to be published
 */
export async function withdrawing(ctx: Ctx, team: TeamRow, keep: number, reason: string): Promise<Readonly<Record<string, unknown>>> {
  const event = await eventOf(ctx, team.event, true);
  if (!["published", "signing_up", "closed", "running"].includes(event.gameStatus))
    throw refuse(
      ctx,
      { zh: "赛事{state}，不能退赛", en: "The game is “{state}”: nobody can withdraw" },
      { state: statusLabel(ctx, event.gameStatus) },
    );
  if (event.state === "running" || event.state === "finished")
    throw refuse(ctx, {
      zh: "该项目已开赛，不能退赛；不到场请记弃赛",
      en: "The event has begun: too late to withdraw; record that it abandons",
    });
  const isDrawn = event.state !== "planned";
  if (isDrawn && !(await isPublished(ctx, event.id)))
    throw refuse(ctx, {
      zh: "该项目已抽签未公布，先公布或撤销抽签再退赛",
      en: "The draw is not published yet: publish or undo it, then withdraw",
    });
  const given = await refundEntry(ctx, await moneyOf(ctx, team), { keep, reason });
  if (isDrawn) await leaveEvent(ctx, event.id, team.id, reason);
  return { ...given, audit: reason };
}

/** Gives the deposit of an entry back once its game is over. @throws AppError `refused` */
export async function depositBack(ctx: Ctx, team: TeamRow): Promise<Readonly<Record<string, unknown>>> {
  const event = await eventOf(ctx, team.event);
  const entry = await moneyOf(ctx, team);
  if (entry.deposit === 0) throw refuse(ctx, { zh: "没有在押保证金", en: "It has no deposit" });
  if (!["finished", "settled"].includes(event.gameStatus))
    throw refuse(ctx, { zh: "比赛结束后才能退保证金", en: "Deposits go back when the game is over" });
  const undoes = [{ account: "deposit", amount: entry.deposit, subject: entry.id }] as const;
  await refund(ctx, documentOf(entry), { operation: "deposit refund", memberId: entry.member, back: entry.deposit, undoes, spent: 0 });
  return { balanceFreeze: 0 };
}

/** Abandons an entry: it loses the deposit and its remaining matches. @throws AppError `refused` while it plays */
export async function abandoning(ctx: Ctx, team: TeamRow, reason: string): Promise<Readonly<Record<string, unknown>>> {
  const entry = await moneyOf(ctx, team);
  if (await isPublished(ctx, team.event)) await leaveEvent(ctx, team.event, team.id, reason);
  if (entry.deposit > 0)
    await post(ctx, {
      document: documentOf(entry),
      operation: "deposit kept",
      reason,
      legs: [
        { account: "deposit", amount: entry.deposit, subject: entry.id },
        { account: "income.fee", amount: -entry.deposit, subject: entry.eventId, earnedOn: today(ctx) },
      ],
    });
  return { balanceFreeze: 0, audit: reason };
}

/** Deletes the players of an entry with it. @throws AppError `refused` once it paid or left */
export async function deletingTeam(ctx: Ctx, row: { readonly id: string; readonly state: string }): Promise<void> {
  if (!["applied", "confirmed", "refused"].includes(row.state))
    throw refuse(ctx, {
      zh: "已缴费或退出的报名要留底，不能删除；可以退赛",
      en: "Entries that paid or left are kept on record; withdraw instead",
    });
  await ctx.db.deleteFrom("game_team_member").where("venue_id", "=", ctx.venue.id).where("team_id", "=", row.id).execute();
}
