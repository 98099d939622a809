/**
 * Work at a time under kills: two server processes over one database take what is due, and one or the other is killed with SIGKILL at any
 * moment, over and over. Each hold that runs out has run out once, whoever was killed, and nothing that is due is left.
 */
import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../../src/server/db/client";
import { packageRoot } from "../../src/server/root";
import { at, book, seedBooking } from "../support/booking";
import { type FreshDatabase, freshDatabase } from "../support/database";
import { deskOf, venueOf } from "../support/desk";
import { bundleServer, type ServerProcess, startProcess } from "../support/process";
import { query } from "../support/tables";
import { addVenue, planAllJobs } from "../support/venue";
import { KILLS } from "../support/forms";

const VENUES = 6;
/** Half hours of a court between 7:00 and 22:00. */
const HALVES = 30;

let fresh: FreshDatabase;
let database: Database;
let main: string;
let bundle: string;
let folder: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 4 });
  folder = await mkdtemp(path.join(tmpdir(), "venue-due-"));
  bundle = path.join(packageRoot, `.data/test-due-${process.pid}`);
  main = await bundleServer(bundle);
  // The holds are made here, and plan what the servers do.
  planAllJobs();
  for (let i = 0; i < VENUES; i++) {
    await addVenue(database, `v-${i}`);
    await seedBooking(await deskAt(i, new Date()));
  }
  running.push(await start(), await start());
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await database?.close();
  await fresh?.drop();
  for (const dir of [folder, bundle]) if (dir) await rm(dir, { recursive: true, force: true });
});

const start = (): Promise<ServerProcess> => startProcess(main, folder, { DATABASE_URL: fresh.url });
const deskAt = async (i: number, now: Date) => deskOf(database, fresh.url, await venueOf(database, `v-${i}`), now);

it(`each hold that runs out does so once, over ${KILLS} kills`, async () => {
  let held = 0;
  const days = Array.from({ length: 14 }, (_, i) => new Date(Date.now() + (i + 1) * 86_400_000).toISOString().slice(0, 10));
  for (let kill = 0; kill < KILLS; kill++) {
    // Made a quarter of an hour ago but for a second: their holds run out while one of the two is killed.
    const made = new Date(Date.now() - 15 * 60_000 + 1_000);
    const half = kill % HALVES;
    const day = days[Math.floor(kill / HALVES) % days.length] ?? "";
    await Promise.all(
      Array.from({ length: VENUES }, async (_, i) => {
        const desk = await deskAt(i, made);
        const court = {
          placeId: `b-${(Math.floor(kill / (HALVES * days.length)) % 10) + 1}`,
          start: at(7) + half * 30,
          end: at(7, 30) + half * 30,
        };
        await book(desk, { day, runs: [court] });
      }),
    );
    held += VENUES;
    await sleep(500 + randomInt(1_500));
    const victim = randomInt(2);
    await running[victim]?.kill();
    running[victim] = await start();
  }
  const open = "SELECT count(*)::int AS n FROM booking_order WHERE order_status = 'held'";
  await expect.poll(async () => (await query<{ n: number }>(fresh.url, open))[0]?.n, { timeout: 60_000, interval: 250 }).toBe(0);
  const runs = await query<{ times: number; orders: number }>(
    fresh.url,
    `SELECT times, count(*)::int AS orders FROM (
       SELECT o.id, (SELECT count(*)::int FROM audit_log a WHERE a.venue_id = o.venue_id AND a.object = 'booking_order' AND a.object_id = o.id
         AND a.after ->> 'order_status' = 'expired' AND a.action = 'booking.expire') AS times FROM booking_order o) x GROUP BY times`,
  );
  const late = await query(
    fresh.url,
    "SELECT venue_id, job, due_at, tries FROM due WHERE due_at < now() - interval '30 seconds' OR tries > 0",
  );
  console.log(
    `due: ${held} holds over ${KILLS} kills of a process: ${runs.map(({ times, orders }) => `${orders} expired ${times} times`).join(", ")}`,
  );
  expect(runs).toEqual([{ times: 1, orders: held }]);
  expect(late).toEqual([]);
});
