/** Games from sign-up to settlement: who may enter, what it costs, what goes back, what is left. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { competitions, gameEvents, gamePayments, games, gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import type { Input } from "../../src/contract/core/call";
import { members } from "../../src/contract/members/members";
import { matches } from "../../src/contract/competitions/matches";
import { actionCall, callsOf } from "../../src/contract/core/resource/calls";
import { game as gameMachine } from "../../src/contract/core/states";
import { checkLedger } from "../../src/server/ledger/check";
import { seedMember } from "../support/booking";
import { deskOf, venueOf } from "../support/desk";
import { seedMembers } from "../support/members";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

const game = callsOf(games);
const event = callsOf(gameEvents);
const team = callsOf(gameTeams);
const player = callsOf(gameTeamMembers);

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  server.now = new Date("2026-11-21T02:00:00Z");
  admin = await server.as("admin");
});
afterAll(async () => {
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
  await server.close();
});

let gameId: string;
let eventId: string;
/** A game that takes entries, with men's singles at 50 yuan and a deposit of 20. */
async function openGame(more: Partial<Input<typeof game.create>> = {}, of: Partial<Input<typeof event.create>> = {}) {
  const made = await admin.ok(game.create, {
    shortTitle: "浦东公开赛",
    gameStart: "2026-12-05",
    gameEnd: "2026-12-06",
    gameType: "venueGame",
    businessCode: "venue",
    memberType: "personal",
    bail: "20.00",
    ...more,
  });
  const singles = await admin.ok(event.create, { game: made.id, title: "男子单打", kind: "singles", gender: "male", fee: "50.00", ...of });
  for (const action of ["publish", "openSignUp"] as const) await admin.ok(callsOf(games).modifyStatus, { id: made.id, action });
  return { gameId: made.id, eventId: singles.id };
}
beforeEach(async () => {
  ({ gameId, eventId } = await openGame());
});

let phone = 13_900_000_000;
const enter = (name: string, more: object = {}) =>
  admin.call(team.create, { event: eventId, name, captain: name, phone: String(++phone), ...more });
/** An entry with its one player. */
async function entered(name: string, sex: "male" | "female" = "male") {
  const made = (await enter(name)).data;
  await admin.ok(player.create, { team: made.id, name, sex, phone: String(++phone) });
  return made.id;
}
const pay = (id: string, amount = "70.00") => admin.call(team.pay, { id, payments: [{ type: "WeChat", amount }] });
const postings = async (id: string) =>
  (
    await query<{ line: string }>(
      server.url,
      `SELECT x.operation || ' ' || p.account || ' ' || p.amount AS line FROM posting p JOIN ledger_tx x ON x.venue_id = p.venue_id AND x.id = p.tx_id
       WHERE x.document_id = $1 ORDER BY x.posted_at, 1`,
      [id],
    )
  ).map(({ line }) => line);
const said = (answer: { msg: string; data: unknown }) =>
  Object.values((answer.data as { errors?: Record<string, string> } | null)?.errors ?? {}).join() || answer.msg;

it("takes fee and deposit, and gives back all but what is kept when an entry withdraws", async () => {
  const id = await entered("陈一");
  expect((await pay(id, "50.00")).code).not.toBe(200);
  expect(await admin.ok(team.view, { id })).toMatchObject({ state: "confirmed", paid: "0.00" });
  expect((await pay(id)).data).toMatchObject({ state: "paid", paid: "50.00", balanceFreeze: "20.00", payState: "paid" });
  expect((await pay(id)).code).toBe(409);
  const tooMuch = await admin.call(team.withdraw, { id, keep: "50.01", reason: "受伤" });
  expect(said(tooMuch)).toContain("50.00");
  const gone = await admin.ok(team.withdraw, { id, keep: "10.00", reason: "受伤" });
  expect(gone).toMatchObject({ state: "withdrawn", refunded: "40.00", balance: "10.00", balanceFreeze: "0.00", audit: "受伤" });
  expect(await postings(id)).toEqual([
    "entry deposit -2000",
    "entry income.competition -5000",
    "entry refund deposit 2000",
    "entry refund income.competition 5000",
    "entry refund income.fee -1000",
    "entry refund tender.wechat -6000",
    "entry tender.wechat 7000",
  ]);
  const list = await admin.ok(callsOf(gamePayments).list, { game: gameId });
  expect(list.content).toMatchObject([{ amount: "70.00", refunded: "60.00", teamName: "陈一", type: "WeChat" }]);
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("gives everything back when the game is cancelled, and leaves who had withdrawn alone", async () => {
  const [one, two] = [await entered("李二"), await entered("王三")];
  for (const id of [one, two]) await pay(id);
  await admin.ok(team.withdraw, { id: two, keep: "50.00", reason: "改期" });
  await admin.ok(game.cancel, { id: gameId, reason: "场馆维修" });
  expect(await admin.ok(team.view, { id: one })).toMatchObject({ state: "withdrawn", refunded: "50.00", balanceFreeze: "0.00" });
  expect(await admin.ok(team.view, { id: two })).toMatchObject({ state: "withdrawn", refunded: "0.00", balance: "50.00" });
  expect(await admin.ok(game.view, { id: gameId })).toMatchObject({ status: "cancelled", received: "50.00" });
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("settles fees less refunds less handling, once deposits are back", async () => {
  const ids = [await entered("赵四"), await entered("钱五"), await entered("孙六")];
  for (const id of ids) await pay(id);
  await admin.ok(team.withdraw, { id: ids[2] ?? "", keep: "20.00", reason: "有事" });
  expect((await admin.call(game.settleAccounts, { id: gameId, handlingFee: 0.6 })).code).toBe(409);
  for (const action of ["closeSignUp", "start", "finish"] as const) await admin.ok(callsOf(games).modifyStatus, { id: gameId, action });
  expect(said(await admin.call(game.settleAccounts, { id: gameId, handlingFee: 0.6 }))).toContain("2 支队伍的保证金");
  for (const id of ids.slice(0, 2)) await admin.ok(team.giveBackDeposit, { id });
  expect((await admin.call(team.giveBackDeposit, { id: ids[0] ?? "" })).code).toBe(409);
  const settled = await admin.ok(game.settleAccounts, { id: gameId, handlingFee: 0.6 });
  expect(settled).toMatchObject({
    status: "settled",
    settledFees: "150.00",
    settledRefunds: "30.00",
    settledHandling: "0.72",
    settledNet: "119.28",
  });
  expect(await postings(gameId)).toEqual(["game settlement cost.handling 72", "game settlement receivable.platform -72"]);
  const held = await query<{ amount: string }>(
    server.url,
    "SELECT coalesce(sum(amount), 0) AS amount FROM balance WHERE account = 'deposit'",
  );
  expect(Number(held[0]?.amount)).toBe(0);
});

it("earns what entries paid on the day on which the game begins, wherever that moves, and gives it back there", async () => {
  const [stays, leaves, left] = [await entered("改期一"), await entered("改期二"), await entered("改期三")];
  for (const id of [stays, leaves, left]) await pay(id);
  await admin.ok(team.withdraw, { id: left, keep: "10.00", reason: "有事" });
  const earned = async () =>
    Object.fromEntries(
      (
        await query<{ day: string; sum: string }>(
          server.url,
          `SELECT earned_on::text AS day, -sum(amount) AS sum FROM posting WHERE account = 'income.competition' AND subject = $1
           GROUP BY 1 HAVING sum(amount) <> 0 ORDER BY 1`,
          [eventId],
        )
      ).map(({ day, sum }) => [day, Number(sum)]),
    );
  expect(await earned()).toEqual({ "2026-12-05": 10_000 });
  const later = { ...(await admin.ok(game.view, { id: gameId })), gameStart: "2026-12-12", gameEnd: "2026-12-13" };
  await admin.ok(game.modify, later);
  expect(await earned()).toEqual({ "2026-12-12": 10_000 });
  await admin.ok(team.withdraw, { id: leaves, keep: "0.00", reason: "受伤" });
  expect(await earned()).toEqual({ "2026-12-12": 5_000 });
  await admin.ok(game.modify, { ...later, longTitle: "同一天" });
  expect((await postings(stays)).filter((line) => line.startsWith("entry move"))).toHaveLength(2);
  await admin.ok(game.cancel, { id: gameId, reason: "台风" });
  expect(await earned()).toEqual({});
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("gives what a purse paid back to that purse: the member of an entry that has paid stays", async () => {
  const desk = deskOf(server.database, server.url, await venueOf(server.database, "v-1"), new Date("2026-11-21T02:00:00Z"));
  await seedMembers(desk);
  const [payer, other] = ["m-payer", "m-other"];
  for (const each of [payer, other]) await seedMember(desk, each, { cardTypeId: "ct-1", principal: 10_000 });
  const id = await entered("余额付");
  const draft = async () => admin.ok(team.view, { id });
  await admin.ok(team.modify, { ...(await draft()), member: other });
  await admin.ok(team.modify, { ...(await draft()), member: payer });
  await admin.ok(team.pay, { id, payments: [{ type: "Balance", amount: "70.00" }] });
  for (const another of [other, null])
    expect(said(await admin.call(team.modify, { ...(await draft()), member: another }))).toContain("已缴费，会员不能再改");
  await admin.ok(team.modify, { ...(await draft()), club: "浦东队" });
  await admin.ok(team.withdraw, { id, keep: "0.00", reason: "受伤" });
  const purse = async (memberId: string) => (await admin.ok(members.view, { id: memberId })).principal;
  expect([await purse(payer), await purse(other)]).toEqual(["100.00", "100.00"]);
});

it("keeps the deposit of who abandons", async () => {
  const id = await entered("周七");
  await pay(id);
  await admin.ok(team.checkIn, { id });
  expect(await admin.ok(team.abandon, { id, reason: "未到场" })).toMatchObject({
    state: "abandoned",
    balanceFreeze: "0.00",
    balance: "50.00",
  });
  expect(await postings(id)).toContain("deposit kept income.fee -2000");
});

it("finds an entry whose money is not what was posted", async () => {
  const id = await entered("错账");
  await pay(id);
  await query(server.url, "UPDATE game_team SET paid = paid + 1 WHERE id = $1", [id]);
  expect((await checkLedger(server.database.dbFor("v-1"), "v-1")).map(({ detail }) => detail).join()).toContain("kept 5001 posted 5000");
  await query(server.url, "UPDATE game_team SET paid = paid - 1 WHERE id = $1", [id]);
});

it("pays or cancels, never both: the fee of whoever pays while the game is cancelled goes back", async () => {
  const ids = [await entered("同时一"), await entered("同时二")];
  await Promise.all([...ids.map((id) => pay(id)), admin.call(game.cancel, { id: gameId, reason: "台风" })]);
  for (const id of ids) {
    const row = await admin.ok(team.view, { id });
    expect([row.state, row.balance, row.balanceFreeze]).toEqual(["withdrawn", "0.00", "0.00"]);
  }
});

it("takes entries only while signing up, and no more than its quota", async () => {
  const small = await openGame({}, { maxQuota: 1 });
  ({ eventId } = small);
  expect((await enter("吴八")).code).toBe(200);
  expect(said(await enter("郑九"))).toContain("名额已满");
  await admin.ok(callsOf(games).modifyStatus, { id: small.gameId, action: "closeSignUp" });
  expect(said(await enter("冯十"))).toContain("报名截止");
  const count = await admin.ok(competitions.applyCount, { venueId: "v-1", gameId: small.gameId });
  expect(count).toEqual({ applied: 1, leftQuota: null });
});

it("takes entries from the hour at which sign-up opens to that at which it closes", async () => {
  const opens = new Date("2026-11-21T02:00:00Z");
  const at = (hours: number) => new Date(opens.getTime() + hours * 3_600_000);
  try {
    ({ gameId, eventId } = await openGame({ registrationStart: at(1).toISOString(), registrationEnd: at(3).toISOString() }));
    expect(said(await enter("太早"))).toContain("2026-11-21 11:00 开始报名");
    server.now = at(1);
    expect((await enter("准时")).code).toBe(200);
    server.now = at(3);
    const late = await enter("太晚");
    expect(said(late)).toContain("报名已于 2026-11-21 13:00 截止");
    expect((await admin.ok(team.list, { event: eventId })).content.map(({ name }) => name)).toEqual(["准时"]);
    // Whoever may change the game lets late entries in.
    const { createdAt: _, ...own } = await admin.ok(game.view, { id: gameId });
    await admin.ok(game.modify, { ...own, registrationEnd: at(4).toISOString() });
    expect((await enter("太晚")).code).toBe(200);
  } finally {
    server.now = opens;
  }
});

it("holds the last place for one of two who ask at once", async () => {
  ({ eventId } = await openGame({}, { maxQuota: 1 }));
  const codes = (await Promise.all([enter("先到"), enter("同到")])).map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
});

it("asks for players of the event's sex, age and number", async () => {
  const made = (await enter("秦女")).data;
  expect(said(await admin.call(player.create, { team: made.id, name: "秦女", sex: "female" }))).toContain("性别");
  expect(said(await admin.call(team.pay, { id: made.id, payments: [{ type: "WeChat", amount: "70.00" }] }))).toContain("至少 1 人");
  await admin.ok(player.create, { team: made.id, name: "秦男", sex: "male", phone: "13811110000" });
  expect(said(await admin.call(player.create, { team: made.id, name: "秦二", sex: "male" }))).toContain("最多 1 人");
  const other = (await enter("许某")).data;
  expect(said(await admin.call(player.create, { team: other.id, name: "同号", sex: "male", phone: "13811110000" }))).toContain("秦女");

  const mixed = await openGame({ teamReview: true }, { kind: "mixed", gender: "open", minAge: 18 });
  ({ eventId } = mixed);
  const pair = (await enter("何吕")).data;
  expect(pair.state).toBe("applied");
  expect(said(await admin.call(player.create, { team: pair.id, name: "何", sex: "male" }))).toContain("出生日期");
  expect(said(await admin.call(player.create, { team: pair.id, name: "何", sex: "male", birthday: "2008-12-06" }))).toContain("17 岁");
  await admin.ok(player.create, { team: pair.id, name: "何", sex: "male", birthday: "2008-12-05" });
  expect(said(await admin.call(player.create, { team: pair.id, name: "吕", sex: "male", birthday: "2000-01-01" }))).toContain(
    "男队员最多 1",
  );
  expect(said(await admin.call(callsOf(gameTeams).review, { id: pair.id, action: "confirm" }))).toContain("至少 2 人");
  await admin.ok(player.create, { team: pair.id, name: "吕", sex: "female", birthday: "2000-01-01" });
  await admin.ok(callsOf(gameTeams).review, { id: pair.id, action: "confirm" });
  expect(await admin.ok(team.view, { id: pair.id })).toMatchObject({ state: "confirmed", members: 2 });
});

it("asks for the least and the most of each sex in a team, and for all of them before the draw", async () => {
  const numbers = { minMembers: 2, minMale: 1, maxMale: 2, minFeMale: 1, maxFeMale: 1, memberType: "team" } as const;
  const teams = await openGame({ ...numbers, teamReview: true }, { kind: "team", gender: "open" });
  ({ eventId } = teams);
  const { id } = (await enter("飞鱼队")).data;
  const add = (name: string, sex: "male" | "female") => admin.call(player.create, { team: id, name, sex });
  await add("女一", "female");
  expect(said(await add("女二", "female"))).toContain("女队员最多 1 人");
  const confirm = () => admin.call(callsOf(gameTeams).review, { id: id, action: "confirm" });
  expect(said(await confirm())).toContain("队员至少 2 人，现有 1 人");
  await add("男一", "male");
  await add("男二", "male");
  expect(said(await add("男三", "male"))).toContain("男队员最多 2 人");
  const [row] = (await admin.ok(player.list, { team: id, sex: "female" })).content;
  // The only woman can't be replaced by a man.
  expect(said(await admin.call(player.replace, { id: row?.id ?? "", name: "男三", sex: "male" }))).toContain("男队员最多 2 人");
  await admin.ok(callsOf(gameTeams).review, { id: id, action: "confirm" });

  // Without a review nobody looked at the players before: the draw does.
  const open = await openGame({ ...numbers, fee: "0.00", drawUnpaid: true }, { kind: "team", gender: "open", fee: "0.00" });
  ({ eventId } = open);
  const two = [(await enter("海星队")).data.id, (await enter("海豚队")).data.id];
  await admin.ok(callsOf(games).modifyStatus, { id: open.gameId, action: "closeSignUp" });
  expect(said(await admin.call(matches.makeDraw, { eventId }))).toContain("还不能抽签：队员至少 2 人，现有 0 人");
  for (const entry of two) for (const sex of ["male", "female"] as const) await admin.ok(player.create, { team: entry, name: sex, sex });
  await admin.ok(matches.makeDraw, { eventId });
});

it("replaces a player of a confirmed entry instead of deleting one", async () => {
  const id = await entered("施一");
  const [row] = (await admin.ok(player.list, { team: id })).content;
  expect(said(await admin.call(player.delete, { id: row?.id ?? "" }))).toContain("换人");
  const next = await admin.ok(player.replace, { id: row?.id ?? "", name: "施二", sex: "male", phone: "13822220000" });
  expect(next).toMatchObject({ name: "施二", replaced: "施一" });
});

it("allows each move of a game from the states of its table only", async () => {
  for (const state of gameMachine.states)
    for (const action of ["publish", "openSignUp", "closeSignUp", "start", "finish", "settleAccounts", "cancel"] as const) {
      if (gameMachine.table[state]?.[action as never] !== undefined) continue;
      await query(server.url, "UPDATE game SET status = $2 WHERE id = $1", [gameId, state]);
      const { call, named } = actionCall(games, action);
      if (!call) throw new Error(action);
      const answer = await admin.call(call, { id: gameId }, { raw: { id: gameId, handlingFee: 1, reason: "试", ...named } });
      expect([state, action, answer.code]).toEqual([state, action, 409]);
      const [row] = await query<{ status: string }>(server.url, "SELECT status FROM game WHERE id = $1", [gameId]);
      expect(row?.status).toBe(state);
    }
});

it("deletes a draft only", async () => {
  expect(said(await admin.call(game.delete, { id: gameId }))).toContain("草稿");
  const draft = await admin.ok(game.create, {
    shortTitle: "草稿赛",
    gameStart: "2026-12-05",
    gameEnd: "2026-12-06",
    gameType: "clubGame",
    businessCode: "club",
    memberType: "team",
  });
  await admin.ok(game.delete, { id: draft.id });
  expect((await admin.call(game.view, { id: draft.id })).code).toBe(404);
});
