/** Lists and reports of members' money, each figure counted again from postings by plain SQL. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../src/contract/core/call";
import { statements } from "../../src/server/domains/finance/statements";
import { accountLogServices } from "../../src/server/domains/finance/account-log";
import {
  cardOpenings,
  cardsOpened,
  memberMonths,
  memberPurchases,
  memberTotals,
  userAccountLogs,
} from "../../src/contract/finance/member-money";
import { finance } from "../../src/contract/finance/finance";
import { members as membersContract } from "../../src/contract/members/members";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls, REST } from "../../src/contract/core/resource/report";
import { textOf } from "../../src/contract/core/resource/text";
import { type Book, openBook } from "../support/book";
import { byText } from "../support/order";
import { excelRows } from "../support/unzip";

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());

type Row = Readonly<Record<string, string>>;
const fen = (text: unknown): number => Math.round(Number(text ?? 0) * 100);
const listed = async (call: Parameters<Book["admin"]["ok"]>[0], input: object = {}): Promise<readonly Row[]> =>
  ((await b.admin.ok(call, { size: 500, ...input })) as Page<Row>).content;
const total = (rows: readonly Row[], field: string): number => rows.reduce((sum, row) => sum + fen(row[field]), 0);

describe("the user account log", () => {
  const calls = callsOf(userAccountLogs);

  it("shows one line for each document, both purses side by side", async () => {
    const rows = await listed(calls.list, { member: b.wang });
    expect(rows.map((row) => [row["kind"], row["principal"], row["gift"], row["principalAfter"], row["giftAfter"]])).toEqual([
      ["refund", "68.00", "0.00", "388.01", null],
      ["booking", "-85.00", "0.00", "320.01", null],
      ["booking", "-85.00", "0.00", "405.01", null],
      ["sale", "-9.99", "0.00", "490.01", null],
      ["recharge", "500.00", "50.00", "500.00", "50.00"],
    ]);
    expect((await listed(calls.list, { member: b.li, kind: "revocation" })).map((row) => row["amount"])).toEqual(["-80.00"]);
  });

  it("is searched by how a card's number begins, whatever its letters' size", async () => {
    const rows = await listed(calls.list, { member: b.wang });
    for (const q of ["W-1", "w-"]) expect(await listed(calls.list, { q })).toEqual(rows);
    expect(await listed(calls.list, { q: "X-1" })).toEqual([]);
  });

  it("sums to the postings of the purses, and to the account log of the venue", async () => {
    const [posted] = await b.count<{ sum: string }>(
      "SELECT -sum(amount) AS sum FROM posting WHERE venue_id = $1 AND account LIKE 'purse.%'",
    );
    const sums = await b.admin.ok(calls.sums, {});
    expect([fen(sums.amount), fen(sums.principal) + fen(sums.gift)]).toEqual([Number(posted?.sum), Number(posted?.sum)]);
    expect(fen((await b.t.look((ctx) => accountLogServices.sums(ctx, {}))).net)).toBe(Number(posted?.sum));
    expect(total(await listed(calls.list), "amount")).toBe(Number(posted?.sum));
  });
});

describe("the sales log of members", () => {
  const calls = callsOf(memberPurchases);

  it("holds what members paid and got back, whatever paid it, and no recharge", async () => {
    const rows = await listed(calls.list);
    const posted = await b.count<{ no: string; net: string }>(
      `SELECT t.document_no AS no, sum(p.amount) AS net FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
       WHERE t.venue_id = $1 AND t.document_kind IN ('order', 'sale', 'card', 'session') AND t.operation <> 'one use'
         AND (p.account LIKE 'tender.%' OR p.account LIKE 'purse.%') AND EXISTS (SELECT FROM member m WHERE m.venue_id = t.venue_id AND m.id IN (
           SELECT o.member_id FROM booking_order o WHERE o.venue_id = t.venue_id AND o.id = t.document_id
           UNION SELECT s.member_id FROM sale s WHERE s.venue_id = t.venue_id AND s.id = t.document_id
           UNION SELECT h.member_id FROM holding h WHERE h.venue_id = t.venue_id AND h.id = t.document_id
           UNION SELECT e.member_id FROM session_order e WHERE e.venue_id = t.venue_id AND e.id = t.document_id))
       GROUP BY t.document_no ORDER BY t.document_no`,
    );
    expect(rows.map((row) => [row["no"], fen(row["net"])]).sort(byText)).toEqual(
      posted.map((row) => [row.no, Number(row.net)]).sort(byText),
    );
    expect(new Set(rows.map((row) => row["kind"]))).toEqual(new Set(["booking", "sale", "card", "session"]));
    const sums = await b.admin.ok(calls.sums, {});
    expect([sums.count, fen(sums.net)]).toEqual([rows.length, total(rows, "net")]);
  });

  it("adds up, member by member, to what their register says they spent", async () => {
    const register = await listed(callsOf(memberTotals).list);
    for (const member of register)
      expect([member["name"], total(await listed(calls.list, { member: member["id"] }), "net")]).toEqual([
        member["name"],
        fen(member["spent"]),
      ]);
  });
});

describe("the register report", () => {
  it("counts recharges and gifts that stand, and what the purses hold, from the postings", async () => {
    const rows = await listed(callsOf(memberTotals).list);
    const posted = await b.count<{ subject: string; recharged: string; gifted: string; principal: string; gift: string }>(
      `SELECT p.subject, coalesce(-sum(p.amount) FILTER (WHERE t.document_kind = 'recharge' AND p.account = 'purse.principal'), 0) AS recharged,
         coalesce(-sum(p.amount) FILTER (WHERE t.document_kind = 'recharge' AND p.account = 'purse.gift'), 0) AS gifted,
         coalesce(-sum(p.amount) FILTER (WHERE p.account = 'purse.principal'), 0) AS principal,
         coalesce(-sum(p.amount) FILTER (WHERE p.account = 'purse.gift'), 0) AS gift
       FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
       WHERE p.venue_id = $1 AND p.account LIKE 'purse.%' GROUP BY p.subject`,
    );
    const figures = (row: object): number[] => ["recharged", "gifted", "principal", "gift"].map((name) => Number(Reflect.get(row, name)));
    for (const row of rows) {
      const found = posted.find(({ subject }) => subject === row["id"]);
      expect([row["name"], ...figures(row).map((yuan) => Math.round(yuan * 100))]).toEqual([
        row["name"],
        ...(found ? figures(found) : [0, 0, 0, 0]),
      ]);
    }
    expect(rows.find((row) => row["id"] === b.li)).toMatchObject({ recharges: 1, recharged: "300.00" });
    const sums = await b.admin.ok(callsOf(memberTotals).sums, {});
    expect(fen(sums.principal) + fen(sums.gift)).toBe(posted.reduce((sum, row) => sum + Number(row.principal) + Number(row.gift), 0));
  });
});

describe("the register report is searched as the list of members is", () => {
  it("by name, spelling, initials, card and phone", async () => {
    const [one] = await b.count<{ name: string; pinyin: string; initials: string; card_no: string; phone: string }>(
      `SELECT name, pinyin, initials, card_no, phone FROM member WHERE venue_id = $1 AND id = '${b.li}'`,
    );
    if (!one) throw new Error("no such member");
    const { name, pinyin, initials, card_no: card, phone } = one;
    expect([pinyin, initials].map((text) => text.length > 1)).toEqual([true, true]);
    for (const q of [
      name,
      name.slice(0, 1),
      pinyin,
      pinyin.toUpperCase().slice(0, 3),
      initials,
      card.toLowerCase(),
      phone,
      phone.slice(-4),
    ]) {
      const members = ((await b.admin.ok(membersContract.list, { q })) as Page<{ id: string }>).content.map(({ id }) => id).sort();
      const rows = (await listed(callsOf(memberTotals).list, { q })).map((row) => row["id"] ?? "").sort();
      expect([q, rows]).toEqual([q, members]);
      expect(rows).toContain(b.li);
    }
    expect(await listed(callsOf(memberTotals).list, { q: "没有这个人" })).toEqual([]);
  });
});

describe("the card opening statistics", () => {
  const read = (input: object) => b.admin.ok(reportCalls(cardOpenings).read, { from: "2026-11-20", to: "2026-11-21", ...input });

  it("count enrolments and package cards alike by type, day and operator", async () => {
    const [posted] = await b.count<{ amount: string }>(
      `SELECT sum(p.amount) AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
       WHERE t.venue_id = $1 AND t.document_kind = 'card' AND p.amount > 0 AND p.account LIKE 'tender.%'`,
    );
    for (const group of ["type", "day", "operator"]) {
      const { rows, sums } = await read({ group });
      expect([group, sums["memberCards"], sums["packageCards"], sums["cards"], fen(sums["amount"])]).toEqual([
        group,
        4,
        1,
        5,
        Number(posted?.amount),
      ]);
      expect(rows.reduce((all, row) => all + Number(row["cards"]), 0)).toBe(5);
    }
    const days = await read({ group: "day" });
    expect(days.rows.map((row) => [row["name"], row["memberCards"], row["packageCards"]])).toEqual([
      ["2026-11-20", 2, 0],
      ["2026-11-21", 2, 1],
    ]);
    expect((await read({ kind: "package" })).sums["memberCards"]).toBe(0);
    expect((await read({ group: "operator" })).rows.map((row) => row["name"])).toContain("测试员");
  });
});

describe("cards opened", () => {
  const calls = callsOf(cardsOpened);

  it("say who enrolled, after the log of that time is gone", async () => {
    const said = new Map((await listed(calls.list, { kind: "member" })).map((row) => [row["member"], row["operator"]]));
    const logged = await b.count<{ id: string; operator: string }>(
      "SELECT object_id AS id, operator FROM audit_log WHERE venue_id = $1 AND object = 'member' AND before IS NULL",
    );
    expect(logged.filter(({ operator }) => operator !== "").length).toBeGreaterThan(0);
    for (const { id, operator } of logged) expect([id, said.get(id)]).toEqual([id, operator]);
    const plan = await b.count<{ "QUERY PLAN": string }>("EXPLAIN SELECT * FROM card_opening WHERE venue_id = $1");
    expect(plan.some((line) => line["QUERY PLAN"].includes("audit_log"))).toBe(false);
  });
});

describe("the monthly statement", () => {
  const read = (input: object) =>
    b.admin.ok(reportCalls(memberMonths).read, {
      from: "2026-11-21",
      to: "2026-11-21",
      venueId: "v-1",
      ...input,
    });
  const foots = (row: Readonly<Record<string, unknown>>): number =>
    fen(row["opening"]) +
    fen(row["recharge"]) +
    fen(row["given"]) +
    fen(row["transferredIn"]) -
    fen(row["transferredOut"]) -
    fen(row["spent"]) +
    fen(row["refunded"]) -
    fen(row["paidOut"]) -
    fen(row["voided"]) +
    fen(row["adjusted"]) -
    fen(row["closing"]);

  it("puts those for whom a page has no row into one, with which all rows come to the purses' own statement", async () => {
    const asked = { from: "2026-11-21", to: "2026-11-21", compare: "none" as const, filter: {} };
    const of = (group: string, top?: number) =>
      b.t.look((ctx) => statements(ctx, { ...asked, group }, top === undefined ? undefined : { top, all: top }));
    const added = (rows: Awaited<ReturnType<typeof of>>): number[] =>
      ["opening", "recharge", "given", "spent", "refunded", "paidOut", "voided", "closing"].map((name) =>
        rows.reduce((sum, row) => sum + Number(row[name]), 0),
      );
    const purses = await of("purse");
    const everybody = await of("member");
    expect(everybody.length).toBeGreaterThan(2);
    for (const shown of [1, 2]) {
      const rows = await of("member", shown);
      expect(rows.map(({ key }) => key)).toEqual([...everybody.slice(0, shown).map(({ key }) => key), REST]);
      expect(rows.slice(0, shown)).toEqual(everybody.slice(0, shown));
      expect(added(rows)).toEqual(added(purses));
    }
    expect(await of("member", everybody.length + 1)).toEqual(everybody);
    expect(added(everybody)).toEqual(added(purses));
  });

  it.each(["member", "cardType", "purse"])("has the same rows and totals in its file by %s", async (group) => {
    const { excel } = reportCalls(memberMonths);
    if (!excel) throw new Error("no file");
    const asked = { from: "2026-11-21", to: "2026-11-21", group, venueId: "v-1" };
    const answer = await b.admin.fetch(excel, asked);
    const lines = await excelRows(Buffer.from(await answer.arrayBuffer()));
    const { rows, sums } = await read({ group });
    expect(lines.slice(0, -1).map(([name, note]) => [name, note ?? ""])).toEqual(rows.map((row) => [row["name"], row["note"]]));
    const columns = Object.keys(memberMonths.columns).slice(2);
    for (const [i, row] of [...rows, sums].entries())
      expect(lines[i]?.slice(2)).toEqual(columns.map((name) => textOf(Reflect.get(row, name))));
    expect(lines).toHaveLength(rows.length + 1);
  });

  it.each(["member", "cardType", "purse"])(
    "foots by %s, each row and the total, on what the postings say before and after",
    async (group) => {
      const { rows, sums } = await read({ group });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of [...rows, sums]) expect(foots(row)).toBe(0);
      const [posted] = await b.count<{ opening: string; closing: string; spent: string }>(
        `SELECT -sum(p.amount) FILTER (WHERE p.day < '2026-11-21') AS opening, -sum(p.amount) AS closing,
         sum(p.amount) FILTER (WHERE p.day = '2026-11-21' AND p.amount > 0 AND t.document_kind <> 'recharge') AS spent
       FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id WHERE p.venue_id = $1 AND p.account LIKE 'purse.%'`,
      );
      expect([fen(sums["opening"]), fen(sums["closing"]), fen(sums["spent"])]).toEqual([
        Number(posted?.opening),
        Number(posted?.closing),
        Number(posted?.spent),
      ]);
      for (const name of Object.keys(sums)) expect(fen(sums[name])).toBe(rows.reduce((all, row) => all + fen(row[name]), 0));
    },
  );

  it("puts a revoked recharge against itself, and a member's figures agree with their account log", async () => {
    const { rows } = await read({ from: "2026-11-20" });
    expect(rows.find((row) => row.key === b.li)).toMatchObject({ opening: "0.00", recharge: "380.00", paidOut: "80.00", spent: "30.00" });
    const log = await b.admin.ok(callsOf(userAccountLogs).sums, {
      member: b.wang,
      createdAtFrom: "2026-11-20",
      createdAtTo: "2026-11-21",
    });
    const wang = rows.find((row) => row.key === b.wang);
    expect(fen(log.amount)).toBe(fen(wang?.["closing"]) - fen(wang?.["opening"]));
  });
});

it("the venue's account log sums to the postings of its tenders", async () => {
  const sums = await b.admin.ok(finance.venueLogSums, { account: "tender.cash,tender.wechat" });
  const [posted] = await b.count<{ count: string; in: string; out: string }>(
    `SELECT count(*), sum(amount) FILTER (WHERE amount > 0) AS in, -sum(amount) FILTER (WHERE amount < 0) AS out FROM posting
     WHERE venue_id = $1 AND account IN ('tender.cash', 'tender.wechat')`,
  );
  expect([sums.count, fen(sums.in), fen(sums.out)]).toEqual([Number(posted?.count), Number(posted?.in), Number(posted?.out)]);
  expect(Number(posted?.out)).toBeGreaterThan(0);
});
