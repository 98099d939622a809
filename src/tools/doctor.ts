/**
 * `npm run doctor [-- --json | --shard [--statements <file>]]`: checks every invariant on the data of this installation, reading only; the server may run meanwhile.
 * `--shard` looks at the schema instead: whether Citus takes it. Exit code 1 when something is wrong; what somebody should only look at is said, and wrong is not.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../server/config";
import { startEmbedded } from "../server/db/embedded";
import { type Database, openDatabase, PLATFORM } from "../server/db/client";
import type { Statement } from "../server/db/statements";
import { openStore } from "../server/files/store";
import { crossings } from "./doctor/crossing";
import { examine, type Result } from "./doctor/examine";
import { BELTS, broken, REFUSED, shardScript } from "./doctor/shard";

const NAMED = 10;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: "boolean" }, shard: { type: "boolean" }, statements: { type: "string" } } });
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !existsSync(path.join(dataDir, "pg")) && !existsSync(path.join(dataDir, "pg-moved-to")))
    throw new Error(`There is no installation in ${dataDir}: start the server first, or say which one with DATA_DIR or DATABASE_URL`);
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir, log: (line) => console.error(line) }) : undefined;
  try {
    if (values.shard) return await shard(databaseUrl ?? embedded?.url ?? "", values.statements);
    let venue = "-";
    const results = await examine(
      databaseUrl ?? embedded?.url ?? "",
      (result) => {
        if (values.json) return;
        if (result.venue !== venue) console.log(`\n${result.venue === "" ? "Database" : result.venue}`);
        ({ venue } = result);
        console.log(lineOf(result));
      },
      openStore(dataDir, config.bucket),
      undefined,
      config.keep,
    );
    const all = (note: boolean) => results.flatMap((result) => (result.note === note ? result.findings : []));
    const [findings, notes] = [all(false), all(true)];
    const look = notes.length === 0 ? "" : ` ${notes.length} things to look at.`;
    if (values.json) console.log(JSON.stringify({ sound: findings.length === 0, checks: results.length, findings, notes }, null, 2));
    else console.log(findings.length === 0 ? `\nAll ${results.length} checks passed.${look}` : `\n${findings.length} findings.${look}`);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } finally {
    await embedded?.stop();
  }
}

/**
 * Reports the objections of Citus to the schema, and its distribution. @param statements file of statements that processes were observed to
 * send
 */
async function shard(url: string, statements?: string): Promise<void> {
  const database = openDatabase(url, { max: 1, role: null });
  try {
    const db = database.dbFor(PLATFORM);
    const refused = await broken(db, REFUSED);
    for (const { rule, rows } of refused) console.log(lineOf({ venue: "", check: rule, note: false, findings: found(rows), ms: 0 }));
    for (const { rule, rows } of await broken(db, BELTS))
      console.log(lineOf({ venue: "", check: rule, note: true, findings: found(rows), ms: 0 }));
    console.log(`\n${(await shardScript(db)).join("\n")}`);
    const count = refused.reduce((sum, { rows }) => sum + rows.length, 0);
    console.log(`\n${count === 0 ? "Citus refuses nothing of the schema." : `Citus refuses ${count} things.`}`);
    const across = statements === undefined ? 0 : await acrossVenues(database, statements);
    process.exitCode = count + across === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
}
/** Names the statements of a file that cross venues. Those of work outside venues are said, and wrong is only what was asked for one venue. */
async function acrossVenues(database: Database, file: string): Promise<number> {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const owner = database.owner();
  await owner.connect();
  try {
    const { crossing, unread, read } = await crossings(
      owner,
      lines.map((line) => JSON.parse(line) as Statement),
    );
    const of = (platform: boolean) => crossing.filter(({ venueId }) => (venueId === PLATFORM) === platform);
    for (const platform of [true, false])
      for (const { table, text } of of(platform)) console.log(`  ${platform ? "look" : "FAIL"} ${table}: ${text}`);
    for (const line of unread) console.log(`  look no plan: ${line}`);
    console.log(`${read} statements: ${of(false).length} across venues, and ${of(true).length} of work outside venues.`);
    return of(false).length;
  } finally {
    await owner.end();
  }
}
const found = (rows: readonly { subject: string; detail: string }[]) => rows.map((row) => ({ ...row, venue: "", check: "" }));

function lineOf({ check, note, findings, ms }: Result): string {
  const head = `  ${findings.length === 0 ? "ok  " : note ? "look" : "FAIL"} ${check.padEnd(64)} ${String(ms).padStart(7)} ms`;
  const named = findings.slice(0, NAMED).map((found) => `         ${found.subject}: ${found.detail}`);
  const more = findings.length > NAMED ? [`         and ${findings.length - NAMED} more`] : [];
  return [head, ...named, ...more].join("\n");
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
