/** The operation log in months: where lines are, who may reach and change them, and how months come and go. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/server/db/client";
import { auditMonths, KEEP } from "../../src/server/retention";
import { examine } from "../../src/tools/doctor/examine";
import { query } from "../support/tables";
import { type TestVenue, testVenue } from "../support/venue";

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await query(t.url, "SELECT keep_audit_months(60, now() + interval '13 months')");
});
afterAll(() => t.close());

const line = (venue: string, at: string): string =>
  `INSERT INTO audit_log (venue_id, at, person_id, operator, address, action, object, object_id) VALUES ('${venue}', '${at}', 'p', '', '', 'test', 'thing', 'x')`;
const months = () => query<{ name: string; ends: Date | null }>(t.url, "SELECT name, ends FROM months.audit ORDER BY ends NULLS LAST");
const nameOf = (at: Date): string => `audit_log_${at.toISOString().slice(0, 7).replace("-", "_")}`;
/** The 15th of the month that is so many months from now. */
const inMonths = (count: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 15));
};

it("puts a year's lines into their months, the past before them, what is beyond into the rest", async () => {
  const year = Array.from({ length: 12 }, (_, i) => inMonths(i + 1));
  const past = new Date("2001-05-05T00:00:00Z");
  const far = new Date("2099-05-05T00:00:00Z");
  for (const at of [...year, past, far]) await query(t.url, line("v-1", at.toISOString()));
  const found = await query<{ at: Date; month: string }>(
    t.url,
    "SELECT at, tableoid::regclass::text AS month FROM audit_log WHERE action = 'test' ORDER BY at",
  );
  expect(found.map(({ month }) => month.replace("months.", ""))).toEqual(["audit_log_before", ...year.map(nameOf), "audit_log_rest"]);
});

it("finds a period's lines in its months alone", async () => {
  const at = inMonths(3);
  const plan = await query<{ "QUERY PLAN": string }>(
    t.url,
    `EXPLAIN SELECT * FROM audit_log WHERE venue_id = 'v-1' AND at >= '${at.toISOString()}' AND at < '${new Date(at.getTime() + 86_400_000).toISOString()}'`,
  );
  const read = plan.flatMap((row) => /audit_log_(?:\d{4}_\d\d|before|rest)/.exec(row["QUERY PLAN"])?.[0] ?? []);
  expect(new Set(read.filter((name) => name !== "audit_log_rest"))).toEqual(new Set([nameOf(at)]));
});

describe("a month", () => {
  it("is under the policy and the grants of the log, and reached through it alone", async () => {
    await query(t.url, line("v-2", inMonths(2).toISOString()));
    const seen = await t.look((ctx) => ctx.db.selectFrom("audit_log").select("venue_id").distinct().execute());
    expect(seen).toEqual([{ venue_id: "v-1" }]);
    await expect(t.act((ctx) => sql.raw(line("v-2", inMonths(2).toISOString())).execute(ctx.db))).rejects.toMatchObject({ code: "42501" });
    for (const { name } of await months())
      for (const statement of [
        `SELECT * FROM months.${name}`,
        `INSERT INTO months.${name} SELECT * FROM audit_log`,
        `DROP TABLE months.${name}`,
      ])
        await expect(
          t.look((ctx) => sql.raw(statement).execute(ctx.db)),
          statement,
        ).rejects.toMatchObject({ code: "42501" });
  });

  it("is append-only, even for the owner", async () => {
    const owner = openDatabase(t.url, { role: null });
    for (const { name } of await months()) {
      const { rowCount } = await owner.pool.query(`SELECT FROM months.${name}`);
      for (const change of ["UPDATE TABLE SET action = 'x'", "DELETE FROM TABLE", "TRUNCATE TABLE"])
        if (rowCount !== 0 || change.startsWith("TRUNCATE"))
          await expect(owner.pool.query(change.replace("TABLE", `months.${name}`)), `${change} ${name}`).rejects.toMatchObject({
            code: "42501",
          });
    }
    await owner.close();
  });
});

describe("keeping", () => {
  const job = (auditMonths_: number) => auditMonths({ ...KEEP, auditMonths: auditMonths_ }).work(t.database, new Date());

  it("makes what is missing once, and leaves a month alone of which the rest holds lines", async () => {
    const before = (await months()).length;
    await job(60);
    expect(await months()).toHaveLength(before);
    await query(t.url, line("v-1", inMonths(18).toISOString()));
    await query(t.url, "SELECT keep_audit_months(60, now() + interval '17 months')");
    const names = (await months()).map(({ name }) => name);
    expect([names.includes(nameOf(inMonths(17))), names.includes(nameOf(inMonths(18))), names.includes(nameOf(inMonths(19)))]).toEqual([
      true,
      false,
      true,
    ]);
  });

  // Without triggers doctor does not ask for lines.
  it("drops what is older than it is kept, never less than three years, and doctor asks no more for what is gone", async () => {
    const [{ ends } = { ends: null }] = await months();
    // As if the first months had ended three years ago: nothing but a line, and a closing whose making was logged there.
    await query(
      t.url,
      `BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM audit_log WHERE at < '2002-01-01';
       INSERT INTO closing (venue_id, id, reason, from_day, to_day, start_minute, end_minute, places, moves, refunds, refund_total, person_id, operator, created_at)
       VALUES ('v-1', 'c-old', '检修', '2002-01-02', '2002-01-02', 0, 60, '1', 0, 0, 0, '', '*', '2002-01-01'); COMMIT;
       ALTER TABLE audit_log DETACH PARTITION months.audit_log_before;
       CREATE TABLE months.audit_log_then PARTITION OF audit_log FOR VALUES FROM (MINVALUE) TO ('${inMonths(-37).toISOString()}');
       ALTER TABLE audit_log ATTACH PARTITION months.audit_log_before FOR VALUES FROM ('${inMonths(-37).toISOString()}') TO ('${ends?.toISOString()}')`,
    );
    await query(t.url, line("v-1", "2003-01-01T00:00:00Z"));
    await query(t.url, line("v-1", inMonths(-30).toISOString()));
    const old = () => query<{ at: Date }>(t.url, "SELECT at FROM audit_log WHERE at < now() - interval '2 years' ORDER BY at");
    const missing = async () =>
      (await examine(t.url, () => undefined, undefined, t.now)).flatMap(({ check, findings }) =>
        check.includes("audit log") ? findings.map(({ subject }) => subject) : [],
      );
    await job(1_200);
    expect(await old()).toHaveLength(2);
    expect(await missing()).toEqual(["closing c-old"]);
    await job(1);
    expect(await old()).toEqual([{ at: inMonths(-30) }]);
    expect(await missing()).toEqual([]);
  });
});
