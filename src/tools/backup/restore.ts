/** A copy of the embedded database brought back, with its log up to its end or to a moment. */
import { existsSync } from "node:fs";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { startEmbedded } from "../../server/db/embedded";
import { changeOwner } from "../../server/db/postgres/identity";
import { choosePlace } from "../../server/db/postgres/place";
import { filesDir } from "../../server/files/store";
import { logOf } from "./backup";
import { copyFolder } from "./copy";

/**
 * Brings a copy back into an empty `dataDir`, works its log off, and stops the database again.
 * @param until a moment; left out: everything that the log has
 * @returns what an operator should know
 * @throws Error where there is a database already, and PostgreSQL's words where the log has no such moment: nothing is kept
 */
export async function restore({ dataDir, from, until }: { dataDir: string; from: string; until?: string | undefined }): Promise<string> {
  const base = path.resolve(from);
  const log = logOf(path.dirname(base));
  for (const part of [path.join(base, "pg/backup_label"), log])
    if (!existsSync(part)) throw new Error(`${part} is not there: ${base} is no back-up`);
  const moment = until === undefined ? undefined : new Date(until);
  if (moment && Number.isNaN(moment.getTime())) throw new Error(`"${until}" is no time: write 2026-11-24T12:00:00+08:00`);
  const say = (line: string): void => console.error(line);
  const place = choosePlace(dataDir, say);
  if (existsSync(place.data)) throw new Error(`There is a database in ${place.data} already: move it away, or name another DATA_DIR`);
  try {
    await copyFolder(path.join(base, "pg"), place.data, { identity: place.identity });
    const password = path.join(place.home, "password");
    await copyFile(path.join(base, "password"), password);
    const own = path.join(place.data, "postgresql.auto.conf");
    // A trial restore must not write into the log of the original.
    await writeFile(own, (await readFile(own, "utf8")).replaceAll(/^archive_.*$\n?/gm, ""));
    await writeFile(path.join(place.data, "recovery.signal"), "");
    for (const file of [password, path.join(place.data, "recovery.signal")]) changeOwner(place.identity, file);
    const settings = {
      restore_command: `test -f "${log}/%f.gz" && gunzip -c "${log}/%f.gz" > "%p"`,
      recovery_target_action: "promote",
      hot_standby: "off",
      ...(moment ? { recovery_target_time: moment.toISOString().replace("T", " ").replace("Z", "+00") } : {}),
    };
    await (await startEmbedded({ dataDir, log: say, settings })).stop();
  } catch (error) {
    await rm(place.data, { recursive: true, force: true });
    throw error;
  }
  if (existsSync(path.join(base, "files"))) await copyFolder(path.join(base, "files"), filesDir(dataDir));
  return `${dataDir} is as it was ${moment ? `at ${moment.toISOString()}` : "at the end of the log"}. Run npm run doctor, then start the server`;
}
