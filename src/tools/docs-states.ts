/**
 * `docs/states.md`, written from the machines of `src/contract/core/states/`: `npx tsx src/tools/docs-states.ts > docs/states.md`.
 * A test holds the page to the machines.
 */
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { packageRoot } from "../server/root";
import * as contract from "../contract/core/states";

interface Drawn {
  readonly table: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly labels?: Readonly<Record<string, { readonly en: string; readonly zh: string }>>;
}

const isMachine = (value: unknown): value is Drawn => typeof value === "object" && value !== null && "table" in value && "states" in value;

/** The first paragraph above each exported machine, without its line breaks. */
function comments(source: string): Map<string, string> {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const (\w+) =/g);
  return new Map(
    [...found].map(([, text = "", name = ""]) => [
      name,
      text
        .replaceAll(/\s*\n\s*\*/g, " ")
        .trim()
        .replaceAll(/\s+/g, " "),
    ]),
  );
}

/** `markSent` reads `mark sent`, `part_paid` reads `part paid`. */
const words = (name: string): string =>
  name
    .replaceAll("_", " ")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();

function section(name: string, drawn: Drawn, comment: string): string {
  const states = Object.entries(drawn.table).map(([state, moves]) => {
    const label = drawn.labels?.[state];
    const called = label ? ` (${label.en}, ${label.zh})` : "";
    const to = Object.entries(moves).map(([action, next]) => (next === state ? words(action) : `${words(action)} → **${words(next)}**`));
    return `| **${words(state)}**${called} | ${to.join(" · ") || "–"} |`;
  });
  return [`## ${words(name)}`, "", ...(comment ? [comment, ""] : []), "| state | actions |", "|---|---|", ...states].join("\n");
}

/** The page, as Markdown. */
export function statesPage(): string {
  const folder = `${packageRoot}/src/contract/core/states`;
  const described = comments(
    readdirSync(folder)
      .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
      .join("\n"),
  );
  const machines = Object.entries<unknown>(contract)
    .filter((entry): entry is [string, Drawn] => isMachine(entry[1]))
    .toSorted(([one], [two]) => (one < two ? -1 : 1));
  // A machine and the one that names its states share their table: the named one is shown.
  const ownMachines = machines.filter(
    ([name, one]) => !machines.some(([other, two]) => other !== name && two.table === one.table && two.labels),
  );
  const intro = [
    "# States",
    "",
    "Every document that has a state moves by one of these tables (`src/contract/core/states/`). The server allows no other move, the screens offer no",
    "other action, and a test tries every pair of state and action. An action without an arrow leaves the state as it is; a state without actions",
    "is final. This page is written by `npx tsx src/tools/docs-states.ts > docs/states.md`.",
  ].join("\n");
  const sections = ownMachines.map(([name, one]) =>
    section(name, one, described.get(name) ?? described.get(name.replace(/States$/, "")) ?? ""),
  );
  return `${[intro, ...sections].join("\n\n")}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.stdout.write(statesPage());
