/** Resolutions of Vite that differ from the packages: the same in development, tests and the build. */
import { fileURLToPath } from "node:url";

export const aliases = [
  // Its published build is CommonJS, of which nothing can be left out; the sources beside it are modules (docs/decisions.md).
  { find: /^kbar$/, replacement: fileURLToPath(new URL("../../node_modules/kbar/src/index.tsx", import.meta.url)) },
];

/** Packages that only export and do not say so themselves: what is not imported of them is left out. */
export const SIDE_EFFECT_FREE = /node_modules\/(?:kbar|fuse\.js|papaparse|error-stack-parser|stackframe|react-markdown|remark-gfm)\//;
