/**
 * Every action of a member's package card and of a transfer from every state: it leads where it is said here, or is refused as one of the
 * wrong state and changes nothing. What is allowed is tried in a transaction that is given up.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "../../src/contract/core/call";
import { memberCards } from "../../src/contract/cards/member-cards";
import { callsOf } from "../../src/contract/core/resource/calls";
import { holding, transfer } from "../../src/contract/core/states";
import { transfers } from "../../src/contract/transfers/transfers";
import { sellCard } from "../../src/server/domains/cards/sell";
import type { Ctx, Operator } from "../../src/server/http/context";
import { AppError } from "../../src/server/http/error";
import { checkLedger } from "../../src/server/ledger/check";
import { countRows, fill, seedBooking, seedMember } from "../support/booking";
import { paid, seedCommerce } from "../support/commerce";
import { serves } from "../support/services";
import { tester, testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const db = () => t.database.dbFor("v-1");
/** One in each state. */
const cardIn = new Map<string, string>();
const transferIn = new Map<string, string>();
const asker: Operator = { id: "p-asker", name: "申请人" };
const card = callsOf(memberCards);
const move = callsOf(transfers);
const act = (call: Call, input: object, person: Operator = tester) => t.act((ctx) => serves(call)(ctx, input), { person });

beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t);
  for (const id of ["li", "han"]) await seedMember(t, id);
  await t.act((ctx) => fill(ctx, "li", 10_000, 0));
  await holdCards();
  await askTransfers();
});
afterAll(() => t.close());

async function holdCards(): Promise<void> {
  const define = (set: object) => db().updateTable("package_card").set(set).where("id", "=", "pk").execute();
  const sell = async (state: string): Promise<string> => {
    const id = await t.act((ctx) => sellCard(ctx, { memberId: "li", packageCardId: "pk", payments: paid(10_000) }));
    cardIn.set(state, id);
    return id;
  };
  await define({ activation: "firstUse", activate_within: 30, refundable: true, transferable: true });
  await sell("inactive");
  await define({ activation: "purchase" });
  await act(card.redeem, { id: await sell("active"), uses: 1 });
  await act(card.pause, { id: await sell("paused"), reason: "受伤" });
  await act(card.redeem, { id: await sell("used_up"), uses: 3 });
  await sql`UPDATE holding SET state = 'expired', expires_on = '2026-11-20' WHERE id = ${await sell("expired")}`.execute(db());
  await act(card.transfer, { id: await sell("transferred"), ...GIVEN.transfer });
  await act(card.exchange, { id: await sell("exchanged"), ...GIVEN.exchange });
  await act(card.refund, { id: await sell("refunded"), ...GIVEN.refund });
}
async function askTransfers(): Promise<void> {
  const ask = async (state: string): Promise<string> => {
    const draft = { giver: "li", receiver: "han", purse: "principal", amount: "10.00", reason: "合并" };
    const { id } = await t.act((ctx) => serves(move.create)(ctx, draft), { person: asker });
    transferIn.set(state, id);
    return id;
  };
  await act(move.approve, { id: await ask("done") });
  await act(move.refuse, { id: await ask("refused"), note: "先核实" });
  await act(move.withdraw, { id: await ask("withdrawn") }, asker);
  const failing = await ask("failed");
  await sql`UPDATE member SET state = 'frozen' WHERE id = 'han'`.execute(db());
  await act(move.approve, { id: failing });
  await sql`UPDATE member SET state = 'active' WHERE id = 'han'`.execute(db());
  // No change ends in it: what is approved is carried out by the same one.
  await sql`UPDATE member_transfer SET state = 'approved' WHERE id = ${await ask("approved")}`.execute(db());
  await ask("requested");
}

const reason = "试一下";
/** Input of each action of a card. */
const GIVEN = {
  redeem: { uses: 1 },
  addTimes: { extra: 2, amount: "0.00", method: "Cash", reason },
  extend: { until: "2027-06-01", reason },
  pause: { reason },
  resume: {},
  transfer: { to: "han", method: "Cash", reason },
  exchange: { into: "pk-k", due: "0.00", method: "Cash", reason },
  undo: { reason },
  refund: { back: "100.00", method: "Cash", reason },
} as const;
type CardAction = keyof typeof GIVEN;
/** State → action → the state after it. */
const CARD: Readonly<Record<string, Partial<Readonly<Record<CardAction, string>>>>> = {
  inactive: {
    redeem: "active",
    addTimes: "inactive",
    extend: "inactive",
    transfer: "transferred",
    exchange: "exchanged",
    refund: "refunded",
  },
  active: {
    redeem: "active",
    addTimes: "active",
    extend: "active",
    pause: "paused",
    transfer: "transferred",
    exchange: "exchanged",
    undo: "active",
    refund: "refunded",
  },
  paused: { extend: "paused", resume: "active", transfer: "transferred", exchange: "exchanged", refund: "refunded" },
  used_up: { addTimes: "active", undo: "active" },
  expired: { extend: "active" },
  transferred: {},
  exchanged: {},
  refunded: {},
};
/** A third of the card is gone after one use. */
const OF_USED = { exchange: { due: "33.33" }, refund: { back: "66.67" } } as const;

const TRANSFER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  requested: { approve: "done", refuse: "refused", withdraw: "withdrawn" },
  approved: {},
  done: {},
  failed: {},
  refused: {},
  withdrawn: {},
};

const GIVEN_UP = new Error("given up");
/** Runs an action and returns the state that it leads to, or the key of its refusal. */
async function tried(call: Call, input: object, state: (ctx: Ctx) => Promise<string | undefined>, person: Operator) {
  let outcome: string | undefined;
  await t
    .act(
      async (ctx) => {
        await serves(call)(ctx, input);
        outcome = await state(ctx);
        throw GIVEN_UP;
      },
      { person },
    )
    .catch((error: unknown) => {
      if (error === GIVEN_UP) return;
      if (!(error instanceof AppError)) throw error;
      outcome = error.key;
    });
  return outcome;
}
/** All that these actions write. */
const everything = async () => ({
  counts: await countRows(t),
  cards: await db().selectFrom("holding").selectAll().orderBy("id").execute(),
  uses: await db().selectFrom("holding_use").select("id").orderBy("id").execute(),
  transfers: await db().selectFrom("member_transfer").selectAll().orderBy("id").execute(),
  balances: await db().selectFrom("balance").selectAll().orderBy("account").orderBy("subject").execute(),
});
const pairs = <A extends string>(states: readonly string[], actions: readonly A[]) =>
  states.flatMap((state) => actions.map((action) => [state, action] as const));
const keys = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

describe("a member's card", () => {
  it("is tried in every state of its machine, with every action of its list", () => {
    expect(keys(CARD).sort()).toEqual([...holding.states].sort());
    expect([...cardIn.keys()].sort()).toEqual([...holding.states].sort());
    expect(keys(GIVEN).sort()).toEqual(keys(memberCards.actions).sort());
  });

  it.each(pairs(holding.states, keys(GIVEN)))("%s: %s", async (state, action) => {
    const id = cardIn.get(state) ?? "";
    const before = await everything();
    const own = state === "active" && (action === "exchange" || action === "refund") ? OF_USED[action] : {};
    const read = async (ctx: Ctx) => (await ctx.db.selectFrom("holding").select("state").where("id", "=", id).executeTakeFirst())?.state;
    const outcome = await tried(card[action], { id, ...GIVEN[action], ...own }, read, tester);
    expect(outcome).toBe(CARD[state]?.[action] ?? "wrongState");
    expect(await everything()).toEqual(before);
  });
});

describe("a transfer", () => {
  it("is tried in every state of its machine, with every action of its list", () => {
    expect(keys(TRANSFER).sort()).toEqual([...transfer.states].sort());
    expect([...transferIn.keys()].sort()).toEqual([...transfer.states].sort());
  });

  it.each(pairs(transfer.states, keys(transfers.actions)))("%s: %s", async (state, action) => {
    const id = transferIn.get(state) ?? "";
    const before = await everything();
    const read = async (ctx: Ctx) =>
      (await ctx.db.selectFrom("member_transfer").select("state").where("id", "=", id).executeTakeFirst())?.state;
    const input = action === "refuse" ? { id, note: reason } : { id };
    const outcome = await tried(move[action], input, read, action === "withdraw" ? asker : tester);
    expect(outcome).toBe(TRANSFER[state]?.[action] ?? "wrongState");
    expect(await everything()).toEqual(before);
  });
});

it("leaves the books in balance", async () => {
  expect(await checkLedger(db(), "v-1")).toEqual([]);
});
