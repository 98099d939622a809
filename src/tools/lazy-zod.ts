/** Keeps zod out of the console's first load: see `src/console/zod/lazy.ts`, which the contract gets in its place. */
import { join } from "node:path";
import { normalizePath, type Plugin } from "vite";

/** Works with zod itself, not only in its vocabulary. */
const WITH_ZOD = ["explain.ts"];

/** @param root folder of the project */
export function lazyZod(root: string): Plugin {
  const contract = normalizePath(join(root, "src/contract/"));
  const lazy = normalizePath(join(root, "src/console/zod/lazy.ts"));
  return {
    name: "venue:lazy-zod",
    enforce: "pre",
    resolveId(source, importer) {
      if (source !== "zod" || !importer?.startsWith(contract)) return null;
      return WITH_ZOD.some((file) => importer === contract + file) ? null : lazy;
    },
  };
}
