/** The last place of an open play is sold once, whoever wants it at the same moment and from whichever process; without its guard it is oversold. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlay } from "../../src/contract/openPlay/open-play";
import { type Database, openDatabase } from "../../src/server/db/client";
import { join } from "../../src/server/domains/openPlay/join";
import { create } from "../../src/server/domains/openPlay/plan";
import { AppError } from "../../src/server/http/error";
import { change, systemRequest } from "../../src/server/http/perform";
import { checkLedger } from "../../src/server/ledger/check";
import { at, seedBooking, TOMORROW } from "../support/booking";
import { paid } from "../support/commerce";
import { tester, type TestVenue, testVenue } from "../support/venue";
import { FULL } from "../support/forms";

const CROWD = FULL ? 500 : 40;
const TERMS = { title: "双打局", placeIds: ["b-1"], day: TOMORROW, start: at(14), end: at(16), minimum: 1, price: "45.00" };
let t: TestVenue;
let processes: Database[];
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  processes = [openDatabase(t.url, { max: 12 }), openDatabase(t.url, { max: 12 })];
});
afterAll(async () => {
  for (const database of processes) await database.close();
  await t.close();
});
const openOne = (venue: TestVenue) => venue.act((ctx) => create(ctx, openPlay.create.input.parse({ ...TERMS, capacity: 1, open: true })));

it(`lets one of ${CROWD} over two processes take the last place`, async () => {
  const { id } = await openOne(t);
  const input = { id, attendees: 1, name: "散客", payments: paid(4_500) };
  const outcomes = await Promise.all(
    Array.from({ length: CROWD }, (_, i) =>
      change(processes[i % 2] ?? t.database, systemRequest(t.venue, "test", t.now, { person: tester }), (ctx) => join(ctx, input)).then(
        () => "joined",
        (error: unknown) => (error instanceof AppError ? error.key : String(error)),
      ),
    ),
  );
  expect(outcomes.filter((one) => one === "joined")).toHaveLength(1);
  expect(outcomes.filter((one) => one === "openPlayFull")).toHaveLength(CROWD - 1);
  const db = t.database.dbFor("v-1");
  expect(await db.selectFrom("open_play_ticket").select("id").execute()).toHaveLength(1);
  expect(await checkLedger(db, "v-1")).toEqual([]);
});

it("oversells once neither condition nor check guards it", async () => {
  const scratch = await testVenue();
  const owner = openDatabase(scratch.url, { role: null, max: 1 });
  try {
    await seedBooking(scratch);
    await openOne(scratch);
    await owner.pool.query("ALTER TABLE open_play DROP CONSTRAINT open_play_left_check");
    const everybody = 8;
    let reading = everybody;
    let go: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (go = resolve));
    const won = await Promise.all(
      Array.from({ length: everybody }, () =>
        scratch.act(async (ctx) => {
          const play = await ctx.db.selectFrom("open_play").select("left_heads").executeTakeFirstOrThrow();
          reading--;
          if (reading === 0) go();
          await all;
          if (play.left_heads < 1) return false;
          await ctx.db
            .updateTable("open_play")
            .set((eb) => ({ left_heads: eb("left_heads", "-", 1) }))
            .execute();
          return true;
        }),
      ),
    );
    expect(won.filter(Boolean).length).toBeGreaterThan(1);
    const left = await scratch.database.dbFor("v-1").selectFrom("open_play").select("left_heads").executeTakeFirstOrThrow();
    expect(left.left_heads).toBeLessThan(0);
  } finally {
    await owner.close();
    await scratch.close();
  }
});
