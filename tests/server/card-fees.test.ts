/** Charges of a card type to its holders: its fee is earned, its deposit held until the account closes. Lost cards are replaced. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { cardTypeJobs } from "../../src/server/domains/members/card-types";
import { erase } from "../../src/server/domains/members/erase";
import { checkLedger } from "../../src/server/ledger/check";
import { VENUE_CHECKS } from "../../src/tools/doctor/checks";
import { refusalOf, seedMember } from "../support/booking";
import { type Book, openBook } from "../support/book";
import { query } from "../support/tables";

let b: Book;
beforeAll(async () => {
  b = await openBook();
  await b.t.database
    .dbFor("v-1")
    .insertInto("card_type")
    .values([
      { venue_id: "v-1", id: "ct-fee", name: "押金卡", colour: 200, fee: 2_000, deposit: 10_000 },
      { venue_id: "v-1", id: "ct-more", name: "高押金卡", colour: 200, deposit: 15_000 },
    ])
    .execute();
});
afterAll(() => b.close());

async function sound(): Promise<void> {
  const db = b.t.database.dbFor("v-1");
  expect(await checkLedger(db, "v-1")).toEqual([]);
  for (const [name, check] of Object.entries(VENUE_CHECKS)) expect((await check("v-1").execute(db)).rows, name).toEqual([]);
}
const postings = async (id: string) => {
  const rows = await query<{ account: string; amount: string }>(
    b.t.url,
    `SELECT p.account, p.amount FROM card_fee d JOIN ledger_tx t ON t.venue_id = d.venue_id AND t.document_kind = 'cardFee' AND t.document_id = d.id
     JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id WHERE d.member_id = $1 ORDER BY p.account, p.amount`,
    [id],
  );
  return rows.map(({ account, amount }) => [account, Number(amount)]);
};

it("takes fee and deposit at enrolment, holds the deposit, and gives it back when the account closes", async () => {
  const draft = { phone: "13811110001", name: "钱押金", cardTypeId: "ct-fee" };
  for (const fees of [undefined, { due: "119.99", method: "Cash" }, { due: "120.00", method: "Balance" }])
    expect((await b.admin.call(members.create, { ...draft, ...(fees ? { fees } : {}) })).code).not.toBe(200);
  expect((await b.admin.ok(members.check, { phone: draft.phone })).phoneTakenBy).toBeNull();

  const { id, spent } = await b.admin.ok(members.create, { ...draft, fees: { due: "120.00", method: "Cash", tendered: "200.00" } });
  expect(spent).toBe("0.00");
  expect(await postings(id)).toEqual([
    ["deposit", -10_000],
    ["income.fee", -2_000],
    ["tender.cash", 12_000],
  ]);
  await sound();
  expect((await refusalOf(b.t.act((ctx) => erase(ctx, { id, reason: "本人要求" })))).message).toContain("办卡押金");

  const seen = await b.admin.ok(memberRecords.closePreview, { id });
  expect(seen).toMatchObject({ back: "0.00", deposit: "100.00", open: [] });
  const how = { id, feePercent: 0, back: seen.back, method: "Transfer", reason: "搬家" } as const;
  expect((await b.admin.call(memberRecords.close, how)).code).not.toBe(200);
  const both = await Promise.all([1, 2].map(() => b.admin.call(memberRecords.close, { ...how, deposit: seen.deposit })));
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(await postings(id)).toEqual([
    ["deposit", -10_000],
    ["deposit", 10_000],
    ["income.fee", -2_000],
    ["tender.cash", -10_000],
    ["tender.cash", 12_000],
  ]);
  await sound();
});

it("keeps what was handed over at enrolment, for the card and for the first recharge", async () => {
  const draft = { phone: "13811110009", name: "赵找零", cardTypeId: "ct-fee" };
  const recharge = { pay: "85.00", method: "Cash" };
  const enrol = (tendered: string) =>
    b.admin.call(members.create, {
      ...draft,
      fees: { due: "120.00", method: "Cash", tendered: "120.00" },
      recharge: { ...recharge, tendered },
    });
  expect(await enrol("80.00")).toMatchObject({ data: { errors: { tendered: "少 5.00，没有收款" } } });
  const { data } = await enrol("100.00");
  const paid = await query<{ amount: string; tendered: string }>(
    b.t.url,
    `SELECT amount, tendered FROM payment WHERE type = 'Cash' AND (document_id IN (SELECT id FROM recharge WHERE member_id = $1)
       OR document_id IN (SELECT id FROM card_fee WHERE member_id = $1)) ORDER BY amount`,
    [data.id],
  );
  expect(paid.map(({ amount, tendered }) => [Number(amount), Number(tendered)])).toEqual([
    [8_500, 10_000],
    [12_000, 12_000],
  ]);
  await sound();
});

it("takes of a member who gets another type its fee, and of its deposit what is not held yet", async () => {
  await seedMember(b.t, "riser", { name: "孙升级" });
  const shown = (cardTypeId: string) => b.admin.ok(memberRecords.levelPreview, { id: "riser", cardTypeId });
  const raise = (cardTypeId: string, due?: string) =>
    b.admin.call(members.setLevel, { id: "riser", cardTypeId, ...(due === undefined ? {} : { fees: { due, method: "WeChat" } }) });
  expect(await shown("ct-fee")).toEqual({ fee: "20.00", deposit: "100.00", held: "0.00", due: "120.00" });
  expect((await raise("ct-fee")).msg).toContain("120.00");
  const both = await Promise.all([raise("ct-fee", "120.00"), raise("ct-fee", "120.00")]);
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(await shown("ct-more")).toEqual({ fee: "0.00", deposit: "50.00", held: "100.00", due: "50.00" });
  const { phone: _, ...form } = { phone: "", name: "孙升级", cardTypeId: "ct-more" };
  expect((await b.admin.call(members.modify, { id: "riser", ...form })).code).not.toBe(200);
  expect((await raise("ct-more", "50.00")).code).toBe(200);
  expect(await shown("ct-fee")).toEqual({ fee: "20.00", deposit: "0.00", held: "150.00", due: "20.00" });
  expect((await raise("ct-85")).code).toBe(200);
  expect(await b.admin.ok(memberRecords.closePreview, { id: "riser" })).toMatchObject({ deposit: "150.00" });
  await sound();

  await seedMember(b.t, "twin", { name: "孙升级" });
  await b.admin.ok(memberRecords.merge, { keepId: "twin", mergeId: "riser", reason: "重复" });
  await b.admin.ok(memberRecords.close, { id: "twin", feePercent: 0, back: "0.00", deposit: "150.00", method: "Cash", reason: "搬家" });
  await sound();
});

it("is taken back whole, once: fee, deposit, and the card type got by it; the last card first", async () => {
  await seedMember(b.t, "regrets", { name: "冯反悔" });
  const { cardTypeId: first } = await b.admin.ok(members.view, { id: "regrets" });
  const raise = (cardTypeId: string, due: string) =>
    b.admin.ok(members.setLevel, { id: "regrets", cardTypeId, fees: { due, method: "WeChat" } });
  await raise("ct-fee", "120.00");
  await raise("ct-more", "50.00");
  const timeline = async () => (await b.admin.ok(members.timeline, { id: "regrets" })).content;
  const feeOf = async (amount: string) =>
    (await timeline()).find((entry) => entry.kind === "cardFee" && entry.amount === amount)?.revocable?.id ?? "";
  const revoke = (id: string) => b.admin.call(memberRecords.revokePaid, { kind: "cardFee", id, reason: "不要卡了" });
  const [earlier, later] = [await feeOf("120.00"), await feeOf("50.00")];
  expect((await revoke(earlier)).msg).toContain("请先撤销");
  const tries = await Promise.all(Array.from({ length: 6 }, () => revoke(later)));
  expect(tries.filter(({ code }) => code === 200)).toHaveLength(1);
  expect((await b.admin.ok(members.view, { id: "regrets" })).cardTypeId).toBe("ct-fee");
  expect((await revoke(earlier)).code).toBe(200);
  expect((await b.admin.ok(members.view, { id: "regrets" })).cardTypeId).toBe(first);
  expect(await postings("regrets")).toEqual([
    ["deposit", -10_000],
    ["deposit", -5_000],
    ["deposit", 5_000],
    ["deposit", 10_000],
    ["income.fee", -2_000],
    ["income.fee", 2_000],
    ["tender.wechat", -12_000],
    ["tender.wechat", -5_000],
    ["tender.wechat", 5_000],
    ["tender.wechat", 12_000],
  ]);
  expect(
    (await timeline())
      .filter(({ kind }) => kind === "revocation")
      .map(({ amount }) => Number(amount))
      .sort((x, y) => x - y),
  ).toEqual([50, 120]);
  expect(await b.admin.ok(memberRecords.levelPreview, { id: "regrets", cardTypeId: "ct-fee" })).toMatchObject({
    held: "0.00",
    due: "120.00",
  });
  await sound();
});

it("is not asked where spending gives the type", async () => {
  await b.t.database
    .dbFor("v-1")
    .insertInto("card_type")
    .values({ venue_id: "v-1", id: "ct-spends", name: "消费卡", colour: 200, upgrade_spent: 100, upgrade_to_id: "ct-fee" })
    .execute();
  await seedMember(b.t, "spender", { name: "褚消费", cardTypeId: "ct-spends" });
  await query(b.t.url, "UPDATE member SET spent = 100 WHERE id = 'spender'", []);
  for (const { run } of cardTypeJobs) await b.t.act(run);
  expect((await b.admin.ok(members.view, { id: "spender" })).cardTypeId).toBe("ct-fee");
  expect(await postings("spender")).toEqual([]);
});

it("replaces a lost card: the old number finds nobody, a taken one is refused", async () => {
  await seedMember(b.t, "loser", { name: "周丢卡" });
  const { cardNo: old } = await b.admin.ok(members.view, { id: "loser" });
  expect((await b.admin.call(members.replaceCard, { id: "loser", cardNo: "W-1" })).code).not.toBe(200);
  expect((await b.admin.ok(members.replaceCard, { id: "loser", cardNo: "NEW-77" })).cardNo).toBe("NEW-77");
  expect((await b.admin.ok(members.check, { cardNo: old })).cardNoTaken).toBe(false);
  expect((await b.admin.ok(members.replaceCard, { id: "loser", cardNo: "" })).cardNo).toMatch(/^VIP/);
  await b.admin.ok(members.setState, { id: "loser", action: "freeze", reason: "核对证件" });
  expect((await b.admin.call(members.replaceCard, { id: "loser", cardNo: "NEW-78" })).code).not.toBe(200);
});

it("lists transfers, sessions and card fees in the timeline", async () => {
  await seedMember(b.t, "giver", { name: "郑转出", principal: 10_000 });
  await seedMember(b.t, "taker", { name: "郑转入" });
  await b.admin.ok(memberRecords.merge, { keepId: "taker", mergeId: "giver", reason: "重复" });
  const entries = async (id: string) => (await b.admin.ok(members.timeline, { id, size: 100 })).content;
  expect(await entries("taker")).toContainEqual(expect.objectContaining({ kind: "transferIn", title: "郑转出", amount: "100.00" }));
  expect(await entries("giver")).toContainEqual(expect.objectContaining({ kind: "transferOut", title: "郑转入", amount: "100.00" }));
  expect(
    (await entries("twin"))
      .filter(({ kind }) => kind === "cardFee")
      .map(({ amount }) => amount ?? "")
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(["120.00", "50.00"]);
  const [session] = await query<{ member_id: string; no: string }>(
    b.t.url,
    "SELECT member_id, no FROM session_order WHERE member_id IS NOT NULL LIMIT 1",
    [],
  );
  expect(await entries(session?.member_id ?? "")).toContainEqual(expect.objectContaining({ kind: "session", no: session?.no }));
});
