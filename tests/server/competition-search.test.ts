/** Lists of competitions whose titles stand in other rows are searched by those. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call } from "../../src/contract/core/call";
import { battles } from "../../src/contract/competitions/battles";
import { gameEventSettings, gamePayments, games, gameSettings, gameTeams } from "../../src/contract/competitions/competitions";
import { callsOf } from "../../src/contract/core/resource/calls";
import { seedBooking } from "../support/booking";
import { query } from "../support/tables";
import { Tournament } from "../support/tournament";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
let paid: Tournament;
let drawn: Tournament;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  paid = new Tournament(t);
  await paid.enter(2, {}, { fee: "50.00" }, { bail: "20.00" });
  for (const { id } of (await teams(paid)).content)
    await paid.act(callsOf(gameTeams).pay, { id, payments: [{ type: "WeChat", amount: "70.00" }] });
  drawn = new Tournament(t);
  await drawn.enter(4);
  await drawn.draw();
});
afterAll(() => t.close());

const teams = (of: Tournament) => of.look(callsOf(gameTeams).list, { event: of.eventId });
const found = async (call: Call, q: string): Promise<Record<string, unknown>[]> => {
  const { content } = (await drawn.look(call, { q })) as { content: Record<string, unknown>[] };
  return content;
};

it("finds matches by either side, and by both", async () => {
  const all = await found(callsOf(battles).list, "");
  // One whose sides both are known: later rounds wait for theirs.
  const first = all.find(({ title }) => /^\S.* – .*\S$/.test(String(title)));
  const title = String(first?.["title"]);
  const [home = "", away = ""] = title.split(" – ");
  expect(home).not.toBe("");
  expect((await found(callsOf(battles).list, title)).map(({ id }) => id)).toEqual([first?.["id"]]);
  for (const side of [home, away]) {
    const of = await found(callsOf(battles).list, side);
    expect(of.length).toBeGreaterThan(0);
    expect(of.filter((each) => !String(each["title"]).includes(side))).toEqual([]);
    expect(of.length).toBe(all.filter((each) => String(each["title"]).includes(side)).length);
  }
  expect(await found(callsOf(battles).list, "没有这个人")).toEqual([]);
  expect(await found(callsOf(battles).list, " – ")).toEqual([]);
});

it("finds payments by the entry's name and number", async () => {
  const [one, other] = (await teams(paid)).content;
  for (const q of [one?.name ?? "", one?.no?.toLowerCase() ?? ""]) {
    const rows = await found(callsOf(gamePayments).list, q);
    expect(rows.map((row) => row["teamName"])).toEqual([one?.name]);
  }
  expect(other?.name).not.toBe(one?.name);
});

it("finds rules by what they are the rules of", async () => {
  const { shortTitle } = await drawn.look(callsOf(games).view, { id: drawn.gameId });
  const ofGame = await found(callsOf(gameSettings).list, shortTitle.slice(1));
  expect(ofGame.map((row) => row["gameTitle"])).toContain(shortTitle);
  expect(await found(callsOf(gameSettings).list, "没有这个赛事")).toEqual([]);
  const [rules] = await found(callsOf(gameEventSettings).list, "");
  const title = String(rules?.["eventTitle"]);
  expect((await found(callsOf(gameEventSettings).list, title)).map((row) => row["id"])).toContain(rules?.["id"]);
  expect(await found(callsOf(gameEventSettings).list, "没有这个项目")).toEqual([]);
});

it("finds the same where more teams have a name than are named one by one", async () => {
  const [one] = (await teams(drawn)).content;
  const name = one?.name ?? "";
  const matches = await found(callsOf(battles).list, name);
  expect(matches.length).toBeGreaterThan(0);
  await query(
    t.url,
    `INSERT INTO game_team (venue_id, id, no, event_id, name, state, captain, phone, pinyin, created_at)
     SELECT venue_id, id || i, no || i, event_id, name, state, captain, phone, pinyin, created_at FROM game_team g, generate_series(1, 250) i
     WHERE g.venue_id = $1 AND g.id = $2`,
    [t.venue.id, one?.id],
  );
  expect(await found(callsOf(battles).list, name)).toEqual(matches);
  expect(await found(callsOf(battles).list, "没有这个人")).toEqual([]);
});
