/** Makes a resource's files and additions, all in memory, then writes them: either everything is written or nothing. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { columnsFile, formFile, listPageFile, removeFile, resourcesFile, wordsOf } from "./console";
import { codesOf, contractFile } from "./contract";
import { formHelp, listHelp } from "./help";
import { Edited } from "./insert";
import type { Plan } from "./plan";
import { changeFile, listFile, migrationFile, routesFile, rowsFile, wordsFile } from "./server";
import { consoleTestFile, serverTestFile } from "./tests";

/** What was written, by paths from the root. */
export interface Written {
  readonly made: readonly string[];
  readonly added: readonly string[];
  readonly tests: readonly string[];
}

const MIGRATIONS = "src/server/db/migrations";
const HELP = "src/console/help/pages";

/**
 * Writes the resource into the project at `root`.
 * @throws Error when something of that name is there, or when a file that gets an addition does not look as expected; nothing is then
 * written
 */
export async function writeResource(root: string, plan: Plan): Promise<Written> {
  const { camel, pascal } = plan;
  const server = `src/server/domains/${camel}`;
  const screens = `src/console/domains/${camel}`;
  const tests = { [`tests/server/${camel}.test.ts`]: serverTestFile(plan), [`tests/console/${camel}.test.tsx`]: consoleTestFile(plan) };
  const files: Record<string, string> = {
    [`src/contract/${camel}.ts`]: contractFile(plan),
    [await nextMigration(root, plan)]: migrationFile(plan),
    [`${server}/rows.ts`]: rowsFile(plan),
    [`${server}/words.ts`]: wordsFile(plan),
    [`${server}/list.ts`]: listFile(plan),
    [`${server}/change.ts`]: changeFile(plan),
    [`${server}/routes.ts`]: routesFile(plan),
    [`${screens}/resources.ts`]: resourcesFile(plan),
    [`${screens}/${pascal}List.tsx`]: listPageFile(plan),
    [`${screens}/columns.tsx`]: columnsFile(plan),
    [`${screens}/Remove${pascal}.tsx`]: removeFile(plan),
    [`${screens}/${pascal}Form.tsx`]: formFile(plan),
    [`src/console/locales/zh/${camel}.ts`]: wordsOf(plan, "zh"),
    [`src/console/locales/en/${camel}.ts`]: wordsOf(plan, "en"),
    ...Object.fromEntries(
      (["zh", "en"] as const).flatMap((language) => [
        [`${HELP}/${language}/${camel}.list.md`, listHelp(plan, language)],
        [`${HELP}/${language}/${camel}.create.md`, formHelp(plan, language)],
      ]),
    ),
    ...tests,
  };
  const taken = [...Object.keys(files), server, screens].find((file) => existsSync(path.join(root, file)));
  if (taken !== undefined) throw new Error(`${taken} is there already: choose another name. Nothing was written`);
  const edited = await additions(root, plan);
  const written = new Map<string, string>();
  for (const [file, text] of [...Object.entries(files), ...edited.map((one) => [one.path, one.text] as const)])
    written.set(file, await formatted(root, file, text));
  for (const [file, text] of written) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return { made: Object.keys(files), added: edited.map((one) => one.path), tests: Object.keys(tests) };
}

async function formatted(root: string, file: string, text: string): Promise<string> {
  if (file.endsWith(".sql")) return text;
  const filepath = path.join(root, file);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

/** The next number. @throws Error when a migration already makes such a table */
async function nextMigration(root: string, { snake }: Plan): Promise<string> {
  const names = (await readdir(path.join(root, MIGRATIONS))).filter((name) => name.endsWith(".sql"));
  for (const name of names) {
    const text = await readFile(path.join(root, MIGRATIONS, name), "utf8");
    if (new RegExp(`CREATE TABLE (?:IF NOT EXISTS )?"?${snake}"?\\s*\\(`).test(text))
      throw new Error(`${MIGRATIONS}/${name} already makes a table ${snake}: choose another name. Nothing was written`);
  }
  const last = Math.max(0, ...names.map((name) => Number(/^\d+/.exec(name)?.[0] ?? 0)));
  return `${MIGRATIONS}/${String(last + 1).padStart(3, "0")}_${snake}.sql`;
}

async function additions(root: string, plan: Plan): Promise<Edited[]> {
  const { camel, pascal, group, fields } = plan;
  const codes = codesOf(plan);
  const open = async (file: string): Promise<Edited> => new Edited(file, await readFile(path.join(root, file), "utf8"));
  const all = (await open("src/contract/all.ts"))
    .addImport(`import { ${camel} } from "./${camel}";`)
    .addToList("export const api = {", camel);
  const permissions = (await open("src/contract/permissions.ts"))
    .addToList("export const PAGES = {", `${codes.page}: "${group}"`)
    .addToList("export const BUTTONS = {", `${codes.modify}: "${codes.page}",\n  ${codes.excel}: "${codes.page}"`);
  const labels = await open("src/contract/fields.ts");
  const unknown = fields.filter((field) => !new RegExp(`^  "?${field.name}"?: \\{`, "m").test(labels.text));
  for (const { name, zh, en } of unknown)
    labels.addSorted("export const FIELDS = {", name, `${name}: { zh: ${JSON.stringify(zh)}, en: ${JSON.stringify(en)} },`);
  const tables = (await open("src/server/db/tables.ts"))
    .addImport(`import type { ${pascal}Tables } from "../domains/${camel}/rows";`)
    .addBase("export interface Tables", `${pascal}Tables`);
  const routes = (await open("src/server/routes.ts"))
    .addImport(`import { ${camel}Routes } from "./domains/${camel}/routes";`)
    .addToList("Route[] => [", `...${camel}Routes`);
  const screens = (await open("src/console/resources.ts"))
    .addImport(`import { ${camel}Screens } from "./domains/${camel}/resources";`)
    .addToList("export const screens: readonly Screen[] = [", `...${camel}Screens`);
  const words: Edited[] = [];
  for (const language of ["zh", "en"])
    words.push(
      (await open(`src/console/locales/${language}/index.ts`))
        .addImport(`import { ${camel} } from "./${camel}";`)
        .addToList("export const words = {", camel),
    );
  return [all, permissions, ...(unknown.length > 0 ? [labels] : []), tables, routes, screens, ...words];
}
