/** Writes new files and additions to others: either everything is written or nothing. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { format, type FormatConfig } from "oxfmt";
import { Edited } from "./insert";

/** Written files, by paths from the root. */
export interface Written {
  readonly made: readonly string[];
  readonly added: readonly string[];
}

/** Opens a file of the project at `root` for additions. */
export const openFile = async (root: string, file: string): Promise<Edited> =>
  new Edited(file, await readFile(path.join(root, file), "utf8"));

/**
 * Writes files, formatted.
 * @param made texts of new files by path
 * @param edited files with their additions
 * @param reserved folders that must not exist either
 * @throws Error when a new file or a reserved folder exists; nothing is then written
 */
export async function writeFiles(
  root: string,
  made: Readonly<Record<string, string>>,
  edited: readonly Edited[],
  reserved: readonly string[] = [],
): Promise<Written> {
  const existing = [...Object.keys(made), ...reserved].find((file) => existsSync(path.join(root, file)));
  if (existing !== undefined) throw new Error(`${existing} is there already: choose another name. Nothing was written`);
  const texts = new Map<string, string>();
  for (const [file, text] of [...Object.entries(made), ...edited.map((one) => [one.path, one.text] as const)])
    texts.set(file, await formatted(root, file, text));
  for (const [file, text] of texts) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return { made: Object.keys(made), added: edited.map((one) => one.path) };
}

async function formatted(root: string, file: string, text: string): Promise<string> {
  if (!/\.tsx?$/.test(file)) return text;
  const options = JSON.parse(await readFile(path.join(root, ".oxfmtrc.json"), "utf8")) as FormatConfig;
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0]?.message}`);
  return code;
}

/** A page as the contract's files of pages have it: what `npm run pages` would write of its screen. */
interface PageEntry {
  readonly code: string;
  readonly group: string;
  readonly title: { readonly zh: string; readonly en: string };
  readonly path: string;
  readonly icon: string;
}

/** Adds a page to the files that `npm run pages` makes of the registry. */
export async function addPage(root: string, { code, group, title, path: address, icon }: PageEntry): Promise<Edited[]> {
  return [
    (await openFile(root, "src/contract/core/page-codes.ts")).addToList("export const PAGES = {", `${code}: "${group}"`),
    (await openFile(root, "src/contract/core/page-names.ts")).addToList(
      "export const PAGE_NAMES: Readonly<Record<PageCode, Label>> = {",
      `${code}: { zh: ${JSON.stringify(title.zh)}, en: ${JSON.stringify(title.en)} }`,
    ),
    (await openFile(root, "src/contract/core/page-places.ts")).addToList(
      "export const PAGE_PLACES: Readonly<Partial<Record<PageCode, PagePlace>>> = {",
      `${code}: { path: ${JSON.stringify(address)}, icon: ${JSON.stringify(icon)} }`,
    ),
  ];
}

/**
 * Adds screens to a domain's `resources.ts`, which is made where there is none, and to the registry.
 * @returns the new file, if any, and the files with additions
 */
export async function addScreens(
  root: string,
  domain: string,
  { name, maker, source }: { readonly name: string; readonly maker: string; readonly source: string },
): Promise<{ readonly made: Readonly<Record<string, string>>; readonly edited: readonly Edited[] }> {
  const file = `src/console/domains/${domain}/resources.ts`;
  const registry = (await openFile(root, "src/console/resources.ts"))
    .addToImport(`./domains/${domain}/resources`, name)
    .addToList("export const screens: readonly Screen[] = [", `...${name}`);
  const text = `\nexport const ${name} = ${source};\n`;
  if (!existsSync(path.join(root, file)))
    return { made: { [file]: `/** Screens of ${domain}. */\nimport { ${maker} } from "../../registry";\n${text}` }, edited: [registry] };
  return { made: {}, edited: [(await openFile(root, file)).addToImport("../../registry", maker).append(text), registry] };
}
