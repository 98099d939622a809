/**
 * `npm run backup -- --to <folder>`: the embedded database and the pictures, copied while the server works; from then on the database puts
 * every minute of its log there too. `npm run restore -- --from <folder>/base-… [--until <time>]`: both into an empty DATA_DIR, as they were
 * at the end of the log or at a moment. A PostgreSQL of your own is backed up by its own programs.
 */
import { parseArgs } from "node:util";
import { createBackup } from "./backup/backup";
import { restore } from "./backup/restore";
import { readConfig } from "../server/config";

async function main(): Promise<void> {
  const [verb, ...args] = process.argv.slice(2);
  const options = { to: { type: "string" }, from: { type: "string" }, until: { type: "string" } } as const;
  const { to, from, until } = parseArgs({ args, options }).values;
  const { databaseUrl, dataDir, bucket } = readConfig(process.env);
  if (databaseUrl !== null) throw new Error("DATABASE_URL is set: back up that PostgreSQL by its own programs (docs/operators.md)");
  if (process.platform === "win32") throw new Error("On Windows stop the server and copy DATA_DIR");
  const pictures = bucket === null;
  if (verb === "backup" && to !== undefined) console.log(await createBackup({ dataDir, to, pictures }));
  else if (verb === "restore" && from !== undefined) console.log(await restore({ dataDir, from, until }));
  else throw new Error("npm run backup -- --to <folder>, or npm run restore -- --from <folder>/base-… [--until 2026-11-24T12:00:00+08:00]");
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
