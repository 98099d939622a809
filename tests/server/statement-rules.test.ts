/** Statements of all processes keep the rules by which Citus takes them: those of a day of the demo, of every job of it, and of every call. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { onStatement } from "../../src/server/db/statements";
import { BEGINS, CARRIES_VENUE, type Schema, STATEMENT_RULES } from "../../src/tools/doctor/statement-rules";
import { freshDatabase, type FreshDatabase } from "../support/database";
import { loadInto } from "../support/demo";
import { sampleInput } from "../support/sample";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

/** A statement for each rule that breaks it, and one that is near it and keeps it. */
const CONTROLS: Readonly<Record<keyof typeof STATEMENT_RULES, readonly [breaks: string, keeps: string]>> = {
  "sets session values by SET LOCAL, not by a function": ["SELECT set_config('app.venue_id', $1, true)", "SELECT 'set_config(' AS text"],
  "has no subquery among the VALUES that it inserts": [
    "INSERT INTO posting (venue_id, day) VALUES ($1, (SELECT max(day) FROM period))",
    "insert into posting (venue_id, day) values ($1, coalesce($2, $3)) returning (select 1)",
  ],
  "updates with no interval times a column": [
    "UPDATE payment SET next_at = $1::timestamptz + interval '1 ms' * tries WHERE venue_id = $2",
    "UPDATE payment SET next_at = $1::timestamptz + interval '1 ms' WHERE venue_id = $2",
  ],
  "has no subquery in the WHERE of ON CONFLICT": [
    "INSERT INTO code (venue_id) VALUES ($1) ON CONFLICT (venue_id) DO UPDATE SET at = now() WHERE EXISTS (SELECT FROM payment)",
    "INSERT INTO code (venue_id) VALUES ($1) ON CONFLICT (venue_id) DO UPDATE SET at = now() WHERE code.at < $2",
  ],
  "writes in no WITH": [
    "WITH taken AS (DELETE FROM due WHERE venue_id = $1 RETURNING job) SELECT job FROM taken",
    "WITH taken AS (SELECT job FROM due WHERE venue_id = $1) DELETE FROM due USING taken",
  ],
  "writes to tables, not to views": ['update "venue_staff" set name = $1', "update person set name = $1"],
};
const SCHEMA: Schema = { views: new Set(["venue_staff"]) };

describe.each(Object.entries(STATEMENT_RULES))("the rule that a statement %s", (name, isBroken) => {
  it("names what breaks it and nothing near it", () => {
    const [breaks, keeps] = CONTROLS[name] ?? [];
    expect([isBroken(breaks ?? "", SCHEMA), isBroken(keeps ?? "", SCHEMA)]).toEqual([true, false]);
  });
});

/** Statements that break a rule, by a part of their text, each with its reason. */
const KNOWN: Readonly<Record<string, readonly (readonly [part: string, reason: string])[]>> = {};

describe("statements that processes send", () => {
  let fresh: FreshDatabase;
  let server: TestServer;
  const heard: string[] = [];
  let views: ReadonlySet<string>;
  beforeAll(async () => {
    onStatement(({ text }) => heard.push(text));
    fresh = await freshDatabase();
    await loadInto(fresh.url);
    server = await testServer();
    const admin = await server.as("admin");
    for (const { call } of calls) if (call.access === "venue" || call.access === "cookie") await admin.fetch(call, sampleInput(call));
    onStatement(undefined);
    views = new Set(
      (await query<{ name: string }>(server.url, "SELECT viewname AS name FROM pg_views WHERE schemaname = 'public'")).map(
        ({ name }) => name,
      ),
    );
  }, 600_000);
  afterAll(async () => {
    onStatement(undefined);
    await server.close();
    await fresh.drop();
  });

  it.each(Object.entries(STATEMENT_RULES))("break nowhere unknown: a statement %s", (name, isBroken) => {
    const known = KNOWN[name] ?? [];
    const broken = [...new Set(heard)].filter((text) => isBroken(text, { views }));
    expect(broken.filter((text) => !known.some(([part]) => text.includes(part)))).toEqual([]);
    expect(known.filter(([part]) => !broken.some((text) => text.includes(part)))).toEqual([]);
    expect(new Set(heard).size).toBeGreaterThan(1_000);
  });

  it("carry the venue into every transaction, before anything else", () => {
    const begun = heard.flatMap((text, at) => (BEGINS.test(text) ? [heard[at + 1] ?? ""] : []));
    expect(begun.length).toBeGreaterThan(100);
    expect(begun.filter((text) => !CARRIES_VENUE.test(text))).toEqual([]);
  });
});
