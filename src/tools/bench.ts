/**
 * `npm run bench [-- part …] [--rows 1000000]`: the speed figures of the server, measured on this machine, each with its bar and its goal.
 * Parts: list, mixed, grid, report, sales, sale-report, export, exports, members, import, start; none named: all of them. `searches` asks every search of every list over so many rows of each; `--lists staff,members` asks these alone. `reports` asks every report over all of them; `--only memberMonths.cardType,saleReport` asks these alone. `soak --minutes 30` keeps 200 people at work on two processes. `schedule` plans a large tournament. `growth` measures calls, watching and the scheduler as venues become 10,000. `web --base http://localhost:8787` measures the console on a
 * running server with demo data. No figure fails anything: a bench says what is, tests say what must be.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ALL_CODES } from "../contract/core/permissions";
import { openDatabase, PLATFORM } from "../server/db/client";
import { startEmbedded } from "../server/db/embedded";
import { startSession } from "../server/kernel/tokens";
import { packageRoot } from "../server/root";
import { type Bulk, fill, VENUE } from "./bench/data";
import { below, type Figure, show } from "./bench/figures";
import { PARTS, type PartName, type Stage } from "./bench/parts";
import { databasePid, isBuilt, type Running, startServer } from "./bench/server";
import { measureGridPage, measurePalette, measureRows } from "./bench/console";
import { measureSchedule } from "./bench/schedule";
import { measureShell } from "./bench/shell";
import { measureWeb } from "./bench/web";

const NAMES = Object.keys(PARTS) as PartName[];
/** Parts that take long, and run when they are named. */
const LONG: readonly PartName[] = ["soak", "searches", "reports", "growth"];
/** Parts that measure the console of a running server; `web` selects all of them. */
const CONSOLE: Readonly<Record<string, (base: string, runs: number) => Promise<Figure[]>>> = {
  web: measureWeb,
  "grid-page": measureGridPage,
  rows: measureRows,
  palette: measurePalette,
  shell: measureShell,
};
/** Parts that measure algorithms, without server or console. */
const ALONE: Readonly<Record<string, () => Promise<Figure[]>>> = { schedule: measureSchedule };
/** From this load on the machine has other things to do, and times say little. */
const BUSY = 1.5;
const isPart = (name: string): name is PartName => NAMES.some((known) => known === name);
const USAGE = `npm run bench [-- part …] [options]: speed figures of the server, measured on this machine

parts       ${NAMES.filter((name) => !LONG.includes(name)).join(", ")}, start; none named: all of these
long parts  ${LONG.join(", ")}
algorithms  ${Object.keys(ALONE).join(", ")}
console     ${Object.keys(CONSOLE).join(", ")}: of a running server with demo data

--rows 1000000                  rows of each table
--lists staff,members           searches: of these lists alone
--only courtUse.place,saleReport  reports: these alone, or one grouping of one; dayReport: the daily report
--minutes 30                    soak: how long
--pace 2                        soak: seconds from one request of a person to the next
--keep                          the filled installation stays, and serves the next run that asks for the same rows
--base http://localhost:8787    console: where it is served
--runs 5                        console: how often`;
const splitNames = (list: string): readonly string[] => list.split(",").filter(Boolean);
const started = performance.now();
const since = (): string => `${((performance.now() - started) / 1000).toFixed(0)} s`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${cpu?.model.trim() ?? "?"}, ${memory} GB, ${process.platform} ${release()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} before we begin, ${new Date().toISOString().slice(0, 16)}Z`;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rows: { type: "string", default: "1000000" },
      base: { type: "string", default: "http://localhost:8787" },
      runs: { type: "string", default: "5" },
      minutes: { type: "string", default: "30" },
      pace: { type: "string", default: "2" },
      lists: { type: "string", default: "" },
      only: { type: "string", default: "" },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const rows = Number(values.rows);
  if (!Number.isInteger(rows) || rows < 1_000) throw new Error("--rows is a whole number from 1000 on");
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error("--minutes is a number above 0");
  const pace = Number(values.pace);
  if (!(pace > 0)) throw new Error("--pace is a number of seconds above 0");
  const unknown = positionals.find((name) => name !== "start" && !(name in CONSOLE) && !(name in ALONE) && !isPart(name));
  if (unknown !== undefined)
    throw new Error(`${unknown} is no part: ${[...NAMES, "start", ...Object.keys(CONSOLE), ...Object.keys(ALONE)].join(", ")}`);
  const load = loadavg()[0] ?? 0;
  const mark = load > BUSY ? `; the machine was busy (load ${load.toFixed(1)} before we began), so this says little` : "";
  console.log(machine());
  const figures: Figure[] = [];
  const keep = (more: readonly Figure[]): void => {
    figures.push(...more);
    for (const figure of more) console.log(`\n${show({ ...figure, note: figure.note + mark })}`);
  };
  for (const [name, measure] of Object.entries(ALONE)) if (positionals.includes(name)) keep(await measure());
  for (const [name, measure] of Object.entries(CONSOLE))
    if (positionals.includes(name) || positionals.includes("web")) keep(await measure(values.base, Number(values.runs)));
  const ofServer =
    positionals.length === 0
      ? [...NAMES.filter((name) => !LONG.includes(name)), "start"]
      : positionals.filter((name) => !(name in CONSOLE) && !(name in ALONE));
  const benchOptions = { rows, minutes, pace, lists: splitNames(values.lists), only: splitNames(values.only) };
  if (ofServer.length > 0) await measureServer(ofServer, benchOptions, keep, values.keep);
  const missed = figures.filter((figure) => figure.met === "no").length;
  console.log(`\n${figures.length} figures in ${since()}; ${missed === 0 ? "every bar is met" : `${missed} below the bar`}.`);
}

/** Fills a scratch installation and measures on it; it is gone afterwards, unless it is kept. */
async function measureServer(
  names: readonly string[],
  asked: Pick<Stage, "rows" | "minutes" | "pace" | "lists" | "only">,
  keep: (figures: readonly Figure[]) => void,
  stays: boolean,
): Promise<void> {
  const { rows } = asked;
  const dataDir = path.join(packageRoot, ".data/bench");
  const parts = NAMES.filter((name) => names.includes(name));
  const bulk = [...new Set<Bulk>(parts.flatMap((name) => [...PARTS[name].bulk]))];
  if (names.includes("start") && bulk.length === 0) bulk.push("members");
  const holds = path.join(dataDir, "holds");
  const content = `${rows} ${bulk.join(" ")}`;
  const isUnchanged = stays && existsSync(holds) && readFileSync(holds, "utf8") === content;
  let server: Running | undefined;
  if (!isUnchanged) rmSync(dataDir, { recursive: true, force: true });
  try {
    console.log(`Server: ${isBuilt() ? "built" : "from source"}, embedded database with its own settings in ${dataDir}`);
    if (!isUnchanged) {
      const cold = await startServer(dataDir);
      await cold.stop();
      if (names.includes("start")) keep([startFigure("cold start to ready (empty folder)", cold.ms, 3_000, 1_000)]);
      console.log(`\nMaking ${rows.toLocaleString("en-US")} rows each of ${bulk.join(", ")} …`);
      await prepare(dataDir, bulk, rows);
      if (stays) writeFileSync(holds, content);
    }
    server = await startServer(dataDir);
    if (names.includes("start")) keep([startFigure(`warm start at ${rows.toLocaleString("en-US")} rows`, server.ms, 1_500, 300)]);
    const url = await addressOf(dataDir);
    const database = openDatabase(url, { max: 2 });
    const { access_token: token } = await startSession(database.dbFor(PLATFORM), "bench", new Date(), "127.0.0.1");
    await database.close();
    for (const name of parts) keep(await PARTS[name].measure({ ...asked, url, server, token }));
    if (names.includes("start")) server = await afterKill(dataDir, server, rows, keep);
  } finally {
    await server?.stop();
    if (!stays) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The address of the database that the server holds; leaving it at once, so that nobody but the server looks after it. */
async function addressOf(dataDir: string): Promise<string> {
  const embedded = await startEmbedded({ dataDir });
  await embedded.stop();
  return embedded.url;
}

const startFigure = (what: string, ms: number, bar: number, goal: number): Figure => ({
  what,
  value: seconds(ms),
  bar: `≤ ${bar / 1000} s`,
  goal: `≤ ${goal / 1000} s`,
  met: below(ms, bar, goal),
  note: "from the command to the address, without installing and building",
});

/** Bulk rows, and somebody who may see them. The database forgets nothing of this: it is stopped in order before it is measured. */
async function prepare(dataDir: string, bulk: readonly Bulk[], rows: number): Promise<void> {
  const embedded = await startEmbedded({ dataDir, settings: { fsync: "off", full_page_writes: "off", max_wal_size: "4GB" } });
  const at = performance.now();
  await fill(embedded.url, bulk, rows, (line) => console.log(line));
  const database = openDatabase(embedded.url, { max: 2 });
  const db = database.dbFor(PLATFORM);
  await db
    .insertInto("person")
    .values({ id: "bench", username: "bench", password_hash: "-", name: "测速", created_at: new Date() })
    .execute();
  await db.insertInto("role").values({ id: "bench", organization_id: "bench", name: "测速" }).execute();
  await db
    .insertInto("role_code")
    .values(ALL_CODES.map((code) => ({ role_id: "bench", code })))
    .execute();
  await db.insertInto("person_venue").values({ person_id: "bench", venue_id: VENUE, role_id: "bench" }).execute();
  await database.close();
  await embedded.stop();
  console.log(`  in all ${seconds(performance.now() - at)}`);
}

/** Kills server and database while they write, and starts again: the database first has to take up its log. */
async function afterKill(dataDir: string, server: Running, rows: number, keep: (figures: readonly Figure[]) => void): Promise<Running> {
  const database = openDatabase(await addressOf(dataDir), { max: 4, role: null });
  const db = database.dbFor(VENUE);
  const until = performance.now() + 3_000;
  for (let i = 0; performance.now() < until; i++)
    await db.updateTable("card_type").set({ position: i }).where("venue_id", "=", VENUE).execute();
  const pid = databasePid(dataDir);
  await server.kill();
  if (pid !== undefined) process.kill(pid, "SIGKILL");
  await database.close().catch(() => undefined);
  const again = await startServer(dataDir);
  keep([startFigure(`start after kill -9 of server and database at ${rows.toLocaleString("en-US")} rows`, again.ms, 3_000, 2_000)]);
  return again;
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
