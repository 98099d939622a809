/** The calls of competitions and their services. */
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
import { seeding } from "../../../contract/competitions/seeding";
import { umpire } from "../../../contract/competitions/umpire";
import { servePublicCalls, inVenue, inVenueAfter, type Route } from "../../http/serve";
import { serveResource } from "../../resource/serve";
import { battleOf } from "./battle-row";
import { callMatch, markCall, orderQueue, queueView } from "./calls";
import { hallBoard, scoreBoard, teamSchedule } from "./boards";
import { makeDraw, publishDraw, undoDraw } from "./draw";
import { replaceEntry, swapLines } from "./draw-changes";
import { drawView, openEvents } from "./draw-view";
import { abandoning, confirming, depositBack, lockingTeam, payEntry, deletingTeam, savingTeam, withdrawing } from "./entries";
import { moveEarned } from "./entry-money";
import { addEventSettings, savedEventSettings, savingEvent, savingEventSettings } from "./events";
import {
  addSettings,
  checkGameDeletion,
  cancelGame,
  finishingGame,
  openingSignUp,
  savingGame,
  savingGameSettings,
  settleGame,
  starting,
} from "./games";
import { cancelPlan, planJob, runPlan, startPlan } from "./plan-job";
import { delayMatch, placeMatch } from "./move-match";
import { scheduleView } from "./schedule";
import { lineup, saveLineup, saveTie } from "./lineups";
import { amending, correcting, correction, unstarting } from "./corrections";
import { finishing, givingUp, lockingBattle, scoring, starting as beginning } from "./score";
import { assigning } from "./officials";
import { standingsView } from "./tables-of";
import { issueToPlayers } from "./player-score";
import { issuePin, openUmpire, sendMarks, umpireView } from "./umpire";
import { recordRoutes } from "./records";
import { saveSeeding, seedingView } from "./seeding";
import { deletingPlayer, replacing, savingPlayer } from "./players";
import { applyCount, roleTags } from "./sign-up";
import {
  battleColumns,
  battleSearches,
  eventColumns,
  eventSettingColumns,
  eventSettingSearches,
  gameColumns,
  isEntryPayment,
  paymentColumns,
  paymentFilters,
  playerColumns,
  refereeColumns,
  settingColumns,
  settingSearches,
  teamColumns,
} from "./columns";

const gameRoutes = serveResource(games, {
  table: "game",
  note: "no",
  columns: gameColumns,
  saving: savingGame,
  saved: async (ctx, row, before) => {
    if (!before) await addSettings(ctx, row.id);
    else if (before.gameStart !== row.gameStart) await moveEarned(ctx, row.id, before.gameStart, row.gameStart);
  },
  deleting: checkGameDeletion,
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
  columns: teamColumns,
  locking: lockingTeam,
  saving: savingTeam,
  deleting: deletingTeam,
  actions: {
    confirm: (ctx, row) => confirming(ctx, row),
    refuse: async (_ctx, _row, { reason }) => ({ audit: reason }),
    pay: (ctx, row, { payments }) => payEntry(ctx, row, payments),
    giveBackDeposit: (ctx, row) => depositBack(ctx, row),
    withdraw: (ctx, row, { keep, reason }) => withdrawing(ctx, row, keep ?? 0, reason),
    abandon: (ctx, row, { reason }) => abandoning(ctx, row, reason),
  },
});

export const competitionRoutes: Route[] = [
  ...recordRoutes(competitionRecords),
  ...gameRoutes,
  ...serveResource(gameSettings, {
    table: "game_setting",
    columns: settingColumns,
    saving: savingGameSettings,
    searches: settingSearches,
  }),
  ...serveResource(gameEvents, {
    table: "game_event",
    columns: eventColumns,
    saving: savingEvent,
    saved: async (ctx, row, before) => {
      if (!before) await addEventSettings(ctx, row.id, row.game, row.kind);
    },
  }),
  ...serveResource(gameEventSettings, {
    table: "game_event_setting",
    columns: eventSettingColumns,
    searches: eventSettingSearches,
    saving: savingEventSettings,
    saved: savedEventSettings,
  }),
  ...teamRoutes,
  ...serveResource(gameTeamMembers, {
    table: "game_team_member",
    columns: playerColumns,
    saving: savingPlayer,
    deleting: deletingPlayer,
    actions: { replace: (ctx, row, input) => replacing(ctx, row, input) },
  }),
  ...serveResource(referees, {
    table: "referee",
    note: "level",
    columns: refereeColumns,
  }),
  ...serveResource(gamePayments, {
    table: "payment",
    where: isEntryPayment,
    columns: paymentColumns,
    filters: paymentFilters,
  }),
  ...serveResource(battles, {
    table: "battle",
    columns: battleColumns,
    searches: battleSearches,
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
  ...inVenue(seeding, { view: seedingView, save: saveSeeding }),
  ...inVenue(umpire, { issue: issuePin, issueToPlayers }),
  ...servePublicCalls(umpire, { open: openUmpire, view: umpireView, send: sendMarks }),
  ...inVenue(competitions, { roleTags, applyCount }),
];
