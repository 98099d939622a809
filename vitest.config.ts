import { defineConfig } from "vitest/config";
import { aliases } from "./src/tools/aliases.ts";

/** A database, and the domains that follow each other, as `routes.ts` has them. */
const database = { globalSetup: ["tests/support/global.ts"], setupFiles: ["src/server/followers.ts"] };

/** Those whose tabs agree by the clock, or whose servers are killed, want the machine to themselves. */
const ALONE = ["checkout-offline", "live-payments", "shell-announce"].map((name) => `tests/browser/${name}.test.ts`);
/** Those that set Refine up anew, which a console that was loaded before would share. */
const APART = ["tests/console/refine/*.test.tsx"];
const inWindow = {
  environment: "jsdom",
  setupFiles: ["tests/console/setup.ts"],
  testTimeout: 30_000,
  server: { deps: { inline: [/@refinedev\//] } },
};
const inBrowser = {
  environment: "node",
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // The files of a worker share its Chromium.
  isolate: false,
  // As patient as Playwright's own waits: how long a slow machine takes is no fault.
  expect: { poll: { timeout: 15_000 } },
  globalSetup: [...database.globalSetup, "tests/support/global-browser.ts"],
};

/** One project for each folder under tests/; `npm test` runs them in this order, one at a time. */
export default defineConfig({
  resolve: { alias: aliases },
  test: {
    maxWorkers: 2,
    passWithNoTests: true,
    // What one suite has transformed the next need not: half of the time until the first test.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        // The files of a worker load the contract once.
        test: { name: "contract", environment: "node", include: ["tests/contract/**/*.test.ts"], isolate: false, testTimeout: 30_000 },
      },
      {
        extends: true,
        test: {
          name: "server",
          environment: "node",
          include: ["tests/server/**/*.test.ts"],
          // The server keeps no state in its modules, so the files of a worker load them once.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          ...database,
        },
      },
      {
        extends: true,
        // The files of a worker load the console once.
        test: { name: "console", include: ["tests/console/**/*.test.{ts,tsx}"], exclude: APART, isolate: false, ...inWindow },
      },
      { extends: true, test: { name: "console-apart", include: APART, ...inWindow } },
      {
        extends: true,
        test: {
          name: "proofs",
          environment: "node",
          include: ["tests/proofs/**/*.test.ts"],
          // As in the server's tests: the short forms of a worker load the server once.
          isolate: process.env["PROVE"] === "full",
          testTimeout: 3_600_000,
          hookTimeout: 300_000,
          // In full they push crowds that want both cores to themselves.
          fileParallelism: process.env["PROVE"] !== "full",
          ...database,
        },
      },
      {
        extends: true,
        test: { name: "browser", include: ["tests/browser/**/*.test.ts"], exclude: ALONE, ...inBrowser },
      },
      {
        extends: true,
        test: { name: "browser-alone", include: ALONE, fileParallelism: false, sequence: { groupOrder: 1 }, ...inBrowser },
      },
      {
        extends: true,
        // Only looked at, with no keys or scans that a busy machine could pull apart: two at a time.
        test: {
          name: "looks",
          environment: "node",
          include: ["tests/looks/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          globalSetup: [...database.globalSetup, "tests/support/global-browser.ts"],
        },
      },
    ],
  },
});
