import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Input } from "../../src/contract/core/call";
import { accountLogs } from "../../src/contract/finance/account-logs";
import { finance } from "../../src/contract/finance/finance";
import { callsOf } from "../../src/contract/core/resource/calls";
import type { Member } from "../../src/contract/members/members";
import { members } from "../../src/contract/members/members";
import { shifts } from "../../src/contract/shift/shift";
import { accountLogServices, memberLog } from "../../src/server/domains/finance/account-log";
import { venueAccountExcel, venueLog, venueLogExcel } from "../../src/server/domains/finance/venue-log";
import { recharge } from "../../src/server/domains/members/recharge";
import { forgetCounts } from "../../src/server/db/counts";
import { AppError } from "../../src/server/http/error";
import type { Request } from "../../src/server/http/perform";
import { type Leg, post } from "../../src/server/ledger/post";
import { enrol, seedMembers } from "../support/members";
import { serves } from "../support/services";
import { excelRows } from "../support/unzip";
import { addVenue, testVenue, type TestVenue } from "../support/venue";

const calls = callsOf(accountLogs);
let t: TestVenue;
let wang: Member;
let li: Member;
const fen = (text: string): number => Number(text.replace(".", ""));
const db = () => t.database.dbFor("v-1");
const fill = (memberId: string, input: Partial<Input<typeof members.recharge>> = {}, as?: Partial<Request>) => {
  const parsed = members.recharge.input.parse({ memberId, pay: "500.00", method: "Cash", ...input });
  return t.act((ctx) => recharge(ctx, parsed), as);
};
/** Spends from the purses on a place of today, or gives back where negative. */
const spend = (memberId: string, principal: number, gift: number) =>
  t.act((ctx) => {
    const legs: Leg[] = [
      { account: "purse.principal", amount: principal, subject: memberId },
      { account: "purse.gift", amount: gift, subject: memberId },
      { account: "income.place", amount: -principal - gift, earnedOn: "2026-11-21" },
    ];
    return post(ctx, { document: { kind: "order", id: "o-1", no: "B20261121-0001" }, operation: "place", legs });
  });
const log = async (input: Input<typeof calls.list> = {}, as?: Partial<Request>) => {
  forgetCounts("v-1");
  return t.look((ctx) => accountLogServices.list(ctx, calls.list.input.parse({ size: 500, ...input })), as);
};
const refusal = async (work: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`not refused: ${String(error)}`);
  return error;
};
const minute = () => (t.now = new Date(t.now.getTime() + 60_000));

beforeAll(async () => {
  t = await testVenue();
  await seedMembers(t);
  wang = await enrol(t, { name: "王芳", cardNo: "W-1" });
  li = await enrol(t, { name: "李强", cardNo: "L-1" });
  await fill(wang.id, { offerId: "of-1", method: "WeChat" });
  minute();
  await spend(wang.id, 12_000, 3_000);
  minute();
  await spend(wang.id, -2_000, -500);
  minute();
  await fill(li.id, { pay: "80.00" });
});
afterAll(() => t.close());

describe("the account log", () => {
  it("shows each movement with purse, before, after, document and operator, newest first", async () => {
    const { content } = await log();
    expect(content.map((row) => [row.memberName, row.kind, row.purse, row.in, row.out, row.before, row.after])).toEqual([
      ["李强", "recharge", "principal", "80.00", "0.00", "0.00", "80.00"],
      ["王芳", "refund", "gift", "5.00", "0.00", "20.00", "25.00"],
      ["王芳", "refund", "principal", "20.00", "0.00", "380.00", "400.00"],
      ["王芳", "booking", "gift", "0.00", "30.00", "50.00", "20.00"],
      ["王芳", "booking", "principal", "0.00", "120.00", "500.00", "380.00"],
      ["王芳", "recharge", "gift", "50.00", "0.00", "0.00", "50.00"],
      ["王芳", "recharge", "principal", "500.00", "0.00", "0.00", "500.00"],
    ]);
    expect(content[6]).toMatchObject({ method: "WeChat", cardNo: "W-1", operator: "测试员", documentKind: "recharge", revocable: true });
    expect(content[4]).toMatchObject({ method: null, no: "B20261121-0001", revocable: false });
  });

  it("chains: each before is the after of the movement earlier on that purse, and the last after is the balance", async () => {
    const { content } = await log();
    const balances = new Map<string, string>();
    for (const row of [...content].reverse()) {
      const key = `purse.${row.purse} ${row.memberId}`;
      expect(row.before).toBe(balances.get(key) ?? "0.00");
      expect(fen(row.after)).toBe(fen(row.before) + fen(row.in) - fen(row.out));
      balances.set(key, row.after);
    }
    const kept = await db().selectFrom("balance").selectAll().where("venue_id", "=", "v-1").execute();
    expect(Object.fromEntries(balances)).toEqual(
      Object.fromEntries(kept.map((row) => [`${row.account} ${row.subject}`, `${row.amount / 100}.00`])),
    );
  });

  it.each<[string, Input<typeof calls.list>, number]>([
    ["member name", { q: "王芳" }, 6],
    ["card number", { q: "w-1" }, 6],
    ["document number", { q: "b20261121" }, 4],
    ["kind", { kind: "recharge,refund" }, 5],
    ["purse", { purse: "gift" }, 3],
    ["kind and purse", { kind: "recharge", purse: "gift" }, 1],
    ["days", { from: "2026-11-21", to: "2026-11-21" }, 7],
    ["other days", { from: "2026-11-22" }, 0],
  ])("narrows by %s, and the sums are those of the rows", async (_, filter, count) => {
    const page = await log(filter);
    expect(page.totalElements).toBe(count);
    const sums = await t.look((ctx) => accountLogServices.sums(ctx, calls.sums.input.parse(filter)));
    const total = (field: "in" | "out") => page.content.reduce((sum, row) => sum + fen(row[field]), 0);
    expect([sums.count, fen(sums.in), fen(sums.out), fen(sums.net)]).toEqual([
      count,
      total("in"),
      total("out"),
      total("in") - total("out"),
    ]);
  });

  it("of one member shows theirs only, page by page without gaps", async () => {
    const seen: string[] = [];
    for (let page = 0; page < 3; page++) {
      const part = await t.look((ctx) => memberLog(ctx, finance.memberLog.input.parse({ memberId: wang.id, page, size: 2 })));
      expect(part.totalElements).toBe(6);
      seen.push(...part.content.map((row) => row.id));
    }
    expect(new Set(seen).size).toBe(6);
  });

  it("is the venue's own", async () => {
    const other = await addVenue(t.database, "v-2");
    expect((await log({}, { venue: other })).totalElements).toBe(0);
  });

  it("leaves as an Excel file with the same rows and figures", async () => {
    const file = await t.look((ctx) => accountLogServices.excel(ctx, { kind: ["booking"] }));
    const rows = await excelRows(file.body);
    expect(rows.map((row) => [row[2], row[3], row[5], row[8], row[9], row[10]])).toEqual([
      ["订场", "王芳", "赠送", "30.00", "50.00", "20.00"],
      ["订场", "王芳", "本金", "120.00", "500.00", "380.00"],
    ]);
  });
});

describe("revoking a recharge", () => {
  it("posts the mirror of the whole once, gives the money back, and marks the rows", async () => {
    minute();
    const member = await enrol(t, { name: "周五" });
    const done = await fill(member.id, { offerId: "of-1", method: "Alipay" });
    minute();
    const row = (await log({ memberId: member.id })).content.find((one) => one.purse === "gift");
    const mirror = await t.act((ctx) => accountLogServices.revocation(ctx, { id: row?.id ?? "", reason: "充错会员" }), {
      action: "finance.revoke",
    });
    expect(mirror).toMatchObject({
      kind: "revocation",
      purse: "principal",
      out: "500.00",
      after: "0.00",
      reason: "充错会员",
      revocable: false,
    });
    const legs = await db()
      .selectFrom("posting as p")
      .innerJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
      .where("t.document_id", "=", done.id)
      .select(["p.account", "t.reverses"])
      .select((eb) => eb.fn.sum<number>("p.amount").as("amount"))
      .groupBy(["p.account", "t.reverses"])
      .execute();
    const sums = new Map<string, number>();
    for (const leg of legs) sums.set(leg.account, (sums.get(leg.account) ?? 0) + leg.amount);
    expect(Object.fromEntries(sums)).toEqual({ "tender.alipay": 0, "purse.principal": 0, "purse.gift": 0, "cost.gift": 0 });
    const payment = await db().selectFrom("payment").selectAll().where("document_id", "=", done.id).executeTakeFirstOrThrow();
    expect(payment).toMatchObject({ state: "refunded", refunded: 50_000 });
    const rows = (await log({ memberId: member.id })).content;
    expect(rows.filter((one) => one.kind === "recharge").every((one) => !one.revocable && one.revokedAt !== null)).toBe(true);
    expect((await refusal(t.act((ctx) => accountLogServices.revocation(ctx, { id: done.id, reason: "再来" })))).key).toBe(
      "alreadyReversed",
    );
  });

  it("of two at once happens once", async () => {
    const member = await enrol(t);
    const done = await fill(member.id);
    const both = await Promise.allSettled(
      [1, 2].map(() => t.act((ctx) => accountLogServices.revocation(ctx, { id: done.id, reason: "重复" }))),
    );
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is refused where a purse would pass below zero, and nothing moves", async () => {
    const member = await enrol(t);
    const done = await fill(member.id, { offerId: "of-1" });
    await spend(member.id, 0, 1_000);
    expect((await refusal(t.act((ctx) => accountLogServices.revocation(ctx, { id: done.id, reason: "已消费" })))).key).toBe("balanceShort");
    expect((await log({ memberId: member.id, kind: "revocation" })).totalElements).toBe(0);
    const kept = await db().selectFrom("recharge").select("revoked_at").where("id", "=", done.id).executeTakeFirstOrThrow();
    expect(kept.revoked_at).toBeNull();
  });

  it("is refused for what is no recharge, and for what is not there", async () => {
    const booking = (await log({ kind: "booking" })).content[0];
    expect((await refusal(t.act((ctx) => accountLogServices.revocation(ctx, { id: booking?.id ?? "", reason: "试试" })))).key).toBe(
      "notReversible",
    );
    expect((await refusal(t.act((ctx) => accountLogServices.revocation(ctx, { id: "nothing", reason: "试试" })))).key).toBe("missing");
    const other = await addVenue(t.database, "v-3");
    const mine = (await log({ kind: "recharge" })).content.find((row) => row.revocable);
    expect(
      (await refusal(t.act((ctx) => accountLogServices.revocation(ctx, { id: mine?.documentId ?? "", reason: "别馆" }), { venue: other })))
        .key,
    ).toBe("missing");
  });

  it("in cash pays out of the drawer of who revokes", async () => {
    const member = await enrol(t);
    const done = await fill(member.id);
    const other = { person: { id: "p-other", name: "店长" } };
    await t.act((ctx) => serves(shifts.open)(ctx, { float: "500.00" }), other);
    await t.act((ctx) => accountLogServices.revocation(ctx, { id: done.id, reason: "退现" }), other);
    const drawers = await db()
      .selectFrom("posting as p")
      .innerJoin("shift as s", (join) => join.onRef("s.venue_id", "=", "p.venue_id").onRef("s.id", "=", "p.subject"))
      .innerJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"))
      .where("t.document_id", "=", done.id)
      .where("p.account", "=", "tender.cash")
      .select(["s.person_id", "p.amount"])
      .orderBy("p.amount", "desc")
      .execute();
    expect(drawers).toEqual([
      { person_id: "p-tester", amount: 50_000 },
      { person_id: "p-other", amount: -50_000 },
    ]);
  });
});

describe("the venue's own log", () => {
  it("shows what went in and out of each tender, and its files sum to it", async () => {
    forgetCounts("v-1");
    const all = await t.look((ctx) => venueLog(ctx, finance.venueLog.input.parse({ size: 500 })));
    const cash = await t.look((ctx) => venueLog(ctx, finance.venueLog.input.parse({ size: 500, account: "tender.cash" })));
    expect(new Set(cash.content.map((row) => row.account))).toEqual(new Set(["tender.cash"]));
    expect(all.totalElements).toBeGreaterThan(cash.totalElements);
    expect(await excelRows((await t.look((ctx) => venueLogExcel(ctx, {}))).body)).toHaveLength(all.totalElements);
    const totals = await excelRows((await t.look((ctx) => venueAccountExcel(ctx, {}))).body);
    const last = totals.at(-1) ?? [];
    const sum = (field: "in" | "out") => all.content.reduce((total, row) => total + fen(row[field]), 0);
    expect([last[0], Number(last[1]), fen(last[2] ?? ""), fen(last[3] ?? "")]).toEqual(["合计", all.totalElements, sum("in"), sum("out")]);
  });
});
