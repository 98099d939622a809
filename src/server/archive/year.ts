/**
 * The books of a year as one file that outlives database and program: the journal, the balances and the operation log as CSV, which any program
 * reads. Its manifest foots: of each account, opening + debit − credit = closing.
 */
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { type RawBuilder, sql } from "kysely";
import { fen, yuan } from "../../contract/core/money";
import { textOf } from "../../contract/core/resource/text";
import { addDays, dayOf, instant } from "../../contract/core/time";
import type { Db } from "../db/client";
import { type Archive, batches, inSnapshot, json, MANIFEST, pack, type Part, SEAL } from "./pack";
import { tarEntries, unpack } from "./tar";

/** An account over the year, yuan: a debit is above zero. */
interface AccountYear {
  readonly account: string;
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly closing: string;
}
/** The first thing in the archive of a year. */
interface YearManifest {
  readonly format: "books-1";
  readonly exportedAt: string;
  readonly venue: { readonly id: string; readonly name: string; readonly zone: string };
  readonly year: number;
  /** False while the year has not ended at the venue: more is to come. */
  readonly complete: boolean;
  readonly accounts: readonly AccountYear[];
  readonly rows: Readonly<Record<Table, number>>;
}

/** Columns of each table; those that are added up come before any free text. */
const JOURNAL =
  "day account debit credit transaction line earned_on posted_at document_kind document_no operation reverses subject operator reason";
const TABLES = {
  journal: JOURNAL.split(" "),
  balances: ["account", "opening", "debit", "credit", "closing", "subject"],
  operations: ["at", "action", "object", "object_id", "operator", "person_id", "address", "before", "after"],
} as const;
type Table = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as Table[];
/** Lines of a file: what is held at a time. */
const LINES = 5_000;
const MARK = "\uFEFF";

interface Span {
  readonly from: string;
  readonly to: string;
  readonly start: Date;
  readonly end: Date;
}
function spanOf(year: number, zone: string): Span {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  return { from, to, start: instant(from, 0, zone), end: instant(addDays(to, 1), 0, zone) };
}

/** Each account and subject that held anything before or moved in the year, fen. */
const yearMovements = (venueId: string, { from, to }: Span): RawBuilder<unknown> => sql`
  SELECT p.account, p.subject, coalesce(sum(p.amount) FILTER (WHERE p.day < ${from}), 0)::bigint AS opening,
    coalesce(sum(p.amount) FILTER (WHERE p.day >= ${from} AND p.amount > 0), 0)::bigint AS debit,
    coalesce(-sum(p.amount) FILTER (WHERE p.day >= ${from} AND p.amount < 0), 0)::bigint AS credit
  FROM posting p WHERE p.venue_id = ${venueId} AND p.day <= ${to} GROUP BY p.account, p.subject`;
const MOVED = sql`(b.opening <> 0 OR b.debit <> 0 OR b.credit <> 0)`;
const inYuan = (amount: RawBuilder<unknown>): RawBuilder<unknown> => sql`to_char(${amount} / 100.0, 'FM9999999999990.00')`;

/** The rows of each table, each as a JSON list in the order of its columns. */
const linesOf = (venueId: string, span: Span): Readonly<Record<Table, RawBuilder<{ line: string }>>> => ({
  journal: sql`SELECT json_build_array(p.day, p.account, ${inYuan(sql`greatest(p.amount, 0)`)}, ${inYuan(sql`greatest(-p.amount, 0)`)}, p.tx_id, p.seq,
      p.earned_on, p.posted_at, t.document_kind, t.document_no, t.operation, t.reverses, p.subject, t.operator, t.reason)::text AS line
    FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE p.venue_id = ${venueId} AND p.day BETWEEN ${span.from} AND ${span.to} ORDER BY p.posted_at, p.tx_id, p.seq`,
  balances: sql`SELECT json_build_array(b.account, ${inYuan(sql`b.opening`)}, ${inYuan(sql`b.debit`)}, ${inYuan(sql`b.credit`)},
      ${inYuan(sql`(b.opening + b.debit - b.credit)`)}, b.subject)::text AS line
    FROM (${yearMovements(venueId, span)}) b WHERE ${MOVED} ORDER BY b.account, b.subject`,
  operations: sql`SELECT json_build_array(a.at, a.action, a.object, a.object_id, a.operator, a.person_id, a.address, a.before::text, a.after::text)::text AS line
    FROM audit_log a WHERE a.venue_id = ${venueId} AND a.at >= ${span.start} AND a.at < ${span.end} ORDER BY a.at, a.id`,
});

/** A value as CSV: in one line, and no formula where a spreadsheet opens it. */
function cell(value: unknown): string {
  const plain = textOf(value).replaceAll(/\s*[\r\n]+\s*/g, " ");
  const text = /^[=+\-@\t]/.test(plain) && !/^-?\d+(?:\.\d+)?$/.test(plain) ? `'${plain}` : plain;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
const csv = (values: readonly unknown[]): string => values.map(cell).join(",");

/**
 * Exports the books of a year of the venue's own days, in one snapshot.
 * @param db the database as the venue sees it, outside any transaction
 * @throws Error when there is no such venue, or when the year has not begun there
 */
export const exportYear = (db: Db, venueId: string, year: number, now: Date): Promise<Archive<YearManifest>> =>
  pack(inSnapshot(db, (tx) => partsOf(tx, venueId, year, now)));

async function venueOf(tx: Db, venueId: string): Promise<YearManifest["venue"]> {
  const venue = await tx.selectFrom("venue").select(["id", "name", "zone"]).where("id", "=", venueId).executeTakeFirst();
  if (!venue) throw new Error(`There is no venue ${venueId}`);
  return venue;
}

async function* partsOf(tx: Db, venueId: string, year: number, now: Date): AsyncGenerator<Part, void> {
  const venue = await venueOf(tx, venueId);
  const span = spanOf(year, venue.zone);
  const today = dayOf(now, venue.zone);
  if (today < span.from) throw new Error(`${year} has not begun`);
  const lines = linesOf(venueId, span);
  const { rows: accounts } = await sql<Record<"opening" | "debit" | "credit" | "lines", number> & { account: string }>`
    SELECT b.account, sum(b.opening)::bigint AS opening, sum(b.debit)::bigint AS debit, sum(b.credit)::bigint AS credit, count(*) AS lines
    FROM (${yearMovements(venueId, span)}) b WHERE ${MOVED} GROUP BY b.account ORDER BY b.account`.execute(tx);
  const rows = { journal: 0, balances: accounts.reduce((sum, { lines: count }) => sum + count, 0), operations: 0 };
  for (const name of ["journal", "operations"] as const)
    rows[name] = (await sql<{ count: number }>`SELECT count(*) AS count FROM (${lines[name]}) l`.execute(tx)).rows[0]?.count ?? 0;
  const manifest: YearManifest = {
    format: "books-1",
    exportedAt: now.toISOString(),
    venue,
    year,
    complete: today > span.to,
    accounts: accounts.map(({ account, opening, debit, credit }) => ({
      account,
      opening: yuan(opening),
      debit: yuan(debit),
      credit: yuan(credit),
      closing: yuan(opening + debit - credit),
    })),
    rows,
  };
  yield json(MANIFEST, manifest);
  for (const name of NAMES) {
    let part = 0;
    for await (const batch of batches(tx, lines[name], LINES)) {
      const text = [csv(TABLES[name]), ...batch.map((line) => csv(JSON.parse(line) as unknown[]))].join("\r\n");
      yield { name: `${name}/${String(part++).padStart(5, "0")}.csv`, content: Buffer.from(`${MARK}${text}\r\n`) };
    }
  }
}

/** Bytes of a piece: thousands of lines of the log, which may be long. */
const MOST_OF_PIECE = 256 * 1024 * 1024;

/** Result of recomputing a year's archive. */
interface YearChecked {
  readonly manifest: YearManifest;
  /** Differences found; empty if everything agrees. */
  readonly faults: readonly string[];
}

interface Sums {
  opening: number;
  debit: number;
  credit: number;
  closing: number;
}

/**
 * Reads an archive of a year without any database: its hash, its counts, and every sum again from the lines.
 * @throws RangeError, SyntaxError or zlib's error where it is none, or breaks off
 */
export async function checkYear(source: Readable): Promise<YearChecked> {
  const entries = tarEntries(unpack(source), MOST_OF_PIECE);
  const first = await entries.next();
  if (first.done === true || first.value.name !== MANIFEST) throw new RangeError("the file is no archive");
  const manifest = JSON.parse(first.value.content.toString("utf8")) as YearManifest;
  if (manifest.format !== "books-1") throw new RangeError("the file is no archive of a year");
  const hash = createHash("sha256");
  for (const piece of first.value.bytes) hash.update(piece);
  const faults: string[] = [];
  const counted: Record<Table, number> = { journal: 0, balances: 0, operations: 0 };
  const posted = new Map<string, Sums>();
  const balances = new Map<string, Sums>();
  let sealed = false;
  for await (const { name, content, bytes } of entries) {
    if (name === SEAL) {
      sealed = JSON.parse(content.toString("utf8")) === hash.digest("hex");
      break;
    }
    for (const piece of bytes) hash.update(piece);
    const table = NAMES.find((one) => name.startsWith(`${one}/`));
    if (!table) throw new RangeError(`${name} is no part of an archive of a year`);
    for (const line of content.toString("utf8").trimEnd().split("\r\n").slice(1)) {
      counted[table]++;
      const [one = "", two = "", three = "", four = "", five = ""] = line.split(",", 5);
      if (table === "journal") add(posted, two, ["0.00", three, four, "0.00"]);
      if (table === "balances") add(balances, one, [two, three, four, five]);
    }
  }
  if (!sealed) faults.push("the hash is another: the file was changed");
  for (const name of NAMES)
    if (counted[name] !== manifest.rows[name]) faults.push(`${name}: ${counted[name]} lines, ${manifest.rows[name]} in the manifest`);
  let [debit, credit] = [0, 0];
  for (const { account, ...said } of manifest.accounts) {
    const [of, held] = [posted.get(account), balances.get(account)];
    const expected = { opening: fen(said.opening), debit: fen(said.debit), credit: fen(said.credit), closing: fen(said.closing) };
    if (expected.opening + expected.debit - expected.credit !== expected.closing) faults.push(`${account}: does not foot`);
    if ((of?.debit ?? 0) !== expected.debit || (of?.credit ?? 0) !== expected.credit) faults.push(`${account}: the journal has other sums`);
    if (JSON.stringify(held) !== JSON.stringify(expected)) faults.push(`${account}: the balances have other sums`);
    debit += expected.debit;
    credit += expected.credit;
  }
  if (debit !== credit) faults.push(`debits ${yuan(debit)}, credits ${yuan(credit)}`);
  for (const account of posted.keys())
    if (!manifest.accounts.some((one) => one.account === account)) faults.push(`${account}: not in the manifest`);
  return { manifest, faults };
}

function add(sums: Map<string, Sums>, account: string, [opening, debit, credit, closing]: readonly [string, string, string, string]): void {
  const sum = sums.get(account) ?? { opening: 0, debit: 0, credit: 0, closing: 0 };
  sum.opening += fen(opening);
  sum.debit += fen(debit);
  sum.credit += fen(credit);
  sum.closing += fen(closing);
  sums.set(account, sum);
}
