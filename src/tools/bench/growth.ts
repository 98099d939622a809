/**
 * Cost of growth: calls over so many bookings, and again as other venues become many; the cost of venues that are only watched; and a round
 * of the scheduler over many venues. Rows are generated straight into the tables. Calls run in this process, a booking in a transaction
 * that is rolled back: this measures the database's part. `--rows 10000`, `100000`, `1000000` one after the other give the curve.
 */
import { sql } from "kysely";
import { booking } from "../../contract/booking/booking";
import { bookingOrders } from "../../contract/booking/booking-orders";
import { callsOf } from "../../contract/core/resource/calls";
import { addDays, dayOf, DEFAULT_ZONE } from "../../contract/core/time";
import { type Database, openDatabase, PLATFORM } from "../../server/db/client";
import { create } from "../../server/domains/booking/create";
import { grid } from "../../server/domains/booking/grid";
import { bookingOrderServices } from "../../server/domains/booking/orders";
import "../../server/followers";
import { change, read, systemRequest } from "../../server/http/perform";
import { allJobs } from "../../server/jobs";
import { setJobs } from "../../server/kernel/due";
import { openScheduler } from "../../server/scheduler";
import { DAYS_AHEAD, VENUE } from "./data";
import type { Figure } from "./figures";
import { percentile } from "./load";
import { pagesRead } from "./pages";
import { measureWatched } from "./watched";

const TIMES = 40;
/** An hour that no bulk booking of the first place has. */
const FREE = 360 + 3 * 60;
const VENUES = [10, 1_000, 10_000];
/** Waiting rows of each venue, and number of venues with something due in a usual round. */
const WAITING = 21;
const DUE = 200;
const UNDONE = new Error("undone");
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

export async function measureGrowth({ url, rows }: { url: string; rows: number }): Promise<Figure[]> {
  const database = openDatabase(url, { max: 8 });
  const owner = openDatabase(url, { max: 1, role: null });
  try {
    const figures: Figure[] = [];
    const before = new Map<string, number>();
    let known = 0;
    for (const venues of VENUES) {
      await addVenues(owner, known, venues);
      known = venues;
      figures.push(...(await calls(url, rows, venues, before)));
    }
    const watched = await measureWatched(
      url,
      Array.from({ length: 100 }, (_, i) => `w-${i + 1}`),
    );
    return [...figures, ...watched, ...(await rounds(database, owner, known))];
  } finally {
    await database.close();
    await owner.close();
  }
}

/** Venues "w-<i>" with what waits of them. */
async function addVenues(owner: Database, from: number, to: number): Promise<void> {
  const db = owner.dbFor(PLATFORM);
  await sql`INSERT INTO venue (id, organization_id, name, main_tag, tags, site_type_source_id, created_at)
    SELECT 'w-' || i, 'bench', '场馆 ' || i, 'badminton', '{badminton}', 'w-' || i, now() FROM generate_series(${from}::int + 1, ${to}::int) i`.execute(
    db,
  );
  await sql`INSERT INTO due (venue_id, job, due_at)
    SELECT 'w-' || i, 'bench.' || j, now() + interval '1 day' + i * interval '1 s' FROM generate_series(${from}::int + 1, ${to}::int) i, generate_series(1, ${WAITING}::int) j`.execute(
    db,
  );
  await sql`ANALYZE venue, due`.execute(db);
}

async function calls(url: string, rows: number, venues: number, before: Map<string, number>): Promise<Figure[]> {
  setJobs(allJobs({ wechat: undefined, alipay: undefined }));
  // One connection: it is the one whose pages are counted.
  const database = openDatabase(url, { max: 1 });
  const venue = await database.dbFor(PLATFORM).selectFrom("venue").selectAll().where("id", "=", VENUE).executeTakeFirstOrThrow();
  const request = () => systemRequest(venue, "bench", new Date());
  const day = addDays(dayOf(new Date(), DEFAULT_ZONE), DAYS_AHEAD - 1);
  const free = booking.create.input.parse({
    day,
    runs: [{ placeId: "c-0", start: FREE, end: FREE + 60 }],
    mode: "hold",
    name: "测速",
  });
  const measured: Readonly<Record<string, () => Promise<unknown>>> = {
    "a page of orders": () =>
      read(database, request(), (ctx) => bookingOrderServices.list(ctx, callsOf(bookingOrders).list.input.parse({}))),
    "the grid of a day": () => read(database, request(), (ctx) => grid(ctx, booking.grid.input.parse({ day, programId: "p" }))),
    "a booking": () =>
      change(database, request(), async (ctx) => {
        await create(ctx, free);
        throw UNDONE;
      }).catch((error: unknown) => {
        if (error !== UNDONE) throw error;
      }),
  };
  const figures: Figure[] = [];
  for (const [what, call] of Object.entries(measured)) {
    for (let i = 0; i < 10; i++) await call();
    const db = database.dbFor(VENUE);
    const from = await pagesRead(db, "this connection");
    const times: number[] = [];
    for (let i = 0; i < TIMES; i++) {
      const started = performance.now();
      await call();
      times.push(performance.now() - started);
    }
    const pages = ((await pagesRead(db, "this connection")) - from) / TIMES;
    const first = before.get(what) ?? pages;
    before.set(what, first);
    const more = Math.round((pages / first - 1) * 100);
    figures.push({
      what: `${what}, ${rows.toLocaleString("en-US")} bookings, ${venues.toLocaleString("en-US")} venues`,
      value: `${Math.round(pages)} pages (${more >= 0 ? "+" : ""}${more} %), p50 ${ms(percentile(times, 0.5))}`,
      bar: "+20 % pages",
      goal: "+20 % pages",
      met: more <= 20 ? "goal" : "no",
      note: `${TIMES} calls one after the other; against ${VENUES[0]} venues`,
    });
  }
  await database.close();
  return figures;
}

async function rounds(database: Database, owner: Database, venues: number): Promise<Figure[]> {
  const db = owner.dbFor(PLATFORM);
  const scheduler = openScheduler(database, [{ name: "bench.due", run: async () => undefined }], () => new Date(), console.error);
  const round = async (count: number): Promise<{ ran: number; took: number }> => {
    await sql`INSERT INTO due (venue_id, job, due_at) SELECT 'w-' || i, 'bench.due', now() FROM generate_series(1, ${count}::int) i`.execute(
      db,
    );
    const started = performance.now();
    const ran = await scheduler.round();
    return { ran, took: performance.now() - started };
  };
  await round(DUE);
  const figure = (what: string, { ran, took }: { ran: number; took: number }, bar: number): Figure => ({
    what: `${what}, ${venues.toLocaleString("en-US")} venues, ${(venues * WAITING).toLocaleString("en-US")} rows that wait`,
    value: `${ms(took)}, ${ran} jobs`,
    bar: `< ${bar / 1_000} s`,
    goal: `< ${bar / 1_000} s`,
    met: took < bar ? "goal" : "no",
    note: "jobs that do nothing, each in its own transaction, four at a time",
  });
  return [
    figure("a round of the scheduler with nothing due", await round(0), 1_000),
    figure(`a round with ${DUE} venues due`, await round(DUE), 1_000),
  ];
}
