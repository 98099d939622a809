/** What triggers do with the rows that a statement wrote: who gets a message, what is counted, which days are marked, what the log keeps. */
import { writeLog } from "./audit";
import { MEMBER_AUDITED } from "./off";
import { markDays } from "./days";
import { type Changed, type Effects, type Parsed, type Row, sets } from "./rows";

const parse = (row: string | null): Row | null => (row === null ? null : (JSON.parse(row) as Row));

/** Does what the triggers of these rows' tables would have done, of those that are off. */
export async function effectsOf(rows: readonly Changed[], effects: Effects): Promise<void> {
  const parsed = rows.map((row): Parsed => ({ ...row, old: parse(row.old), new: parse(row.new) }));
  const { off } = effects;
  await tellAccess(
    parsed.filter(({ table }) => off.has("access", table)),
    effects,
  );
  await writeLog(
    rows.filter(({ table }, i) => off.has("audit", table) && isLogged(parsed[i])),
    effects,
  );
  await countDiggs(
    parsed.filter(({ table }) => off.has("digg_counted", table)),
    effects,
  );
  await markDays(parsed, effects);
}

/** Of members, an update is kept that sets what the log keeps. */
const isLogged = (row: Parsed | undefined): boolean =>
  row === undefined || row.table !== "member" || row.old === null || row.new === null || sets(row, MEMBER_AUDITED);

/** Columns of a person that decide what they may do; every sign-in touches others. */
const PERSON = ["username", "password_hash", "name", "language", "state"];

async function tellAccess(rows: readonly Parsed[], { plain }: Effects): Promise<void> {
  const payloads = rows.flatMap((row): string[] => {
    const { table, old, new: now } = row;
    const inserted = old === null;
    if (table === "person_session" && now !== null) return [];
    if (table === "person" && (inserted || (now !== null && !sets(row, PERSON)))) return [];
    if (table === "role" && !sets(row, ["base_id", "kind"])) return [];
    if (table === "venue" && inserted) return [];
    return [old, now].flatMap((one) => (one === null ? [] : [JSON.stringify(noticeOf(table, one))]));
  });
  if (payloads.length > 0) await plain("SELECT pg_notify('access', p) FROM unnest($1::text[]) p", [[...new Set(payloads)]]);
}

function noticeOf(table: string, row: Row): Row {
  if (table === "person_session") return { session: row["token_hash"], person: row["person_id"] };
  if (table === "person") return { person: row["id"] };
  if (table === "person_venue") return { person: row["person_id"], venue: row["venue_id"] };
  if (table === "role_code") return { role: row["role_id"] };
  return table === "role" ? { role: row["id"] } : { venue: row["id"] };
}

/** A review keeps how many like it. */
async function countDiggs(rows: readonly Parsed[], { run }: Effects): Promise<void> {
  for (const { old, new: now } of rows) {
    const one = now ?? old;
    if (one === null || (old !== null && now !== null)) continue;
    const diggs = old === null ? "coalesce(diggs, 0) + 1" : "greatest(coalesce(diggs, 0) - 1, 0)";
    await run(`UPDATE review SET diggs = ${diggs} WHERE venue_id = $1 AND id = $2`, [one["venue_id"], one["review_id"]]);
  }
}
