/** Use of courts: hours counted again by hand, income from the postings. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { courtOpenings, courtUse } from "../../src/contract/finance/court-use";
import { callsOf } from "../../src/contract/core/resource/calls";
import { type ReportAnswer, reportCalls } from "../../src/contract/core/resource/report";
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
  const openings = async (day: string) => (await b.admin.ok(callsOf(courtOpenings).sums, { dayFrom: day, dayTo: day })).openHours;
  expect([await openings("2026-11-20"), await openings("2026-11-21")]).toEqual([0, 204]);
  // Read as a timetable, from morning to evening.
  const { content } = await b.admin.ok(callsOf(courtOpenings).list, { dayFrom: "2026-11-21", dayTo: "2026-11-21", size: 10 });
  const hours = content.filter(({ court }) => court === content[0]?.court).map(({ hour }) => hour);
  expect(hours.length).toBeGreaterThan(3);
  expect(hours).toEqual(hours.toSorted());
});

it("lists the hours on sale as the report counts them: breaks of a hall, other times on a weekday, a court that is not offered", async () => {
  await b.count(
    "UPDATE place SET active = false WHERE venue_id = $1 AND id = (SELECT min(id) FROM place WHERE hall_id = 'h-b' AND venue_id = $1)",
  );
  // Saturdays from half past eight; a break from 12:00 to 13:30 on Saturdays, another on Mondays.
  await b.count(
    `UPDATE hall SET open_minutes[6] = 510, closed_times = '[{"weekdays":[6],"start":720,"end":810},{"weekdays":[1],"start":600,"end":900}]'
     WHERE venue_id = $1 AND id = 'h-b'`,
  );
  const { rows, sums } = await read({ from: "2026-11-15", to: "2026-11-21", group: "weekday" });
  const { sums: total, list } = callsOf(courtOpenings);
  const of = async (more: object) => (await b.admin.ok(total, { dayFrom: "2026-11-15", dayTo: "2026-11-21", ...more })).openHours;
  expect(await of({})).toBe(sums["openHours"]);
  expect(Number(sums["openHours"])).toBeLessThan(204 * 6);
  for (const row of rows) {
    const [day = "", hour] = row.key.split(".");
    expect([row.key, await of({ weekday: day, ...(hour === undefined ? {} : { hour }) })]).toEqual([row.key, row["openHours"]]);
  }
  const { content } = await b.admin.ok(list, { dayFrom: "2026-11-21", dayTo: "2026-11-21", hour: "08", hall: "h-b", size: 100 });
  expect([...new Set(content.map(({ openHours }) => openHours))]).toEqual([0.5]);
  expect(await b.admin.ok(callsOf(courtOpenings).view, { id: content[0]?.id ?? "" })).toEqual(content[0]);
});
