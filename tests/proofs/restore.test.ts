/** A back-up of the demo venue, taken while the server works, is brought back to its end and to a moment by the commands of the operator's guide. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { clubs } from "../../src/contract/clubs/clubs";
import type { Call, Envelope } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { session } from "../../src/contract/session/session";
import { packageRoot } from "../../src/server/root";
import { FULL, long } from "../support/forms";
import { bundleServer, type ServerProcess, startProcess } from "../support/process";

const club = callsOf(clubs);
let root: string;
let main: string;
const bundle = path.join(packageRoot, `.data/test-restore-${process.pid}`);
const running: ServerProcess[] = [];
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "venue-restore-"));
  chmodSync(root, 0o755);
  if (FULL) main = await bundleServer(bundle);
});
afterAll(async () => {
  for (const server of running) await server.stop().catch(() => undefined);
  for (const dir of [root, bundle]) await rm(dir, { recursive: true, force: true });
});

const folder = (name: string): string => path.join(root, name);
/** An npm script of the guide, on a data folder. @returns what it printed */
async function npm(dataDir: string, script: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DEMO: "off" };
  const { stdout } = await promisify(execFile)(process.execPath, ["src/tools/setup.mjs", script, ...args], { cwd: packageRoot, env });
  return stdout;
}
async function serve(dataDir: string): Promise<ServerProcess> {
  const server = await startProcess(main, dataDir, { DEMO: "on" });
  running.push(server);
  return server;
}
let token = "";
async function ask(server: ServerProcess, call: Call, input: object): Promise<Envelope<unknown>> {
  const headers = { "content-type": "application/json", access_token: token, sourceId: venueId, "idempotency-key": randomUUID() };
  const response =
    call.method === "GET"
      ? await fetch(`${server.origin}${call.path}?${new URLSearchParams(input as Record<string, string>)}`, { headers })
      : await fetch(server.origin + call.path, { method: "POST", headers, body: JSON.stringify(input) });
  return (await response.json()) as Envelope<unknown>;
}
let venueId = "";
async function enter(server: ServerProcess): Promise<void> {
  const answer = await ask(server, session.login, { username: "admin", password: "Venue2026!" });
  expect(answer.code, answer.msg).toBe(200);
  token = session.login.output.parse(answer.data).access_token;
  venueId = session.sites.output.parse((await ask(server, session.sites, {})).data).content[0]?.venueId ?? "";
}
const add = async (server: ServerProcess, name: string): Promise<void> =>
  expect(await ask(server, club.create, { name, leader: "张伟", phone: "13900000001" })).toMatchObject({ code: 200 });
const names = async (server: ServerProcess): Promise<string[]> =>
  club.list.output
    .parse((await ask(server, club.list, { name: "恢复", size: "100" })).data)
    .content.map(({ name }) => name)
    .toSorted();
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

long("is what was there at the end of the log, and at a moment before a mistake; doctor finds nothing", async () => {
  const [live, to] = [folder("live"), folder("backup")];
  let server = await serve(live);
  await enter(server);
  await add(server, "恢复 1");
  // The database puts its log there from its next start on: so the guide has it set up once.
  await expect(npm(live, "backup", "--to", to)).rejects.toMatchObject({ stderr: expect.stringContaining("Restart the server") });
  await server.stop();
  server = await serve(live);
  // The desks go on meanwhile: every call is answered, and what was answered is in the back-up.
  const during: string[] = [];
  const copying = new AbortController();
  const desk = (async () => {
    for (let i = 0; !copying.signal.aborted && i < 50; i++) {
      const name = `恢复 0 ${i}`;
      await add(server, name);
      during.push(name);
      await sleep(50);
    }
  })();
  const base = (await npm(live, "backup", "--to", to)).split(" ")[0] ?? "";
  copying.abort();
  await desk;
  expect(during.length).toBeGreaterThan(0);
  await add(server, "恢复 2");
  await sleep(1_500);
  const moment = new Date();
  await sleep(1_500);
  await add(server, "恢复 3");
  // A minute's log is there within a minute: until then the stop of the server brings it.
  await server.stop();
  await expect
    .poll(() => readdir(path.join(to, "wal")), { timeout: 90_000, interval: 1_000 })
    .toEqual(expect.arrayContaining([expect.stringMatching(/gz$/)]));

  for (const [name, until, expected] of [
    ["end", [], ["恢复 1", "恢复 2", "恢复 3"]],
    ["moment", ["--until", moment.toISOString()], ["恢复 1", "恢复 2"]],
  ] as const) {
    const data = folder(name);
    expect(await npm(data, "restore", "--from", base, ...until)).toContain("is as it was");
    expect(await npm(data, "doctor")).toMatch(/All \d+ checks passed/);
    const restored = await serve(data);
    expect([name, await names(restored)]).toEqual([name, [...during, ...expected].toSorted()]);
    // And it works: what is written after it is there.
    await add(restored, "恢复 4");
    await restored.stop();
    await expect(npm(data, "restore", "--from", base)).rejects.toMatchObject({ stderr: expect.stringContaining("already") });
  }
});

long("keeps nothing where the log does not reach the moment, and refuses what is no back-up", async () => {
  const base = path.join(folder("backup"), (await readdir(folder("backup"))).find((name) => name.startsWith("base-")) ?? "");
  const data = folder("never");
  const far = new Date(Date.now() + 86_400_000).toISOString();
  await expect(npm(data, "restore", "--from", base, "--until", far)).rejects.toMatchObject({
    stderr: expect.stringContaining("recovery target"),
  });
  expect(await readdir(path.join(data, "pg"))).not.toContain("data");
  await writeFile(folder("file"), "");
  await expect(npm(data, "restore", "--from", folder("file"))).rejects.toMatchObject({ stderr: expect.stringContaining("no back-up") });
  await expect(npm(data, "restore", "--from", base, "--until", "gestern")).rejects.toMatchObject({
    stderr: expect.stringContaining("no time"),
  });
});
