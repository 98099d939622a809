/**
 * Cost of a resource, a report and a list: `npm run -s lines` counts the lines that are written for each, most first; `-- --all` names all
 * of them. Only own lines count: for a resource its declaration, its serving, its screen and the parts of it; for a report also the file
 * that its rows come from; for a hand-written list its file. Tables, tests, help and the shared code of resources do not count.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../server/root";
import { closing } from "./new-resource/insert";

/** Limits of lines for a plain resource (without actions and parts) and a report. */
const BARS = { resource: 110, report: 120 } as const;
/** Named without `--all`. */
const SHOWN = 8;

interface File {
  readonly at: string;
  readonly text: string;
}
interface Cost {
  readonly name: string;
  readonly lines: number;
  readonly of: string;
}

const filesIn = (folder: string): readonly File[] =>
  readdirSync(path.join(packageRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")))
    .sort()
    .map((at) => ({ at, text: readFileSync(path.join(packageRoot, at), "utf8") }));
const contract = filesIn("src/contract");
const server = filesIn("src/server/domains");
const screens = filesIn("src/console/domains");

const linesOf = (text: string): number => text.trimEnd().split("\n").length;

/** The text of each call of one of these functions, from its name to its closing bracket, with the file that it is in. */
function callsOf(files: readonly File[], functions: string): readonly { readonly file: File; readonly text: string }[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(new RegExp(`\\b(?:${functions})\\(`, "g"))].map(({ index, 0: opening }) => ({
      file,
      text: file.text.slice(index, closing(file.text, index + opening.length) + 1),
    })),
  );
}

/** The files that a text names by `import("…")`, or by names that its file imports from beside it. */
function filesOf({ file, text }: { readonly file: File; readonly text: string }, all: readonly File[]): readonly File[] {
  const lazily = [...text.matchAll(/parts: \(\) => import\("(\.\/\w+)"\)/g)].map(([, from = ""]) => from);
  const rows = /\brows(?:: (\w+))?/.exec(text)?.[1] ?? "rows";
  const imported = [...file.text.matchAll(/import \{([^}]*)\} from "(\.\/[\w-]+)";/g)].flatMap(([, names = "", from = ""]) =>
    /serveReport/.test(text) && new RegExp(`\\b${rows}\\b`).test(names) ? [from] : [],
  );
  const importedPaths = [...lazily, ...imported].map((from) => path.posix.join(path.posix.dirname(file.at), from));
  return all.filter(({ at }) => importedPaths.includes(at.replace(/\.tsx?$/, "")));
}

/** Lines that serve it: its call, with the function of a report's rows; of a file that serves nothing else, all of them. */
function servedLines(served: { readonly file: File; readonly text: string }): number {
  if (callsOf([served.file], "serve(?:Resource|Report)|servicesOf").length === 1 && !served.file.at.endsWith("routes.ts"))
    return linesOf(served.file.text);
  const rows = /^serveReport\(\w+, \{ rows(?:: (\w+))?/.exec(served.text);
  const start = rows ? new RegExp(`function ${rows[1] ?? "rows"}\\(`).exec(served.file.text)?.index : undefined;
  if (start === undefined) return linesOf(served.text);
  const body = served.file.text.slice(start).search(/\{\n/) + start + 1;
  return linesOf(served.text) + linesOf(served.file.text.slice(start, closing(served.file.text, body) + 1));
}

function costOf(name: string, kind: "Resource" | "Report", declaration: string): Cost {
  const served = callsOf(server, `serve${kind}|servicesOf`).find(({ text }) => new RegExp(`^\\w+\\(\\s*${name}\\b`).test(text));
  const screen = callsOf(screens, kind === "Resource" ? "declared" : "declaredReport").find(({ text }) => text.includes(`name: "${name}"`));
  const more = [...(served ? filesOf(served, server) : []), ...(screen ? filesOf(screen, screens) : [])];
  const parts = [
    ["declaration", linesOf(declaration)],
    ["served", served ? servedLines(served) : 0],
    ["screen", screen ? linesOf(screen.text) : 0],
    ...more.map(({ at, text }) => [path.posix.basename(at), linesOf(text)] as const),
  ] as const;
  return {
    name,
    lines: parts.reduce((sum, [, lines]) => sum + lines, 0),
    of: parts.map(([what, lines]) => `${what} ${lines}`).join(", "),
  };
}

const declared = (kind: "Resource" | "Report") =>
  callsOf(contract, `define${kind}`).flatMap(({ text }) => {
    const name = /^\w+\(\{\s*name: "(\w+)"/.exec(text)?.[1];
    return name === undefined ? [] : [{ text, cost: costOf(name, kind, text) }];
  });
const resources = declared("Resource");
const plain = resources.filter(({ text, cost }) => !/^ {2}actions[:,]|^ {2}actions\b/m.test(text) && !/\.tsx? \d/.test(cost.of));
const lists = screens.flatMap(({ at, text }) =>
  /<ListPage\b/.test(text) ? [{ name: path.posix.basename(at), lines: linesOf(text), of: path.posix.dirname(at) }] : [],
);

function print(title: string, found: readonly Cost[], bar?: number): void {
  const sorted = [...found].sort((a, b) => b.lines - a.lines || a.name.localeCompare(b.name));
  const middle = sorted[Math.floor(sorted.length / 2)]?.lines ?? 0;
  const over = bar === undefined ? "" : `, ${sorted.filter(({ lines }) => lines > bar).length} over the bar of ${bar}`;
  console.log(`${title}: ${sorted.length}, half of them at most ${middle}, most ${sorted[0]?.lines ?? 0}${over}`);
  const most = process.argv.includes("--all") ? sorted : sorted.slice(0, SHOWN);
  for (const { name, lines, of } of most) console.log(`  ${String(lines).padStart(4)}  ${name} (${of})`);
}

// Whoever reads may have enough before the end, as `head` has.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});
const costs = (found: readonly { readonly cost: Cost }[]): readonly Cost[] => found.map(({ cost }) => cost);
print("plain resources", costs(plain), BARS.resource);
print("resources with actions or parts", costs(resources.filter((one) => !plain.includes(one))));
print("reports", costs(declared("Report")), BARS.report);
print("lists that are written out", lists);
