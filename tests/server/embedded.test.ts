import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startEmbedded, type EmbeddedDatabase } from "../../src/server/db/embedded";

let dataDir: string;
const open: EmbeddedDatabase[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "venue-embedded-"));
  chmodSync(dataDir, 0o755);
});

afterEach(async () => {
  for (const database of open.splice(0)) await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir });
  open.push(database);
  return database;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, "pg/data/postmaster.pid"), "utf8"), 10);
}

/** Runs another process that starts the database and prints its address; it stops the database when its input closes. */
async function otherApplication(): Promise<{ url: string; kill(): Promise<void>; end(): Promise<void> }> {
  const script = join(import.meta.dirname, "../support/embedded-application.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = once(child, "exit");
  const [line]: unknown[] = await once(child.stdout, "data");
  return {
    url: String(line).trim(),
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    end: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return query(url, "SELECT 1").then(
    () => true,
    () => false,
  );
}

describe("the embedded database", { timeout: 120_000 }, () => {
  it("starts from nothing, takes connections on loopback only, and keeps its secrets to itself", async () => {
    const database = await start();
    expect(database.adopted).toBe(false);
    const rows = await query(
      database.url,
      `SELECT current_setting('listen_addresses') AS listens, current_setting('fsync') AS fsync, current_setting('TimeZone') AS zone,
              current_setting('server_encoding') AS encoding, current_setting('password_encryption') AS passwords`,
    );
    expect(rows).toEqual([{ listens: "127.0.0.1", fsync: "on", zone: "UTC", encoding: "UTF8", passwords: "scram-sha-256" }]);
    expect(statSync(join(dataDir, "pg/password")).mode & 0o777).toBe(0o600);
    const withoutPassword = new URL(database.url);
    withoutPassword.password = "wrong";
    await expect(query(withoutPassword.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
  });

  it("stops, and has every row and the same address when it starts again", async () => {
    const first = await start();
    await query(first.url, "CREATE TABLE kept AS SELECT 7 AS n");
    await first.stop();
    expect(await answers(first.url)).toBe(false);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  });

  it("keeps committed rows when the server is killed, and brings it back at the same address by itself", async () => {
    const database = await start();
    await query(database.url, "CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n");
    process.kill(postmasterPid(), "SIGKILL");
    await expect.poll(() => answers(database.url), { timeout: 20_000, interval: 50 }).toBe(true);
    expect(await query(database.url, "SELECT count(*)::int AS n FROM kept")).toEqual([{ n: 1000 }]);
  });

  it("starts after application and server were both killed, although a stale pid file is left", async () => {
    const application = await otherApplication();
    await query(application.url, "CREATE TABLE kept AS SELECT 7 AS n");
    await application.kill();
    process.kill(postmasterPid(), "SIGKILL");
    const database = await start();
    expect(await query(database.url, "SELECT n FROM kept")).toEqual([{ n: 7 }]);
  });

  it("starts when the noted pid now belongs to another program", async () => {
    const first = await start();
    await first.stop();
    writeFileSync(join(dataDir, "pg/data/postmaster.pid"), `${process.pid}\n${join(dataDir, "pg/data")}\n1\n1\n\n127.0.0.1\n\nready\n`);
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await answers(second.url)).toBe(true);
  });

  it("adopts the server that a killed application left running, and stops it in the end", async () => {
    const application = await otherApplication();
    await application.kill();
    expect(await answers(application.url)).toBe(true);
    const database = await start();
    expect(database.adopted).toBe(true);
    expect(database.url).toBe(application.url);
    await database.stop();
    expect(await answers(database.url)).toBe(false);
  });

  it("serves two applications at once: only the last to stop stops it", async () => {
    const first = await start();
    const second = await otherApplication();
    expect(second.url).toBe(first.url);
    await first.stop();
    expect(await answers(second.url)).toBe(true);
    await second.end();
    expect(await answers(second.url)).toBe(false);
  });

  it("makes one cluster when several applications start at once on an empty folder", async () => {
    const databases = await Promise.all([start(), start(), start()]);
    expect(new Set(databases.map((database) => database.url)).size).toBe(1);
    expect(databases.filter((database) => !database.adopted)).toHaveLength(1);
  });

  it("refuses data of another major version and leaves it as it is", async () => {
    const first = await start();
    await first.stop();
    const versionFile = join(dataDir, "pg/data/PG_VERSION");
    writeFileSync(versionFile, "16\n");
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/made by PostgreSQL 16/);
    expect(readFileSync(versionFile, "utf8")).toBe("16\n");
  });
});
