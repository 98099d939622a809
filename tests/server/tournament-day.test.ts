/** Days of play from the queue to their end: singles, pairs and teams of the same people, with delays, withdrawals, retirements and corrections. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import {
  gameEvents,
  gameEventSettings,
  games,
  gameSettings,
  gameTeamMembers,
  gameTeams,
} from "../../src/contract/competitions/competitions";
import type { Match } from "../../src/contract/competitions/match";
import { isOver } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import { checkLedger } from "../../src/server/ledger/check";
import { random } from "../../src/server/demo/random";
import { at, seedBooking, TOMORROW } from "../support/booking";
import { timeInHindsight, type TimedMatch } from "../support/least-time";
import { FULL } from "../support/forms";
import { sidesOf } from "../../src/engine/ties";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const REST_MINUTES = 15;
const MINUTE_MS = 60_000;
const battle = callsOf(battles);
const team = callsOf(gameTeams);
const game = callsOf(games);

interface Size {
  readonly people: number;
  /** Every two of the same people, as a pair. */
  readonly hasPairs: boolean;
  /** Teams of four of the same people. */
  readonly teams: number;
  readonly courts: number;
}
/** Events of a day, and the entries that have withdrawn from them. */
interface Day {
  readonly events: readonly string[];
  readonly left: readonly string[];
}

let t: TestVenue;
let cup: Tournament;
/** People of an entry, by its id. */
let people: Map<string, readonly number[]>;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
  people = new Map();
});
afterEach(() => t.close());

const TITLES = { singles: "男单", doubles: "男双", team: "男团" } as const;
const TEAM_SIZE = 4;
const RUBBERS = ["MS1", "MD1", "MS2"];

async function addEvent(kind: keyof typeof TITLES): Promise<string> {
  const title = TITLES[kind];
  const { id } = await cup.act(callsOf(gameEvents).create, { game: cup.gameId, title, kind, gender: "male", fee: "50.00", seeds: 2 });
  const settings = callsOf(gameEventSettings);
  const { createdAt: _, winInningQuantity: _w, eventTitle: _e, gameTitle: _g, ...values } = await cup.look(settings.view, { id });
  await cup.act(settings.modify, { ...values, restMinutes: REST_MINUTES, ...(kind === "team" ? { rubbers: RUBBERS } : {}) });
  return id;
}

/** Creates the paid entries of an event, one for each list of people. */
async function enter(event: string, entries: readonly (readonly number[])[]): Promise<void> {
  for (const [index, ids] of entries.entries()) {
    const name = ids.map((person) => `选手${person}`).join("/");
    const phoneOf = (person: number): string => String(13_700_000_000 + person);
    const entry = await cup.act(team.create, {
      event,
      name,
      captain: name,
      phone: phoneOf(ids[0] ?? 0),
      club: `俱乐部${index % 3}`,
      seed: index < 2 ? index + 1 : null,
    });
    people.set(entry.id, ids);
    for (const person of ids)
      await cup.act(callsOf(gameTeamMembers).create, { team: entry.id, name: `选手${person}`, sex: "male", phone: phoneOf(person) });
    await cup.act(team.pay, { id: entry.id, payments: [{ type: "WeChat", amount: "50.00" }] });
  }
}

/** Draws the events and starts the game, after some entries have withdrawn. */
async function begin({ people: count, hasPairs, teams, courts }: Size): Promise<Day> {
  const draft = { gameStart: TOMORROW, gameEnd: TOMORROW, gameType: "venueGame", businessCode: "venue", memberType: "personal" } as const;
  cup.gameId = (await cup.act(game.create, { ...draft, shortTitle: "公开赛" })).id;
  const { createdAt: _, gameTitle: _t, isCounting: _c, ...values } = await cup.look(callsOf(gameSettings).view, { id: cup.gameId });
  await cup.act(callsOf(gameSettings).modify, { ...values, orderOfPlay: "queue" });
  const events = [await addEvent("singles")];
  if (hasPairs) events.push(await addEvent("doubles"));
  if (teams > 0) events.push(await addEvent("team"));
  for (const action of ["publish", "openSignUp"] as const) await cup.act(game.modifyStatus, { id: cup.gameId, action });
  const everybody = Array.from({ length: count }, (_person, index) => index + 1);
  const [singles = "", doubles, team_] = events;
  await enter(
    singles,
    everybody.map((person) => [person]),
  );
  if (doubles !== undefined)
    await enter(
      doubles,
      everybody.slice(0, count / 2).map((person) => [person, count + 1 - person]),
    );
  if (team_ !== undefined)
    await enter(
      team_,
      Array.from({ length: teams }, (_team, index) => everybody.slice(index * TEAM_SIZE, (index + 1) * TEAM_SIZE)),
    );
  await cup.act(game.modifyStatus, { id: cup.gameId, action: "closeSignUp" });
  const placeIds = Array.from({ length: courts }, (_court, index) => `b-${index + 1}`);
  await cup.act(gameCourtDesk.take, { placeIds, days: [TOMORROW], start: at(9), end: at(23), gameId: cup.gameId, title: "公开赛" });
  for (const eventId of events) {
    await cup.act(matches.makeDraw, { eventId, seed: "公开的种子" });
    await cup.act(matches.publishDraw, { eventId });
  }
  const entries = [...people.keys()];
  const left = [5, 17, ...(hasPairs ? [count + 4] : [])].map((index) => entries[index] ?? "");
  for (const id of left) await cup.act(team.withdraw, { id, keep: "10.00", reason: "受伤" });
  await cup.act(game.modifyStatus, { id: cup.gameId, action: "start" });
  return { events, left };
}

const peopleOf = ({ home, away }: Pick<Match, "home" | "away">): number[] =>
  [home.id, away.id].flatMap((id) => [...(people.get(id ?? "") ?? [])]);
const score = (winner: 0 | 1): [number, number][] => {
  const set: [number, number] = winner === 0 ? [21, 15] : [15, 21];
  return [set, set];
};

interface Spell {
  readonly match: Match;
  readonly court: string;
  readonly from: number;
  readonly to: number;
}

/** Plays the rubbers of a tie until it is decided: both line-ups, then rubbers won by one side. */
async function playTie(id: string, winner: 0 | 1): Promise<void> {
  for (const side of ["home", "away"] as const) {
    const lineup = await cup.look(matches.lineup, { id });
    const players = lineup[side].map((player) => player.id);
    const rubbers = lineup.rubbers.map(({ match: { rubber } }) => ({ rubber, memberIds: players.splice(0, sidesOf(rubber).male) }));
    await cup.act(matches.saveTie, { id, side, rubbers });
  }
  const { rubbers } = await cup.look(matches.lineup, { id });
  for (const { match } of rubbers.slice(0, 2)) {
    await cup.act(battle.start, { id: match.id });
    await cup.act(battle.score, { id: match.id, sets: score(winner) });
    await cup.act(battle.finish, { id: match.id });
  }
}

/** Ends a match: most by their score, every seventh by retirement, every fifth corrected to the other side. */
async function end({ match: { id, isTie } }: Spell, number: number, winner: 0 | 1): Promise<void> {
  if (isTie) {
    await playTie(id, winner);
    await cup.act(battle.finish, { id });
    return;
  }
  if (number % 7 === 0) {
    await cup.act(battle.retire, { id, side: winner === 0 ? "away" : "home", reason: "抽筋" });
    return;
  }
  await cup.act(battle.score, { id, sets: score(winner) });
  await cup.act(battle.finish, { id });
  if (number % 5 !== 0) return;
  await cup.act(battle.correct, { id, reason: "记反了" });
  await cup.act(battle.score, { id, sets: score(winner === 0 ? 1 : 0) });
  await cup.act(battle.finish, { id });
}

/** Matches with the minutes that they took; those without play took none. */
const timed = (all: readonly Match[], played: readonly Spell[]): TimedMatch[] =>
  all.map((match) => {
    const spell = played.find((one) => one.match.id === match.id);
    const feederOf = ({ source }: Match["home"]): string[] =>
      all.flatMap(({ id, key, eventId }) => (eventId === match.eventId && source === `winner:${key}` ? [id] : []));
    return {
      id: match.id,
      event: match.eventId,
      players: spell ? peopleOf(spell.match).map(String) : [],
      after: [...feederOf(match.home), ...feederOf(match.away)],
      minutes: spell ? (spell.to - spell.from) / MINUTE_MS : 0,
      rest: REST_MINUTES,
    };
  });

/** All entries of an event. */
async function entriesOf(event: string) {
  const pages = await Promise.all([0, 1].map((page) => cup.look(team.list, { event, size: 100, page })));
  return pages.flatMap(({ content }) => content);
}

const SIZES = [
  ["24 singles, 12 pairs and 6 teams of the same people", { people: 24, hasPairs: true, teams: 6, courts: 4 }],
  ["64 singles", { people: 64, hasPairs: false, teams: 0, courts: 4 }],
  ["128 singles and 64 pairs of the same people", { people: 128, hasPairs: true, teams: 0, courts: 10 }],
] as const;

/** The largest takes a minute and a half: in the short form the engine alone plays it (contract/tournament-days). */
it.each(FULL ? SIZES : SIZES.slice(0, 2))(
  "plays a day of %s with no clash, rest cut short, idle court or dropped match, as short as in hindsight, the money exact",
  async (_name, size: Size) => {
    const { events, left } = await begin(size);
    const r = random("a day of play");
    const playing: Spell[] = [];
    const played: Spell[] = [];
    let calls = 0;
    t.now = new Date("2026-11-22T01:00:00Z"); // 09:00
    const opening = t.now.getTime();
    let view = await cup.look(matches.queue, { gameId: cup.gameId });
    while (view.matches.length > 0) {
      for (
        let court = view.courts.find(({ nextId }) => nextId !== null);
        court;
        court = view.courts.find(({ nextId }) => nextId !== null)
      ) {
        const match = view.matches.find(({ id }) => id === court?.nextId);
        if (!match) throw new Error("The queue offers a match that it does not list");
        view = await cup.act(matches.call, { id: match.id, courtId: court.id });
        if (++calls % 10 === 0) {
          await cup.act(battle.walkover, { id: match.id, side: r.chance(0.5) ? "home" : "away", reason: "未到场" });
          view = await cup.look(matches.queue, { gameId: cup.gameId });
        } else {
          // A tie begins with its first rubber; it is scored once its time is over.
          if (!match.isTie) await cup.act(battle.start, { id: match.id });
          // Some come late, and some matches take long.
          const minutes = (match.isTie ? 45 : 0) + r.int(20, 40) + (r.chance(0.2) ? r.int(5, 15) : 0);
          playing.push({ match, court: court.id, from: t.now.getTime(), to: t.now.getTime() + minutes * MINUTE_MS });
        }
      }
      // No court stays free while a match could be played on it.
      if (playing.length < size.courts) expect(view.queue.filter(({ why }) => why === "")).toEqual([]);
      const busy = playing.flatMap(({ match }) => peopleOf(match));
      expect(new Set(busy).size).toBe(busy.length);
      expect(new Set(playing.map(({ court }) => court)).size).toBe(playing.length);
      const next = playing.toSorted((a, b) => a.to - b.to)[0];
      const rested = view.queue.flatMap(({ until }) => (until === null ? [] : [new Date(until).getTime()]));
      const wake = Math.min(...rested.filter((time) => time > t.now.getTime()), next?.to ?? Number.POSITIVE_INFINITY);
      if (view.matches.length > 0 && !Number.isFinite(wake)) throw new Error("Matches are left, and none of them can ever be called");
      if (Number.isFinite(wake)) t.now = new Date(wake);
      if (next && next.to <= t.now.getTime()) {
        playing.splice(playing.indexOf(next), 1);
        played.push(next);
        await end(next, played.length, r.chance(0.5) ? 0 : 1);
      }
      view = await cup.look(matches.queue, { gameId: cup.gameId });
    }

    const all = (await cup.all()).filter(({ tieId }) => tieId === null);
    expect(all).toHaveLength(size.people - 1 + (size.hasPairs ? size.people / 2 - 1 : 0) + Math.max(0, size.teams - 1));
    expect(all.filter((match) => !isOver(match) || match.state === "dropped")).toEqual([]);
    expect(all.every(({ winner }) => winner !== null)).toBe(true);
    // The day had all that it is to survive.
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(["finished", "retired", "walkover"]));
    for (const person of new Set([...people.values()].flat())) {
      const spells = played.filter(({ match }) => peopleOf(match).includes(person)).toSorted((a, b) => a.from - b.from);
      for (const [i, spell] of spells.entries()) {
        const before = spells[i - 1];
        if (before) expect(spell.from - before.to).toBeGreaterThanOrEqual(REST_MINUTES * MINUTE_MS);
      }
    }

    const minutes = (Math.max(...played.map(({ to }) => to)) - opening) / MINUTE_MS;
    expect(minutes).toBeLessThanOrEqual(1.15 * timeInHindsight(timed(all, played), size.courts));

    for (const event of events) {
      const content = await entriesOf(event);
      const peopleEach = [1, 2, TEAM_SIZE][events.indexOf(event)];
      expect(content).toHaveLength([...people.values()].filter(({ length }) => length === peopleEach).length);
      expect(content.filter(({ place }) => place === 1)).toHaveLength(1);
      for (const { id, state, paid, refunded } of content)
        expect([state, paid, refunded]).toEqual(left.includes(id) ? ["withdrawn", "50.00", "40.00"] : ["paid", "50.00", "0.00"]);
    }
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  },
  240_000,
);
