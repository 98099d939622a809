/**
 * An update without a stop: processes of the version before this one's newest migrations serve on a database while the first process of
 * this version migrates it and joins them. Every call is answered, by both, before, during and after.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "vite";
import { afterAll, expect, it, vi } from "vitest";
import { bookingOrders } from "../../src/contract/booking/booking-orders";
import type { Call, Envelope } from "../../src/contract/core/call";
import { clubs } from "../../src/contract/clubs/clubs";
import { members } from "../../src/contract/members/members";
import { callsOf } from "../../src/contract/core/resource/calls";
import { securityLog } from "../../src/contract/platform/security-log";
import { session } from "../../src/contract/session/session";
import { packageRoot } from "../../src/server/root";
import { examine } from "../../src/tools/doctor/examine";
import { freshDatabase } from "../support/database";
import { FULL } from "../support/forms";
import { bundleServer, type ServerProcess, startProcess } from "../support/process";
import { query } from "../support/tables";

const [club, log, orders] = [callsOf(clubs), callsOf(securityLog), callsOf(bookingOrders)];
const MIGRATIONS = "src/server/db/migrations";
const git = (...args: string[]): string => execFileSync("git", args, { cwd: packageRoot, encoding: "utf8" }).trim();
/** The commit to update from: before the newest migration, unless UPDATE_FROM names another; none without a history. */
function commitBefore(): string | undefined {
  try {
    return git("rev-parse", process.env["UPDATE_FROM"] ?? `${git("log", "-1", "--format=%H", "--diff-filter=A", "--", MIGRATIONS)}^`);
  } catch {
    return undefined;
  }
}
const FROM = FULL ? commitBefore() : undefined;
const DESKS = 8;

const open: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of open.toReversed()) await close();
});

/** Builds the server of a commit. @returns its main.js, with that commit's sources and migrations about it */
async function serverOf(commit: string): Promise<string> {
  const root = path.join(packageRoot, `.data/test-before-${process.pid}`);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  open.push(() => rm(root, { recursive: true, force: true }));
  execFileSync("sh", ["-c", `git archive ${commit} | tar -x -C "${root}"`], { cwd: packageRoot });
  symlinkSync(path.join(packageRoot, "node_modules"), path.join(root, "node_modules"));
  await build({ root, configFile: path.join(root, "vite.server.config.ts"), logLevel: "error", build: { sourcemap: false } });
  return path.join(root, "dist/server/main.js");
}

it.runIf(FROM !== undefined)("answers every call of both versions while the newer one migrates", async () => {
  const fresh = await freshDatabase("template1");
  const dataDir = await mkdtemp(path.join(tmpdir(), "venue-rolling-"));
  const bundle = path.join(packageRoot, `.data/test-rolling-${process.pid}`);
  open.push(
    () => fresh.drop(),
    () => rm(dataDir, { recursive: true }),
    () => rm(bundle, { recursive: true, force: true }),
  );
  const oldMain = await serverOf(FROM ?? "");
  const env = { DATABASE_URL: fresh.url, DATABASE_POOL: "8" };
  const start = async (main: string): Promise<ServerProcess> => {
    const running = await startProcess(main, dataDir, env);
    open.push(() => running.stop());
    return running;
  };
  const first = await start(oldMain);
  const applied = async () =>
    (await query<{ name: string }>(fresh.url, "SELECT name FROM schema_migration ORDER BY name")).map(({ name }) => name);
  const [had, newer] = [await applied(), readdirSync(path.join(packageRoot, MIGRATIONS)).filter((name) => name.endsWith(".sql"))];
  expect(newer.length).toBeGreaterThan(had.length);

  const servers = [first];
  const count = { calls: 0, changes: 0, slowest: 0 };
  const wrong: unknown[] = [];
  let [token, venueId] = ["", ""];
  const ask = async (at: ServerProcess, call: Call, input: Record<string, unknown>): Promise<Envelope<unknown>> => {
    const headers = { access_token: token, sourceId: venueId, "content-type": "application/json", "idempotency-key": randomUUID() };
    const started = performance.now();
    const answer =
      call.method === "GET"
        ? await fetch(`${at.origin}${call.path}?${new URLSearchParams(input as Record<string, string>)}`, { headers })
        : await fetch(`${at.origin}${call.path}`, { method: "POST", headers, body: JSON.stringify(input) });
    count.slowest = Math.max(count.slowest, performance.now() - started);
    return (await answer.json()) as Envelope<unknown>;
  };
  const link = await vi.waitUntil(() => /setup=(\S+)/.exec(first.words())?.[1], { timeout: 10_000 });
  const setup = {
    token: link,
    organizationName: "城北体育",
    venueName: "城北馆",
    mainTag: "badminton",
    username: "admin",
    password: "Court-And-Lane-1",
    name: "管理员",
  };
  const entered = await ask(first, session.setup, setup);
  expect(entered.code, entered.msg).toBe(200);
  token = session.setup.output.parse(entered.data).access_token;
  venueId = (await query<{ id: string }>(fresh.url, "SELECT id FROM venue"))[0]?.id ?? "";
  servers.push(await start(oldMain));
  const before = [...servers];

  const shift = { over: false };
  const desk = async (n: number): Promise<void> => {
    for (let turn = n; !shift.over; turn++) {
      const at = servers[turn % servers.length] ?? first;
      const [call, input] = (
        [
          [club.create, { name: `社团 ${turn}-${n}`, leader: "张伟", phone: "13900000001" }],
          [orders.list, {}],
          [log.list, {}],
          [members.list, {}],
        ] as const
      )[turn % 4] ?? [members.list, {}];
      const answer = await ask(at, call, input).catch((error: unknown) => error);
      count.calls++;
      const code = typeof answer === "object" && answer !== null && "code" in answer ? answer.code : undefined;
      if (code !== 200) wrong.push([call.path, answer]);
      else if (call.effect) count.changes++;
      await sleep(20);
    }
  };
  const desks = Promise.all(Array.from({ length: DESKS }, (_, n) => desk(n)));
  await sleep(2_000);
  const main = await bundleServer(bundle);
  const [calls, changes] = [count.calls, count.changes];
  servers.push(await start(main));
  const during = [count.calls - calls, count.changes - changes];
  await sleep(5_000);
  // The old ones go, one by one, as a proxy sees it: out of its list first.
  for (const old of before) {
    servers.splice(servers.indexOf(old), 1);
    await sleep(1_000);
    await old.stop();
  }
  await sleep(2_000);
  shift.over = true;
  await desks;
  expect(await applied()).toEqual(newer.toSorted());
  expect(wrong).toEqual([]);
  expect(during[1]).toBeGreaterThan(0);
  const paid = await query<{ n: number }>(
    fresh.url,
    `SELECT count(*)::int AS n FROM idempotency WHERE venue_id = '${venueId}' AND call = 'clubs.create' AND answer IS NOT NULL`,
  );
  expect(paid[0]?.n).toBe(count.changes);
  // The update does not plan what the previous version left unplanned.
  const findings = (await examine(fresh.url))
    .filter((result) => !result.note && !result.check.startsWith("every deadline"))
    .flatMap((result) => result.findings);
  expect(findings).toEqual([]);
  console.log(
    `rolling update from ${(FROM ?? "").slice(0, 8)}: ${newer.length - had.length} migrations under ${count.calls} calls, ${count.changes} of them changes; ` +
      `${during[0]} calls while it migrated and started; slowest ${Math.round(count.slowest)} ms; ${wrong.length} errors`,
  );
});
