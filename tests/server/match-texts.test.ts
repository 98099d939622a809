/** Texts to players about their matches: only to who agreed, each once, so many a day, as the game has switched on. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameSettings, gameTeamMembers } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { messageJobs } from "../../src/server/domains/marketing/sending";
import { systemRequest } from "../../src/server/http/perform";
import type { SmsText } from "../../src/server/sms/sms";
import { seedBooking } from "../support/booking";
import { venueOf } from "../support/desk";
import { query } from "../support/tables";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const battle = callsOf(battles);
const settings = callsOf(gameSettings);
type Switches = Partial<Record<"textCalled" | "textMoved" | "textResult", boolean>> & {
  textMost?: number;
  orderOfPlay?: "fixed" | "queue";
};

let t: TestVenue;
let cup: Tournament;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  cup = new Tournament(t);
  await cup.enter(4, { restMinutes: 0 });
  await cup.takeCourts();
  await query(t.url, "UPDATE game_team_member SET texts = true WHERE name IN ('选手1', '选手2')", []);
});
afterEach(() => t.close());

async function begin(switches: Switches): Promise<void> {
  const { createdAt: _, gameTitle: _t, isCounting: _c, ...own } = await cup.look(settings.view, { id: cup.gameId });
  await cup.act(settings.modify, { ...own, ...switches });
  await cup.draw();
  t.now = new Date("2026-11-22T01:30:00Z"); // 09:30 on the day of play
}
const texts = () =>
  query<{ name: string; text: string; state: string; problem: string | null }>(
    t.url,
    "SELECT name, text, state, problem FROM customer_message WHERE source = 'match' ORDER BY created_at, name",
    [],
  );
/** The first match of a player. */
const firstOf = async (name: string) => {
  const match = (await cup.all()).find(({ home, away }) => home.name === name || away.name === name);
  if (!match) throw new Error(name);
  return match;
};

it("sends nothing while the game has not switched it on", async () => {
  await begin({ orderOfPlay: "queue" });
  const match = await firstOf("选手1");
  await cup.act(matches.call, { id: match.id, courtId: "b-1" });
  await cup.play(match);
  expect(await texts()).toEqual([]);
});

it("texts who agreed when they are called, once for a court, and the result, again where it is corrected", async () => {
  await begin({ orderOfPlay: "queue", textCalled: true, textResult: true });
  const match = await firstOf("选手1");
  await cup.act(matches.call, { id: match.id, courtId: "b-1" });
  await cup.act(matches.markCall, { id: match.id, mark: "undo" });
  await cup.act(matches.call, { id: match.id, courtId: "b-1" });
  const called = (await texts()).filter(({ state }) => state === "waiting");
  expect(called.map(({ name }) => name)).toEqual(["选手1"]);
  expect(called[0]?.text).toContain("09:40前未到场可判弃权");
  await cup.play(match);
  await cup.act(battle.correct, { id: match.id, reason: "记反了" });
  const set: [number, number] = [10, 21];
  await cup.act(battle.score, { id: match.id, sets: [set, set] });
  await cup.act(battle.finish, { id: match.id });
  const results = (await texts()).filter(({ text }) => text.includes("胜"));
  expect(results.map(({ text }) => text.slice(text.indexOf("：")))).toEqual([
    `：${match.home.name} 胜，21–10 21–10`,
    `：${match.away.name} 胜，10–21 10–21`,
  ]);
  // Texts that were not sent and are out of date are dropped.
  expect((await texts()).filter(({ state }) => state === "waiting")).toHaveLength(1);
});

it("texts a new time on the day of play, not a small move", async () => {
  await begin({ textMoved: true });
  await cup.plan();
  expect(await texts()).toEqual([]);
  const match = await firstOf("选手1");
  expect(match.startsAt).not.toBeNull();
  await cup.act(matches.delay, { id: match.id, minutes: 5 });
  expect(await texts()).toEqual([]);
  await cup.act(matches.delay, { id: match.id, minutes: 30 });
  const moved = (await texts()).filter(({ name }) => name === "选手1");
  expect(moved.map(({ text }) => text.includes("改为"))).toEqual([true]);
});

it("stops at the limit of the day", async () => {
  await begin({ orderOfPlay: "queue", textCalled: true, textResult: true, textMost: 1 });
  await query(t.url, "UPDATE customer_message SET state = 'sent', sent_at = now()", []);
  const match = await firstOf("选手1");
  await cup.act(matches.call, { id: match.id, courtId: "b-1" });
  await query(t.url, "UPDATE customer_message SET state = 'sent', sent_at = created_at, next_at = NULL", []);
  await cup.play(match);
  expect((await texts()).filter(({ name }) => name === "选手1")).toHaveLength(1);
});

it("asks for consent again before it sends, and leaves a text of half an hour ago to a person", async () => {
  await begin({ orderOfPlay: "queue", textCalled: true });
  const [first, second] = [await firstOf("选手1"), await firstOf("选手2")];
  await cup.act(matches.call, { id: first.id, courtId: "b-1" });
  if (second.id !== first.id) await cup.act(matches.call, { id: second.id, courtId: "b-2" });
  const { content } = await cup.look(callsOf(gameTeamMembers).list, { q: "选手1", size: 10 });
  const player = content.find(({ name }) => name === "选手1");
  await query(t.url, "UPDATE game_team_member SET texts = false WHERE id = $1", [player?.id ?? ""]);
  const sent: SmsText[] = [];
  const gateway = {
    send: async (message: SmsText) => {
      sent.push(message);
      return "sent" as const;
    },
  };
  const request = systemRequest(await venueOf(t.database, "v-1"), "customerMessages.send", t.now);
  const send = async (): Promise<void> => {
    for (const job of messageJobs(gateway)) if ("outside" in job) await job.outside({ database: t.database, request, now: () => t.now });
  };
  await send();
  await send();
  expect(sent.map(({ text }) => text.includes("选手2"))).toEqual([true]);
  expect((await texts()).map(({ name, state, problem }) => [name, state, problem])).toEqual([
    ["选手1", "dropped", "withdrawn"],
    ["选手2", "sent", null],
  ]);
  await query(t.url, "UPDATE customer_message SET state = 'waiting', sent_at = NULL, next_at = $1", [t.now]);
  t.now = new Date(t.now.getTime() + 31 * 60_000);
  await send();
  expect(sent).toHaveLength(1);
  expect((await texts()).map(({ problem }) => problem)).toEqual(["late", "late"]);
});

it("takes the consent of who is replaced from the new player", async () => {
  const { content } = await cup.look(callsOf(gameTeamMembers).list, { q: "选手1", size: 10 });
  const player = content.find(({ name }) => name === "选手1");
  expect(player?.texts).toBe(true);
  await cup.act(callsOf(gameTeamMembers).replace, {
    id: player?.id ?? "",
    name: "替补",
    sex: "male",
    birthday: null,
    phone: "13711112222",
  });
  expect(await cup.look(callsOf(gameTeamMembers).view, { id: player?.id ?? "" })).toMatchObject({ name: "替补", texts: false });
});
