/** The platform's share of a game's fees is owed to it once the game is settled, and is paid out with the settlement. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { checkLedger } from "../../src/server/ledger/check";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

/** Many calls, each quick. */
const LONG = { timeout: 180_000 };
let server: TestServer;
let admin: Client;
let boss: Client;
beforeAll(async () => {
  server = await testServer();
  await server.addPerson("boss", ["v-1"]);
  await at("2026-11-21");
});
afterAll(() => server.close());

async function at(day: string): Promise<void> {
  server.now = new Date(`${day}T02:00:00Z`);
  admin = await server.as("admin");
  boss = await server.as("boss");
}
let phone = 13_900_000_000;
/** A game with two entries at 50 yuan, settled at a rate of 10 percent: 10 yuan are the platform's. */
async function settledGame(): Promise<string> {
  const { id } = await admin.ok(api.games.create, {
    shortTitle: "浦东公开赛",
    gameStart: "2026-12-05",
    gameEnd: "2026-12-06",
    gameType: "venueGame",
    businessCode: "venue",
    memberType: "personal",
  });
  const of = { game: id, title: "男子单打", kind: "singles", gender: "male", fee: "50.00" } as const;
  const event = await admin.ok(api.gameEvents.create, of);
  for (const action of ["publish", "openSignUp"] as const) await admin.ok(api.games.modifyStatus, { id, action });
  for (const name of ["陈一", "李二"]) {
    const team = await admin.ok(api.gameTeams.create, { event: event.id, name, captain: name, phone: String(++phone) });
    await admin.ok(api.gameTeamMembers.create, { team: team.id, name, sex: "male", phone: String(++phone) });
    await admin.ok(api.gameTeams.pay, { id: team.id, payments: [{ type: "WeChat", amount: "50.00" }] });
  }
  for (const action of ["closeSignUp", "start", "finish"] as const) await admin.ok(api.games.modifyStatus, { id, action });
  await admin.ok(api.games.settleAccounts, { id, handlingFee: 10 });
  return id;
}
async function settlementOf(toDay: string) {
  const made = await admin.ok(api.settlements.create, { toDay, remark: "" });
  await admin.ok(api.settlements.submit, { id: made.id });
  await boss.ok(api.settlements.approve, { id: made.id });
  return made;
}
const payOut = (id: string) => boss.ok(api.settlements.payOut, { id, note: "已到账" });
/** Returns the debts to the platform, fen below zero, by game; balanced games are omitted. */
const owed = async () =>
  (
    await query<{ game: string; amount: number }>(
      server.url,
      "SELECT subject AS game, sum(amount)::int AS amount FROM posting WHERE account = 'receivable.platform' GROUP BY subject HAVING sum(amount) <> 0",
    )
  ).map(({ game, amount }) => [game, amount] as const);
const sound = async () => expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);

it("pays what the games of its period owe, once, and leaves what came after it to the next", LONG, async () => {
  const first = await settledGame();
  await at("2026-11-22");
  const settlement = await settlementOf("2026-11-21");
  expect(settlement).toMatchObject({ received: "100.00", fees: "10.00", net: "90.00" });
  expect((await admin.ok(api.settlementDetails.lines, { id: settlement.id })).content).toMatchObject([
    { account: "tender.wechat", net: "100.00" },
    { account: "receivable.platform", fees: "10.00", net: "-10.00" },
  ]);
  const second = await settledGame();
  expect(new Map(await owed())).toEqual(
    new Map([
      [first, -1_000],
      [second, -1_000],
    ]),
  );
  await payOut(settlement.id);
  expect(await owed()).toEqual([[second, -1_000]]);
  expect(
    await query(
      server.url,
      `SELECT p.account, p.amount::int FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
       WHERE t.document_kind = 'settlement' AND t.document_id = $1 ORDER BY p.account`,
      [settlement.id],
    ),
  ).toEqual([
    { account: "receivable.platform", amount: 1_000 },
    { account: "tender.transfer", amount: -1_000 },
  ]);
  await sound();
  await at("2026-11-23");
  const next = await settlementOf("2026-11-22");
  expect(next).toMatchObject({ received: "100.00", fees: "10.00", net: "90.00" });
  await payOut(next.id);
  expect(await owed()).toEqual([]);
  await sound();
});

it("finds a game whose fee is not what was posted", LONG, async () => {
  await query(server.url, "UPDATE game SET settled_handling = settled_handling + 1");
  expect((await checkLedger(server.database.dbFor("v-1"), "v-1")).map(({ check }) => check)).toEqual([
    "what a game owes the platform is its handling fee, until a settlement pays it",
    "what a game owes the platform is its handling fee, until a settlement pays it",
  ]);
});
