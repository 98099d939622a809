/**
 * `npm run venue:export -- --venue <id or name> --out <file>`: a whole venue to one file; the server may run meanwhile.
 * `npm run venue:import -- --in <file>`: that file into the empty installation that DATA_DIR or DATABASE_URL names.
 * `npm run venue:year -- --venue <id or name> --year 2025 --out <file>`: the books of a year to one file; with `--check <file>` they are added up again.
 */
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { exportVenue } from "../server/archive/export";
import { importVenue } from "../server/archive/import";
import { checkYear, exportYear } from "../server/archive/year";
import { readConfig } from "../server/config";
import { type Database, openDatabase, PLATFORM } from "../server/db/client";
import { startEmbedded } from "../server/db/embedded";
import { migrate } from "../server/db/migrate";
import { type FileStore, openStore } from "../server/files/store";
import { venueRow } from "../server/demo/setup";
import { change, systemRequest } from "../server/http/perform";
import { auditLine } from "../server/kernel/audit-line";
import { hashPassword } from "../server/kernel/password";

const log = (line: string): void => console.error(line);

async function venueNamed(database: Database, named: string): Promise<{ id: string; name: string }> {
  const venues = await database.dbFor(PLATFORM).selectFrom("venue").select(["id", "name"]).orderBy("id").execute();
  const venue = venues.find(({ id, name }) => id === named || name === named);
  if (!venue) throw new Error(`There is no venue "${named}". There are:\n${venues.map(({ id, name }) => `  ${id}  ${name}`).join("\n")}`);
  return venue;
}

/** Writes in the venue's log that its data leaves the house. */
async function auditLeaving(database: Database, id: string, now: Date, after?: object): Promise<void> {
  const row = await venueRow(database.dbFor(PLATFORM), id);
  await change(database, systemRequest(row, "venue.archive", now), (ctx) =>
    auditLine(ctx, { object: "venue", id, ...(after ? { after } : {}) }),
  );
}

/** A new file that only its owner reads; nothing is left of one that breaks off. */
async function write(body: Readable, out: string): Promise<void> {
  try {
    await pipeline(body, createWriteStream(out, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) await rm(out, { force: true });
    throw error;
  }
}

async function yearTo(database: Database, named: string, year: number, out: string): Promise<void> {
  const venue = await venueNamed(database, named);
  const now = new Date();
  const { manifest, body } = await exportYear(database.dbFor(venue.id), venue.id, year, now);
  await auditLeaving(database, venue.id, now, { year });
  await write(body, out);
  const { journal, operations } = manifest.rows;
  log(`${venue.name} ${year}${manifest.complete ? "" : " (so far)"}: ${journal} postings and ${operations} operations are in ${out}`);
}

/** Adds up an archive of a year again, without a database. */
async function checkFile(file: string): Promise<void> {
  const { manifest, faults } = await checkYear(createReadStream(file));
  const { venue, year, accounts, rows } = manifest;
  log(`${venue.name} ${year}: ${rows.journal} postings on ${accounts.length} accounts, ${rows.operations} operations`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  log("The hash is right, and all of it adds up");
}

async function exportTo(database: Database, store: FileStore, named: string, out: string): Promise<void> {
  const venue = await venueNamed(database, named);
  const now = new Date();
  await auditLeaving(database, venue.id, now);
  const { manifest, body } = await exportVenue(database.dbFor(venue.id), venue.id, { store, now });
  await write(body, out);
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  log(`${venue.name}: ${rows} rows are in ${out}. It holds personal data: keep it like the database itself`);
}

async function importFrom(database: Database, store: FileStore, file: string): Promise<void> {
  const password = randomBytes(12).toString("base64url");
  const client = database.owner();
  await client.connect();
  let reported = 0;
  const onProgress = (done: number, total: number): void => {
    const percent = Math.floor((100 * done) / total);
    if (percent >= reported + 10) log(`${(reported = percent - (percent % 10))} %`);
  };
  try {
    const source = createReadStream(file);
    const { manifest, rows, files, administrator } = await importVenue(client, source, {
      store,
      passwordHash: await hashPassword(password),
      onProgress,
    });
    log(`${manifest.venue.name}: ${rows} rows, ${files} pictures. Passwords are not in the file. Log in as ${administrator.username} with`);
    console.log(password);
  } finally {
    await client.end();
  }
}

const USAGE = [
  "npm run venue:export -- --venue <id or name> --out <file>",
  "npm run venue:import -- --in <file>",
  "npm run venue:year -- --venue <id or name> --year <year> --out <file>",
  "npm run venue:year -- --check <file>",
].join("\n");
const OPTIONS = {
  venue: { type: "string" },
  year: { type: "string" },
  out: { type: "string" },
  in: { type: "string" },
  check: { type: "string" },
} as const;

async function main(): Promise<void> {
  const [verb, ...args] = process.argv.slice(2);
  const { venue, year, out, check, ...given } = parseArgs({ args, options: OPTIONS }).values;
  if (verb === "year" && check !== undefined) return checkFile(check);
  const leaves = venue !== undefined && out !== undefined;
  const usable = { export: leaves, import: given.in !== undefined, year: leaves && /^\d{4}$/.test(year ?? "") };
  if (!(verb === "export" || verb === "import" || verb === "year") || !usable[verb]) throw new Error(USAGE);
  const { databaseUrl, dataDir, bucket } = readConfig(process.env);
  const store = openStore(dataDir, bucket);
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir, log }) : undefined;
  const url = databaseUrl ?? embedded?.url ?? "";
  if (verb === "import") await migrate(url);
  const database = openDatabase(url, { max: 2 });
  try {
    if (verb === "export") await exportTo(database, store, venue ?? "", out ?? "");
    else if (verb === "year") await yearTo(database, venue ?? "", Number(year), out ?? "");
    else await importFrom(database, store, given.in ?? "");
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
