/**
 * `npm run doctor [-- --json]`: checks every invariant on the data of this installation, reading only; the server may run meanwhile.
 * Exit code 1 when something is wrong; what somebody should only look at is said, and wrong is not.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "../server/config";
import { startEmbedded } from "../server/db/embedded";
import { examine, type Result } from "./doctor/examine";

const NAMED = 10;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { json: { type: "boolean" } } });
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !existsSync(path.join(dataDir, "pg")) && !existsSync(path.join(dataDir, "pg-moved-to")))
    throw new Error(`There is no installation in ${dataDir}: start the server first, or say which one with DATA_DIR or DATABASE_URL`);
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir, log: (line) => console.error(line) }) : undefined;
  try {
    let venue = "-";
    const results = await examine(
      databaseUrl ?? embedded?.url ?? "",
      (result) => {
        if (values.json) return;
        if (result.venue !== venue) console.log(`\n${result.venue === "" ? "Database" : result.venue}`);
        ({ venue } = result);
        console.log(lineOf(result));
      },
      dataDir,
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
