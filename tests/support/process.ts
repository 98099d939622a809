/** The server as the process that `npm start` runs, over a data folder of its own: to be killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "vite";
import { packageRoot } from "../../src/server/root";

export interface ServerProcess {
  readonly origin: string;
  /** Returns its output so far, and whether it ended by itself. */
  words(): string;
  /** SIGKILL to the application; its database lives on. Returns once the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM: the application and its database stop in order. */
  stop(): Promise<void>;
}

/** Bundles the server as the build does. @returns its main.js, somewhere below the package root, where it finds its packages */
export async function bundleServer(outDir: string): Promise<string> {
  await build({
    root: packageRoot,
    configFile: path.join(packageRoot, "vite.server.config.ts"),
    logLevel: "error",
    build: { outDir, emptyOutDir: true, sourcemap: false },
  });
  return path.join(outDir, "main.js");
}

/** Starts a bundled server on a port of its own; ready when it answers. @throws Error with its last words when it ends instead */
export async function startProcess(main: string, dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, ["--enable-source-maps", main], {
    env: {
      PATH: process.env["PATH"],
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: dataDir,
      DEMO: "off",
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.once("exit", (code, signal) => (said += `\nended: ${signal ?? code}`));
  return {
    origin: await addressOf(child),
    words: () => said,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const origin = /^Venue Console: (http:\S+)$/m.exec(said)?.[1];
      if (origin) resolve(origin);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
}

/** Pid of the PostgreSQL server over a data folder; undefined when there is no pid file. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path.join(dataDir, "pg/data/postmaster.pid"), "utf8"), 10);
  } catch {
    return undefined;
  }
}
