/** Names that a game keeps from the public: the hall gets first letters, prints are given them, the desk sees whom it serves. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { matches } from "../../src/contract/competitions/matches";
import { maskName } from "../../src/contract/core/public-names";
import { seedBooking } from "../support/booking";
import { query } from "../support/tables";
import { Tournament } from "../support/tournament";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
let people: Tournament;
let teams: Tournament;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  people = new Tournament(t);
  await people.enter(4, { racecardRule: "groupsKnockout", groupQuantity: 2, winTeamQuantity: 1 });
  await people.draw();
  teams = new Tournament(t);
  const event = { kind: "team", gender: "open", title: "团体", seeds: 0 } as const;
  await teams.enter(2, { rubbers: ["MS1"] }, event, { men: 1 });
  await teams.draw();
  const tie = (await teams.all()).find(({ isTie }) => isTie)?.id ?? "";
  const { home } = await teams.look(matches.lineup, { id: tie });
  await teams.act(matches.saveTie, { id: tie, side: "home", rubbers: [{ rubber: "MS1", memberIds: home.map(({ id }) => id) }] });
});
afterAll(() => t.close());

const hide = (of: Tournament, privacy: boolean) => query(t.url, "UPDATE game SET privacy = $1 WHERE id = $2", [privacy, of.gameId]);
const hall = (of: Tournament) => of.look(matches.hall, { gameId: of.gameId });

it("keeps the first letter of each name", () => {
  expect(["王伟", "欧阳娜娜", "王伟/李娜", "Ann Lee", "李", ""].map(maskName)).toEqual(["王*", "欧***", "王*/李*", "A** L**", "李*", ""]);
});

it("gives the hall no whole name of a player", async () => {
  await hide(people, true);
  const shown = await hall(people);
  expect(JSON.stringify(shown)).not.toMatch(/选手\d/);
  expect(shown.matches.find(({ group }) => group === 1)?.home).toMatchObject({ name: "选**", publicName: "选**" });
  await hide(people, false);
  expect(JSON.stringify(await hall(people))).toMatch(/选手\d/);
});

it("gives the desk both: the name, and what is printed of it", async () => {
  await hide(people, true);
  const { matches: board } = await people.look(matches.board, { gameId: people.gameId });
  const { home } = board.find(({ group }) => group === 1) ?? {};
  expect([home?.name, home?.publicName]).toEqual([expect.stringMatching(/^选手\d$/), "选**"]);
  // A side that is not known yet is called by where it comes from.
  expect(board.find(({ group }) => group === null)?.home.publicName).toMatch(/组第 1$/);
  const { entrants, stages } = await people.look(matches.draw, { eventId: people.eventId });
  const lines = stages.flatMap(({ groups }) => groups.flatMap((group) => group.teams));
  const { groups } = await people.look(matches.standings, { eventId: people.eventId });
  for (const row of [...entrants, ...lines, ...groups.flatMap(({ rows }) => rows)])
    expect([row.name, row.publicName]).toEqual([expect.stringMatching(/^选手\d$/), "选**"]);
});

it("shows names of teams, and masks who plays for them", async () => {
  await hide(teams, true);
  const rubber = (await hall(teams)).matches.find(({ tieId }) => tieId !== null);
  expect(rubber?.home).toMatchObject({ name: expect.stringMatching(/^\d 队$/), players: expect.stringMatching(/^\d\*+$/) });
  expect(rubber?.home.publicName).toMatch(/^\d\*+ · \d 队$/);
});

it("asks of the hall screen's account no more than the hall's call", () => {
  for (const call of [matches.board, matches.schedule, matches.standings, matches.draw]) expect(call.codes).not.toContain("live_score");
  expect(matches.hall.codes).toEqual(["live_score"]);
});
