/** The operation log by the code: the same lines as the trigger `audit_row` writes, with who and what from the transaction's own words. */
import type { Changed } from "./rows";
import type { Effects } from "./rows";

/** Columns that never enter the log. */
const SECRETS = ["password_hash", "pinyin", "initials", "phone_tail", "card_key", "finds"];

const LINES = `INSERT INTO audit_log (venue_id, at, person_id, operator, address, action, object, object_id, before, after)
  SELECT $1, coalesce(CASE WHEN r.was IS NULL THEN coalesce(r.is_now ->> 'created_at', r.is_now ->> 'at')::timestamptz END, nullif($2, '')::timestamptz, clock_timestamp()),
    $3, $4, $5, $6, r.object,
    coalesce(coalesce(r.is_now, r.was) ->> 'id', coalesce(r.is_now, r.was) ->> 'member_id', coalesce(r.is_now, r.was) ->> 'person_id', coalesce(r.is_now, r.was) ->> 'role_id', ''),
    d.before, d.after
  FROM (SELECT u.object, u.was::jsonb - $10::text[] AS was, u.is_now::jsonb - $10::text[] AS is_now, u.n
    FROM unnest($7::text[], $8::text[], $9::text[]) WITH ORDINALITY AS u (object, was, is_now, n)) r
  CROSS JOIN LATERAL (
    SELECT jsonb_object_agg(w.key, w.value) AS before, jsonb_object_agg(w.key, r.is_now -> w.key) AS after
      FROM jsonb_each(r.was) w WHERE r.was IS NOT NULL AND r.is_now IS NOT NULL AND w.value IS DISTINCT FROM r.is_now -> w.key
      HAVING count(*) > 0
    UNION ALL SELECT r.was, r.is_now WHERE r.was IS NULL OR r.is_now IS NULL) d
  ORDER BY r.n`;

/** Writes a line for each row that was made, changed or deleted; of a change, what differs. */
export async function writeLog(rows: readonly Changed[], { told, venue, plain }: Effects): Promise<void> {
  if (rows.length === 0) return;
  const { now = "", person_id: person = "", operator = "", address = "", action } = told;
  const lines = [rows.map((row) => row.table), rows.map((row) => row.old), rows.map((row) => row.new)];
  await plain(LINES, [venue === "" ? "-" : venue, now, person, operator, address, action || "system", ...lines, SECRETS]);
}
