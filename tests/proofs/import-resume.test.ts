/**
 * An import of 1,000 rows (in the long form 2,000) with 37 bad cells is killed with its server, more than once, and continued: every other row
 * is there, and there once.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Call, Envelope, Input, Output } from "../../src/contract/core/call";
import { memberImports } from "../../src/contract/members/member-import";
import type { ImportJob } from "../../src/contract/core/resource/importing";
import { checkLedger } from "../../src/server/ledger/check";
import { packageRoot } from "../../src/server/root";
import { seedBooking } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { type FreshDatabase, freshDatabase } from "../support/database";
import { deskOf, venueOf } from "../support/desk";
import { oldBase, partsOf } from "../support/old-members";
import { FULL } from "../support/forms";
import { bundleServer, type ServerProcess, startProcess } from "../support/process";
import { testServer } from "../support/server";
import { query } from "../support/tables";
import { addVenue } from "../support/venue";
import { type Database, openDatabase } from "../../src/server/db/client";

const VENUE = "v-1";
const ROWS = FULL ? 2_000 : 1_000;
const BAD = 37;
const KILLS = FULL ? 3 : 2;
const bundle = path.join(packageRoot, `.data/test-import-${process.pid}`);
let fresh: FreshDatabase;
let database: Database;
let dataDir: string;
let main: string;
let token: string;
let server: ServerProcess;

beforeAll(async () => {
  fresh = await freshDatabase();
  const seeding = await testServer({ url: fresh.url });
  await addVenue(seeding.database, VENUE);
  await seeding.addPerson("admin", [VENUE]);
  const desk = deskOf(seeding.database, fresh.url, await venueOf(seeding.database, VENUE), new Date());
  await seedBooking(desk);
  await seedCommerce(desk);
  ({ token } = await seeding.as("admin"));
  await seeding.close();
  database = openDatabase(fresh.url, { max: 2 });
  dataDir = await mkdtemp(path.join(tmpdir(), "venue-import-"));
  main = await bundleServer(bundle);
  await start();
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await fresh?.drop();
  for (const dir of [bundle, dataDir]) await rm(dir, { recursive: true, force: true });
});

const start = async (): Promise<void> => {
  server = await startProcess(main, dataDir, { DATABASE_URL: fresh.url });
};
async function ask<C extends Call>(call: C, input: Input<C>, key: string): Promise<Output<C>> {
  const headers = { access_token: token, sourceId: VENUE, "content-type": "application/json", "idempotency-key": key };
  const answer = (await (
    await fetch(server.origin + call.path, { method: "POST", headers, body: JSON.stringify(input) })
  ).json()) as Envelope<Output<C>>;
  if (answer.code !== 200) throw new Error(answer.msg);
  return answer.data;
}

it("adds each row once, however often its server is killed in the middle", async () => {
  const { lines, faults } = oldBase(ROWS, BAD);
  let job: ImportJob | undefined;
  for (const [i, rows] of partsOf(lines).entries())
    ({ job } = await ask(memberImports.import, { ...(job ? { id: job.id } : {}), file: "old.xlsx", total: ROWS, rows }, `send-${i}`));
  if (!job) throw new Error("nothing was sent");
  const { id } = job;
  expect(job.faults.flatMap(({ row, errors }) => Object.keys(errors).map((field) => ({ row, field })))).toEqual(faults);
  let kills = 0;
  for (let step = 0; job.state !== "done"; step++) {
    const asked = ask(memberImports.importRun, { id }, `run-${step}`);
    if (kills < KILLS && step % 2 === 1) {
      asked.catch(() => undefined);
      await sleep(40 + kills * 60);
      await server.kill();
      kills++;
      await start();
    } else ({ job } = await asked);
  }
  expect([kills, job.added, job.bad]).toEqual([KILLS, ROWS - BAD, BAD]);
  const [held] = await query<{ people: string; phones: string; openings: string; cards: string }>(
    fresh.url,
    `SELECT count(*) AS people, count(DISTINCT phone) AS phones,
       (SELECT count(*) FROM ledger_tx WHERE operation = 'opening' AND document_kind = 'adjustment') AS openings,
       (SELECT count(*) FROM holding WHERE member_id IN (SELECT id FROM member WHERE card_no LIKE 'OLD-%')) AS cards
     FROM member WHERE card_no LIKE 'OLD-%'`,
  );
  const spoilt = new Set(faults.map(({ row }) => row));
  const good = lines.filter(({ row }) => !spoilt.has(row));
  const cards = good.filter(({ cells }) => cells["packageCard"] !== undefined).length;
  expect(Object.values(held ?? {}).map(Number)).toEqual([good.length, good.length, good.length, cards]);
  const [purses] = await query<{ principal: string }>(
    fresh.url,
    `SELECT sum(b.amount) AS principal FROM balance b JOIN member m ON m.id = b.subject WHERE account = 'purse.principal' AND card_no LIKE 'OLD-%'`,
  );
  expect(Number(purses?.principal)).toBe(good.reduce((sum, { cells }) => sum + Math.round(Number(cells["principal"]) * 100), 0));
  expect(await checkLedger(database.dbFor(VENUE), VENUE)).toEqual([]);
});
