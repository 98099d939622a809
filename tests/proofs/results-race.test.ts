/**
 * Results confirmed at the same moment: each knows of the other, so that a group's last two fill the knockout, the last two of an event finish
 * it with places and wins, and two rubbers of a tie both count. The control decides and writes as code without the event's lock would.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameTeams } from "../../src/contract/competitions/competitions";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { sidesOf } from "../../src/engine/ties";
import { battleOf, setBattle } from "../../src/server/domains/competitions/battle-row";
import { passOn } from "../../src/server/domains/competitions/pass-on";
import { recount } from "../../src/server/domains/competitions/results";
import { seedBooking } from "../support/booking";
import { waitingFor, whileShut } from "../support/gate";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const battle = callsOf(battles);
let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
});
afterAll(() => t.close());

/** Both at once: the second begins when the first has done all but commit. */
const atOnce = (first: () => Promise<unknown>, second: () => Promise<unknown>) =>
  whileShut(t.url, async () => {
    const one = first();
    await waitingFor(t.url, 1);
    const two = second();
    await waitingFor(t.url, 2);
    return [one, two] as const;
  }).then((both) => Promise.all(both));

/** Starts and scores a match: only its result is to be confirmed. */
async function almost(cup: Tournament, { id }: Pick<Match, "id">): Promise<void> {
  await cup.act(battle.start, { id });
  const sets: [number, number][] = [
    [21, 10],
    [21, 10],
  ];
  await cup.act(battle.score, { id, sets });
}

/** Plays an event but for two matches of its first group that have no entry in common; those are scored. */
async function lastTwo(cup: Tournament): Promise<readonly [Match, Match]> {
  const [first, ...rest] = (await cup.all()).filter(({ group }) => group === 1);
  const sides = ({ home, away }: Match) => [home.id, away.id];
  const second = rest.find((match) => first && !sides(match).some((id) => sides(first).includes(id)));
  if (!first || !second) throw new Error("no two matches apart");
  for (const match of await cup.all()) if (match.group !== null && match.id !== first.id && match.id !== second.id) await cup.play(match);
  await almost(cup, first);
  await almost(cup, second);
  return [first, second];
}
const confirm = (cup: Tournament, { id }: Match) => cup.act(battle.finish, { id });
const knockout = async (cup: Tournament): Promise<string[]> =>
  (await cup.all()).filter(({ group }) => group === null).map(({ state }) => state);
const eventState = async (cup: Tournament): Promise<string> => (await cup.look(matches.draw, { eventId: cup.eventId })).state;
async function wins(cup: Tournament): Promise<number> {
  const { content } = await cup.look(callsOf(gameTeams).list, { event: cup.eventId, size: 100 });
  return content.reduce((sum, { winCount }) => sum + (winCount ?? 0), 0);
}
const GROUPS = { racecardRule: "groupsKnockout", groupQuantity: 2, winTeamQuantity: 1 } as const;

describe("two results at once", () => {
  it("fill the knockout with who comes out of their group", async () => {
    const cup = new Tournament(t);
    await cup.enter(8, GROUPS);
    await cup.draw();
    const [first, second] = await lastTwo(cup);
    await atOnce(
      () => confirm(cup, first),
      () => confirm(cup, second),
    );
    expect(await knockout(cup)).toEqual(["ready"]);
    expect(await wins(cup)).toBe(12);
  });

  it("finish an event, with the place of everybody", async () => {
    const cup = new Tournament(t);
    await cup.enter(4, { racecardRule: "roundRobin" });
    await cup.draw();
    const [first, second] = await lastTwo(cup);
    await atOnce(
      () => confirm(cup, first),
      () => confirm(cup, second),
    );
    expect(await eventState(cup)).toBe("finished");
    expect(new Set(Object.values(await cup.places()))).toEqual(new Set([1, 2, 3, 4]));
    expect(await wins(cup)).toBe(6);
  });

  it("both count where they are rubbers of one tie", async () => {
    const cup = new Tournament(t);
    const rubbers = ["MS1", "WS1", "XD1"];
    await cup.enter(2, { rubbers }, { kind: "team", gender: "open", title: "团体", seeds: 0 }, { men: 3, women: 2 });
    await cup.draw();
    const tie = (await cup.all()).find(({ isTie }) => isTie);
    const id = tie?.id ?? "";
    const lineup = await cup.look(matches.lineup, { id });
    for (const side of ["home", "away"] as const) {
      const of = (sex: string) => lineup[side].filter((player) => player.sex === sex).map((player) => player.id);
      const [men, women] = [of("male"), of("female")];
      const named = lineup.rubbers.map(({ match: { rubber } }) => {
        const { male, female } = sidesOf(rubber);
        return { rubber, memberIds: [...men.splice(0, male), ...women.splice(0, female)] };
      });
      await cup.act(matches.saveTie, { id, side, rubbers: named });
    }
    const [first, second] = lineup.rubbers.map(({ match }) => match);
    if (!first || !second) throw new Error("no rubbers");
    await almost(cup, first);
    await almost(cup, second);
    await atOnce(
      () => confirm(cup, first),
      () => confirm(cup, second),
    );
    expect(await cup.keyed(tie?.key ?? "")).toMatchObject({ won: [2, 0] });
    // Decided: the third is not needed.
    expect((await cup.all()).filter(({ tieId }) => tieId === id).map(({ state }) => state)).toEqual(
      expect.arrayContaining(["finished", "finished", "dropped"]),
    );
  });

  it("let the next match begin no more, where one is taken back", async () => {
    const cup = new Tournament(t);
    await cup.enter(4);
    await cup.draw();
    for (const key of ["1-1-1", "1-1-2"]) await cup.play(await cup.keyed(key));
    const [semi, final] = [await cup.keyed("1-1-1"), await cup.keyed("1-2-1")];
    const outcomes = await whileShut(t.url, async () => {
      const correct = cup.act(battle.correct, { id: semi.id, reason: "记反了" });
      await waitingFor(t.url, 1);
      const start = cup.act(battle.start, { id: final.id });
      await waitingFor(t.url, 2);
      return [correct, start.then(() => "begun").catch(() => "refused")] as const;
    }).then((both) => Promise.all(both));
    expect(outcomes[1]).toBe("refused");
    expect((await cup.keyed("1-2-1")).state).toBe("waiting");
  });
});

describe("negative control", () => {
  it("leaves the knockout empty where nobody waits for the other", async () => {
    const cup = new Tournament(t);
    await cup.enter(8, GROUPS);
    await cup.draw();
    const [first, second] = await lastTwo(cup);
    /** Confirms as code without the event's lock would. */
    const unlocked = (match: Match) =>
      t.act(async (ctx) => {
        await setBattle(ctx, match.id, { winner: 0, state: "finished", ended_at: ctx.now });
        await passOn(ctx, await battleOf(ctx, match.id), 0);
        await recount(ctx, cup.eventId);
        ctx.emit({ type: "changed", data: { resource: "battles" } });
      });
    await atOnce(
      () => unlocked(first),
      () => unlocked(second),
    );
    expect((await cup.all()).filter(({ group, state }) => group === 1 && state === "finished")).toHaveLength(6);
    expect(await knockout(cup)).toEqual(["waiting"]);
    expect(await wins(cup)).toBe(11);
  });
});
