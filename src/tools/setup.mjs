/**
 * Every npm script. Plain JavaScript on Node alone: it must work before anything is installed, so it and what it imports at the top use no
 * package.
 *
 *   start    build if needed, then serve console and API        dev      the same with hot reload
 *   test     every suite, or those named                        prove    the long proofs in full
 *   build    console, public pages and server into dist                       check    types, lint, formatting
 *   format   formats the sources                                lines    how long the files are
 *   new:resource, new:report, new:page   write a declared resource, a declared report, a page of one's own
 *   pages    writes the codes, names and addresses of pages for contract and server
 *   bench    the speed figures                                  doctor   the invariants on live data
 *   backup, restore   the embedded database, to a moment
 *   venue:export, venue:import   a whole venue to one file, and back into an empty installation
 *   venue:year     the books of a year to one file, and added up again
 */
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled } from "./install.mjs";
import { programs, runNode, startNode } from "./run.mjs";
import { runSuites } from "./suites.mjs";

async function start(args) {
  await ensureBuilt();
  return runNode(["--enable-source-maps", "dist/server/main.js", ...args]);
}

/** Vite serves the console and hands /api on to the server; when one of the two ends, so does the other. */
async function dev(args) {
  const apiPort = process.env.API_PORT ?? "8787";
  const env = { API_PORT: apiPort };
  const both = [
    startNode([programs.tsx, "watch", "--clear-screen=false", "src/server/main.ts"], { ...env, PORT: apiPort }),
    startNode([programs.vite, ...args], env),
  ];
  const first = await Promise.race(both.map(({ ended }) => ended));
  for (const { child } of both) child.kill("SIGTERM");
  await Promise.all(both.map(({ ended }) => ended));
  return first;
}

const verbs = {
  start,
  dev,
  test: runSuites,
  prove: async (args) => {
    const failed = await runNode([programs.vitest, "run", "--project", "proofs", ...args], { PROVE: "full" });
    if (failed || args.length > 0) return failed;
    const inBrowser = ["browser", "browser-alone", "looks"].flatMap((project) => ["--project", project]);
    return runNode([programs.vitest, "run", ...inBrowser], { PROVE: "full", CHROME: await ensureBrowser() });
  },
  bench: async (args) => {
    await ensureBuilt();
    const env = ["web", "grid-page", "rows", "palette", "shell"].some((part) => args.includes(part))
      ? { CHROME: await ensureBrowser() }
      : {};
    return runNode(["--import", "tsx", "src/tools/bench.ts", ...args], env);
  },
  build: async () => {
    for (const config of ["vite.config.ts", "vite.public.config.ts", "vite.server.config.ts"]) {
      const failed = await runNode([programs.vite, "build", "--config", config]);
      if (failed) return failed;
    }
    return 0;
  },
  check: () => runNode(["src/tools/check.mjs"]),
  format: (args) => runNode([programs.oxfmt, ...args]),
  lines: (args) => runNode(["--import", "tsx", "src/tools/lines.ts", ...args]),
  "new:resource": (args) => runNode(["--import", "tsx", "src/tools/new-resource.ts", ...args]),
  "new:report": (args) => runNode(["--import", "tsx", "src/tools/new-report.ts", ...args]),
  "new:page": (args) => runNode(["--import", "tsx", "src/tools/new-page.ts", ...args]),
  pages: () => runNode(["--import", "tsx", "src/tools/pages.ts"]),
  doctor: (args) => runNode(["--import", "tsx", "src/tools/doctor.ts", ...args]),
  backup: (args) => runNode(["--import", "tsx", "src/tools/backup.ts", "backup", ...args]),
  restore: (args) => runNode(["--import", "tsx", "src/tools/backup.ts", "restore", ...args]),
  "venue:export": (args) => runNode(["--import", "tsx", "src/tools/venue.ts", "export", ...args]),
  "venue:import": (args) => runNode(["--import", "tsx", "src/tools/venue.ts", "import", ...args]),
  "venue:year": (args) => runNode(["--import", "tsx", "src/tools/venue.ts", "year", ...args]),
};

async function main() {
  const [verb = "", ...args] = process.argv.slice(2);
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!run) throw new Error(`Say what to do: ${Object.keys(verbs).join(", ")}`);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) throw new Error(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
  await ensureInstalled();
  return run(args);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
