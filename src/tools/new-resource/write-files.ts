/** Writes new files and additions to others: either everything is written or nothing. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
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

/** Files that `npm run pages` makes of the registry. */
const PAGE_FILES = ["page-codes", "page-names", "page-places", "pages"].map((name) => `src/contract/core/${name}.ts`);

/** Runs `npm run pages` in the project at `root`, once its screens are written. @returns what was written, with the files of pages */
export async function withPages(root: string, { made, added }: Written): Promise<Written> {
  await promisify(execFile)(process.execPath, ["--import", "tsx", "src/tools/pages.ts"], { cwd: root });
  return { made, added: [...added, ...PAGE_FILES] };
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
