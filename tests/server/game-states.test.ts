/**
 * Every action of a game, an entry and a match from every state, and every move of an event: it leads where the table says, or is refused and
 * changes nothing. Each is tried in a transaction that is given up.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "../../src/contract/core/call";
import { games, gameTeams, referees } from "../../src/contract/competitions/competitions";
import { battles } from "../../src/contract/competitions/battles";
import { matches } from "../../src/contract/competitions/matches";
import { actionCall, callsOf } from "../../src/contract/core/resource/calls";
import type { Resource } from "../../src/contract/core/resource/define";
import { battle as battleMachine, game as gameMachine, racecard, teamEntry } from "../../src/contract/core/states";
import type { Ctx } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { seedBooking } from "../support/booking";
import { serves } from "../support/services";
import { Tournament } from "../support/tournament";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
/** Signed up and paid, not drawn. */
let open: Tournament;
/** Drawn and running. */
let run: Tournament;
let entryId = "";
let matchId = "";
let refereeId = "";
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  open = new Tournament(t);
  await open.enter(2, {}, { fee: "50.00" }, { bail: "20.00" });
  const { content } = await open.look(callsOf(gameTeams).list, { event: open.eventId });
  entryId = content[0]?.id ?? "";
  for (const { id } of content) await open.act(callsOf(gameTeams).pay, { id, payments: [{ type: "WeChat", amount: "70.00" }] });
  run = new Tournament(t);
  await run.enter(4);
  await run.draw();
  matchId = (await run.keyed("1-1-1")).id;
  const referee = { name: "严裁判", sex: "female", phone: "13600000001", level: "first", active: true } as const;
  refereeId = (await run.act(callsOf(referees).create, referee)).id;
});
afterAll(() => t.close());

const GIVEN_UP = new Error("given up");
/** Runs an action after the state is set and returns the state that it leads to, or "refused". */
async function tried(prepare: (ctx: Ctx) => Promise<unknown>, call: Call, input: object, state: (ctx: Ctx) => Promise<string | undefined>) {
  let outcome: string | undefined;
  await t
    .act(async (ctx) => {
      await prepare(ctx);
      await serves(call)(ctx, input);
      outcome = await state(ctx);
      throw GIVEN_UP;
    })
    .catch((error: unknown) => {
      if (error === GIVEN_UP) return;
      if (!(error instanceof AppError)) throw error;
      outcome = "refused";
    });
  return outcome;
}

function callOf(resource: Resource, action: string): Call {
  const { call } = actionCall(resource, action);
  if (!call) throw new Error(action);
  return call;
}

interface Machine {
  readonly states: readonly string[];
  readonly table: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
const pairs = (machine: Machine, actions: readonly string[]) =>
  machine.states.flatMap((state) => actions.map((action) => [state, action] as const));
/** Returns the result by the table: another state, "refused", or the same state for actions that are no move. */
const expected = (machine: Machine, state: string, action: string, stays: readonly string[] = []): string =>
  machine.table[state]?.[action] ?? (stays.includes(state) ? state : "refused");

describe("a game", () => {
  const actions = ["publish", "openSignUp", "closeSignUp", "start", "finish", "settleAccounts", "cancel"] as const;
  it.each(pairs(gameMachine, actions))("%s: %s", async (state, action) => {
    const { gameId } = open;
    const outcome = await tried(
      async (ctx) => {
        await sql`UPDATE game SET status = ${state} WHERE id = ${gameId}`.execute(ctx.db);
        if (action === "settleAccounts")
          await sql`UPDATE game_team SET balance_freeze = 0 WHERE event_id = ${open.eventId}`.execute(ctx.db);
      },
      callOf(games, action),
      { id: gameId, handlingFee: 1, reason: "试一下", action },
      async (ctx) => (await ctx.db.selectFrom("game").select("status").where("id", "=", gameId).executeTakeFirst())?.status,
    );
    expect(outcome).toBe(expected(gameMachine, state, action));
  });
});

describe("an entry", () => {
  const actions = ["confirm", "refuse", "pay", "checkIn", "giveBackDeposit", "withdraw", "abandon"] as const;
  it.each(pairs(teamEntry, actions))("%s: %s", async (state, action) => {
    const outcome = await tried(
      async (ctx) => {
        const status = action === "giveBackDeposit" ? "finished" : "signing_up";
        await sql`UPDATE game SET status = ${status} WHERE id = ${open.gameId}`.execute(ctx.db);
        await sql`UPDATE game_team SET state = ${state} WHERE id = ${entryId}`.execute(ctx.db);
      },
      callOf(gameTeams, action),
      { id: entryId, action, reason: "试一下", keep: "0.00", payments: [{ type: "WeChat", amount: "70.00" }] },
      async (ctx) => (await ctx.db.selectFrom("game_team").select("state").where("id", "=", entryId).executeTakeFirst())?.state,
    );
    expect(outcome).toBe(expected(teamEntry, state, action, action === "giveBackDeposit" ? ["paid", "checked_in"] : []));
  });
});

/** States in which an action of a match is done that is no move. */
const MATCH_STAYS: Readonly<Record<string, readonly string[]>> = {
  assign: ["waiting", "ready", "running", "suspended"],
  score: ["running"],
};

describe("a match", () => {
  const actions = ["assign", "start", "score", "finish", "suspend", "resume", "walkover", "retire", "correct"] as const;
  it.each(pairs(battleMachine, actions))("%s: %s", async (state, action) => {
    const over = ["finished", "walkover", "retired"].includes(state);
    const outcome = await tried(
      async (ctx) => {
        await sql`UPDATE battle SET state = ${state}, winner = ${over ? 0 : null} WHERE id = ${matchId}`.execute(ctx.db);
        await sql`INSERT INTO inning (venue_id, battle_id, number, home, away) VALUES
          (${t.venue.id}, ${matchId}, 1, 21, 10), (${t.venue.id}, ${matchId}, 2, 21, 10)`.execute(ctx.db);
      },
      callsOf(battles)[action as (typeof actions)[number]],
      { id: matchId, reason: "试一下", side: "home", referee: refereeId, sets: [[21, 3]] },
      async (ctx) => (await ctx.db.selectFrom("battle").select("state").where("id", "=", matchId).executeTakeFirst())?.state,
    );
    expect(outcome).toBe(expected(battleMachine, state, action, MATCH_STAYS[action]));
  });
});

describe("an event", () => {
  const calls = { draw: matches.makeDraw, redraw: matches.undoDraw } as const;
  it.each(pairs(racecard, Object.keys(calls)))("%s: %s", async (state, action) => {
    const { eventId } = open;
    const outcome = await tried(
      async (ctx) => {
        await serves(matches.makeDraw)(ctx, { eventId });
        if (state === "planned") await serves(matches.undoDraw)(ctx, { eventId, reason: "试一下" });
        await sql`UPDATE game_event SET state = ${state} WHERE id = ${eventId}`.execute(ctx.db);
      },
      calls[action as "draw"],
      { eventId, reason: "试一下" },
      async (ctx) => (await ctx.db.selectFrom("game_event").select("state").where("id", "=", eventId).executeTakeFirst())?.state,
    );
    expect(outcome).toBe(expected(racecard, state, action));
  });

  it("runs with its first match, and is finished with its last result", async () => {
    const state = async () => (await run.look(matches.draw, { eventId: run.eventId })).state;
    expect(await state()).toBe("drawn");
    const [first] = await run.all();
    if (first) await run.play(first);
    expect(await state()).toBe("running");
    await run.playAll();
    expect(await state()).toBe("finished");
  });
});
