/** Ageing of receivables as of any day, counted again by plain SQL: what is owed, for how long, and settled in which order. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { fen } from "../../src/contract/core/money";
import { reportCalls, rowsOf } from "../../src/contract/core/resource/report";
import { receivablesAgeing } from "../../src/contract/finance/receivables";
import { balanceSheet } from "../../src/contract/finance/statements";
import { type Book, openBook } from "../support/book";
import type { Client } from "../support/server";
import { sumsAt } from "../support/drills";
import { query } from "../support/tables";
import { excelRows } from "../support/unzip";

let b: Book;
let admin: Client;
/** Posts on an account of receivables against other income, by plain SQL. */
const owe = (id: string, day: string, account: string, subject: string, amount: number, document = id): Promise<unknown> =>
  query(
    b.t.url,
    `BEGIN; INSERT INTO ledger_tx (venue_id, id, document_kind, document_id, document_no, operation, person_id, operator, posted_at, day)
      VALUES ('v-1', '${id}', 'order', '${document}', '${document}', 'test', '', '', '${day}T04:00:00Z', '${day}');
    INSERT INTO posting (venue_id, tx_id, seq, account, subject, amount, day, posted_at, earned_on) VALUES
      ('v-1', '${id}', 0, '${account}', '${subject}', ${amount}, '${day}', '${day}T04:00:00Z', NULL), ('v-1', '${id}', 1, 'income.other', '', ${-amount}, '${day}', '${day}T04:00:00Z', '${day}'); COMMIT;`,
  );
beforeAll(async () => {
  b = await openBook();
  await owe("a1", "2026-07-01", "receivable.member", b.wang, 10_000);
  await owe("a2", "2026-09-10", "receivable.member", b.wang, 5_000);
  await owe("a3", "2026-11-01", "receivable.member", b.wang, 2_000);
  await owe("a4", "2026-11-10", "receivable.member", b.wang, -11_000);
  // Bought and given back whole: no receivable.
  await owe("a5", "2026-11-02", "receivable.member", b.li, 700, "sale-5");
  await owe("a6", "2026-11-03", "receivable.member", b.li, -700, "sale-5");
  await owe("a7", "2026-10-05", "receivable.organization", "contract-1", 30_000);
  b.t.now = new Date("2026-11-24T02:00:00Z");
  admin = await b.server.as("admin");
});
afterAll(() => b.close());

const read = (to: string, more: Readonly<Record<string, string>> = {}) =>
  admin.ok(reportCalls(receivablesAgeing).read, { from: to, to, ...more });
const rowOf = async (to: string, key: string) => (await read(to)).rows.find((row) => row.key === key);

it("ages what is owed by the day posted, and settles what is owed longest", async () => {
  expect(await rowOf("2026-11-09", `receivable.member/${b.wang}`)).toMatchObject({
    name: "王芳",
    since: "2026-07-01",
    owed: "170.00",
    days30: "20.00",
    days60: "50.00",
    days90: "0.00",
    older: "100.00",
  });
  expect(await rowOf("2026-11-20", `receivable.member/${b.wang}`)).toMatchObject({
    since: "2026-09-10",
    owed: "60.00",
    days30: "20.00",
    days90: "40.00",
  });
  expect(await rowOf("2026-11-20", `receivable.member/${b.li}`)).toBeUndefined();
  expect(await rowOf("2026-11-02", `receivable.member/${b.li}`)).toMatchObject({ owed: "7.00" });
  expect(await rowOf("2026-11-20", "receivable.organization/contract-1")).toMatchObject({ owed: "300.00", days60: "300.00" });
});

it.each(["2026-07-01", "2026-09-30", "2026-11-09", "2026-11-10", "2026-11-23"])(
  "is on %s what was posted until then, as the balance sheet has it",
  async (day) => {
    const counted = await b.count<{ key: string; sum: number }>(
      `SELECT account || '/' || subject AS key, sum(amount)::float8 AS sum FROM posting WHERE venue_id = $1 AND account IN ('receivable.member', 'receivable.organization') AND day <= '${day}'
     GROUP BY 1 HAVING sum(amount) <> 0 ORDER BY 1`,
    );
    const { rows, sums } = await read(day);
    const shown = rows.filter(({ level }) => level === 0).map(({ key, owed }) => ({ key, sum: fen(String(owed)) }));
    expect(shown.toSorted((a, c) => (a.key < c.key ? -1 : 1))).toEqual(counted);
    for (const { key, owed } of rows.filter(({ level }) => level === 0))
      expect(
        rows.filter((row) => row.level === 1 && row.key.startsWith(`${key}/`)).reduce((sum, row) => sum + fen(String(row["owed"])), 0),
      ).toBe(fen(String(owed)));
    const sheet = await admin.ok(reportCalls(balanceSheet).read, { from: day, to: day });
    const held = ["receivable.member", "receivable.organization"].reduce(
      (sum, key) => sum + fen(String(sheet.rows.find((row) => row.key === key)?.["closing"] ?? "0.00")),
      0,
    );
    expect(fen(String(sums["owed"]))).toBe(held);
    const address = rowsOf(receivablesAgeing, "total", { from: day, to: day, group: "debtor", compare: "none", filter: {} }, "owed");
    expect(fen(String((await sumsAt(admin, address ?? ""))["net"]))).toBe(held);
  },
);

it("narrows to an account, and writes all of it to a file", async () => {
  const only = await read("2026-11-20", { account: "receivable.organization" });
  expect(only.sums["owed"]).toBe("300.00");
  const { excel } = reportCalls(receivablesAgeing);
  if (!excel) throw new Error("no file");
  const lines = await excelRows(Buffer.from(await (await admin.fetch(excel, { from: "2026-11-20", to: "2026-11-20" })).arrayBuffer()));
  expect(lines.find(([name]) => name === "王芳")?.slice(2, 4)).toEqual(["60.00", "20.00"]);
  expect(lines.find(([name]) => name === "合计")?.[2]).toBe((await read("2026-11-20")).sums["owed"]);
  expect((await admin.call(api.receivablesAgeing.read, { from: "2026-11-20", to: "2026-11-19" })).code).not.toBe(200);
});
