/** Makes a resource's files and additions, all in memory, then writes them: either everything is written or nothing. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { allRoutes } from "../../server/routes";
import { contractFile, migrationFile, routesFile, rowsFile, screensFile } from "./files";
import type { Edited } from "./insert";
import type { Declared, Plan } from "./plan";
import { openFile, withPages, type Written, writeFiles } from "./write-files";

const MIGRATIONS = "src/server/db/migrations";
const CONTRACT = "src/contract";

/** The resources that the contract files of a project declare. */
export async function declaredIn(root: string): Promise<Declared> {
  const found = new Map<string, string>();
  for (const file of await readdir(path.join(root, CONTRACT), { recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const text = await readFile(path.join(root, CONTRACT, file), "utf8");
    for (const [, name = ""] of text.matchAll(/^export const (\w+) = defineResource\(/gm))
      found.set(name, file.slice(0, -3).replaceAll(path.sep, "/"));
  }
  return found;
}

/**
 * Writes the resource into the project at `root`.
 * @throws Error when something of that name is there, or when a file that gets an addition does not look as expected; nothing is then
 * written
 */
export async function writeResource(root: string, plan: Plan): Promise<Written> {
  allRoutes({ dataDir: "/nowhere" }); // serving a resource tells which table it has: its table is what the new one may refer to
  const { name } = plan;
  const server = `src/server/domains/${name}`;
  const screens = `src/console/domains/${name}`;
  const files: Record<string, string> = {
    [`${CONTRACT}/${name}/${plan.file}.ts`]: contractFile(plan),
    [await nextMigration(root, plan)]: migrationFile(plan),
    [`${server}/rows.ts`]: rowsFile(plan),
    [`${server}/routes.ts`]: routesFile(plan),
    [`${screens}/resources.ts`]: screensFile(plan),
  };
  return withPages(root, await writeFiles(root, files, await additions(root, plan), [`${CONTRACT}/${name}`, server, screens]));
}

/** The next number. @throws Error when a migration already makes such a table */
async function nextMigration(root: string, { table }: Plan): Promise<string> {
  const names = (await readdir(path.join(root, MIGRATIONS))).filter((name) => name.endsWith(".sql"));
  for (const name of names) {
    const text = await readFile(path.join(root, MIGRATIONS, name), "utf8");
    if (new RegExp(`CREATE TABLE (?:IF NOT EXISTS )?"?${table}"?\\s*\\(`).test(text))
      throw new Error(`${MIGRATIONS}/${name} already makes a table ${table}: choose another name. Nothing was written`);
  }
  const last = Math.max(0, ...names.map((name) => Number(/^\d+/.exec(name)?.[0] ?? 0)));
  return `${MIGRATIONS}/${String(last + 1).padStart(4, "0")}_${table}.sql`;
}

async function additions(root: string, plan: Plan): Promise<Edited[]> {
  const { name, pascal, codes } = plan;
  const open = (file: string): Promise<Edited> => openFile(root, file);
  return [
    (await open("src/contract/all.ts"))
      .addImport(`import { ${name} } from "./${name}/${plan.file}";`)
      .addToList("export const api = {", `${name}: callsOf(${name})`),
    (await open("src/contract/core/permissions.ts")).addToList(
      "export const BUTTONS = {",
      `${codes.modify}: "${codes.page}",\n  ${codes.export}: "${codes.page}"`,
    ),
    (await open("src/server/db/tables.ts"))
      .addImport(`import type { ${pascal}Tables } from "../domains/${name}/rows";`)
      .addBase("export interface Tables", `${pascal}Tables`),
    (await open("src/server/routes.ts"))
      .addImport(`import { ${name}Routes } from "./domains/${name}/routes";`)
      .addToList("Route[] => [", `...${name}Routes`),
    (await open("src/console/resources.ts"))
      .addImport(`import { ${name}Screens } from "./domains/${name}/resources";`)
      .addToList("export const screens: readonly Screen[] = [", `...${name}Screens`),
  ];
}
