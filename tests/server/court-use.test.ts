/** Use of courts: hours counted again by hand, income from the postings. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { courtUse } from "../../src/contract/courtUse";
import { type ReportAnswer, reportCalls } from "../../src/contract/resource/report";
import { type Book, openBook } from "../support/book";

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());
const fen = (text: unknown): number => Math.round(Number(text ?? 0) * 100);
const read = (input: object = {}): Promise<ReportAnswer> =>
  b.admin.ok(reportCalls(courtUse).read, { from: "2026-11-20", to: "2026-11-21", ...input });

it.each(["place", "hour", "weekday", "day"])(
  "by %s adds up to what the ledger says places earned, and each row to the rows below it",
  async (group) => {
    const { rows, sums } = await read({ group });
    const [posted] = await b.count<{ earned: string }>(
      `SELECT -sum(p.amount) AS earned FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
     WHERE p.venue_id = $1 AND t.document_kind = 'order' AND (p.account = 'income.place' OR p.account LIKE 'discount.%')
       AND p.earned_on BETWEEN '2026-11-20' AND '2026-11-21'`,
    );
    const top = rows.filter(({ level }) => level === 0);
    expect(fen(sums["income"])).toBe(Number(posted?.earned));
    for (const name of ["sessions", "openHours", "soldHours", "income"])
      expect([name, Math.round(top.reduce((sum, row) => sum + Number(row[name]), 0) * 100)]).toEqual([name, fen(sums[name])]);
    for (const [i, row] of rows.entries()) {
      if (row.level > 0 || rows[i + 1]?.level !== 1) continue;
      const end = rows.findIndex((other, at) => at > i && other.level === 0);
      const below = rows.slice(i + 1, end < 0 ? undefined : end);
      for (const name of ["openHours", "soldHours", "income"])
        expect(Math.round(below.reduce((sum, part) => sum + Number(part[name]), 0) * 100)).toBe(fen(row[name]));
    }
  },
);

it("counts a full court as each of its halves, and hours on sale as the halls are open", async () => {
  const { rows, sums } = await read({ from: "2026-11-21" });
  // Ten courts and two halves, open from 6 to 23.
  expect(sums).toMatchObject({ openHours: 12 * 17, soldHours: 6.5, sessions: 4, utilisation: 3.2 });
  const of = (key: string) => rows.find((row) => row.key === key);
  expect(of("u-east")).toMatchObject({ sessions: 1, soldHours: 2, openHours: 17, utilisation: 11.8 });
  expect(of("u-west")?.["income"]).toBe(of("u-east")?.["income"]);
  expect(of("u-1.10")).toMatchObject({ sessions: 1, soldHours: 1, utilisation: 100 });
  expect(of("u-1.11")).toMatchObject({ sessions: 0, soldHours: 0.5, utilisation: 50 });
  expect(fen(of("u-1")?.["perHour"])).toBe(Math.round(fen(of("u-1")?.["income"]) / 17));
});

it("leaves closed days out of what is on sale", async () => {
  await b.count(
    "INSERT INTO holiday (venue_id, day, name, kind, priced_as) VALUES ($1, '2026-11-20', '盘点', 'closed', 5) ON CONFLICT (venue_id, day) DO UPDATE SET kind = 'closed'",
  );
  expect((await read({ group: "day" })).rows.map((row) => [row.key, row["openHours"]])).toEqual([["2026-11-21", 204]]);
});
