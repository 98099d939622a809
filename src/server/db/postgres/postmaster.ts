import { execFile, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client, DatabaseError } from "pg";
import { program, type Binaries } from "./binaries";
import { cleanEnvironment, explain, readPassword } from "./cluster";
import { errorCode } from "./errors";
import { changeOwner } from "./identity";
import type { Place } from "./place";
import { isServerOn } from "./processes";

/** A running PostgreSQL server. `status` is the server's own word: starting, ready, stopping. */
type Postmaster = { pid: number; port: number; status: string };

type Log = (line: string) => void;

/** Longest that an answer of a living server is waited for; it is tried again as long as it seems to live. */
const ANSWER_MS = 2_000;

/** The live server of this cluster, found through its pid file; undefined when none lives. */
export function livingPostmaster(place: Place): Postmaster | undefined {
  const noted = notedPostmaster(place);
  return noted && isServerOn(place.data, noted.pid) ? noted : undefined;
}

function notedPostmaster(place: Place): Postmaster | undefined {
  try {
    const lines = readFileSync(join(place.data, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? "starting" } : undefined;
  } catch (error) {
    if (errorCode(error) === "EACCES") {
      throw new Error(`${place.data} belongs to another user of this machine: start the application as the user who started it before.`, {
        cause: error,
      });
    }
    return undefined;
  }
}

/**
 * Makes sure that a server runs on the cluster and is ready: adopts a living one, else starts one. Waits through crash recovery.
 * @param fixedPort the port it must have, because clients already know it
 * @throws Error with the server's own last words when it cannot start
 */
export async function ensureRunning(
  place: Place,
  binaries: Binaries,
  log: Log,
  fixedPort?: number,
): Promise<{ port: number; started: boolean }> {
  const deadline = Date.now() + 30_000;
  let started = false;
  let avoid: number | undefined;
  for (;;) {
    const living = livingPostmaster(place);
    if (living) {
      const ready = await becomesReady(place, () => false, log);
      if (ready && (started || (await takesConnections(place, ready.port)))) return { port: ready.port, started };
      if (Date.now() > deadline) throw new Error(`PostgreSQL (pid ${living.pid}) runs on ${place.data} but takes no connections`);
      await sleep(10);
      continue;
    }
    forgetForeignPid(place);
    forgetSockets(place);
    const port = fixedPort ?? (await choosePort(place, avoid));
    const attempt = await launch(place, binaries, port);
    started = true;
    const ready = await becomesReady(place, attempt.ended, log);
    if (ready) return { port: ready.port, started };

    const words = attempt.lastWords();
    const portTaken = /could not bind|could not create any TCP/i.test(words);
    // The last of a killed server's processes may need a moment to go; a server started by another process is adopted on the next turn.
    // One that ends without saying why met the same: its words were lost with the log's collector.
    const passing = portTaken || /shared memory block|lock file .* already exists/i.test(words) || !/FATAL|PANIC|ERROR/.test(words);
    if (!passing || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start on ${place.data}:\n${words.trim() || "it said nothing"}`);
    if (portTaken) avoid = port;
    await sleep(100);
  }
}

/**
 * A server that was just killed looks alive for a moment: its pid file still says ready. Only an answer proves that it lives; a connection
 * that its socket still took, and that nobody will ever answer, must not be waited for.
 */
async function takesConnections(place: Place, port: number): Promise<boolean> {
  const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS };
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", password: readPassword(place), database: "postgres", ...limits });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT 1");
    return true;
  } catch (error) {
    const state = error instanceof DatabaseError ? (error.code ?? "") : "";
    if (state.startsWith("28")) throw new Error(`The password in ${place.home} is not that of the database`, { cause: error });
    // Any other word from the server, such as "too many clients", is an answer; 57P is a server that goes or is not yet there.
    return state !== "" && !state.startsWith("57P");
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Polls the pid file until the server is ready; undefined when it ended instead. */
async function becomesReady(place: Place, ended: () => boolean, log: Log): Promise<Postmaster | undefined> {
  let nextNote = Date.now() + 5_000;
  let seen = false;
  for (;;) {
    const living = livingPostmaster(place);
    if (living?.status === "ready") return living;
    if (ended() || (seen && !living)) return undefined;
    seen ||= living !== undefined;
    if (Date.now() > nextNote) {
      log(`Still waiting for PostgreSQL (${living?.status ?? "starting"}): after a crash it first replays its log`);
      nextNote += 5_000;
    }
    await sleep(5);
  }
}

/** Takes away the sockets of a server that is gone: their lock names its pid, which a process not yet buried may still have. */
function forgetSockets(place: Place): void {
  for (const name of readdirSync(place.data)) if (name.startsWith(".s.PGSQL.")) rmSync(join(place.data, name), { force: true });
}

/** After a crash or a reboot the noted pid may belong to some other program, for which PostgreSQL would refuse to start. */
function forgetForeignPid(place: Place): void {
  if (notedPostmaster(place) && !livingPostmaster(place)) rmSync(join(place.data, "postmaster.pid"), { force: true });
}

async function launch(place: Place, binaries: Binaries, port: number): Promise<{ ended: () => boolean; lastWords: () => string }> {
  const logSizes = new Map(logFiles(place).map((path) => [path, statSync(path).size]));
  const startLog = join(place.home, "start.log");
  const output = openSync(startLog, "w", 0o600);
  changeOwner(place.identity, startLog);
  const options = { ...place.identity, cwd: place.data, env: cleanEnvironment(), detached: true, windowsHide: true };
  const postgres = ["-D", place.data, "-p", `${port}`];
  // On Windows only pg_ctl can shed an administrator's rights, with which PostgreSQL refuses to run.
  const [file, args] =
    process.platform === "win32"
      ? [program(binaries, "pg_ctl"), ["start", "-D", place.data, "-o", `-p ${port}`, "-l", join(place.home, "server.log"), "-w"]]
      : [program(binaries, "postgres"), postgres];
  const child = spawn(file, args, { ...options, stdio: ["ignore", output, output] });
  closeSync(output);
  let ended = false;
  child.once("exit", () => (ended = true));
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(explain(error, binaries)));
  });
  child.unref();
  const lastWords = (): string =>
    [startLog, ...logFiles(place)]
      .map((path) =>
        readFileSync(path)
          .subarray(logSizes.get(path) ?? 0)
          .toString(),
      )
      .join("");
  return { ended: () => ended, lastWords };
}

function logFiles(place: Place): string[] {
  const folder = join(place.data, "log");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

async function choosePort(place: Place, avoid: number | undefined): Promise<number> {
  const file = join(place.home, "port");
  const storedPid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (storedPid > 0 && storedPid !== avoid && (await freePort(storedPid)) === storedPid) return storedPid;
  const port = await freePort(0);
  if (port === undefined) throw new Error("No free port on 127.0.0.1 for PostgreSQL");
  writeFileSync(file, `${port}\n`);
  changeOwner(place.identity, file);
  return port;
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(undefined));
    probe.listen(wanted, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : undefined));
    });
  });
}

/** Stops the server as PostgreSQL's fast shutdown does: transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster(place: Place, binaries: Binaries, log: Log): Promise<void> {
  const living = livingPostmaster(place);
  if (!living) return;
  if (process.platform === "win32") {
    await promisify(execFile)(program(binaries, "pg_ctl"), ["stop", "-D", place.data, "-m", "fast", "-w"], { env: cleanEnvironment() });
    return;
  }
  process.kill(living.pid, "SIGINT");
  let nextNote = Date.now() + 5_000;
  while (isServerOn(place.data, living.pid)) {
    if (Date.now() > nextNote) {
      log("Still waiting for PostgreSQL to write everything to disk and stop");
      nextNote += 5_000;
    }
    await sleep(5);
  }
}
