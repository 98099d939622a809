/** Doctor finds nothing in sound data, and each kind of damage by its name: a check that cannot fail proves nothing. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { redeemCard } from "../../src/server/kernel/cards/redeem";
import { sellCard } from "../../src/server/domains/cards/sell";
import { members } from "../../src/contract/members/members";
import { shifts } from "../../src/contract/shift/shift";
import { revoke } from "../../src/server/domains/finance/revoke";
import { recharge } from "../../src/server/domains/members/recharge";
import { type FileStore, filesDir, openStore } from "../../src/server/files/store";
import { sweepFiles } from "../../src/server/files/sweep";
import { post } from "../../src/server/ledger/post";
import { openShift } from "../../src/server/ledger/tender";
import { createSale } from "../../src/server/domains/sale/create";
import { bookSession } from "../../src/server/domains/capacitySessions/book";
import { receive } from "../../src/server/domains/stock/receive";
import { examine } from "../../src/tools/doctor/examine";
import type { Ctx } from "../../src/server/http/context";
import { at, book, seedBooking } from "../support/booking";
import { serves } from "../support/services";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

let t: TestVenue;
const cash = (amount: number) => [{ type: "Cash" as const, amount }];

beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  const own = { venue_id: "v-1" };
  const db = t.database.dbFor("v-1");
  await db
    .insertInto("product_class")
    .values({ ...own, id: "pc", name: "饮料" })
    .execute();
  await db
    .insertInto("product")
    .values({ ...own, id: "pr", class_id: "pc", name: "水", barcode: null, unit: "瓶", price: 300 })
    .execute();
  await db
    .insertInto("package_card")
    .values({ ...own, id: "pk", name: "十次卡", program_id: "g-b", price: 10_000, times: 3, valid_days: 90 })
    .execute();
  await db
    .insertInto("hall_booking")
    .values({
      ...own,
      id: "hb",
      hall_id: "h-b",
      day: "2026-11-21",
      start_minute: at(14),
      end_minute: at(16),
      starts_at: new Date("2026-11-21T06:00:00Z"),
      ends_at: new Date("2026-11-21T08:00:00Z"),
      price: 3_000,
      max_place: 20,
      left_place: 20,
      status: "on_shelf",
    })
    .execute();
  await book(t, { memberId: "m-1" });
  await t.act((ctx) => receive(ctx, { warehouse: "shop", supplier: "批发商", lines: [{ productId: "pr", quantity: 24, unitCost: 150 }] }));
  await t.act((ctx) => createSale(ctx, { memberId: "m-1", lines: [{ productId: "pr", quantity: 2 }], payments: cash(600) }));
  const holdingId = await t.act((ctx) => sellCard(ctx, { memberId: "m-1", packageCardId: "pk", payments: cash(10_000) }));
  await t.act((ctx) => redeemCard(ctx, { holdingId, times: 1 }));
  await t.act((ctx) => bookSession(ctx, { hallBookingId: "hb", attendees: 2, memberId: "m-1", payments: cash(6_000) }));
});
afterAll(() => t.close());

/** Puts a float into the person's drawer, fen. */
const openFloat = async (ctx: Ctx, amount: number): Promise<void> => {
  const id = await openShift(ctx);
  await post(ctx, {
    document: { kind: "shift", id, no: "SH-1" },
    operation: "shift float",
    shiftId: id,
    legs: [
      { account: "tender.cash", amount, subject: id },
      { account: "cash.safe", amount: -amount },
    ],
  });
};

/** Names of the checks that found something. */
const failing = async (): Promise<string[]> =>
  (await examine(t.url)).filter((result) => result.findings.length > 0).map((result) => result.check);

let heal: string[] = [];
/** Damages the data as no service could: below every guard. `back` undoes it after the test. */
async function damage(harm: string, back: string): Promise<void> {
  heal = [back];
  await query(t.url, `BEGIN; SET LOCAL session_replication_role = replica; ${harm}; COMMIT`);
}
afterEach(async () => {
  for (const back of heal) await query(t.url, `BEGIN; SET LOCAL session_replication_role = replica; ${back}; COMMIT`);
  heal = [];
});

describe("doctor", () => {
  const results = async (store?: FileStore) =>
    (await examine(t.url, undefined, store, t.now)).filter(({ findings }) => findings.length > 0);

  it("raises no alarm where cash is given back by another person than who took it, but says whose drawer lacks it", async () => {
    const desk = { id: "p-other", name: "换班的人" };
    const filled = await t.act((ctx) => recharge(ctx, members.recharge.input.parse({ memberId: "m-1", pay: "80.00", method: "Cash" })));
    await t.act((ctx) => serves(shifts.open)(ctx, { float: "0.00" }), { person: desk });
    const asked = await t.act((ctx) => serves(shifts.request)(ctx, { amount: "80.00", reason: "备用金未录" }), { person: desk });
    await t.act((ctx) => serves(shifts.decide)(ctx, { id: asked.id, approved: true }));
    await t.act((ctx) => revoke(ctx, { id: filled.id, reason: "充错了" }), { person: desk });
    const [look, ...rest] = await results();
    expect(rest).toEqual([]);
    expect(look).toMatchObject({ check: "no drawer has paid out more than was in it", note: true });
    expect(look?.findings).toMatchObject([{ detail: expect.stringContaining("换班的人, open, holds -8000") }]);
    await t.act((ctx) => openFloat(ctx, 8_000), { person: desk });
    expect(await results()).toEqual([]);
  });

  it("sees work that nobody does, and work that fails", async () => {
    const at = (minutes: number) => new Date(t.now.getTime() + minutes * 60_000);
    await query(
      t.url,
      "INSERT INTO due (venue_id, job, due_at, tries) VALUES ('v-1', 'test.late', $1, 0), ('v-1', 'test.soon', $2, 0), ('v-1', 'test.failing', $2, 4)",
      [at(-11), at(5)],
    );
    const found = await results();
    expect(found.map(({ check, note, findings }) => [check, note, findings.map(({ subject }) => subject).sort()])).toEqual([
      ["no work waits long after its time", true, ["test.failing", "test.late"]],
    ]);
    await query(t.url, "DELETE FROM due WHERE job LIKE 'test.%'");
    expect(await results()).toEqual([]);
  });

  it("sees keys kept past their time, and files that belong to nothing, which the server sweeps", async () => {
    await query(
      t.url,
      "INSERT INTO idempotency (venue_id, person_id, call, key, body_hash, at) VALUES ('v-1', 'p', 'sale.create', 'k', 'h', now() - interval '26 hours')",
    );
    const dataDir = await mkdtemp(path.join(tmpdir(), "venue-doctor-"));
    const root = filesDir(dataDir);
    await mkdir(path.join(root, "ab"), { recursive: true });
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
    for (const name of ["ab/known.png", "ab/orphan.png", "ab/broken.png.part", "ab/young.png"]) {
      await writeFile(path.join(root, name), "x");
      if (!name.includes("young")) await utimes(path.join(root, name), hoursAgo, hoursAgo);
    }
    await query(
      t.url,
      "INSERT INTO uploaded_file (venue_id, id, path, type, bytes, address, at) VALUES ('-', 'f', 'ab/known.png', 'image/png', 1, '', now())",
    );
    const found = await results(openStore(dataDir));
    expect(found.map(({ check, note, findings }) => [check, note, findings.map(({ subject }) => subject).sort()])).toEqual([
      ["every uploaded file is known", true, ["ab/broken.png.part", "ab/orphan.png"]],
      ["no key of a retry is kept past its time", true, ["sale.create k"]],
    ]);
    expect(await sweepFiles(t.database, openStore(dataDir), t.now)).toBe(2);
    expect((await readdir(path.join(root, "ab"))).sort()).toEqual(["known.png", "young.png"]);
    await query(t.url, "DELETE FROM idempotency WHERE key = 'k'; DELETE FROM uploaded_file WHERE id = 'f'");
    await rm(dataDir, { recursive: true });
    expect(await results()).toEqual([]);
  });

  it("finds nothing in what the services have made", async () => {
    const results = await examine(t.url, undefined, undefined, t.now);
    expect(results.flatMap((result) => result.findings)).toEqual([]);
    expect(results.length).toBeGreaterThan(10);
  });

  it.each([
    [
      "the ledger's identities hold",
      "UPDATE balance SET amount = amount + 1 WHERE account = 'purse.gift' AND subject = 'm-1'",
      "UPDATE balance SET amount = amount - 1 WHERE account = 'purse.gift' AND subject = 'm-1'",
    ],
    [
      "what members have spent is what was posted for them",
      "UPDATE member SET spent = spent + 1 WHERE id = 'm-1'",
      "UPDATE member SET spent = spent - 1 WHERE id = 'm-1'",
    ],
    [
      "no two price plans of equal priority share a place and a day",
      "INSERT INTO price_plan SELECT venue_id, 'twin', program_id, '孪生', priority, valid_to, valid_to + 9, '{b-1}', matrix, enabled FROM price_plan WHERE id = 'pp-1'",
      "DELETE FROM price_plan WHERE id = 'twin'",
    ],
    [
      "stock on hand is the sum of its movements and never below 0",
      "UPDATE stock SET quantity = quantity + 1",
      "UPDATE stock SET quantity = quantity - 1",
    ],
    [
      "what stock is worth is the sum of its movements and of its postings",
      "UPDATE stock_value SET value = value + 1",
      "UPDATE stock_value SET value = value - 1",
    ],
    [
      "every deadline has its row in the plan of work",
      "UPDATE due SET job = 'x ' || job WHERE job = 'sessions.finish'",
      "UPDATE due SET job = 'sessions.finish' WHERE job = 'x sessions.finish'",
    ],
    ["a card's uses are those in its log", "UPDATE holding SET used = used + 1", "UPDATE holding SET used = used - 1"],
    [
      "a card's balance is its price less what its uses earned",
      "UPDATE holding SET price = price + 1",
      "UPDATE holding SET price = price - 1",
    ],
    [
      "a session's places left are its places less the attendees sold",
      "UPDATE hall_booking SET left_place = left_place - 1",
      "UPDATE hall_booking SET left_place = left_place + 1",
    ],
    [
      "no live event is missing between the first and the last",
      "UPDATE outbox SET id = id + 1000 WHERE id = 2",
      "UPDATE outbox SET id = id - 1000 WHERE id = 1002",
    ],
    [
      "every row's making is in the audit log",
      "UPDATE audit_log SET object_id = 'x' || object_id WHERE object = 'sale'",
      "UPDATE audit_log SET object_id = substr(object_id, 2) WHERE object = 'sale'",
    ],
    [
      "all migrations are applied, and no others",
      "INSERT INTO schema_migration (name) VALUES ('999_later.sql')",
      "DELETE FROM schema_migration WHERE name = '999_later.sql'",
    ],
    [
      "every table of venues is under row-level security",
      "ALTER TABLE sale NO FORCE ROW LEVEL SECURITY",
      "ALTER TABLE sale FORCE ROW LEVEL SECURITY",
    ],
    [
      "guards of the ledger and the audit log are on",
      "ALTER TABLE posting DISABLE TRIGGER append_only",
      "ALTER TABLE posting ENABLE TRIGGER append_only",
    ],
    [
      "the application may not change the ledger or the audit log",
      "GRANT UPDATE ON posting TO venue_app",
      "REVOKE UPDATE ON posting FROM venue_app",
    ],
  ])("says that this is broken: %s", async (check, harm, back) => {
    await damage(harm, back);
    expect(await failing()).toContain(check);
  });

  it("does not take a table of another schema for the ledger", async () => {
    await damage(
      "CREATE SCHEMA other; CREATE TABLE other.posting (); GRANT ALL ON other.posting TO venue_app",
      "DROP SCHEMA other CASCADE",
    );
    expect(await failing()).not.toContain("the application may not change the ledger or the audit log");
  });

  it("sees cells that are sold twice, also where the guard's table says nothing", async () => {
    await damage(
      "INSERT INTO booking_line SELECT venue_id, 'twice', order_id, place_id, day, start_minute, end_minute, 0, 0, 0, 0, trace, 'active' FROM booking_line LIMIT 1",
      "DELETE FROM booking_line WHERE id = 'twice'",
    );
    const found = (await examine(t.url)).find((result) => result.check === "no ground is sold twice");
    expect(found?.findings).toMatchObject([{ venue: "v-1 场馆 v-1", detail: expect.stringContaining("taken by another") }]);
  });
});
