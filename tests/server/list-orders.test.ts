/**
 * Every declared list reads its first page from an index that has its rows in the list's own order, and looks up what its rows refer to
 * only once the page is cut: at a million rows the page is as quick as at ten.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callsByName } from "../../src/contract/core/resource/calls";
import { servedResources } from "../../src/server/resource/serve";
import { allRoutes } from "../../src/server/routes";
import type { Ctx } from "../../src/server/http/context";
import { type Statement, statementsOf } from "../../src/tools/bench/statements";
import { testVenue, type TestVenue } from "../support/venue";

/** Views that put rows of several tables together, or work rows out: no index has those in order. */
const PUT_TOGETHER = new Set([
  "accountEntries",
  "bookEntries",
  "cardsOpened",
  "courtOpenings",
  "marketingEntries",
  "memberPurchases",
  "orders",
  "roles",
  "staff",
]);
const routes = allRoutes({ dataDir: "/nowhere" });
const lists = servedResources.flatMap(({ resource }) => {
  const { list } = callsByName(resource);
  return list ? [{ name: resource.name, list }] : [];
});

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
});
afterAll(() => t.close());

interface Plan {
  readonly "Node Type": string;
  readonly "Parent Relationship"?: string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}
/** The nodes through which the rows of the list go, without what is looked up beside each. */
const onTheWay = (plan: Plan): readonly Plan[] => [
  plan,
  ...(plan.Plans ?? []).filter((below) => below["Parent Relationship"] !== "SubPlan").flatMap(onTheWay),
];

/** The plan of a list's first page, of which the planner would rather take any index than sort. */
async function planOf(name: string): Promise<readonly Plan[]> {
  const call = lists.find((each) => each.name === name)?.list;
  const route = routes.find((each) => each.call === call || each.call.path === call?.path);
  if (!call || route?.in !== "venue") throw new Error(`${name} has no list`);
  const input = call.input.parse(call.access === "cookie" ? { venueId: "v-1" } : {});
  const sent = await statementsOf(() => t.look((ctx) => route.service(ctx, input as never)));
  const page = sent.findLast(({ text }) => /limit \$\d+ offset/.test(text));
  if (!page) throw new Error(`${name} reads no page`);
  return t.look((ctx) => explained(ctx, page));
}

async function explained(ctx: Ctx, { text, values }: Statement): Promise<readonly Plan[]> {
  const tx = await ctx.db.startTransaction().execute();
  try {
    for (const way of ["sort", "seqscan", "bitmapscan"]) await sql`SELECT set_config(${`enable_${way}`}, 'off', true)`.execute(tx);
    const { rows } = await tx.executeQuery<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>({
      ...sql`EXPLAIN (FORMAT JSON)`.compile(tx),
      sql: `EXPLAIN (FORMAT JSON) ${text}`,
      parameters: values,
    });
    return (rows[0]?.["QUERY PLAN"] ?? []).flatMap(({ Plan: plan }) => onTheWay(plan));
  } finally {
    await tx.rollback().execute();
  }
}

/** Court hours of lines that changed in locked periods are few, and merged into the others, which an index has in order. */
const isOfLockedLines = (node: Plan): boolean => onTheWay(node).some((below) => below["Relation Name"] === "locked_line");

it.each(lists.filter(({ name }) => !PUT_TOGETHER.has(name)).map(({ name }) => name))("%s are read in their order", async (name) => {
  const sorts = (await planOf(name)).filter((node) => node["Node Type"] === "Sort" && !isOfLockedLines(node));
  expect(sorts).toEqual([]);
});

it("tells a list that is sorted", async () => {
  expect((await planOf("orders")).map((node) => node["Node Type"])).toContain("Sort");
});

it("looks up the names of what a row refers to beside the page", async () => {
  const tables = (await planOf("battles")).flatMap((node) => node["Relation Name"] ?? []);
  expect(tables).toEqual(["battle"]);
});
