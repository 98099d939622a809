/**
 * Statements that a database spread by `venue_id` would send to all machines. PostgreSQL itself says it: each table of venues that a plan reads
 * must be narrowed to one venue, by a constant or by the venue of a row that was found before.
 */
import type pg from "pg";
import type { Statement } from "../../server/db/statements";

/** A statement that reads a table of venues without naming the venue. */
interface Crossing extends Statement {
  readonly table: string;
}

/** Pattern of statements that have a plan. */
const PLANNED = /^\s*(?:with|select|insert|update|delete)\b/i;
const NARROWED = /\bvenue_id = (?!ANY)/;
const CONDITIONS = ["Index Cond", "Recheck Cond", "Filter", "TID Cond"];

/** Tables of venues and their partitions, but for those that every machine has whole. */
const SPREAD = `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'months') AND c.relname NOT IN ('person_venue', 'preference')
    AND EXISTS (SELECT FROM pg_attribute v WHERE v.attrelid = c.oid AND v.attname = 'venue_id' AND NOT v.attisdropped)`;

interface Found {
  readonly crossing: readonly Crossing[];
  /** Statements without a plan: the database's message, and the statement. */
  readonly unread: readonly string[];
  /** Number of statements with a plan. */
  readonly read: number;
}

/** Returns those of the statements that cross venues. @param owner whom row-level security does not bind; PostgreSQL 16 or newer */
export async function crossings(owner: pg.ClientBase, statements: Iterable<Statement>): Promise<Found> {
  const { rows } = await owner.query<{ name: string }>(SPREAD);
  const spread = new Set(rows.map(({ name }) => name));
  // A policy would narrow everything; where one would apply, this refuses instead.
  await owner.query("SET row_security = off");
  const crossing: Crossing[] = [];
  const unread: string[] = [];
  const seen = new Set<string>();
  for (const { venueId, text } of statements) {
    const key = `${venueId} ${text}`;
    if (!PLANNED.test(text) || seen.has(key)) continue;
    seen.add(key);
    try {
      for (const table of await openScans(owner, text, spread)) crossing.push({ venueId, text, table });
    } catch (error) {
      unread.push(`${error instanceof Error ? error.message : String(error)}: ${text}`);
    }
  }
  return { crossing, unread, read: seen.size - unread.length };
}

async function openScans(owner: pg.ClientBase, text: string, spread: ReadonlySet<string>): Promise<Set<string>> {
  const { rows } = await owner.query<{ "QUERY PLAN": unknown }>(`EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS off, FORMAT JSON) ${text}`);
  const plans = rows.map((row) => row["QUERY PLAN"]);
  const words = JSON.stringify(plans);
  // A correlated subquery whose answers the plan gathers first is looked up by its columns: the venue is one of them.
  const isLookedUp = (node: Node): boolean =>
    words.includes(`hashed ${String(node["Subplan Name"])})`) && /\bvenue_id\b/.test(String(node["Output"]));
  const open = new Set<string>();
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (!isNode(node) || (node["Subplan Name"] !== undefined && isLookedUp(node))) return;
    const table = `${String(node["Schema"])}.${String(node["Relation Name"])}`;
    const scans = String(node["Node Type"]).includes("Scan") && spread.has(table);
    const conditions = CONDITIONS.map((name) => node[name]).filter((condition) => typeof condition === "string");
    if (scans && !conditions.some((condition) => NARROWED.test(condition))) open.add(table);
    Object.values(node).forEach(look);
  };
  look(plans);
  return open;
}
type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
