/** The suites of `npm test`, run one after another, and their sum. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt } from "./install.mjs";
import { programs, root, runNode, tryNpm } from "./run.mjs";

const results = join(root, ".data/test-results");

/** Runs vitest projects, the first of which names the suite. @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
async function vitest(projects, extra, env = {}) {
  const file = join(results, `${projects[0]}.json`);
  mkdirSync(results, { recursive: true });
  rmSync(file, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runNode(
    [programs.vitest, "run", ...projects.flatMap((project) => ["--project", project]), ...reporters, ...extra],
    env,
  );
  const counted = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 };
  // A file that cannot be loaded, or an error outside any test, fails the run without failing a test.
  const failed = counted.numFailedTests === 0 && code !== 0 ? 1 : counted.numFailedTests;
  return { passed: counted.numPassedTests, failed, skipped: counted.numPendingTests };
}

async function step(work) {
  try {
    const code = await work();
    return { passed: 0, failed: code ? 1 : 0, skipped: 0 };
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function inBrowser(projects, extra) {
  let browser;
  const found = await step(async () => {
    browser = await ensureBrowser();
  });
  return browser ? vitest(projects, extra, { CHROME: browser }) : found;
}

const suites = {
  check: () => step(() => tryNpm(["run", "--silent", "check"])),
  contract: (extra) => vitest(["contract"], extra),
  server: (extra) => vitest(["server"], extra),
  console: (extra) => vitest(["console", "console-apart"], extra),
  proofs: (extra) => vitest(["proofs"], extra),
  build: () => step(ensureBuilt),
  browser: (extra) => inBrowser(["browser", "browser-alone", "looks"], extra),
};

/**
 * Runs all suites, or those named, up to the first that fails; prints each one's time and, last, `N passed, N failed`.
 * @param {string[]} args names of suites; anything else is passed to vitest
 * @returns {Promise<number>} exit code
 */
export async function runSuites(args) {
  const named = args.filter((arg) => Object.hasOwn(suites, arg));
  const extra = args.filter((arg) => !Object.hasOwn(suites, arg));
  const lines = [];
  let passed = 0;
  let failed = 0;
  for (const [name, run] of Object.entries(suites)) {
    if (named.length > 0 && !named.includes(name)) continue;
    if (failed > 0) {
      lines.push(`${name.padEnd(10)} not run`);
      continue;
    }
    console.log(`\n== ${name}`);
    const started = performance.now();
    const result = await run(extra);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    passed += result.passed;
    failed += result.failed;
    const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : "";
    const verdict = result.failed > 0 ? "FAILED" : "ok";
    lines.push(
      `${name.padEnd(10)} ${verdict.padEnd(7)} ${seconds.padStart(7)} s  ${result.passed} passed, ${result.failed} failed${skipped}`,
    );
    console.log(`== ${name}: ${verdict}, ${seconds} s`);
  }
  console.log(`\n${lines.join("\n")}\n\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
