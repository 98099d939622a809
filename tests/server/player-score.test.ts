/** Players score their match on a phone: one side enters, the other confirms or disputes; nobody else may. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { umpire } from "../../src/contract/competitions/umpire";
import { callsOf } from "../../src/contract/core/resource/calls";
import { PLATFORM } from "../../src/server/db/client";
import { seedBooking } from "../support/booking";
import { Customer } from "../support/customer";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

const battle = callsOf(battles);
let t: TestVenue;
let server: TestServer;
let cup: Tournament;
let match: Match;
beforeEach(async () => {
  t = await testVenue();
  await seedBooking(t);
  server = await testServer({ url: t.url, clock: () => t.now, env: { TRUST_PROXY: "on" } });
  await t.database.dbFor(PLATFORM).updateTable("venue").set({ public_page: true, online_booking: false }).where("id", "=", "v-1").execute();
  cup = new Tournament(t);
  await cup.enter(4, { playersScore: true });
  await cup.draw();
  match = await cup.keyed("1-1-1");
});
afterEach(async () => {
  await server.close();
  await t.close();
});

const path = (id = match.id): string => `/matches/${id}/score`;
const phone = (address: string): Customer => new Customer(server, "v-1", { "x-forwarded-for": address });
const SETS = { h1: "21", a1: "15", h2: "18", a2: "21", h3: "21", a3: "19" };
/** Phones of both sides, opened with their PINs. */
async function phones(): Promise<{ home: Customer; away: Customer }> {
  const pins = await cup.act(umpire.issueToPlayers, { id: match.id });
  const [home, away] = [phone("203.0.113.1"), phone("203.0.113.2")];
  await home.post(path(), { act: "open", pin: pins.home });
  await away.post(path(), { act: "open", pin: pins.away });
  return { home, away };
}
/** The number of the entry that a page asks to confirm. */
const entryOf = (html: string): string => /name="entries" value="(\d+)"/.exec(html)?.[1] ?? "";
const now = () => cup.keyed("1-1-1");

it("ends the match once the other side has confirmed the result, and logs both", async () => {
  const { home, away } = await phones();
  const entered = await home.post(path(), { act: "enter", ...SETS });
  expect(entered.text).toContain("等 选手");
  expect(await now()).toMatchObject({ state: "ready", sets: [], claim: { side: "home", isDisputed: false } });
  const page = await away.get(path());
  expect(page.text).toContain("录入了这个赛果");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect((await away.post(path(), { act: "confirm", entries: entryOf(page.html) })).text).toContain("这场已结束");
  expect(await now()).toMatchObject({
    state: "finished",
    winner: 0,
    claim: null,
    sets: [
      [21, 15],
      [18, 21],
      [21, 19],
    ],
  });
  expect((await cup.keyed("1-2-1")).home.name).toBe(match.home.name);
  const log = await query<{ action: string }>(
    t.url,
    "SELECT DISTINCT action FROM audit_log WHERE action LIKE 'players.%' ORDER BY action",
    [],
  );
  expect(log.map(({ action }) => action)).toEqual(["players.confirm", "players.enter", "players.open"]);
  const [line] = await query<{ after: object }>(t.url, "SELECT after FROM audit_log WHERE after ? 'confirmed_by'", []);
  expect(line?.after).toEqual({ entered_by: "home", confirmed_by: "away" });
});

it("sends a disputed result to the desk, which decides", async () => {
  const { home, away } = await phones();
  await home.post(path(), { act: "enter", ...SETS });
  const page = await away.get(path());
  expect((await away.post(path(), { act: "dispute", entries: entryOf(page.html) })).text).toContain("请到记录台决定");
  expect((await now()).claim).toMatchObject({ side: "home", isDisputed: true });
  const messages = await query<{ resource_id: string }>(t.url, "SELECT resource_id FROM message WHERE resource = 'battles'", []);
  expect(messages).toEqual([{ resource_id: match.id }]);
  expect((await home.post(path(), { act: "enter", ...SETS, h3: "30", a3: "29" })).status).toBe(422);
  expect((await away.post(path(), { act: "confirm", entries: entryOf(page.html) })).status).toBe(422);
  await cup.play(match, 1);
  expect(await now()).toMatchObject({ state: "finished", winner: 1, claim: null });
});

it("lets a side confirm neither its own result nor one that was changed since", async () => {
  const { home, away } = await phones();
  await home.post(path(), { act: "enter", ...SETS });
  const page = await away.get(path());
  expect((await home.post(path(), { act: "confirm", entries: entryOf(page.html) })).status).toBe(422);
  await home.post(path(), { act: "enter", ...SETS, h3: "22", a3: "20" });
  const refused = await away.post(path(), { act: "confirm", entries: entryOf(page.html) });
  expect([refused.status, refused.text.includes("已有变动")]).toEqual([422, true]);
  expect((await now()).state).toBe("ready");
  // The other side answers what was entered; it enters nothing over it.
  expect((await away.post(path(), { act: "enter", ...SETS })).text).toContain("对方刚录入了赛果");
});

it("rejects impossible and unfinished results, and keeps what was typed", async () => {
  const { home } = await phones();
  const half = await home.post(path(), { act: "enter", h1: "21", a1: "15" });
  expect([half.status, half.text.includes("还没有分出胜负")]).toEqual([422, true]);
  const impossible = await home.post(path(), { act: "enter", h1: "31", a1: "15", h2: "21", a2: "3" });
  expect([impossible.status, impossible.text.includes("不可能的比分"), impossible.html.includes('value="31"')]).toEqual([422, true, true]);
  expect((await home.post(path(), { act: "enter", h1: "x", a1: "15" })).text).toContain("只填数字");
  expect((await now()).claim).toBeNull();
});

it("overwrites no score of the desk", async () => {
  const { home, away } = await phones();
  await home.post(path(), { act: "enter", ...SETS });
  await cup.act(battle.start, { id: match.id });
  await cup.act(battle.score, { id: match.id, sets: [[21, 3]] });
  const page = await away.get(path());
  expect((await away.post(path(), { act: "confirm", entries: entryOf(page.html) })).status).toBe(422);
  expect(await now()).toMatchObject({ state: "running", sets: [[21, 3]] });
});

it("opens nothing without the PIN of this match, and limits tries as the umpire's page does", async () => {
  const { home } = await phones();
  const other = await cup.keyed("1-1-2");
  expect((await home.get(path(other.id))).text).not.toContain(other.home.name);
  await home.post(path(other.id), { act: "enter", ...SETS });
  expect((await cup.keyed("1-1-2")).claim).toBeNull();
  const stranger = phone("203.0.113.9");
  expect((await stranger.get(path())).text).not.toContain(match.home.name);
  await stranger.post(path(), { act: "enter", ...SETS });
  expect((await now()).claim).toBeNull();
  for (let i = 0; i < 5; i++) expect((await stranger.post(path(), { act: "open", pin: "000000" })).text).toContain("PIN 不对");
  expect((await stranger.post(path(), { act: "open", pin: "000000" })).status).toBe(429);
  // A form of another site does nothing.
  expect((await home.post(path(), { act: "enter", ...SETS }, "https://evil.example")).status).toBe(403);
  expect((await now()).claim).toBeNull();
});

it("ends the phones with a new PIN, with the match, and once another side comes into it", async () => {
  const { home } = await phones();
  await cup.act(umpire.issueToPlayers, { id: match.id });
  expect((await home.post(path(), { act: "enter", ...SETS })).text).toContain("输入记录台");
  const again = await phones();
  await cup.play(match);
  expect((await again.home.post(path(), { act: "enter", ...SETS })).status).toBe(422);
  expect(await now()).toMatchObject({ state: "finished", claim: null });
  await cup.act(battle.correct, { id: match.id, reason: "记反了" });
  expect((await again.home.post(path(), { act: "enter", ...SETS })).status).toBe(422);
  expect((await now()).claim).toBeNull();
});

it("is off unless the event lets players score", async () => {
  await query(t.url, "UPDATE game_event_setting SET players_score = false", []);
  expect(await cup.said(cup.act(umpire.issueToPlayers, { id: match.id }))).toContain("没有打开“选手自行记分”");
  expect((await phone("203.0.113.1").get(path())).status).toBe(404);
  await query(t.url, "UPDATE game_event_setting SET players_score = true", []);
  const pins = await cup.act(umpire.issueToPlayers, { id: match.id });
  expect(pins.home).not.toBe(pins.away);
  expect((await cup.look(matches.board, { gameId: cup.gameId })).matches.every(({ playersScore }) => playersScore)).toBe(true);
});
