/** Several API processes over one database, as a house runs them that has grown beyond one. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageRoot } from "../../src/server/root";
import { bundleServer, type ServerProcess, startProcess } from "./process";

export interface Processes {
  /** "http://127.0.0.1:port" of each. */
  readonly origins: readonly string[];
  /** SIGTERM to all; returns once they are gone. */
  stop(): Promise<void>;
}

/**
 * Starts `count` servers at once, each a process of its own as `npm start` runs it, over the database at `url` (migrated or empty).
 * @param env configuration beside that of tests
 * @throws Error with the last words of the first that did not start; the others are stopped
 */
export async function startProcesses(count: number, url: string, env: Readonly<Record<string, string>> = {}): Promise<Processes> {
  const bundle = path.join(packageRoot, `.data/test-processes-${process.pid}`);
  const dataDir = await mkdtemp(path.join(tmpdir(), "venue-processes-"));
  const running: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.stop()));
    for (const dir of [bundle, dataDir]) await rm(dir, { recursive: true, force: true });
  };
  try {
    const main = await bundleServer(bundle);
    const started = await Promise.allSettled(
      Array.from({ length: count }, () => startProcess(main, dataDir, { DATABASE_URL: url, ...env })),
    );
    for (const outcome of started) if (outcome.status === "fulfilled") running.push(outcome.value);
    const failed = started.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
    return { origins: running.map(({ origin }) => origin), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
