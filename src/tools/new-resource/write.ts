/** Makes a resource's files and additions, all in memory, then writes them: either everything is written or nothing. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format, type FormatConfig } from "oxfmt";
import { allRoutes } from "../../server/routes";
import { contractFile, migrationFile, pathsOf, routesFile, screensFile } from "./files";
import { Edited } from "./insert";
import type { Declared, Plan } from "./plan";

/** Written files, by paths from the root. */
interface Written {
  readonly made: readonly string[];
  readonly added: readonly string[];
}

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
    [`${server}/routes.ts`]: routesFile(plan),
    [`${screens}/resources.ts`]: screensFile(plan),
  };
  const taken = [...Object.keys(files), `${CONTRACT}/${name}`, server, screens].find((file) => existsSync(path.join(root, file)));
  if (taken !== undefined) throw new Error(`${taken} is there already: choose another name. Nothing was written`);
  const edited = await additions(root, plan);
  const written = new Map<string, string>();
  for (const [file, text] of [...Object.entries(files), ...edited.map((one) => [one.path, one.text] as const)])
    written.set(file, await formatted(root, file, text));
  for (const [file, text] of written) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return { made: Object.keys(files), added: edited.map((one) => one.path) };
}

async function formatted(root: string, file: string, text: string): Promise<string> {
  if (file.endsWith(".sql")) return text;
  const options = JSON.parse(await readFile(path.join(root, ".oxfmtrc.json"), "utf8")) as FormatConfig;
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0]?.message}`);
  return code;
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
  const { name, pascal, group, codes, many } = plan;
  const open = async (file: string): Promise<Edited> => new Edited(file, await readFile(path.join(root, file), "utf8"));
  return [
    (await open("src/contract/all.ts"))
      .addImport(`import { ${name} } from "./${name}/${plan.file}";`)
      .addToList("export const api = {", `${name}: callsOf(${name})`),
    (await open("src/contract/core/page-codes.ts")).addToList("export const PAGES = {", `${codes.page}: "${group}"`),
    (await open("src/contract/core/pages.ts")).addToList("export const SCREENS = {", `${name}: "${codes.page}"`),
    (await open("src/contract/core/page-names.ts")).addToList(
      "export const PAGE_NAMES: Readonly<Record<PageCode, Label>> = {",
      `${codes.page}: { zh: ${JSON.stringify(many.zh)}, en: ${JSON.stringify(many.en)} }`,
    ),
    (await open("src/contract/core/page-places.ts")).addToList(
      "export const PAGE_PLACES: Readonly<Partial<Record<PageCode, PagePlace>>> = {",
      `${codes.page}: { path: ${JSON.stringify(pathsOf(plan).list)}, icon: "book" }`,
    ),
    (await open("src/contract/core/permissions.ts")).addToList(
      "export const BUTTONS = {",
      `${codes.modify}: "${codes.page}",\n  ${codes.export}: "${codes.page}"`,
    ),
    (await open("src/server/db/tables.ts"))
      .addImport(`import type { ${pascal}Tables } from "../domains/${name}/routes";`)
      .addBase("export interface Tables", `${pascal}Tables`),
    (await open("src/server/routes.ts"))
      .addImport(`import { ${name}Routes } from "./domains/${name}/routes";`)
      .addToList("Route[] => [", `...${name}Routes`),
    (await open("src/console/resources.ts"))
      .addImport(`import { ${name}Screens } from "./domains/${name}/resources";`)
      .addToList("export const screens: readonly Screen[] = [", `...${name}Screens`),
  ];
}
