import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findPackageRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`No package.json above ${fileURLToPath(import.meta.url)}`);
  return findPackageRoot(parent);
}

/** The folder of package.json, whether this file runs from `src/` or bundled from `dist/`. */
export const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)));
