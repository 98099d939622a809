/**
 * Small stand-ins for what Refine's core brings to every page and this console never calls: 26 kB gz of the first load. In the build only;
 * development and tests run with the packages themselves.
 */
import { join } from "node:path";
import type { Plugin } from "vite";

const PACKAGES = ["qs", "papaparse", "error-stack-parser", "pluralize"];

/** @param root folder of the project */
export function standIns(root: string): Plugin {
  return {
    name: "venue:stand-ins",
    apply: "build",
    enforce: "pre",
    resolveId(source, importer) {
      return PACKAGES.includes(source) && importer?.includes("@refinedev") ? join(root, `src/console/stubs/${source}.ts`) : null;
    },
  };
}
