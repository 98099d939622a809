/** The calls of competitions and their services. */
import { type Expression, sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import type { Parsed } from "../../../contract/core/call";
import {
  competitions,
  gameEvents,
  gameEventSettings,
  gamePayments,
  games,
  gameSettings,
  gameTeamMembers,
  gameTeams,
  referees,
} from "../../../contract/competitions/competitions";
import { battles } from "../../../contract/competitions/battles";
import { competitionRecords } from "../../../contract/competitions/competition-records";
import { matches } from "../../../contract/competitions/matches";
import { umpire } from "../../../contract/competitions/umpire";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { servePublicCalls, inVenue, inVenueAfter, type Route } from "../../http/serve";
import { refuse } from "../../resource/refuse";
import { isAmongFound } from "../../resource/query";
import { serveResource } from "../../resource/serve";
import { battleOf } from "./battle-row";
import { callMatch, markCall, orderQueue, queueView } from "./calls";
import { hallBoard, scoreBoard, teamSchedule } from "./boards";
import { makeDraw, publishDraw, undoDraw } from "./draw";
import { replaceEntry, swapLines } from "./draw-changes";
import { drawView, openEvents } from "./draw-view";
import { abandoning, confirming, depositBack, lockingTeam, payEntry, savingTeam, withdrawing } from "./entries";
import { moveEarned } from "./entry-money";
import { addEventSettings, savedEventSettings, savingEvent, savingEventSettings } from "./events";
import {
  addSettings,
  cancelGame,
  finishingGame,
  isCounting,
  openingSignUp,
  savingGame,
  savingGameSettings,
  settleGame,
  starting,
} from "./games";
import { cancelPlan, planJob, runPlan, startPlan } from "./plan-job";
import { delayMatch, placeMatch, scheduleView } from "./schedule";
import { lineup, saveLineup, saveTie } from "./lineups";
import { amending, correcting, correction, unstarting } from "./corrections";
import { finishing, givingUp, lockingBattle, scoring, starting as beginning } from "./score";
import { assigning } from "./officials";
import { standingsView } from "./tables-of";
import { issuePin, openUmpire, sendMarks, umpireView } from "./umpire";
import { recordRoutes } from "./records";
import { deletingPlayer, replacing, savingPlayer } from "./players";

const STANDS = sql`('applied', 'confirmed', 'paid', 'checked_in')`;
const ofGame = (what: ReturnType<typeof sql>, where = sql`true`) =>
  sql`(select ${what} from game_team x join game_event e on e.venue_id = x.venue_id and e.id = x.event_id
    where x.venue_id = t.venue_id and e.game_id = t.id and ${where})`;
const ofEvent = (what: ReturnType<typeof sql>, where = sql`true`) =>
  sql`(select ${what} from game_team x where x.venue_id = t.venue_id and x.event_id = t.id and ${where})`;
/** A column of the event that a row belongs to. */
const ofItsEvent = (column: "fee" | "game_id" | "title") =>
  sql`(select ${sql.ref(`e.${column}`)} from game_event e where e.venue_id = t.venue_id and e.id = t.event_id)`;
/** Selects from the matches of that event. */
const ofMatches = (what: ReturnType<typeof sql>) =>
  sql`(select ${what} from battle b where b.venue_id = t.venue_id and b.event_id = t.event_id)`;
/** Title of the game of that event. */
const GAME_TITLE = sql`(select g.short_title from game_event e join game g on g.venue_id = e.venue_id and g.id = e.game_id
  where e.venue_id = t.venue_id and e.id = t.event_id)`;
const KEPT = sql`coalesce(sum(coalesce(x.paid, 0) - coalesce(x.refunded, 0)), 0)::bigint`;

/** Points that the game of an entry gives. */
const pointsFor = (column: "win_integral" | "narrow_win_integral" | "lost_integral" | "narrow_loss_integral" | "abandonment_integral") =>
  sql`(select ${sql.ref(`s.${column}`)} from game_event e join game_setting s on s.venue_id = e.venue_id and s.game_id = e.game_id
    where e.venue_id = t.venue_id and e.id = t.event_id)`;

/** Facts that decide if a print masks the names of a row, by its event. */
const namesOf = (event: ReturnType<typeof sql>) => ({
  namesHidden: () => sql`coalesce((select g.privacy from game_event e join game g on g.venue_id = e.venue_id and g.id = e.game_id
    where e.venue_id = t.venue_id and e.id = ${event}), false)`,
  isTeam: () => sql`coalesce((select e.kind = 'team' from game_event e where e.venue_id = t.venue_id and e.id = ${event}), false)`,
});

const gameRoutes = serveResource(games, {
  table: "game",
  note: "no",
  columns: {
    events: () => sql`(select count(*) from game_event e where e.venue_id = t.venue_id and e.game_id = t.id)`,
    applied: () => ofGame(sql`count(*)`, sql`x.state in ${STANDS}`),
    confirmed: () => ofGame(sql`count(*)`, sql`x.state in ('confirmed', 'paid', 'checked_in')`),
    leftQuota: () =>
      sql`case when coalesce(t.max_quota, 0) > 0 then greatest(0, t.max_quota - ${ofGame(sql`count(*)`, sql`x.state in ${STANDS}`)}) end`,
    received: () => ofGame(KEPT),
    ifFee: () => sql`(exists (select from game_event e where e.venue_id = t.venue_id and e.game_id = t.id and e.fee > 0))`,
    publish: () => sql`(t.status <> 'draft')`,
    currentRacecard: () =>
      sql`(select coalesce(string_agg(e.title, ', ' order by e.title), '') from game_event e where e.venue_id = t.venue_id and e.game_id = t.id and e.state = 'running')`,
  },
  saving: savingGame,
  saved: async (ctx, row, before) => {
    if (!before) await addSettings(ctx, row.id);
    else if (before.gameStart !== row.gameStart) await moveEarned(ctx, row.id, before.gameStart, row.gameStart);
  },
  deleting: async (ctx, row) => {
    if (row.status !== "draft")
      throw refuse(ctx, { zh: "只有草稿可以删除；已发布的赛事请取消", en: "Only a draft can be deleted; cancel a published game" });
  },
  actions: {
    openSignUp: async (ctx, row) => openingSignUp(ctx, row),
    start: async (ctx, row) => starting(ctx, row),
    finish: async (ctx, row) => finishingGame(ctx, row),
    settleAccounts: async (ctx, row, input) => settleGame(ctx, row, input.handlingFee),
    cancel: async (ctx, row, input) => cancelGame(ctx, row, input.reason),
  },
});

const teamRoutes = serveResource(gameTeams, {
  table: "game_team",
  note: "no",
  finds: true,
  columns: {
    gameTitle: () => GAME_TITLE,
    game: () => ofItsEvent("game_id"),
    members: () => sql`(select count(*) from game_team_member m where m.venue_id = t.venue_id and m.team_id = t.id)`,
    fee: () => ofItsEvent("fee"),
    payState:
      () => sql`(case when t.state in ('paid', 'checked_in', 'abandoned', 'withdrawn') and coalesce(t.refunded, 0) > 0 then 'refunded'
      when coalesce(t.paid, 0) > 0 then 'paid'
      when (select e.fee from game_event e where e.venue_id = t.venue_id and e.id = t.event_id) = 0 then 'free' else 'unpaid' end)`,
    ...namesOf(sql`t.event_id`),
    confirm: () => sql`(t.state in ('confirmed', 'paid', 'checked_in'))`,
    balance: () => sql`(coalesce(t.paid, 0) - coalesce(t.refunded, 0))`,
    winIntegral: () => sql`((t.win_count - t.narrow_win_count) * ${pointsFor("win_integral")}
      + t.narrow_win_count * coalesce(${pointsFor("narrow_win_integral")}, ${pointsFor("win_integral")}))`,
    lostIntegral: () => sql`((t.lost_count - t.abandonment_count - t.narrow_loss_count) * ${pointsFor("lost_integral")}
      + t.narrow_loss_count * coalesce(${pointsFor("narrow_loss_integral")}, ${pointsFor("lost_integral")}))`,
    abandonmentIntegral: () => sql`(t.abandonment_count * ${pointsFor("abandonment_integral")})`,
  },
  locking: lockingTeam,
  saving: savingTeam,
  deleting: async (ctx, row) => {
    if (!["applied", "confirmed", "refused"].includes(row.state))
      throw refuse(ctx, {
        zh: "已缴费或退出的报名要留底，不能删除；可以退赛",
        en: "Entries that paid or left are kept on record; withdraw instead",
      });
    await ctx.db.deleteFrom("game_team_member").where("venue_id", "=", ctx.venue.id).where("team_id", "=", row.id).execute();
  },
  actions: {
    confirm: (ctx, row) => confirming(ctx, row),
    refuse: async (_ctx, _row, { reason }) => ({ audit: reason }),
    pay: (ctx, row, { payments }) => payEntry(ctx, row, payments),
    giveBackDeposit: (ctx, row) => depositBack(ctx, row),
    withdraw: (ctx, row, { keep, reason }) => withdrawing(ctx, row, keep ?? 0, reason),
    abandon: (ctx, row, { reason }) => abandoning(ctx, row, reason),
  },
});

async function roleTags(ctx: Ctx, { q }: Parsed<typeof competitions.roleTags>) {
  const { rows } = await sql<{
    name: string;
  }>`select distinct unnest(role_tags) as name from game where venue_id = ${ctx.venue.id} order by 1`.execute(ctx.db);
  return { content: rows.filter(({ name }) => !q || name.includes(q)).map(({ name }) => ({ id: name, name })) };
}

async function applyCount(ctx: Ctx, { gameId }: Parsed<typeof competitions.applyCount>) {
  const row = await ctx.db
    .selectFrom("game as t")
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.id", "=", gameId)
    .select(["t.max_quota", sql<number>`${ofGame(sql`count(*)`, sql`x.state in ${STANDS}`)}`.as("applied")])
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "赛事" : "Game" });
  const quota = row.max_quota ?? 0;
  return { applied: row.applied, leftQuota: quota > 0 ? Math.max(0, quota - row.applied) : null };
}

/** Finds records whose name contains the typed text. */
const titled = (ctx: Ctx, table: "game" | "game_event" | "game_team", column: "name" | "short_title" | "title", text: string) =>
  sql<{ id: string }>`select x.id from ${sql.table(table)} x
    where x.venue_id = ${ctx.venue.id} and ${contains(text, sql.ref(`x.${column}`))}`;
const teamsNamed = (ctx: Ctx, text: string) => titled(ctx, "game_team", "name", text);

/** Name of a side of a match. */
const sideName = (column: "home_id" | "away_id") =>
  sql`(select x.name from game_team x where x.venue_id = t.venue_id and x.id = ${sql.ref(`t.${column}`)})`;

export const competitionRoutes: Route[] = [
  ...recordRoutes(competitionRecords),
  ...gameRoutes,
  ...serveResource(gameSettings, {
    table: "game_setting",
    columns: {
      gameTitle: () => sql`(select g.short_title from game g where g.venue_id = t.venue_id and g.id = t.game_id)`,
      isCounting: () => isCounting(sql`t.game_id`, sql`t.venue_id`),
    },
    saving: savingGameSettings,
    searches: { gameTitle: (text, ctx) => isAmongFound(ctx, titled(ctx, "game", "short_title", text), [sql`t.game_id`], "indexed") },
  }),
  ...serveResource(gameEvents, {
    table: "game_event",
    columns: {
      applied: () => ofEvent(sql`count(*)`, sql`x.state in ${STANDS}`),
      paid: () => ofEvent(sql`count(*)`, sql`x.state in ('paid', 'checked_in')`),
      received: () => ofEvent(KEPT),
    },
    saving: savingEvent,
    saved: async (ctx, row, before) => {
      if (!before) await addEventSettings(ctx, row.id, row.game, row.kind);
    },
  }),
  ...serveResource(gameEventSettings, {
    table: "game_event_setting",
    columns: {
      eventTitle: () => ofItsEvent("title"),
      gameTitle: () => GAME_TITLE,
      winInningQuantity: () => sql`(t.inning_quantity / 2 + 1)`,
      groupTeamQuantity: () => sql`ceil((select count(*) from game_team x where x.venue_id = t.venue_id and x.event_id = t.event_id
        and x.state in ${STANDS})::numeric / t.group_quantity)::integer`,
      start: () => ofMatches(sql`min(b.starts_at)`),
      openMatches: () => sql`(select count(*) from battle b where b.venue_id = t.venue_id and b.event_id = t.event_id and b.tie_id is null
        and b.state in ('waiting', 'ready'))`,
      begunMatches: () => sql`(select count(*) from battle b where b.venue_id = t.venue_id and b.event_id = t.event_id and b.tie_id is null
        and b.state not in ('waiting', 'ready', 'dropped'))`,
      end: () => ofMatches(sql`max(b.starts_at + b.minutes * interval '1 minute')`),
    },
    searches: { eventTitle: (text, ctx) => isAmongFound(ctx, titled(ctx, "game_event", "title", text), [sql`t.event_id`], "indexed") },
    saving: savingEventSettings,
    saved: savedEventSettings,
  }),
  ...teamRoutes,
  ...serveResource(gameTeamMembers, {
    table: "game_team_member",
    columns: {
      ...namesOf(sql`(select x.event_id from game_team x where x.venue_id = t.venue_id and x.id = t.team_id)`),
      age: () => sql`(select extract(year from age(g.game_start, t.birthday))::integer from game_team x
        join game_event e on e.venue_id = x.venue_id and e.id = x.event_id join game g on g.venue_id = e.venue_id and g.id = e.game_id
        where x.venue_id = t.venue_id and x.id = t.team_id)`,
      eventTitle: () => sql`(select e.title from game_team x join game_event e on e.venue_id = x.venue_id and e.id = x.event_id
        where x.venue_id = t.venue_id and x.id = t.team_id)`,
    },
    saving: savingPlayer,
    deleting: deletingPlayer,
    actions: { replace: (ctx, row, input) => replacing(ctx, row, input) },
  }),
  ...serveResource(referees, {
    table: "referee",
    note: "level",
    columns: { matches: () => sql`(select count(*) from battle b where b.venue_id = t.venue_id and b.referee_id = t.id)` },
  }),
  ...serveResource(gamePayments, {
    table: "payment",
    where: () => sql<boolean>`(t.document_kind = 'entry' and t.state in ('succeeded', 'refunding', 'refunded', 'refund_failed'))`,
    columns: {
      createdAt: () => sql`t.at`,
      ...namesOf(sql`(select x.event_id from game_team x where x.venue_id = t.venue_id and x.id = t.document_id)`),
      teamName: () => sql`(select x.name from game_team x where x.venue_id = t.venue_id and x.id = t.document_id)`,
      no: () => sql`(select x.no from game_team x where x.venue_id = t.venue_id and x.id = t.document_id)`,
      event: () => sql`(select x.event_id from game_team x where x.venue_id = t.venue_id and x.id = t.document_id)`,
      game: () => sql`(select e.game_id from game_team x join game_event e on e.venue_id = x.venue_id and e.id = x.event_id
        where x.venue_id = t.venue_id and x.id = t.document_id)`,
    },
    filters: {
      // Entries by what their name holds or how their number begins: one look through them for both.
      q: (q: string, ctx) =>
        isAmongFound(
          ctx,
          sql`select x.id from game_team x where x.venue_id = ${ctx.venue.id}
            and (${contains(q, sql.ref("x.name"))} or x.no ^@ ${q.toUpperCase()})`,
          [sql`t.document_id`],
        ),
    },
  }),
  ...serveResource(battles, {
    table: "battle",
    columns: {
      ...namesOf(sql`t.event_id`),
      title: () => sql`(coalesce(${sideName("home_id")}, '') || ' – ' || coalesce(${sideName("away_id")}, ''))`,
      game: () => ofItsEvent("game_id"),
      // As `groupLetter` of the contract writes it.
      groupNo: () => sql`(case when t.group_no <= 26 then chr(64 + t.group_no) else coalesce(t.group_no::text, '') end)`,
      winnerName: () => sql`(case t.winner when 0 then ${sideName("home_id")} when 1 then ${sideName("away_id")} else '' end)`,
    },
    searches: {
      // Either side, so that what names both ("A – B") is found by each.
      title: async (text, ctx) => {
        const sides = text.split(/ [–-] /).filter((side) => side.trim() !== "");
        const named: Expression<SqlBool>[] = [];
        for (const side of sides.length > 0 ? sides : [text])
          named.push(await isAmongFound(ctx, teamsNamed(ctx, side), [sql`t.home_id`, sql`t.away_id`], "indexed"));
        return sql<SqlBool>`(${sql.join(named, sql` and `)})`;
      },
    },
    locking: lockingBattle,
    actions: {
      assign: async (ctx, row, { referee }) => {
        await assigning(ctx, await battleOf(ctx, row.id), referee);
        return { referee };
      },
      start: (ctx, row) => beginning(ctx, row.id),
      score: (ctx, row, input) => scoring(ctx, row.id, input),
      finish: (ctx, row) => finishing(ctx, row.id),
      suspend: async (_ctx, _row, { reason }) => ({ reason }),
      walkover: (ctx, row, { side, reason }) => givingUp(ctx, row.id, side, "walkover", reason),
      retire: (ctx, row, { side, reason }) => givingUp(ctx, row.id, side, "retired", reason),
      correct: (ctx, row, { reason }) => correcting(ctx, row.id, reason),
      amend: (ctx, row, input) => amending(ctx, row.id, input),
      unstart: (ctx, row) => unstarting(ctx, row.id),
    },
  }),
  ...inVenue(matches, {
    events: openEvents,
    draw: drawView,
    makeDraw,
    undoDraw,
    publishDraw,
    swapLines,
    replaceEntry,
    schedule: scheduleView,
    planJob,
    cancelPlan,
    place: placeMatch,
    queue: queueView,
    call: callMatch,
    markCall,
    orderQueue,
    standings: standingsView,
    ofTeam: teamSchedule,
    board: scoreBoard,
    hall: hallBoard,
    lineup,
    saveLineup,
    saveTie,
    delay: delayMatch,
    correction,
  }),
  inVenueAfter(matches.plan, startPlan, async (work, job, input) => {
    void runPlan(work, job, input);
    return job;
  }),
  ...inVenue(umpire, { issue: issuePin }),
  ...servePublicCalls(umpire, { open: openUmpire, view: umpireView, send: sendMarks }),
  ...inVenue(competitions, { roleTags, applyCount }),
];
