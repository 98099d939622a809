/** A domain does not import another domain's insides: what several need is in `server/kernel`, `server/ledger`, `console/desk`, `console/ui`. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

/** Imports that a domain may make from another, the importers, and the reason. An import that no longer exists must leave the list. */
type Allowed = readonly (readonly [to: string, why: string, from: readonly string[]])[];

const SERVER: Allowed = [
  [
    "booking/book",
    "writes an order: a game, an open play, a coach class and an offer of the waitlist are orders too",
    ["coaches/classes", "gameCourts/reserve", "marketing/slot", "openPlay/courts", "waitlist/answer", "waitlist/offer"],
  ],
  ["booking/cover", "a cart's cards cover lines of an order as at its own payment", ["sale/cards"]],
  ["booking/cancel", "cancels an order whole", ["closing/apply", "gameCourts/release", "marketing/slot", "waitlist/answer"]],
  ["booking/late-payment", "a code paid after its order ran out is the order's matter", ["sale/scan"]],
  ["booking/lock", "a voucher that kept its place by a lock frees it", ["marketing/slot"]],
  ["booking/pay", "an accepted offer and an order in a cart are paid as any hold", ["sale/items", "waitlist/answer"]],
  ["booking/refund-lines", "gives up lines of an order", ["closing/apply", "gameCourts/release"]],
  ["booking/view", "the answer of an accepted offer is its order", ["waitlist/answer"]],
  ["cards/sell", "a cart sells package cards, a voucher becomes one", ["marketing/open-card", "sale/items"]],
  ["coaches/bookings", "a cart sells places in classes", ["sale/items"]],
  ["coaches/close", "a closing calls off coach classes", ["closing/apply", "closing/plan"]],
  ["competitions/games", "courts taken for a new game make the game", ["gameCourts/reserve"]],
  ["fixed/contract", "a closing moves dates of contracts", ["closing/apply"]],
  ["fixed/cancel-occurrences", "a closing gives up dates of contracts", ["closing/apply"]],
  ["gameCourts/release", "a game that is called off frees its courts", ["competitions/games"]],
  ["members/recharge", "a cart sells recharges", ["sale/items"]],
  ["openPlay/cancel", "a closing calls off open plays", ["closing/apply", "closing/plan"]],
  ["places/standing", "a program's slots change only where no booking is in the way", ["prices/programs"]],
  ["prices/plan-effect", "a special day changes prices of unpaid orders", ["places/calendar"]],
  ["prices/rule-change", "a special day is a change of price rules", ["places/calendar"]],
  ["sale/list", "an order shows the goods sold with it", ["booking/goods"]],
  ["session/guesses", "who resets a password opens the account again", ["platform/staff"]],
  ["stock/documents", "a sale kept by its till counts in goods that the books lack", ["sale/settle"]],
  ["stock/post-document", "a sale kept by its till counts in goods that the books lack", ["sale/settle"]],
  ["capacitySessions/book", "a cart sells tickets of sessions", ["sale/items"]],
];

const CONSOLE: Allowed = [
  ["finance/documents", "movements that a statement line may be are named as in the account log", ["accounting/MatchDialog"]],
  ["places/places.css", "places are chosen on their map", ["prices/PlacePicker"]],
  ["prices/plan/EffectDialog", "a special day changes prices of unpaid orders", ["places/calendar/DayPanel"]],
  ["prices/prices.css", "fields of hours and weekdays have one look", ["gameCourts/TakeForm", "places/Calendar", "places/HallForm"]],
  ["sale/offline/Unsent", "a drawer is counted once sales taken without the network are sent", ["shift/Closing", "shift/Counting"]],
  ["capacitySessions/capacity-sessions.css", "an open play has the figures of a session", ["openPlay/OpenPlayDrawer"]],
];

/** Rooms that domains share, which import no domain. */
const SHARED = ["src/server/kernel", "src/server/ledger", "src/console/desk", "src/console/ui"];

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(dir, name));

/** Modules that a source imports by a relative path: static, lazy, types and styles. */
const imported = (file: string, source: string): string[] =>
  [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => join(dirname(file), match[1] ?? ""));

/** `[module, importer]` of what a source in `root` imports from another domain's folder. */
function foreign(root: string, file: string, source: string): [to: string, from: string][] {
  const own = relative(root, file).split("/")[0];
  const from = relative(root, file).replace(/\.tsx?$/, "");
  return imported(file, source)
    .map((path) => relative(root, path))
    .filter((to) => !to.startsWith("..") && to.split("/")[0] !== own)
    .map((to) => [to, from]);
}

const sentences = (pairs: readonly (readonly [string, string])[]): string[] => pairs.map(([to, from]) => `${from} imports ${to}`).sort();

describe.each([
  ["server", SERVER, 38],
  ["console", CONSOLE, 11],
] as const)("domains of the %s", (room, allowed, most) => {
  const root = `src/${room}/domains`;
  it("import of each other only what is listed here with its reason", () => {
    const found = filesOf(root).flatMap((file) => foreign(root, file, readFileSync(file, "utf8")));
    expect(sentences(found)).toEqual(sentences(allowed.flatMap(([to, , from]) => from.map((one) => [to, one] as const))));
    expect(found.length).toBeLessThanOrEqual(most);
  });
});

it.each(SHARED)("%s imports no domain", (dir) => {
  const domains = filesOf(dir).flatMap((file) =>
    imported(file, readFileSync(file, "utf8")).flatMap((path) => (path.includes("/domains/") ? [`${file} imports ${path}`] : [])),
  );
  expect(domains).toEqual([]);
});

it("sees every way to import another domain, and none within the own", () => {
  const root = "src/server/domains";
  const source = `import type { A } from "../booking/rows";
    export { b } from "../cards/sell";
    const C = () => import("../sale/list");
    import "../sale/till.css";
    import { d } from "./lines";
    import { e } from "../../kernel/orders";`;
  expect(sentences(foreign(root, `${root}/fixed/money.ts`, source))).toEqual([
    "fixed/money imports booking/rows",
    "fixed/money imports cards/sell",
    "fixed/money imports sale/list",
    "fixed/money imports sale/till.css",
  ]);
});

/** A statement: the tag of Kysely, or its query builder. */
const STATEMENT = /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/;
const isOfRoutes = (file: string): boolean => /\/(?:[\w-]+-)?routes\.ts$/.test(file);

it("keeps SQL in services, out of the files that pair calls with them", () => {
  const routes = filesOf("src/server/domains").filter(isOfRoutes);
  expect(routes.length).toBeGreaterThan(30);
  expect(routes.filter((file) => STATEMENT.test(readFileSync(file, "utf8")))).toEqual([]);
  for (const statement of ["sql`t.no`", "sql<number>`1`", 'ctx.db.selectFrom("club")']) expect(STATEMENT.test(statement)).toBe(true);
});

it("declares the types of tables in rows.ts", () => {
  const tables = "src/server/db/tables.ts";
  const files = imported(tables, readFileSync(tables, "utf8"));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !file.endsWith("/rows"))).toEqual([]);
});
