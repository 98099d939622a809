/** Files of a new report: how many records of a resource were created by day or month, to begin with. */
import { GROUPS } from "../../contract/core/groups";
import { ALL_CODES } from "../../contract/core/permissions";
import { screens } from "../../console/resources";
import { servedResources } from "../../server/resource/serve";
import { allRoutes } from "../../server/routes";
import { groupOf, labelOf, labelSource, spellingsOf } from "./names";
import type { Declared } from "./plan";
import { addScreens, openFile, withPages, type Written, writeFiles } from "./write-files";
import { CODE_WORDS } from "./words";

export const REPORT_USAGE = `npm run new:report -- locker-report --of lockers --zh 储物柜报表 --en "Locker report" [--group trade]

  name      lower camel or kebab case: lockerReport, locker-report
  --of      the declared resource whose records it counts by day or month, for a start
  --zh      its title in Chinese          --en     and in English
  --group   group of the menu (trade when left out): ${Object.keys(GROUPS).join(", ")}`;

interface WrittenReport extends Written {
  readonly path: string;
  readonly codes: readonly string[];
  /** The file that serves it. */
  readonly server: string;
}

/**
 * Writes the report into the project at `root`.
 * @throws Error when something of that name exists, or when a file that gets an addition does not look as expected; nothing is then written
 */
export async function writeReport(
  root: string,
  name: string,
  options: { readonly of?: string; readonly zh?: string; readonly en?: string; readonly group?: string },
  declared: Declared,
): Promise<WrittenReport> {
  const { camel, kebab, snake } = spellingsOf(name);
  const title = labelOf("it (--zh, --en)", options.zh, options.en);
  const group = groupOf(options.group ?? "trade");
  allRoutes({ dataDir: "/nowhere" }); // serving a resource tells which table it has
  const counted = servedResources.find(({ resource }) => resource.name === options.of);
  const [domain] = declared.get(options.of ?? "")?.split("/") ?? [];
  if (counted === undefined || domain === undefined)
    throw new Error(
      `--of: nothing called ${JSON.stringify(options.of ?? "")} is declared; there are ${[...declared.keys()].toSorted().join(", ")}`,
    );
  const address = `/${group}/${kebab}`;
  const codes = [snake, `${snake}_export`];
  if (CODE_WORDS.has(camel)) throw new Error(`${camel} already means something in the code around it. Choose another name`);
  if (ALL_CODES.some((code) => codes.includes(code)) || screens.some((screen) => screen.name === camel || screen.path === address))
    throw new Error(`A page is called ${camel} already: choose another name. Nothing was written`);
  const contract = `src/contract/${domain}/${kebab}.ts`;
  const server = `src/server/domains/${domain}/${kebab}.ts`;
  const { table, constants = {} } = counted.source;
  const conditions = Object.entries(constants).map(([column, value]) => ` AND t.${column} = '${value.replaceAll("'", "''")}'`);
  const source = `declaredReport({
  name: "${camel}",
  group: "${group}",
  code: "${snake}",
  title: { ${labelSource(title)} },
  contract: () => import("../../../contract/${domain}/${kebab}"),
  path: "${address}",
})`;
  const { made, edited } = await addScreens(root, domain, { name: `${camel}Screens`, maker: "declaredReport", source });
  const files = {
    [contract]: `/** ${title.en}. */
import { number, text } from "../core/resource/fields";
import { defineReport } from "../core/resource/report";
import { REPORT_TITLES, SCREENS } from "../core/pages";

export const ${camel} = defineReport({
  name: "${camel}",
  title: REPORT_TITLES.${camel},
  path: "/api/manage/venue/${kebab}",
  codes: { page: SCREENS.${camel}, export: "${snake}_export" },
  period: "days",
  groups: { day: { zh: "日期", en: "Day" }, month: { zh: "月份", en: "Month" } },
  columns: {
    name: text({ zh: "日期", en: "Day" }),
    count: number({ zh: "数量", en: "Count", sum: true }),
  },
  compares: true,
  tiles: ["count"],
  chart: { kind: "bar", y: ["count"] },
  help: { zh: "${title.zh}：按新增日期计数。", en: "${title.en}: counted by the day on which they were added." },
});
`,
    [server]: `/** ${title.en}. */
import { sql } from "kysely";
import type { ReportQuery } from "../../../contract/core/resource/report";
import { addDays, instant } from "../../../contract/core/time";
import { ${camel} } from "../../../contract/${domain}/${kebab}";
import type { Ctx } from "../../http/context";
import { type Figures, serveReport } from "../../resource/report";

export const ${camel}Routes = serveReport(${camel}, { rows });

/** Returns how many records were created on each day or in each month. */
async function rows(ctx: Ctx, { from, to, group }: ReportQuery): Promise<readonly Figures[]> {
  const { id, zone } = ctx.venue;
  const { rows: found } = await sql<{ key: string; count: number }>\`
    SELECT to_char(t.created_at AT TIME ZONE \${zone}, \${group === "month" ? "YYYY-MM" : "YYYY-MM-DD"}) AS key, count(*)::int AS count
    FROM ${table} t
    WHERE t.venue_id = \${id} AND t.created_at >= \${instant(from, 0, zone)} AND t.created_at < \${instant(addDays(to, 1), 0, zone)}${conditions.join("")}
    GROUP BY 1 ORDER BY 1\`.execute(ctx.db);
  return found.map(({ key, count }) => ({ key, name: key, count }));
}
`,
    ...made,
  };
  const written = await writeFiles(root, files, [
    (await openFile(root, "src/contract/all.ts"))
      .addImport(`import { ${camel} } from "./${domain}/${kebab}";`)
      .addToList("export const api = {", `${camel}: reportCalls(${camel})`),
    (await openFile(root, "src/contract/core/permissions.ts")).addToList("export const BUTTONS = {", `${snake}_export: "${snake}"`),
    (await openFile(root, "src/server/routes.ts"))
      .addImport(`import { ${camel}Routes } from "./domains/${domain}/${kebab}";`)
      .addToList("Route[] => [", `...${camel}Routes`),
    ...edited,
    // Asks whether figures of a locked period stay as they were.
    (await openFile(root, "tests/server/locked-reports.test.ts"))
      .addImport(`import { ${camel} } from "../../src/contract/${domain}/${kebab}";`)
      .addToList("const REPORTS: Readonly<Record<string, Report>> = {", camel),
  ]);
  return { ...(await withPages(root, written)), path: address, codes, server };
}
