/**
 * Split of the console into files. By default, the bundler makes a dozen small shared files of what every page needs, each with its own
 * request. Here they become three: `boot`, which sends the first requests, `http`, the client that reads the answers, and `console`, which
 * renders; pages and antd stay apart. The entry script is all that the login page needs. It shares nothing with them but its own few kB.
 */

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const LOGIN = ["/src/console/entry.ts"];
const BOOT = ["/src/console/main.tsx"];
const HTTP = ["/src/console/api/request.ts"];
/** Modules that render every page, and the common parts of most pages: lists and their cells. */
const CONSOLE = [
  "/src/console/App.tsx",
  "/src/console/ui/list/ListPage.tsx",
  "/src/console/ui/CardTypeTag.tsx",
  "/src/console/ui/KindTag.tsx",
  "/src/console/ui/Money.tsx",
  "/src/console/ui/Phone.tsx",
  "/src/console/ui/StatusTag.tsx",
  "/src/console/ui/When.tsx",
  "/src/console/ui/tones.ts",
  "/src/console/ui/list/amount.tsx",
  "/src/console/api/use-call.ts",
];

/**
 * First line of a screen's file: the browser compiles all of its functions while the file comes in, beside the page, and not one after the
 * other while the person waits for the first draw.
 */
export const screenBanner = ({ facadeModuleId }: { readonly facadeModuleId: string | null }): string =>
  facadeModuleId?.includes("/src/console/domains/") === true ? "//# allFunctionsCalledOnLoad" : "";

/** Everything that a module imports statically, itself included. */
function closure(start: string, graph: Graph, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(start)) return seen;
  seen.add(start);
  for (const next of graph.getModuleInfo(start)?.importedIds ?? []) closure(next, graph, seen);
  return seen;
}

/** Names the file of a module; `null` leaves it to the bundler. `root` is the project's folder, with a slash at its end. */
export function chunkOf(root: string): (id: string, graph: Graph) => string | null {
  const at = root.replace(/\/$/, "");
  const union = (starts: readonly string[], graph: Graph): Set<string> =>
    new Set(starts.flatMap((start) => [...closure(at + start, graph)]));
  let sets: { login: Set<string>; boot: Set<string>; http: Set<string>; console: Set<string> } | undefined;
  return (id, graph) => {
    sets ??= { login: union(LOGIN, graph), boot: union(BOOT, graph), http: union(HTTP, graph), console: union(CONSOLE, graph) };
    if (sets.login.has(id) || id.startsWith("\0")) return null;
    if (sets.boot.has(id)) return "boot";
    if (sets.http.has(id)) return "http";
    if (!sets.console.has(id)) return null;
    return id.startsWith(`${at}/src/contract/`) ? "boot" : "console";
  };
}
