import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { program, type Binaries } from "./binaries";
import { errorCode } from "./errors";
import { changeOwner } from "./identity";
import type { Place } from "./place";

const settingsFile = "venue.conf";

/** The one environment for PostgreSQL's programs: no PG* variable and no secret of the application reaches them. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const system = process.platform === "win32" ? { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP } : {};
  return { PATH: process.env.PATH, TZ: "UTC", LC_ALL: process.platform === "linux" ? "C.UTF-8" : "C", ...system };
}

/** Settings of the cluster, rewritten at every start; `ALTER SYSTEM` overrides them. Sized for a small machine. */
function settings(extra: Record<string, string>): Record<string, string> {
  const cacheMb = Math.max(256, Math.floor(totalmem() / 2 / 1024 / 1024));
  return {
    listen_addresses: "127.0.0.1",
    max_connections: "100",
    shared_buffers: "128MB",
    effective_cache_size: `${cacheMb}MB`,
    work_mem: "8MB",
    maintenance_work_mem: "128MB",
    random_page_cost: "1.1",
    jit: "off",
    autovacuum_naptime: "10s",
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    wal_compression: "on",
    max_wal_size: "1GB",
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    // One file for each day of the week, overwritten a week later.
    logging_collector: "on",
    log_directory: "log",
    log_filename: "postgresql-%a.log",
    log_rotation_age: "1d",
    log_rotation_size: "0",
    log_truncate_on_rotation: "on",
    log_line_prefix: "%m [%p] ",
    // A refused duplicate is daily business, and its detail would put phone numbers into the log.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    ...extra,
  };
}

/** Longest path of a socket's file that systems take, less its name. */
const LONGEST_SOCKET_FOLDER = 80;

/**
 * Returns the folder of the server's socket: the data folder, which nobody else may enter. Undefined where the path is too long, or on
 * Windows.
 */
export const socketFolder = (place: Place): string | undefined =>
  process.platform === "win32" || place.data.length > LONGEST_SOCKET_FOLDER ? undefined : place.data;

/** Writes the settings for the next start of the server. */
export function writeSettings(place: Place, extra: Record<string, string>): void {
  const lines = Object.entries({ unix_socket_directories: socketFolder(place) ?? "", ...settings(extra) }).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`,
  );
  const path = join(place.data, settingsFile);
  writeFileSync(path, `# Written at every start of the application.\n${lines.join("\n")}\n`, { mode: 0o600 });
  changeOwner(place.identity, path);
}

/**
 * Creates the cluster unless it exists. It is made beside and renamed into place, so a crash half-way leaves no half cluster.
 * @throws Error when an existing cluster was made by another major version, or when initdb fails
 */
export async function ensureCluster(place: Place, binaries: Binaries, log: (line: string) => void): Promise<void> {
  const versionFile = join(place.data, "PG_VERSION");
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, "utf8").trim();
    if (major === binaries.major) return;
    throw new Error(
      `The database in ${place.data} was made by PostgreSQL ${major}; the installed programs are PostgreSQL ${binaries.major} and cannot read it. ` +
        `Nothing was changed. Export the data with the version of this application that made it, and import it into a new data folder.`,
    );
  }
  if (existsSync(place.data))
    throw new Error(`${place.data} exists but holds no database. Nothing was changed: move it away or restore it.`);

  log(`Creating the database in ${place.data}`);
  const half = `${place.data}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  changeOwner(place.identity, half);
  const passwordFile = join(place.home, "password");
  writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  changeOwner(place.identity, passwordFile);
  await initdb(half, passwordFile, place, binaries);
  appendFileSync(join(half, "postgresql.conf"), `\ninclude_if_exists '${settingsFile}'\n`);
  renameSync(half, place.data);
}

async function initdb(data: string, passwordFile: string, place: Place, binaries: Binaries): Promise<void> {
  // PostgreSQL's own C.UTF-8 sorts alike on every system. Linux also has it as a system locale, which trigram search of Chinese needs.
  const locale = process.platform === "linux" ? ["--locale=C.UTF-8"] : ["--locale=C"];
  if (process.platform === "darwin") locale.push("--lc-ctype=en_US.UTF-8");
  const options = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8", "--auth=scram-sha-256"];
  const names = ["-D", data, "-U", "postgres", `--pwfile=${passwordFile}`, "--text-search-config=simple", "--no-instructions"];
  try {
    await promisify(execFile)(program(binaries, "initdb"), [...names, ...locale, ...options], {
      ...place.identity,
      cwd: data,
      env: cleanEnvironment(),
      windowsHide: true,
    });
  } catch (error) {
    throw explain(error, binaries);
  }
}

/** Turns a failure to run PostgreSQL's programs into an error that says what to do. */
export function explain(error: unknown, binaries: Binaries): Error {
  const code = errorCode(error);
  const message = error instanceof Error && "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim() : "";
  const why =
    code === "ENOENT"
      ? "this system lacks the glibc loader (Alpine and other musl systems)"
      : code === "EPERM" || code === "EINVAL"
        ? "root may not start a program as the unprivileged uid 65534 here"
        : message || String(error);
  return new Error(
    `The embedded PostgreSQL in ${binaries.native} cannot run: ${why}. Or set DATABASE_URL to a PostgreSQL that you run yourself.`,
    {
      cause: error,
    },
  );
}

/** The superuser's password. @throws Error when its file is gone */
export function readPassword(place: Place): string {
  const path = join(place.home, "password");
  if (!existsSync(path)) throw new Error(`The password file ${path} of the database is missing: restore it from a backup.`);
  return readFileSync(path, "utf8").trim();
}
