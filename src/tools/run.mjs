/** Runs the project's programs as child processes. */
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Programs of packages, by the file that node runs. */
export const programs = {
  oxlint: "node_modules/oxlint/bin/oxlint",
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
  tsc: "node_modules/typescript/bin/tsc",
  tsx: "node_modules/tsx/dist/cli.mjs",
  vite: "node_modules/vite/bin/vite.js",
  vitest: "node_modules/vitest/vitest.mjs",
};

/** Ctrl-C in a terminal reaches children by itself; a second copy would look like an impatient user. */
const inTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
const forwarded = inTerminal ? ["SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Starts `node …args` with our input and output, or as `stdio` says; signals to us are passed to it.
 * @returns {{ child: import("node:child_process").ChildProcess, ended: Promise<number> }} `ended` gives its exit code
 */
export function startNode(args, env = {}, stdio = "inherit") {
  return start(process.execPath, args, env, { stdio });
}

function start(command, args, env, { shell = false, stdio = "inherit" } = {}) {
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env }, shell });
  const forwards = forwarded.map((signal) => [signal, () => child.kill(signal)]);
  const ignoreInTerminal = () => {};
  for (const [signal, forward] of forwards) process.on(signal, forward);
  process.on("SIGINT", ignoreInTerminal);
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1)));
  }).finally(() => {
    for (const [signal, forward] of forwards) process.off(signal, forward);
    process.off("SIGINT", ignoreInTerminal);
  });
  return { child, ended };
}

/** Runs `node …args` to its end. @returns {Promise<number>} its exit code */
export function runNode(args, env = {}) {
  return startNode(args, env).ended;
}

/** Runs npm to its end, the same npm that runs us if one does. @returns {Promise<number>} its exit code */
export function tryNpm(args) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith(".js")) return start(process.execPath, [npm, ...args], {}).ended;
  return start("npm", args, {}, { shell: process.platform === "win32" }).ended;
}

/** Runs npm to its end. @throws {Error} when it fails */
export async function runNpm(args) {
  const code = await tryNpm(args);
  if (code !== 0) throw new Error(`npm ${args.join(" ")} failed (exit ${code})`);
}
