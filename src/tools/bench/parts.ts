/** The parts of the bench. Each asks a running server over bulk data and gives its figures. */
import { tmpdir } from "node:os";
import { mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { booking } from "../../contract/booking/booking";
import { finance } from "../../contract/finance/finance";
import { members } from "../../contract/members/members";
import { reportCalls } from "../../contract/core/resource/report";
import { sale } from "../../contract/sale/sale";
import { productReport, saleReport } from "../../contract/stock/stock-reports";
import { addDays, dayOf, DEFAULT_ZONE } from "../../contract/core/time";
import { openDatabase, PLATFORM } from "../../server/db/client";
import { list } from "../../server/domains/members/list";
import { read, systemRequest } from "../../server/http/perform";
import { type Bulk, DAYS_AHEAD, GOODS, PER_DAY, VENUE } from "./data";
import { sendRequest, percentile, perSecond, run, saysOf, type Target } from "./load";
import type { Figure } from "./figures";
import { processorMs, residentMb, type Running, startProgram } from "./server";
import { measureExports } from "./exports";
import { measureReports, rollUpAll } from "./reports";
import { measureGrowth } from "./growth";
import { measureImport, measureMembers } from "./members";
import { measureSearches } from "./searches";
import { measureSoak } from "./soak";
import { statementsOf } from "./statements";
import { target } from "./target";

/** Environment of a benchmark part. */
export interface Stage {
  /** The database, as its owner. */
  readonly url: string;
  readonly server: Running;
  readonly token: string;
  readonly rows: number;
  /** Duration of the soak. */
  readonly minutes: number;
  /** Seconds from one request of a person of the soak to the next. */
  readonly pace: number;
  /** The lists that are searched; none: all. */
  readonly lists: readonly string[];
  /** The reports that are asked, or a grouping of one; none: all. */
  readonly only: readonly string[];
}
interface Part {
  readonly bulk: readonly Bulk[];
  readonly measure: (stage: Stage) => Promise<Figure[]>;
}

const CONNECTIONS = 16;
const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const seconds = (value: number): string => `${(value / 1000).toFixed(value < 10_000 ? 2 : 1)} s`;

/** A list of 20 over all members, against its own statements by the raw driver, in turns so that both meet the same machine. */
async function measureList(stage: Stage): Promise<Figure[]> {
  const database = openDatabase(stage.url, { max: 4 });
  const venue = await database.dbFor(PLATFORM).selectFrom("venue").selectAll().where("id", "=", VENUE).executeTakeFirstOrThrow();
  const listing = () => read(database, systemRequest(venue, "bench", new Date()), (ctx) => list(ctx, members.list.input.parse({})));
  await listing();
  const statements = await statementsOf(listing);
  await database.close();
  const file = path.join(mkdtempSync(path.join(tmpdir(), "venue-bench-")), "statements.json");
  writeFileSync(file, JSON.stringify(statements));
  const raw = await startProgram("src/tools/bench/raw.ts", { BENCH_URL: stage.url, BENCH_STATEMENTS: file });
  try {
    const ours = target(stage, members.list);
    const theirs: Target = { url: raw.origin, headers: {} };
    const load = (of: Target, long: number) => run(() => of, { connections: CONNECTIONS, seconds: long });
    await load(ours, 2);
    await load(theirs, 2);
    const before = { ours: processorMs(stage.server.pid), theirs: processorMs(raw.pid) };
    const turns = { ours: [await load(ours, 4)], theirs: [await load(theirs, 4)] };
    turns.ours.push(await load(ours, 4));
    turns.theirs.push(await load(theirs, 4));
    const each = (loads: typeof turns.ours, from: number | undefined, to: number | undefined): string =>
      from === undefined || to === undefined ? "?" : ms((to - from) / loads.reduce((sum, one) => sum + one.count, 0));
    const cost = `${each(turns.ours, before.ours, processorMs(stage.server.pid))} against ${each(turns.theirs, before.theirs, processorMs(raw.pid))}`;
    const rate = (loads: typeof turns.ours): number => loads.reduce((sum, one) => sum + perSecond(one), 0) / loads.length;
    const failed = [...turns.ours, ...turns.theirs].reduce((sum, one) => sum + one.failed, 0);
    const times = turns.ours.flatMap((one) => one.times);
    const ratio = rate(turns.ours) / rate(turns.theirs);
    return [
      {
        what: `list of 20 over ${stage.rows.toLocaleString("en-US")} rows, ${CONNECTIONS} connections, against the same SQL by the raw driver`,
        value: `${ratio.toFixed(2)} ×`,
        bar: "≥ 0.5 ×",
        goal: "≥ 0.8 ×",
        met: failed > 0 ? "no" : ratio >= 0.8 ? "goal" : ratio >= 0.5 ? "bar" : "no",
        note: `${Math.round(rate(turns.ours))} against ${Math.round(rate(turns.theirs))} requests/s, ${statements.length} statements each; processor per request outside the database ${cost}; p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}; ${failed} failed`,
      },
    ];
  } finally {
    await raw.stop();
  }
}

/** Lists at a desk's pace while somebody asks for a report over everything each second. */
async function measureMixed(stage: Stage): Promise<Figure[]> {
  const report = target(stage, finance.venueAccountExcel);
  const listing = target(stage, members.list);
  await run(() => listing, { connections: 4, seconds: 1, pace: 100 });
  const long = 15;
  const [lists, reports] = await Promise.all([
    run(() => listing, { connections: 4, seconds: long, pace: 100 }),
    run(() => report, { connections: 1, seconds: long, pace: 1_000 }),
  ]);
  const p99 = percentile(lists.times, 0.99);
  const failed = lists.failed + reports.failed;
  return [
    {
      what: `p99 of lists while a ${stage.rows.toLocaleString("en-US")}-row report runs each second`,
      value: ms(p99),
      bar: "< 100 ms",
      goal: "< 50 ms",
      met: failed > 0 ? "no" : p99 < 50 ? "goal" : p99 < 100 ? "bar" : "no",
      note: `${lists.count} lists over 4 connections, p50 ${ms(percentile(lists.times, 0.5))}; ${reports.count} reports, p50 ${ms(percentile(reports.times, 0.5))}; ${failed} failed`,
    },
  ];
}

async function measureGrid(stage: Stage): Promise<Figure[]> {
  const today = dayOf(new Date(), DEFAULT_ZONE);
  // Weeks all over the filled days, so that no answer is read twice in a row.
  const span = Math.max(1, Math.min(400, Math.floor(stage.rows / PER_DAY) - 7));
  const weeks = Array.from({ length: 60 }, (_, i) => addDays(today, DAYS_AHEAD - 6 - ((i * 17) % span)));
  let next = 0;
  const asking = () => target(stage, booking.grid, { day: weeks[next++ % weeks.length] ?? today, days: "7" });
  await run(asking, { connections: 1, seconds: 2 });
  const load = await run(asking, { connections: 1, seconds: 8 });
  const p95 = percentile(load.times, 0.95);
  const { bytes } = await sendRequest(asking());
  const gridTarget = asking();
  const sent = await sendRequest({ ...gridTarget, headers: { ...gridTarget.headers, "accept-encoding": "gzip" } });
  return [
    {
      what: `booking grid 40 places × 7 days with ${stage.rows.toLocaleString("en-US")} bookings, p95`,
      value: ms(p95),
      bar: "< 200 ms",
      goal: "< 50 ms",
      met: load.failed > 0 ? "no" : p95 < 50 ? "goal" : p95 < 200 ? "bar" : "no",
      note: `${load.count} grids one after the other, p50 ${ms(percentile(load.times, 0.5))}, ${Math.round(bytes / 1024)} kB each, ${Math.round(sent.bytes / 1024)} kB on the way to a browser (${PER_DAY * 7} bookings of an hour); ${load.failed} failed`,
    },
  ];
}

async function measureReport(stage: Stage): Promise<Figure[]> {
  const load = await run(() => target(stage, finance.venueAccountExcel), { connections: 1, seconds: 6 });
  const p50 = percentile(load.times, 0.5);
  return [
    {
      what: `report over ${stage.rows.toLocaleString("en-US")} sales (takings by tender)`,
      value: ms(p50),
      bar: "< 2 s",
      goal: "< 300 ms",
      met: load.failed > 0 ? "no" : p50 < 300 ? "goal" : p50 < 2_000 ? "bar" : "no",
      note: `${load.count} reports one after the other, slowest ${ms(Math.max(...load.times))}; ${load.failed} failed`,
    },
  ];
}

/** A drink for cash, from the request to the committed sale: stock, ledger, shift, number and payment. Each request is a sale of its own. */
async function measureSales(stage: Stage): Promise<Figure[]> {
  const { server, token } = stage;
  const started = Date.now();
  let made = 0;
  const target = (): Target => {
    const body = { lines: [{ productId: `g-${made % GOODS}`, quantity: 1 }], payments: [{ type: "Cash", amount: "5.00" }] };
    const headers = {
      access_token: token,
      sourceId: VENUE,
      "content-type": "application/json",
      "idempotency-key": `bench-sale-${started}-${made++}`,
    };
    return { url: `${server.origin}${sale.create.path}`, headers, body: JSON.stringify(body) };
  };
  await run(target, { connections: CONNECTIONS, seconds: 2 });
  const load = await run(target, { connections: CONNECTIONS, seconds: 10 });
  const rate = perSecond(load);
  return [
    {
      what: `sales a second through the whole path, ${CONNECTIONS} tills at once, over ${stage.rows.toLocaleString("en-US")} sales`,
      value: `${Math.round(rate)} /s`,
      bar: "≥ 50 /s",
      goal: "≥ 200 /s",
      met: load.failed > 0 ? "no" : rate >= 200 ? "goal" : rate >= 50 ? "bar" : "no",
      note: `${load.count} sales, p50 ${ms(percentile(load.times, 0.5))}, p99 ${ms(percentile(load.times, 0.99))}; ${load.failed} failed ${saysOf(load)}`,
    },
  ];
}

/** The product report and the daily sales over all sales there are. */
async function measureSaleReport(stage: Stage): Promise<Figure[]> {
  const today = dayOf(new Date(), DEFAULT_ZONE);
  const period = { from: addDays(today, -1_100), to: today };
  const reports = [
    ["product report", reportCalls(productReport).read, { ...period, group: "class" }],
    ["daily product sales", reportCalls(saleReport).read, { ...period, group: "product" }],
  ] as const;
  const figures: Figure[] = [];
  await rollUpAll(stage);
  for (const [name, call, input] of reports) {
    const load = await run(() => target(stage, call, input), { connections: 1, seconds: 8 });
    const p50 = percentile(load.times, 0.5);
    figures.push({
      what: `${name} over ${stage.rows.toLocaleString("en-US")} sales`,
      value: ms(p50),
      bar: "< 2 s",
      goal: "< 1 s",
      met: load.failed > 0 ? "no" : p50 < 1_000 ? "goal" : p50 < 2_000 ? "bar" : "no",
      note: `${load.count} reports one after the other, slowest ${ms(Math.max(...load.times))}; ${load.failed} failed ${saysOf(load)}`,
    });
  }
  return figures;
}

async function measureExport(stage: Stage): Promise<Figure[]> {
  const idle = residentMb(stage.server.pid);
  let most = idle ?? 0;
  const timer = setInterval(() => (most = Math.max(most, residentMb(stage.server.pid) ?? 0)), 50);
  const started = performance.now();
  const { status, head, bytes } = await sendRequest(target(stage, members.excel));
  const took = performance.now() - started;
  clearInterval(timer);
  const over = idle === undefined ? undefined : most - idle;
  const isFile = status === 200 && head.startsWith("PK");
  return [
    {
      what: `export of ${stage.rows.toLocaleString("en-US")} rows`,
      value: `${over === undefined ? "memory not known here" : `${over} MB over idle`}, ${seconds(took)}`,
      bar: "< 150 MB",
      goal: "< 20 s",
      met: !isFile || (over ?? 0) >= 150 ? "no" : took < 20_000 ? "goal" : "bar",
      note: `17 columns, ${Math.round(bytes / 1_048_576)} MB${isFile ? "" : `; no file: ${head}`}`,
    },
  ];
}

export const PARTS = {
  list: { bulk: ["members"], measure: measureList },
  mixed: { bulk: ["members", "sales"], measure: measureMixed },
  grid: { bulk: ["bookings"], measure: measureGrid },
  report: { bulk: ["sales"], measure: measureReport },
  sales: { bulk: ["sales"], measure: measureSales },
  "sale-report": { bulk: ["sales"], measure: measureSaleReport },
  export: { bulk: ["members"], measure: measureExport },
  exports: { bulk: ["members", "sales"], measure: measureExports },
  reports: { bulk: ["members", "bookings", "sales", "books"], measure: measureReports },
  members: { bulk: ["members"], measure: measureMembers },
  import: { bulk: ["members"], measure: measureImport },
  searches: { bulk: [], measure: measureSearches },
  soak: { bulk: ["members", "bookings"], measure: measureSoak },
  growth: { bulk: ["bookings"], measure: measureGrowth },
} as const satisfies Readonly<Record<string, Part>>;
export type PartName = keyof typeof PARTS;
