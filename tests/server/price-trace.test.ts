/**
 * The price trace is JSON, forty times as slow to add up as the columns that the database works out of it. What reads many lines reads those:
 * no list, sum, file or report asks for the trace; only what looks at one record, or sells again what stands, does.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { booking } from "../../src/contract/booking/booking";
import type { Call } from "../../src/contract/core/call";
import { reportCalls } from "../../src/contract/core/resource/report";
import { onStatement } from "../../src/server/db/statements";
import { servedReports } from "../../src/server/resource/report";
import { allRoutes } from "../../src/server/routes";
import { type Book, openBook } from "../support/book";
import { sampleInput } from "../support/sample";
import { query } from "../support/tables";

allRoutes({ dataDir: "/nowhere" }); // serving a report enters it in the list
/** True if a statement reads it, by name or with all columns of lines. */
function reads(text: string): boolean {
  if (/\btrace\b|\btraced_off\b/.test(text)) return true;
  const aliases = [...text.matchAll(/\bbooking_line"?(?: as)? "?(\w+)/gi)].map(([, alias = ""]) => alias);
  return ["booking_line", ...aliases].some((alias) => new RegExp(`\\b${alias}"?\\.\\*`).test(text));
}
const DAYS = { from: "2026-11-20", to: "2026-11-21", dayFrom: "2026-11-20", dayTo: "2026-11-21" };
/** Everything of a venue, to take it elsewhere. */
const WHOLE = new Set(["venue.archive"]);
/** Calls that read many rows: all reads that name no record. */
const many = calls.filter(
  ({ name, call }) =>
    !WHOLE.has(name) && call.method === "GET" && (call.access === "venue" || call.access === "cookie") && !("id" in sampleInput(call)),
);

let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => {
  onStatement(undefined);
  return b.close();
});

/** The statements that a call sends, with its file read to the end. */
async function sentBy(call: Call, input: object): Promise<string[]> {
  const heard: string[] = [];
  onStatement(({ text }) => heard.push(text));
  const answer = await b.admin.fetch(call, input);
  await answer.text();
  onStatement(undefined);
  return heard;
}

it.each(many)("$name reads no trace", async ({ call }) => {
  const sent = await sentBy(call, { ...DAYS, ...sampleInput(call) });
  expect(sent.filter((text) => reads(text))).toEqual([]);
});

it.each(servedReports.map((report) => ({ name: report.name, report })))(
  "$name reads no trace, however it is grouped",
  async ({ report }) => {
    for (const group of [undefined, ...Object.keys(report.groups ?? {})]) {
      const sent = await sentBy(reportCalls(report)["read"], { ...DAYS, ...(group === undefined ? {} : { group }) });
      expect([group, sent.filter((text) => reads(text))]).toEqual([group, []]);
    }
  },
);

/** They take a line whole, without its trace, and only lines that changed after their day was locked. */
const OF_LOCKED_LINES = ["booked_line", "line_state"];
it("is in no view that they read, but those of lines that changed after their day was locked", async () => {
  const views = await query<{ name: string; text: string }>(
    b.t.url,
    "SELECT viewname AS name, definition AS text FROM pg_views WHERE schemaname = 'public'",
  );
  expect(views.length).toBeGreaterThan(10);
  expect(
    views
      .filter(({ text }) => reads(text))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(OF_LOCKED_LINES);
});

it("tells a record of a booking, which shows the trace", async () => {
  const [order] = await b.count<{ id: string }>("SELECT id FROM booking_order WHERE venue_id = $1 LIMIT 1");
  const sent = await sentBy(booking.view, { id: order?.id });
  expect(sent.filter((text) => reads(text)).length).toBeGreaterThan(0);
});
