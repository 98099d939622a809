/** Coaches: accounts, bank cards, and what may be withdrawn. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { withdrawing } from "../../src/contract/core/states";
import { checkLedger } from "../../src/server/ledger/check";
import { post } from "../../src/server/ledger/post";
import { change, systemRequest } from "../../src/server/http/perform";
import { venueRow } from "../../src/server/demo/setup";
import { cardNumber } from "../support/declared";
import { type Client, type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
let admin: Client;
/** Makes the requests that `admin` decides. */
let desk: Client;
let n = 100;
let coach: string;
let card: string;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as("admin");
  await server.addPerson("desk", ["v-1"]);
  desk = await server.as("desk");
});
afterAll(() => server.close());
beforeEach(async () => {
  coach = await makeCoach();
  card = await addCard(coach);
});
afterEach(async () => {
  expect(await checkLedger(server.database.dbFor("v-1"), "v-1")).toEqual([]);
});

const draft = (more: object = {}) => {
  const i = ++n;
  return {
    name: `教练${i}`,
    phone: `1390000${String(i).padStart(4, "0")}`,
    programs: ["羽毛球"],
    level: "senior" as const,
    hourPrice: "300",
    share: 50,
    ...more,
  };
};
async function makeCoach(more: object = {}): Promise<string> {
  const { id } = await admin.ok(api.coaches.create, draft(more));
  await admin.ok(api.coaches.approve, { id });
  return id;
}
const addCard = async (of: string, more: object = {}) =>
  (await admin.ok(api.bankCards.create, { coach: of, holder: "许强", bank: "工商银行", cardNo: cardNumber(++n), ...more })).id;
/** Credits the amount that a class would have credited. */
async function earn(id: string, fen: number): Promise<void> {
  const venue = await venueRow(server.database.dbFor("v-1"), "v-1");
  await change(server.database, systemRequest(venue, "test", new Date()), (ctx) =>
    post(ctx, {
      document: { kind: "coachClass", id: ctx.newId(), no: "T" },
      operation: "coach share",
      legs: [
        { account: "cost.coach", amount: fen, subject: id, earnedOn: "2026-11-20" },
        { account: "payable.coach", amount: -fen, subject: id },
      ],
    }),
  );
}
const ask = (amount: string, more: object = {}) => desk.call(api.withdraws.create, { coach, amount, bankCard: card, ...more });
const state = async (id: string) => (await admin.ok(api.withdraws.view, { id })).state;
const figures = async () => {
  const { balance, frozen } = await admin.ok(api.coaches.view, { id: coach });
  return { balance, frozen };
};

describe("a withdrawal", () => {
  it("freezes its amount, is paid out once, and is posted as a transfer", async () => {
    await earn(coach, 50_000);
    const made = await ask("300");
    expect(made.code).toBe(200);
    const { id, no } = made.data as { id: string; no: string };
    expect(no).toMatch(/^CW\d{8}-\d{4}$/);
    expect(await figures()).toEqual({ balance: "500.00", frozen: "300.00" });
    expect((await admin.call(api.withdraws.payOut, { id, bankRef: "X1" })).code).not.toBe(200);
    await admin.ok(api.withdraws.approve, { id });
    const [first, second] = await Promise.all([1, 2].map((i) => admin.call(api.withdraws.payOut, { id, bankRef: `ICBC-${i}` })));
    expect([first?.code, second?.code].filter((code) => code === 200)).toHaveLength(1);
    expect(await figures()).toEqual({ balance: "200.00", frozen: "0.00" });
    const postings = await query(
      server.url,
      "SELECT p.account, p.amount::int AS amount FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id WHERE t.document_id = $1 ORDER BY p.seq",
      [id],
    );
    expect(postings).toEqual([
      { account: "payable.coach", amount: 30_000 },
      { account: "tender.transfer", amount: -30_000 },
    ]);
  });

  it("never asks for more than is free, also when two are sent at once", async () => {
    await earn(coach, 10_000);
    const refused = await ask("100.01");
    expect(refused).toMatchObject({ code: 400, data: { errors: { amount: expect.any(String) as string } } });
    const answers = await Promise.all([ask("60"), ask("60")]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(await figures()).toEqual({ balance: "100.00", frozen: "60.00" });
    expect((await ask("0")).code).toBe(400);
  });

  it("gives its amount back when it is refused", async () => {
    await earn(coach, 10_000);
    const { id } = (await ask("100")).data as { id: string };
    expect(await admin.ok(api.withdraws.refuse, { id, reason: "卡号不符" })).toMatchObject({ state: "refused", reason: "卡号不符" });
    expect(await figures()).toEqual({ balance: "100.00", frozen: "0.00" });
  });

  it("is not paid when a refund has lessened what is owed meanwhile", async () => {
    await earn(coach, 10_000);
    const { id } = (await ask("100")).data as { id: string };
    await admin.ok(api.withdraws.approve, { id });
    await earn(coach, -4_000);
    expect((await admin.call(api.withdraws.payOut, { id, bankRef: "X" })).code).not.toBe(200);
    expect([await state(id), (await figures()).balance]).toEqual(["approved", "60.00"]);
  });

  it("goes to the coach's own card, and to nobody unapproved", async () => {
    await earn(coach, 10_000);
    const other = await addCard(await makeCoach());
    expect((await ask("10", { bankCard: other })).code).toBe(400);
    const { id } = await admin.ok(api.coaches.create, draft());
    const theirs = await addCard(id);
    expect((await ask("10", { coach: id, bankCard: theirs })).code).toBe(400);
  });

  it("makes the moves of its table and no other", async () => {
    await earn(coach, 1_000_000);
    for (const from of withdrawing.states)
      for (const action of ["approve", "payOut", "refuse"] as const) {
        const { id } = (await ask("1")).data as { id: string };
        await query(server.url, "UPDATE coach_withdraw SET state = $1 WHERE id = $2", [from, id]);
        const { code } = await admin.call(api.withdraws[action], { id, bankRef: "R", reason: "R" });
        const to = (withdrawing.table[from] as Readonly<Record<string, string>>)[action];
        expect([from, action, code === 200, await state(id)]).toEqual([from, action, to !== undefined, to ?? from]);
        if (from === "paid_out") await query(server.url, "DELETE FROM coach_withdraw WHERE id = $1", [id]);
      }
  });
});

describe("a bank card", () => {
  it("shows its number masked; the whole of it only to who pays", async () => {
    const number = cardNumber(4_711);
    const id = await addCard(coach, { cardNo: number });
    const seen = await admin.ok(api.bankCards.view, { id });
    expect(seen.cardNo).toBe(`${number.slice(0, 4)} **** **** ${number.slice(-4)}`);
    await earn(coach, 10_000);
    const { id: request } = (await ask("50", { bankCard: id })).data as { id: string };
    expect((await admin.ok(api.withdraws.view, { id: request })).payTo).toContain(number);
    await server.addPerson("clerk", ["v-1"], ["withdraw", "coach_list"]);
    const clerk = await server.as("clerk");
    expect((await clerk.ok(api.withdraws.view, { id: request })).payTo).toBe("");
    expect(JSON.stringify(await clerk.ok(api.withdraws.list, {}))).not.toContain(number);
  });

  it("keeps its number when it is changed without typing it, and stays while money is on its way", async () => {
    const number = cardNumber(815);
    const id = await addCard(coach, { cardNo: number });
    const { cardNo } = await admin.ok(api.bankCards.view, { id });
    const changed = { id, coach, holder: "许强", cardNo };
    await admin.ok(api.bankCards.modify, { ...changed, bank: "建设银行" });
    const kept = "SELECT n.digits, b.label FROM coach_bank_card b JOIN coach_bank_number n USING (venue_id, id) WHERE b.id = $1";
    expect(await query(server.url, kept, [id])).toEqual([{ digits: number, label: `建设银行 ${number.slice(-4)}` }]);
    const logged = await query(
      server.url,
      "SELECT 1 FROM audit_log WHERE coalesce(before, '{}')::text || coalesce(after, '{}')::text LIKE $1",
      [`%${number}%`],
    );
    expect(logged).toEqual([]);
    await earn(coach, 10_000);
    await ask("50", { bankCard: id });
    expect((await admin.call(api.bankCards.modify, { ...changed, bank: "建设银行", cardNo: cardNumber(816) })).code).toBe(400);
    expect((await admin.call(api.bankCards.delete, { id })).code).not.toBe(200);
  });

  it("is registered once", async () => {
    const number = cardNumber(77);
    await addCard(coach, { cardNo: number });
    const spaced = number.replaceAll(/(\d{4})/g, "$1 ");
    expect((await admin.call(api.bankCards.create, { coach, holder: "许强", bank: "工行", cardNo: spaced })).code).toBe(400);
  });

  it("refuses a number with a wrong digit", async () => {
    const number = cardNumber(9);
    const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
    expect((await admin.call(api.bankCards.create, { coach, holder: "许强", bank: "工行", cardNo: wrong })).code).toBe(400);
  });

  it("is the default alone", async () => {
    const first = await addCard(coach, { main: true });
    await addCard(coach, { main: true });
    expect((await admin.ok(api.bankCards.view, { id: first })).main).toBe(false);
  });
});

describe("a coach", () => {
  it("who signs in sees only own withdrawals, and asks for no other", async () => {
    await server.addPerson(`xu${n}`, ["v-1"], ["withdraw", "withdraw_apply", "bank_card"]);
    const account = `xu${n}`;
    const own = await makeCoach({ account });
    const ownCard = await addCard(own);
    await earn(own, 10_000);
    await earn(coach, 10_000);
    await ask("10");
    const self = await server.as(account);
    const { id } = await self.ok(api.withdraws.create, { coach: own, amount: "20", bankCard: ownCard });
    expect((await self.ok(api.withdraws.list, {})).content.map((row) => row.id)).toEqual([id]);
    expect((await self.call(api.withdraws.create, { coach, amount: "10", bankCard: card })).code).toBe(400);
    expect((await self.call(api.bankCards.view, { id: card })).code).toBe(404);
  });

  it("belongs to an account that works here, which is no other coach's", async () => {
    expect((await admin.call(api.coaches.create, draft({ account: "nobody-here" }))).code).toBe(400);
    await server.addPerson("lin", ["v-1"], []);
    await makeCoach({ account: "lin" });
    expect((await admin.call(api.coaches.create, draft({ account: "LIN" }))).code).toBe(400);
  });

  it("is not approved with a certificate that has ended, nor deleted with money owed", async () => {
    const { id } = await admin.ok(api.coaches.create, draft({ certificateEndsOn: "2020-01-01" }));
    expect((await admin.call(api.coaches.approve, { id })).code).not.toBe(200);
    await earn(id, 100);
    expect((await admin.call(api.coaches.delete, { id })).code).not.toBe(200);
  });
});
