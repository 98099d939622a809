/** A copy of the embedded database while it works, and its log from then on. */
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "pg";
import { startEmbedded } from "../../server/db/embedded";
import { canEnter, changeOwner } from "../../server/db/postgres/identity";
import { choosePlace, type Place } from "../../server/db/postgres/place";
import { filesDir } from "../../server/files/store";
import { copyFolder } from "./copy";

/** Returns the folder of the database's log in a back-up, beside its copies. */
export const logOf = (folder: string): string => path.join(folder, "wal");

/** Folders that PostgreSQL recreates at its start, or must not find. */
const EMPTY = ["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans", "log"];
const SKIP = /^(postmaster\.(pid|opts)|\.s\.PGSQL\..*|pgsql_tmp.*|pg_internal\.init.*|backup_label.*)$/;
/** For the last of the log to come. */
const PATIENCE = "60s";
/** A minute's work is lost at most. */
const EVERY = "60s";

/**
 * Copies the database, its password and the pictures into a new folder of `to`.
 * @returns what an operator should know
 * @throws Error where the log is not put there yet: the server has to start once more
 */
export async function createBackup({ dataDir, to, pictures }: { dataDir: string; to: string; pictures: boolean }): Promise<string> {
  const folder = path.resolve(to);
  const say = (line: string): void => console.error(line);
  const place = choosePlace(dataDir, say);
  if (!existsSync(place.data)) throw new Error(`There is no database in ${dataDir}`);
  const log = logOf(folder);
  await mkdir(folder, { recursive: true });
  await mkdir(log, { recursive: true, mode: 0o700 });
  changeOwner(place.identity, log);
  if (!canEnter(log, place.identity)) throw new Error(`PostgreSQL runs under uid ${place.identity?.uid}, which cannot reach ${log}`);

  let embedded = await startEmbedded({ dataDir, log: say });
  try {
    if (await archiveLog(embedded.url, log)) {
      if (embedded.adopted)
        throw new Error(`The database will put its log into ${log} from its next start on. Restart the server, then run this once more`);
      await embedded.stop();
      embedded = await startEmbedded({ dataDir, log: say });
    }
    const name = `base-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
    const half = path.join(folder, `${name}.part`);
    try {
      await copyBase(embedded.url, place, path.join(half, "pg"));
      await copyFile(path.join(place.home, "password"), path.join(half, "password"));
      if (pictures) await copyFolder(filesDir(dataDir), path.join(half, "files"));
      await chmod(half, 0o700);
      await rename(half, path.join(folder, name));
    } catch (error) {
      await rm(half, { recursive: true, force: true });
      throw error;
    }
    return `${path.join(folder, name)} holds the database${pictures ? " and the pictures" : ""}; with ${log} it can be brought to any moment from now on`;
  } finally {
    await embedded.stop();
  }
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Has the database put its log into a folder. @returns whether that begins only with its next start */
const archiveLog = (url: string, log: string): Promise<boolean> =>
  connected(url, async (client) => {
    // Whole or not there, and the same once more after a crash between the two steps.
    const command = `gzip -c "%p" > "${log}/%f.part" && sync "${log}/%f.part" && mv "${log}/%f.part" "${log}/%f.gz"`;
    for (const [name, value] of Object.entries({ archive_mode: "on", archive_timeout: EVERY, archive_command: command }))
      await client.query(`ALTER SYSTEM SET ${name} = ${client.escapeLiteral(value)}`);
    await client.query("SELECT pg_reload_conf()");
    const { rows } = await client.query<{ pending: boolean }>(
      "SELECT pending_restart AS pending FROM pg_settings WHERE name = 'archive_mode'",
    );
    const { rows: now } = await client.query<{ archive_mode: string }>("SHOW archive_mode");
    return rows[0]?.pending === true || now[0]?.archive_mode !== "on";
  });

/** Copies the files of the database between the two marks that its log needs to make one of them. */
const copyBase = (url: string, place: Place, to: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query("SELECT pg_backup_start('venue', true)");
    await copyFolder(place.data, to, { empty: EMPTY, skip: SKIP });
    await client.query(`SET statement_timeout = '${PATIENCE}'`);
    const stopped = await client
      .query<{ label: string }>("SELECT labelfile AS label FROM pg_backup_stop(true)")
      .catch(async (error: unknown) => {
        throw new Error(`The database cannot put its log into the folder: see the last lines of ${path.join(place.data, "log")}`, {
          cause: error,
        });
      });
    await writeFile(path.join(to, "backup_label"), stopped.rows[0]?.label ?? "", { mode: 0o600 });
  });
