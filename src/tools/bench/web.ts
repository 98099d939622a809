/** First load of the console in Chromium, on a running server with demo data: login, login to list, and the member list cold and warm. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { packageRoot } from "../../server/root";
import { below, type Figure } from "./figures";

const LIST = "/venueUser/venue-user-list";
const ROWS = 20;
const ROW = ".ant-table-row";
/** A password takes longer. */
const TYPING_MS = 1_500;

interface Scenario {
  readonly visible: number;
  readonly visibleRange: readonly [number, number];
  readonly jsGz: number;
  readonly requests: number;
}
interface Measured {
  readonly scenarios: Readonly<Partial<Record<"login" | "list" | "listWarm" | "flow", Scenario>>>;
}

/** Runs the measuring script; what it prints is passed over for its file. @throws Error when a scenario has no figures */
async function run(base: string, runs: number, args: readonly string[]): Promise<(name: keyof Measured["scenarios"]) => Scenario> {
  const json = path.join(mkdtempSync(path.join(tmpdir(), "venue-bench-")), "web.json");
  const chrome = process.env.CHROME ?? "/usr/bin/chromium";
  const script = path.join(packageRoot, "src/tools/bench/measure-web.mjs");
  const all = [script, base, "#username", ...args, "--runs", String(runs), "--chrome", chrome, "--json", json];
  await promisify(execFile)(process.execPath, all, { cwd: packageRoot });
  const { scenarios } = JSON.parse(readFileSync(json, "utf8")) as Measured;
  return (name) => {
    const seen = scenarios[name];
    if (!seen) throw new Error(`the measuring script has no figures of ${name}`);
    return seen;
  };
}

/** Measures with the processor slowed four times, on loopback; each value is the median of `runs`. */
export async function measureWeb(base: string, runs: number): Promise<Figure[]> {
  const enter = [
    "fill:#username=admin",
    "fill:#password=Venue2026!",
    "click:button[type=submit]",
    "wait:.site",
    "click:.site",
    "wait:.page h1",
    "waiturl:dashboard",
  ];
  const visits = await run(base, runs, [
    "--list-path",
    LIST,
    "--list-selector",
    ROW,
    "--list-count",
    String(ROWS),
    "--actions",
    enter.join(";"),
    "--warm",
  ]);
  // Somebody with one venue, who is led straight to the list; the code is fetched while the password is typed.
  const type = ["fill:#username=cashier", "fill:#password=Venue2026!", `sleep:${TYPING_MS}`, "click:button[type=submit]"];
  const entry = await run(base, runs, [
    "--login-path",
    `/login?redirect=${encodeURIComponent(LIST)}`,
    "--actions",
    type.join(";"),
    "--flow",
    ROW,
  ]);
  const [login, list, listWarm, flow] = [visits("login"), visits("list"), visits("listWarm"), entry("flow")];
  const time = (what: string, seen: Scenario, bar: number, goal: number): Figure => ({
    what: `${what}, processor slowed 4 ×`,
    value: `${Math.round(seen.visible)} ms`,
    bar: `≤ ${bar} ms`,
    goal: `≤ ${goal} ms`,
    met: below(seen.visible, bar, goal),
    note: `median of ${runs}, ${seen.visibleRange.join(" to ")} ms; ${seen.requests} requests`,
  });
  const code = (what: string, seen: Scenario, bar: number, goal: number): Figure => ({
    what,
    value: `${(seen.jsGz / 1000).toFixed(1)} kB`,
    bar: `≤ ${bar} kB`,
    goal: `≤ ${goal} kB`,
    met: below(seen.jsGz / 1000, bar, goal),
    note: "gzip of the scripts themselves",
  });
  return [
    time("login form visible", login, 400, 280),
    code("JS before the login form", login, 10, 5),
    time(`list of ${ROWS} rows visible, cold deep link`, list, 1_500, 1_000),
    code("JS until those rows", list, 340, 250),
    time("the same list, second visit", listWarm, 600, 300),
    time("from the login click to rows visible", flow, 1_000, 600),
  ];
}
