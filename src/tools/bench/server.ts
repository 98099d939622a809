/** The server as people run it, in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import path from "node:path";
import { packageRoot } from "../../server/root";
import { dataBytes } from "./heap";

export interface Running {
  readonly origin: string;
  /** Milliseconds from the command to the address. */
  readonly ms: number;
  readonly pid: number;
  /**
   * Megabytes of data that it still holds after all that nothing refers to was collected, buffers included. It stands still for seconds meanwhile. Of a server
   * that `startServer` started.
   */
  keptMb(): Promise<number>;
  /** The last lines of its log, newest last: what it took for a fault, with the cause that no answer gives. */
  said(): readonly string[];
  /** Stops it in order. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

/** Lines of its log that are kept of a server. */
const KEPT_LINES = 200;

const ON_SIGNAL = `
import { tmpdir } from "node:os";
import { writeHeapSnapshot } from "node:v8";
process.on("SIGUSR2", () => {
  const file = writeHeapSnapshot(tmpdir() + "/" + process.pid + "-" + Date.now() + ".heapsnapshot");
  console.log("snapshot " + process.memoryUsage().external + " " + file);
});`;
/** Makes a server answer `keptMb`. */
const ASKED_FOR_MEMORY = ["--import", `data:text/javascript,${encodeURIComponent(ON_SIGNAL)}`];

const BUILT = "dist/server/main.js";
/** True if the built server is measured; otherwise its source runs through tsx, which starts slower. */
export const isBuilt = (): boolean => existsSync(path.join(packageRoot, BUILT));

/** Starts the server over a data folder, on a free port; `databaseUrl`: on that database instead of the folder's. @throws Error with its last words when it ends before it answers */
export function startServer(dataDir: string, databaseUrl = ""): Promise<Running> {
  const args = [...ASKED_FOR_MEMORY, ...(isBuilt() ? [BUILT] : ["--import", "tsx", "src/server/main.ts"])];
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: packageRoot,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: "0",
      HOST: "127.0.0.1",
      DEMO: "off",
      LOG_LEVEL: "error",
      RATE_LIMIT: "0",
      DATABASE_URL: databaseUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return answers(child, started);
}

/** Starts a program of this folder that prints `ready <origin>`. */
export function startProgram(file: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", file], {
    cwd: packageRoot,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return answers(child, started);
}

function answers(child: ChildProcess, started: number): Promise<Running> {
  const { stdout, stderr, pid } = child;
  if (!stdout || !stderr || pid === undefined) throw new Error("the server did not start");
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return new Promise((resolve, reject) => {
    const words: string[] = [];
    const waiting: ((mb: number) => void)[] = [];
    const keptMb = (): Promise<number> =>
      new Promise((said) => {
        waiting.push(said);
        child.kill("SIGUSR2");
      });
    const hear = (line: string): void => {
      const [, external, file] = /^snapshot (\d+) (.+)$/.exec(line) ?? [];
      if (file !== undefined) {
        waiting.shift()?.((dataBytes(file) + Number(external)) / 1024 / 1024);
        return rmSync(file);
      }
      words.push(line);
      if (words.length > KEPT_LINES) words.shift();
    };
    createInterface({ input: stderr }).on("line", hear);
    createInterface({ input: stdout }).on("line", (line) => {
      hear(line);
      const origin = /(?:Venue Console: |^ready )(http:\S+)/.exec(line)?.[1];
      if (!origin) return;
      resolve({ origin, pid, ms: performance.now() - started, keptMb, said: () => words, stop: end("SIGTERM"), kill: end("SIGKILL") });
    });
    void ended.then(() => reject(new Error(`the server ended:\n${words.slice(-20).join("\n")}`)));
  });
}

/** Resident memory of a process in MB; undefined where the system does not say it in /proc. */
export function residentMb(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1];
  return kb === undefined ? undefined : Math.round(Number(kb) / 1024);
}

/** Processor time that a process has used, in milliseconds; undefined where the system does not say it in /proc. */
export function processorMs(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // Past the name in brackets, which may hold spaces; fields 14 and 15 are user and system time in hundredths of a second.
  const fields = readFileSync(file, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Process id of the database over a data folder. */
export function databasePid(dataDir: string): number | undefined {
  const home = existsSync(path.join(dataDir, "pg-moved-to"))
    ? readFileSync(path.join(dataDir, "pg-moved-to"), "utf8").trim()
    : path.join(dataDir, "pg");
  const file = path.join(home, "data", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  return Number(readFileSync(file, "utf8").split("\n")[0]);
}
