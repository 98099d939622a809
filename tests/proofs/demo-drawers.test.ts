/** The demo's drawers hold what a drawer can hold: opened with a float, never below zero at any moment of their day. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../support/database";
import { demoTemplate } from "../support/demo";
import { query } from "../support/tables";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase(await demoTemplate());
}, 600_000);
afterAll(() => database?.drop());

it("never falls below zero", async () => {
  const [found] = await query<{ drawers: number; lowest: number; floats: number }>(
    database.url,
    `SELECT count(DISTINCT subject)::int AS drawers, min(held)::float8 AS lowest, count(*) FILTER (WHERE operation = 'shift float')::int AS floats
     FROM (SELECT p.subject, t.operation, sum(p.amount) OVER (PARTITION BY p.venue_id, p.subject ORDER BY t.posted_at, t.id, p.seq) AS held
       FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id WHERE p.account = 'tender.cash' AND t.person_id <> '') x`,
  );
  expect(found?.drawers).toBeGreaterThan(1);
  expect(found?.floats).toBeGreaterThan(1);
  expect(found?.lowest).toBeGreaterThanOrEqual(0);
});
