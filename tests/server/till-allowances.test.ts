/** Stored value at tills without the server: what they may take, and what becomes of money that was spent elsewhere. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Allowance } from "../../src/contract/sale/allowances";
import type { Input } from "../../src/contract/core/call";
import { fen, yuan } from "../../src/contract/core/money";
import { sale } from "../../src/contract/sale/sale";
import { grantAllowance } from "../../src/server/domains/sale/allowances";
import { create } from "../../src/server/domains/sale/lines";
import { settleOffline } from "../../src/server/domains/sale/settle";
import { checkLedger } from "../../src/server/ledger/check";
import { balanceOf } from "../../src/server/ledger/post";
import { owedBy } from "../../src/server/ledger/owed";
import { countRows, refusalOf, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type TestVenue, testVenue } from "../support/venue";

const MOST = 2_000;
const HOUR_MS = 3_600_000;
let t: TestVenue;
const db = () => t.database.dbFor("v-1");
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  await db().updateTable("stock").set({ quantity: 900 }).where("product_id", "=", "water").where("warehouse", "=", "shop").execute();
});
afterAll(() => t.close());

/** The venue as it allows so much; fen. */
const allowing = (offline_balance = MOST) => ({ venue: { ...t.venue, offline_balance } });
let count = 0;
async function member(principal: number): Promise<string> {
  const id = `till-${++count}`;
  await seedMember(t, id, { principal });
  return id;
}
const told = async (memberId: string, device: string, most = MOST): Promise<Allowance | null> =>
  (await t.act((ctx) => grantAllowance(ctx, { memberId }), { ...allowing(most), device })).allowance;
const mustTell = async (memberId: string, device: string): Promise<Allowance> => {
  const allowance = await told(memberId, device);
  if (!allowance) throw new Error(`nothing was allowed of ${memberId}`);
  return allowance;
};
let sales = 0;
/** Bottles of water at 3.33 of a member, at list price, paid from the principal. */
const kept = (of: Pick<Allowance, "memberId" | "token">, quantity: number, over: { at?: Date; cash?: number } = {}) => {
  const total = 333 * quantity;
  const { cash = 0 } = over;
  return {
    memberId: of.memberId,
    lines: [{ productId: "water", quantity }],
    payments: [
      ...(total > cash ? [{ type: "Balance" as const, amount: yuan(total - cash) }] : []),
      ...(cash > 0 ? [{ type: "Cash" as const, amount: yuan(cash) }] : []),
    ],
    keptByTill: {
      key: `${++sales}`.padStart(32, "a"),
      at: (over.at ?? t.now).toISOString(),
      prices: [{ productId: "water", price: "3.33" }],
      allowance: of.token,
    },
  } satisfies Input<typeof sale.create>;
};
const send = (input: Input<typeof sale.create>, device: string) => t.act((ctx) => create(ctx, sale.create.input.parse(input)), { device });
const settle = (input: ReturnType<typeof kept>, device: string) =>
  t.act((ctx) => settleOffline(ctx, sale.settleKept.input.parse({ ...input, how: "found", reason: "顾客拿走了" })), { device });
const purse = (memberId: string): Promise<number> => t.look((ctx) => balanceOf(ctx, "purse.principal", memberId));
const debt = async (memberId: string): Promise<number> => (await t.look((ctx) => owedBy(ctx, memberId))).owed;
const paidBy = ({ payments }: { payments: readonly { type: string; amount: string }[] }) =>
  payments.map(({ type, amount }) => `${type} ${amount}`).sort();
afterEach(async () => expect(await checkLedger(db(), "v-1")).toEqual([]));

it("gives nothing where the venue allows nothing, nothing is there, the member may not buy, or the till has no device", async () => {
  const memberId = await member(5_000);
  expect(t.venue.offline_balance).toBe(0);
  expect(await told(memberId, "A", 0)).toBeNull();
  expect(await told(memberId, "")).toBeNull();
  expect(await told(await member(0), "A")).toBeNull();
  await db().updateTable("member").set({ state: "frozen" }).where("id", "=", memberId).execute();
  expect(await told(memberId, "A")).toBeNull();
  expect(await db().selectFrom("till_allowance").select("id").execute()).toEqual([]);
});

it("gives no more than the venue's most, and what the purse holds beside what other tills may take", async () => {
  expect(await told(await member(50_000), "A")).toMatchObject({ left: "20.00" });
  const memberId = await member(3_000);
  expect(await told(memberId, "A")).toMatchObject({ left: "20.00" });
  expect(await told(memberId, "B")).toMatchObject({ left: "10.00" });
  expect(await told(memberId, "C")).toBeNull();
  // Asked again, a till gets the same money, not more of it.
  expect(await told(memberId, "A")).toMatchObject({ left: "20.00" });
  t.now = new Date(t.now.getTime() + 13 * HOUR_MS);
  expect(await told(memberId, "C")).toMatchObject({ left: "20.00" });
});

it("gives tills that ask at the same time no more than there is", async () => {
  const memberId = await member(3_000);
  const all = await Promise.all(["A", "B", "C"].map((device) => told(memberId, device)));
  expect(all.reduce((sum, one) => sum + fen(one?.left ?? "0.00"), 0)).toBe(3_000);
});

it("takes what two tills sold apart from each other, each once, however often and in whatever order it arrives", async () => {
  const memberId = await member(3_000);
  const [a, b] = [await mustTell(memberId, "A"), await mustTell(memberId, "B")];
  const ofA = [kept(a, 4), kept(a, 2)];
  const ofB = [kept(b, 3)];
  await Promise.all([...ofB.map((one) => send(one, "B")), ...ofA.toReversed().map((one) => send(one, "A"))]);
  expect(await purse(memberId)).toBe(3_000 - 9 * 333);
  const before = await countRows(t);
  for (const one of ofA) await send(one, "A");
  await send(ofB[0] ?? kept(b, 1), "B");
  expect(await countRows(t)).toEqual(before);
  expect(await debt(memberId)).toBe(0);
  // All that till B was told is 10.00; under another key it is another sale.
  expect(await refusalOf(send(kept(b, 1), "B"))).toMatchObject({ key: "refused" });
  expect(await purse(memberId)).toBe(3_000 - 9 * 333);
});

it("takes nothing under an allowance that is not on record, whoever signed it", async () => {
  const memberId = await member(3_000);
  const a = await mustTell(memberId, "A");
  await db().deleteFrom("till_allowance").where("id", "=", a.id).execute();
  expect(await refusalOf(send(kept(a, 1), "A"))).toMatchObject({ key: "refused" });
  expect(await purse(memberId)).toBe(3_000);
});

it("makes what was spent elsewhere meanwhile a debt: the purse never falls below zero, and no sale is lost", async () => {
  const memberId = await member(2_000);
  const a = await mustTell(memberId, "A");
  const online = { memberId, lines: [{ productId: "water", quantity: 5 }], payments: [{ type: "Balance" as const, amount: "16.65" }] };
  await send(online, "B");
  const made = await send(kept(a, 3, { cash: 100 }), "A");
  expect(paidBy(made)).toEqual(["Balance 3.35", "Cash 1.00", "Credit 5.64"]);
  expect([await purse(memberId), await debt(memberId)]).toEqual([0, 564]);
  // Another one in what is left of the allowance: all of it is owed.
  expect(paidBy(await send(kept(a, 2), "A"))).toEqual(["Credit 6.66"]);
  expect([await purse(memberId), await debt(memberId)]).toEqual([0, 1_230]);
  expect(
    (
      await refusalOf(
        send({ ...online, lines: [{ productId: "water", quantity: 1 }], payments: [{ type: "Balance", amount: "3.33" }] }, "B"),
      )
    ).key,
  ).toBe("balanceShort");
});

it("refuses an allowance that was forged, is another till's or venue's, was over, or is spent; nothing moves", async () => {
  const memberId = await member(5_000);
  const a = await mustTell(memberId, "A");
  const [text = "", signature = ""] = a.token.split(".");
  const more = Buffer.from(Buffer.from(text, "base64url").toString("utf8").replace('"amount":2000', '"amount":9000')).toString("base64url");
  expect(more).not.toBe(text);
  const before = await countRows(t);
  const refused = async (of: Pick<Allowance, "memberId" | "token">, device: string, over: { at?: Date } = {}, quantity = 1) =>
    (await refusalOf(send(kept(of, quantity, over), device))).key;
  expect(await refused({ memberId, token: `${more}.${signature}` }, "A")).toBe("refused");
  expect(await refused({ memberId, token: "nothing" }, "A")).toBe("refused");
  expect(await refused(a, "B")).toBe("refused");
  expect(await refused(a, "")).toBe("refused");
  expect(await refused(a, "A", { at: new Date(Date.parse(a.until) + 1) })).toBe("refused");
  expect(await refused(a, "A", {}, 7)).toBe("refused");
  expect((await refusalOf(send({ ...kept(a, 1), payments: [{ type: "Coupon", amount: "3.33" }] }, "A"))).key).toBe("badInput");
  expect(await countRows(t)).toEqual(before);
  // The negative control: as it was told, it is taken, also after its end, for what was sold before.
  t.now = new Date(t.now.getTime() + 24 * HOUR_MS);
  expect(paidBy(await send(kept(a, 6, { at: new Date(Date.parse(a.until) - 1) }), "A"))).toEqual(["Balance 19.98"]);
});

it("rejects a time of sale before the allowance was issued, after the server's clock, or long after its end", async () => {
  const start = t.now.getTime();
  const memberId = await member(5_000);
  const a = await mustTell(memberId, "A");
  const sendSoldAt = (ms: number, quantity = 1) => send(kept(a, quantity, { at: new Date(ms) }), "A");
  const before = await countRows(t);
  // A till's clock that is a little slow or fast is no fraud; an hour is outside.
  expect(await refusalOf(sendSoldAt(start - HOUR_MS))).toMatchObject({ key: "refused" });
  expect(await refusalOf(sendSoldAt(start + HOUR_MS))).toMatchObject({ key: "refused" });
  expect(await countRows(t)).toEqual(before);
  expect(await sendSoldAt(start - 60_000)).toMatchObject({ memberId });
  // Ended since: what was sold in its time counts for a day, and no longer whatever time the till writes.
  t.now = new Date(Date.parse(a.until) + 24 * HOUR_MS);
  expect(await sendSoldAt(start + HOUR_MS)).toMatchObject({ memberId });
  t.now = new Date(t.now.getTime() + 1);
  expect(await refusalOf(sendSoldAt(start + HOUR_MS))).toMatchObject({ key: "refused" });
  const late = kept(a, 1, { at: new Date(start + HOUR_MS) });
  expect(await settle(late, "A")).toMatchObject({ memberId });
  expect(await purse(memberId)).toBe(5_000 - 3 * 333);
});

it("rejects a sale to another member than the one whose allowance it is, sent or settled; neither purse moves", async () => {
  const memberId = await member(5_000);
  const other = await member(5_000);
  const a = await mustTell(memberId, "A");
  const before = await countRows(t);
  const foreign = { ...kept(a, 1), memberId: other };
  for (const work of [send, settle])
    expect((await refusalOf(work(foreign, "A"))).data).toMatchObject({
      errors: { memberId: expect.stringContaining("离线额度") as string },
    });
  expect(await countRows(t)).toEqual(before);
  expect(await send({ ...foreign, memberId }, "A")).toMatchObject({ memberId });
  expect([await purse(memberId), await purse(other)]).toEqual([4_667, 5_000]);
});

it("rejects another sale under a key that a sale has, as an idempotency key does, and shows that sale for the same one", async () => {
  const memberId = await member(5_000);
  const a = await mustTell(memberId, "A");
  const first = kept(a, 1);
  const made = await send(first, "A");
  const before = await countRows(t);
  const { keptByTill } = first;
  for (const other of [
    { ...kept(a, 2), keptByTill },
    { ...first, payments: [{ type: "Cash" as const, amount: "3.33" }] },
    { ...first, keptByTill: { ...keptByTill, at: new Date(t.now.getTime() - 1).toISOString() } },
  ]) {
    expect(await refusalOf(send(other, "A"))).toMatchObject({ key: "keyReused" });
    expect(await refusalOf(settle(other, "A"))).toMatchObject({ key: "keyReused" });
  }
  expect([await send(first, "A"), await settle(first, "A")]).toEqual([made, made]);
  expect(await countRows(t)).toEqual(before);
});

it("is settled by somebody who may, where it was refused: the purse pays what it has, the rest is owed", async () => {
  const memberId = await member(500);
  const a = await mustTell(memberId, "A");
  const late = kept(a, 2, { at: new Date(Date.parse(a.until) + 1) });
  expect((await refusalOf(send(late, "A"))).key).toBe("refused");
  const made = await settle(late, "B");
  expect(paidBy(made)).toEqual(["Balance 5.00", "Credit 1.66"]);
  expect([await purse(memberId), await debt(memberId)]).toEqual([0, 166]);
  expect(await settle(late, "B")).toEqual(made);
});

it("takes list prices, as the till did, whatever the member's card type pays of goods", async () => {
  const memberId = await member(5_000);
  await db().updateTable("card_type").set({ product_percent: 50 }).execute();
  const a = await mustTell(memberId, "A");
  const online = { memberId, lines: [{ productId: "water", quantity: 2 }], payments: [{ type: "Balance" as const, amount: "3.33" }] };
  expect(await send(online, "A")).toMatchObject({ total: "3.33" });
  expect(await send(kept(a, 1), "A")).toMatchObject({ total: "3.33", discount: "0.00" });
});
