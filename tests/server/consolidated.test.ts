/** Several venues side by side: consolidated figures are the sum less clearing, and who lacks a venue does not see it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fen } from "../../src/contract/core/money";
import type { Code } from "../../src/contract/core/permissions";
import { measuresOf, type Report, type ReportAnswer, reportCalls } from "../../src/contract/core/resource/report";
import { CLEARING, ELIMINATED, venuesDay, venuesLiabilities, venuesProfitLoss } from "../../src/contract/finance/consolidated";
import { dayReports } from "../../src/contract/finance/day-reports";
import { liabilities, profitLoss } from "../../src/contract/finance/statements";
import { book, payFor, seedBooking, seedMember } from "../support/booking";
import { type Book, openBook } from "../support/book";
import { PLATFORM } from "../../src/server/db/client";
import type { Client } from "../support/server";
import { query } from "../support/tables";
import { excelRows } from "../support/unzip";
import { addVenue } from "../support/venue";

const DAYS = { from: "2026-11-01", to: "2026-11-30" };
const PAGES: readonly Code[] = ["daily_page_report_list", "account_statements"];
let b: Book;
let boss: Client;

beforeAll(async () => {
  b = await openBook();
  const visited = await addVenue(b.t.database, "v-2");
  await addVenue(b.t.database, "v-3");
  await seedBooking(b.t, "v-2");
  await b.t.database
    .dbFor("v-1")
    .updateTable("card_type")
    .set({ roams_at: ["v-2"] })
    .where("id", "=", "ct-85")
    .execute();
  await seedMember(b.t, "roamer", { cardTypeId: "ct-85", principal: 30_000, gift: 0 });
  const pay = async (start: number, type: "RoamingCard" | "Cash") => {
    const order = await book(b.t, { day: "2026-11-21", runs: [{ placeId: "b-1", start, end: start + 60 }] }, { venue: visited });
    const card = { card: { venueId: "v-1", memberId: "roamer" } };
    await payFor(b.t, order, [{ type, amount: order.due, ...(type === "RoamingCard" ? card : {}) }], { venue: visited });
  };
  await pay(1_260, "RoamingCard");
  await pay(1_320, "Cash");
  b.t.now = new Date("2026-11-24T02:00:00Z");
  const person = await b.server.addPerson("boss", ["v-1", "v-2"]);
  // At the third venue the person has a role without these codes.
  await b.t.database.dbFor(PLATFORM).insertInto("role").values({ id: "r-guest", organization_id: "o-1", name: "r-guest" }).execute();
  await b.t.database
    .dbFor(PLATFORM)
    .insertInto("person_venue")
    .values({ person_id: person, venue_id: "v-3", role_id: "r-guest" })
    .execute();
  boss = await b.server.as("boss");
});
afterAll(() => b.close());

const read = (report: Report, group: string, as: Client = boss): Promise<ReportAnswer> =>
  as.ok(reportCalls(report).read, { ...DAYS, group });
const ownOf = (report: Report, venueId: string): Promise<ReportAnswer> =>
  boss.ok(reportCalls(report).read, { ...DAYS, ...(report.path.startsWith("/api/open/") ? { venueId } : {}) }, { venueId });
const money = (row: object | undefined, name: string): number => fen(String(Reflect.get(row ?? {}, name) ?? "0.00"));
const rowOf = ({ rows }: ReportAnswer, key: string) => rows.find((row) => row.key === key);

describe("each venue is as in its own report, and together they are the sum", () => {
  it.each([
    ["days", venuesDay, dayReports, ["refunded", "takings", "earned"]],
    ["profit and loss", venuesProfitLoss, profitLoss, ["profit", "income", "discount", "cost"]],
  ] as const)("%s", async (_, report, own, measures) => {
    const all = await read(report, "venue");
    expect(all.rows.filter(({ level }) => level === 0).map(({ key }) => key)).toEqual(["v-1", "v-2"]);
    const each = { "v-1": await ownOf(own, "v-1"), "v-2": await ownOf(own, "v-2") };
    for (const name of measures) {
      for (const [venue, { sums }] of Object.entries(each))
        expect([venue, name, rowOf(all, venue)?.[name]]).toEqual([venue, name, sums[name]]);
      expect(money(all.sums, name)).toBe(money(each["v-1"].sums, name) + money(each["v-2"].sums, name));
    }
    expect(money(each["v-2"].sums, "earned") + money(each["v-2"].sums, "income")).toBeGreaterThan(0);
    for (const group of Object.keys(report.groups)) expect((await read(report, group)).sums).toEqual(all.sums);
  });

  it("liabilities: consolidated = sum less clearing", async () => {
    const all = await read(venuesLiabilities, "venue");
    const [one, two] = [await ownOf(liabilities, "v-1"), await ownOf(liabilities, "v-2")];
    const counted = await query<{ owed: number }>(
      b.t.url,
      "SELECT -sum(amount)::float8 AS owed FROM posting WHERE venue_id = 'v-1' AND account = 'clearing.venue' AND subject = 'v-2'",
      [],
    );
    const owed = counted[0]?.owed ?? 0;
    expect(owed).toBeGreaterThan(0);
    expect(money(rowOf(all, `v-1.${CLEARING}`), "closing")).toBe(owed);
    expect(rowOf(all, `v-2.${CLEARING}`)).toBeUndefined();
    expect(money(rowOf(all, ELIMINATED), "closing")).toBe(-owed);
    const sumOfVenues = money(rowOf(all, "v-1"), "closing") + money(rowOf(all, "v-2"), "closing");
    expect(sumOfVenues).toBe(money(one.sums, "closing") + money(two.sums, "closing") + owed);
    expect(money(all.sums, "closing")).toBe(sumOfVenues - owed);
    expect(money(all.sums, "opening") + money(all.sums, "credit") - money(all.sums, "debit")).toBe(money(all.sums, "closing"));
    const byAccount = await read(venuesLiabilities, "account");
    expect(byAccount.sums).toEqual(all.sums);
    for (const { key } of one.rows.filter(({ level }) => level === 0))
      expect(money(rowOf(byAccount, key), "closing")).toBe(money(rowOf(one, key), "closing") + money(rowOf(two, key), "closing"));
  });
});

describe("who lacks a venue does not see it", () => {
  it.each([
    ["holds a role at this venue only", ["v-1"], []],
    ["lacks the report's code there", ["v-1"], [PAGES]],
  ] as const)("%s", async (name, venues, roles) => {
    const username = name.replaceAll(/\W/g, "");
    const person = await b.server.addPerson(username, venues);
    const db = b.t.database.dbFor(PLATFORM);
    for (const _ of roles) {
      const role_id = `r-${username}-2`;
      await db.insertInto("role").values({ id: role_id, organization_id: "o-1", name: role_id }).execute();
      await db.insertInto("role_code").values({ role_id, code: "venue_user_list" }).execute();
      await db.insertInto("person_venue").values({ person_id: person, venue_id: "v-2", role_id }).execute();
    }
    const client = await b.server.as(username);
    for (const report of [venuesDay, venuesProfitLoss, venuesLiabilities]) {
      for (const group of Object.keys(report.groups)) {
        const text = JSON.stringify(await read(report, group, client));
        expect(text).toContain("v-1");
        expect(text).not.toContain("v-2");
      }
      const answer = await read(report, "venue", client);
      expect(answer.rows.find(({ key }) => key === ELIMINATED)).toBeUndefined();
    }
  });

  it("and a file has only venues where the person may export it", async () => {
    const person = await b.server.addPerson("half", ["v-1"]);
    const db = b.t.database.dbFor(PLATFORM);
    await db.insertInto("role").values({ id: "r-look", organization_id: "o-1", name: "r-look" }).execute();
    await db
      .insertInto("role_code")
      .values(PAGES.map((code) => ({ role_id: "r-look", code })))
      .execute();
    await db.insertInto("person_venue").values({ person_id: person, venue_id: "v-2", role_id: "r-look" }).execute();
    const half = await b.server.as("half");
    expect(JSON.stringify(await read(venuesProfitLoss, "venue", half))).toContain("场馆 v-2");
    for (const report of [venuesDay, venuesProfitLoss, venuesLiabilities]) {
      const { excel } = reportCalls(report);
      if (!excel) throw new Error("no file");
      const namesOf = async (client: Client) =>
        (await excelRows(Buffer.from(await (await client.fetch(excel, DAYS)).arrayBuffer()))).map(([name = ""]) => name.trim());
      expect(await namesOf(half)).not.toContain("场馆 v-2");
      expect(await namesOf(boss)).toContain("场馆 v-2");
    }
  });
});

it("reads the file back with the figures of the page", async () => {
  for (const report of [venuesDay, venuesProfitLoss, venuesLiabilities]) {
    const { excel } = reportCalls(report);
    if (!excel) throw new Error("no file");
    const lines = await excelRows(Buffer.from(await (await boss.fetch(excel, DAYS)).arrayBuffer()));
    const shown = await boss.ok(reportCalls(report).read, DAYS);
    const [first = ""] = measuresOf(report);
    const column = Object.keys(report.columns).indexOf(first);
    const total = lines.find(([name]) => name === "合并");
    expect(Number(total?.[column])).toBe(Number(shown.sums[first]));
  }
});
