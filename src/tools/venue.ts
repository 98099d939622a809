/**
 * `npm run venue:export -- --venue <id or name> --out <file>`: a whole venue to one file; the server may run meanwhile.
 * `npm run venue:import -- --in <file>`: that file into the empty installation that DATA_DIR or DATABASE_URL names.
 */
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { exportVenue } from "../server/archive/export";
import { importVenue } from "../server/archive/import";
import { readConfig } from "../server/config";
import { type Database, openDatabase, PLATFORM } from "../server/db/client";
import { startEmbedded } from "../server/db/embedded";
import { migrate } from "../server/db/migrate";
import { type FileStore, openStore } from "../server/files/store";
import { venueRow } from "../server/demo/setup";
import { change, systemRequest } from "../server/http/perform";
import { auditLine } from "../server/kernel/auditLine";
import { hashPassword } from "../server/kernel/password";

const log = (line: string): void => console.error(line);

async function exportTo(database: Database, store: FileStore, named: string, out: string): Promise<void> {
  const venues = await database.dbFor(PLATFORM).selectFrom("venue").select(["id", "name"]).orderBy("id").execute();
  const venue = venues.find(({ id, name }) => id === named || name === named);
  if (!venue) throw new Error(`There is no venue "${named}". There are:\n${venues.map(({ id, name }) => `  ${id}  ${name}`).join("\n")}`);
  const now = new Date();
  const row = await venueRow(database.dbFor(PLATFORM), venue.id);
  await change(database, systemRequest(row, "venue.archive", now), (ctx) => auditLine(ctx, { object: "venue", id: venue.id }));
  const { manifest, body } = await exportVenue(database.dbFor(venue.id), venue.id, { store, now });
  try {
    await pipeline(body, createWriteStream(out, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) await rm(out, { force: true });
    throw error;
  }
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  log(`${venue.name}: ${rows} rows are in ${out}. It holds personal data: keep it like the database itself`);
}

async function importFrom(database: Database, store: FileStore, file: string): Promise<void> {
  const password = randomBytes(12).toString("base64url");
  const client = database.owner();
  await client.connect();
  let said = 0;
  const onProgress = (done: number, total: number): void => {
    const percent = Math.floor((100 * done) / total);
    if (percent >= said + 10) log(`${(said = percent - (percent % 10))} %`);
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

async function main(): Promise<void> {
  const [verb, ...args] = process.argv.slice(2);
  const options = { venue: { type: "string" }, out: { type: "string" }, in: { type: "string" } } as const;
  const { values } = parseArgs({ args, options });
  const usable = verb === "export" ? values.venue !== undefined && values.out !== undefined : values.in !== undefined;
  if (!usable) throw new Error("npm run venue:export -- --venue <id or name> --out <file>, or npm run venue:import -- --in <file>");
  const { databaseUrl, dataDir, bucket } = readConfig(process.env);
  const store = openStore(dataDir, bucket);
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir, log }) : undefined;
  const url = databaseUrl ?? embedded?.url ?? "";
  if (verb === "import") await migrate(url);
  const database = openDatabase(url, { max: 2 });
  try {
    if (verb === "export") await exportTo(database, store, values.venue ?? "", values.out ?? "");
    else await importFrom(database, store, values.in ?? "");
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
