/** Planning in the bundle that `npm run build` makes: the process of `npm start` plans in its worker, a file of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { matches } from "../../src/contract/competitions/matches";
import { addDays, dayOf, DEFAULT_ZONE } from "../../src/contract/core/time";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import { packageRoot } from "../../src/server/root";
import { at, seedBooking } from "../support/booking";
import { bundleServer, startProcess } from "../support/process";
import { clientOf, testServer } from "../support/server";
import { Tournament } from "../support/tournament";
import { testVenue } from "../support/venue";

const ENTRIES = 8;
const open: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of open.toReversed()) await close();
});

it("plans a game in the worker of the bundle and saves every match", async () => {
  const t = await testVenue();
  const dataDir = await mkdtemp(path.join(tmpdir(), "venue-planner-"));
  const bundle = path.join(packageRoot, `.data/test-planner-${process.pid}`);
  open.push(
    () => t.close(),
    () => rm(dataDir, { recursive: true }),
    () => rm(bundle, { recursive: true, force: true }),
  );
  await seedBooking(t);
  const cup = new Tournament(t);
  await cup.enter(ENTRIES);
  await cup.draw();
  const { gameId } = cup;
  // The process runs by the real clock.
  t.now = new Date();
  const days = [addDays(dayOf(t.now, DEFAULT_ZONE), 2)];
  await cup.act(gameCourtDesk.take, { placeIds: ["b-1", "b-2"], days, start: at(9), end: at(13), gameId, title: "公开赛" });
  const seeded = await testServer({ url: t.url });
  await seeded.addPerson("admin", ["v-1"]);
  const { token } = await seeded.as("admin");
  await seeded.close();

  const running = await startProcess(await bundleServer(bundle), dataDir, { DATABASE_URL: t.url });
  open.push(() => running.stop());
  const admin = clientOf(running.origin, token);
  const started = await admin.ok(matches.plan, { gameId, again: false }, { venueId: "v-1" });
  expect(started).toMatchObject({ state: "running", total: ENTRIES - 1 });
  const job = await vi.waitUntil(
    async () => {
      const { job: latest } = await admin.ok(matches.planJob, { gameId }, { venueId: "v-1" });
      return latest?.state === "running" ? undefined : latest;
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(job).toMatchObject({ state: "done", placed: ENTRIES - 1, left: 0, reason: "" });
  const all = await cup.all();
  expect(all.map(({ startsAt, court }) => startsAt !== null && court !== null)).toEqual(all.map(() => true));
  expect(running.words()).not.toContain("ended");
});
