/**
 * `npm run check`: types and lint by oxlint, which asks TypeScript's own checker for both at once, and formatting. Neither needs the other
 * and neither keeps two cores busy from end to end, so they run at once; what each says is printed in one piece, after its name. Fails when
 * one does.
 */
import { programs, startNode } from "./run.mjs";

const checks = {
  "types and lint": [programs.oxlint, "--type-aware", "--type-check", "--deny-warnings"],
  formatting: [programs.oxfmt, "--list-different"],
};

/** Runs one to its end and prints what it wrote. @returns {Promise<number>} its exit code */
async function check(name, args) {
  const started = performance.now();
  const { child, ended } = startNode(args, process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}, ["ignore", "pipe", "pipe"]);
  const report = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => report.push(chunk));
  const closed = new Promise((resolve) => child.once("close", resolve));
  const code = await ended;
  await closed;
  console.log(`${name}: ${code === 0 ? "ok" : "FAILED"}, ${((performance.now() - started) / 1000).toFixed(1)} s`);
  process.stdout.write(Buffer.concat(report));
  return code;
}

const codes = await Promise.all(Object.entries(checks).map(([name, args]) => check(name, args)));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
