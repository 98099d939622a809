/**
 * Databases without triggers. Beside one where the code does their work, the triggers may go on under other names and write what they would have
 * written to tables of their own, in the schema `shadow`: both saw the same rows at the same moment, so both must say the same.
 */
import type { Client } from "pg";
import { dropTriggers } from "../../src/tools/doctor/shard";

/** Whether the database of a test says of itself what a write brings with it. What is written past the processes is unknown to all where it does not. */
export const WITH_TRIGGERS = process.env.TEST_TRIGGERS !== "shadow";

const SHADOW = `
  CREATE SCHEMA shadow;
  GRANT USAGE ON SCHEMA shadow TO venue_app;
  CREATE TABLE shadow.audit_log (LIKE public.audit_log);
  CREATE SEQUENCE shadow.line;
  ALTER TABLE shadow.audit_log ALTER id SET DEFAULT nextval('shadow.line');
  -- Written past the processes, by SQL of a test as the owner of the tables: nobody but a trigger sees that.
  ALTER TABLE shadow.audit_log ADD past boolean NOT NULL DEFAULT current_setting('role') = 'none';
  CREATE TABLE shadow.rollup_touch (venue_id text, name text, day date);
  GRANT ALL ON ALL TABLES IN SCHEMA shadow TO venue_app;
  GRANT ALL ON ALL SEQUENCES IN SCHEMA shadow TO venue_app;
  CREATE FUNCTION shadow.touch_rollups(names text[], venue text, days date[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO shadow.rollup_touch (venue_id, name, day) SELECT r.venue_id, r.name, r.day FROM public.rollup_day r
      WHERE r.venue_id = venue AND r.name = ANY (names) AND r.day = ANY (days);
  END $$;
  -- Lines that the code writes of itself, of a look at numbers for instance, are no trigger's.
  CREATE FUNCTION shadow.said() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF current_query() NOT LIKE '%jsonb_each(r.was)%' THEN
      INSERT INTO shadow.audit_log (venue_id, at, person_id, operator, address, action, object, object_id, before, after)
        VALUES (NEW.venue_id, NEW.at, NEW.person_id, NEW.operator, NEW.address, NEW.action, NEW.object, NEW.object_id, NEW.before, NEW.after);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER zz_said AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION shadow.said();
  -- Those that an import of a venue brings too, in whose session triggers rest.
  ALTER TABLE public.audit_log ENABLE ALWAYS TRIGGER zz_said`;
const WRITERS = [
  "audit_row",
  "posting_touches",
  "claim_touches",
  "sale_touches",
  "sale_part_touches",
  "line_touches",
  "order_touches",
  "place_touches",
];

/** Beside the renamed ones, what only refuses: tests of refusals run there as well. */
const STAY = / (zz_\w+|append_only\w*|balanced|fresh_tx) ON /;

/** Takes the triggers away as the operator's guide does. @param shadow those that write rows go on beside */
export async function withoutTriggers(client: Client, shadow = false): Promise<void> {
  if (shadow) {
    await client.query(SHADOW);
    for (const name of [...WRITERS, "opening_touches", "card_touches"])
      await client.query(`ALTER FUNCTION ${name}() SET search_path = shadow, public`);
    const { rows } = await client.query<{ rename: string }>(
      `SELECT format('ALTER TRIGGER %I ON %I RENAME TO %I', g.tgname, c.relname, 'zz_' || g.tgname) AS rename FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
       WHERE NOT g.tgisinternal AND c.relnamespace = 'public'::regnamespace AND (g.tgname LIKE 'audit%' OR g.tgname LIKE 'rollups%')`,
    );
    for (const { rename } of rows) await client.query(rename);
  }
  for (const line of await dropTriggers(async (text) => (await client.query<{ line: string }>(text)).rows))
    if (!shadow || !STAY.test(line)) await client.query(line);
}

/** How many lines and marks both wrote, and those that one of them did not. */
export interface Compared {
  readonly lines: number;
  readonly marks: number;
  readonly differing: readonly unknown[];
}

const LINE = "a.venue_id, a.person_id, a.operator, a.address, a.action, a.object, a.object_id, a.before, a.after";
/** What was erased later was erased of the log alone. */
const KEPT = `coalesce(a.before::text, '') || coalesce(a.after::text, '') NOT LIKE '%"***"%'`;

/** @param pastToo whether lines that are missing of what was written past the processes differ */
export async function compareWithShadow(client: Client, pastToo = true): Promise<Compared> {
  const { rows: differing } = await client.query<Record<string, unknown>>(`
    SELECT * FROM (
      SELECT count(*) FILTER (WHERE by = 'code') AS code, count(*) FILTER (WHERE by = 'trigger') AS triggers, count(*) FILTER (WHERE past) AS past, venue_id, person_id, operator, address, action, object,
        object_id, before, after, max(at) FILTER (WHERE by = 'code') AS at, max(at) FILTER (WHERE by = 'trigger') AS at_trigger
      FROM (SELECT 'code' AS by, false AS past, ${LINE}, a.at FROM public.audit_log a UNION ALL SELECT 'trigger', past, ${LINE}, a.at FROM shadow.audit_log a) a
      WHERE object_id NOT IN (SELECT e.object_id FROM public.audit_log e WHERE NOT (${KEPT.replaceAll("a.", "e.")}))
      GROUP BY venue_id, person_id, operator, address, action, object, object_id, before, after
    ) d WHERE code NOT BETWEEN triggers - ${pastToo ? 0 : "past"} AND triggers OR abs(extract(epoch FROM at - at_trigger)) > 5 LIMIT 20`);
  const { rows: days } = await client.query<Record<string, unknown>>(`
    SELECT 'mark' AS what, coalesce(a.venue_id, b.venue_id) AS venue, coalesce(a.name, b.name) AS name, coalesce(a.day, b.day)::text AS day, a.name IS NOT NULL AS code
    FROM (SELECT DISTINCT venue_id, name, day FROM public.rollup_touch) a FULL JOIN (SELECT DISTINCT venue_id, name, day FROM shadow.rollup_touch) b USING (venue_id, name, day)
    WHERE a.name IS NULL OR b.name IS NULL LIMIT 20`);
  const { rows: n } = await client.query<{ lines: number; marks: number }>(
    "SELECT (SELECT count(*)::int FROM shadow.audit_log) AS lines, (SELECT count(*)::int FROM shadow.rollup_touch) AS marks",
  );
  return { lines: n[0]?.lines ?? 0, marks: n[0]?.marks ?? 0, differing: [...differing, ...days] };
}
