/** Brings node_modules and dist up to date with the sources; does nothing, quickly, when they are. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, runNpm, tryNpm } from "./run.mjs";

const installStamp = join(root, "node_modules/.venue-installed");
const buildStamp = join(root, "dist/.built");
const buildSources = [
  "src",
  "public",
  "index.html",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "vite.public.config.ts",
  "vite.server.config.ts",
];

function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function writeStamp(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Packages of native programs name their system; an optional package that names none belongs to one of another system. */
function isForThisSystem({ os, cpu, libc }) {
  if (!os && !cpu) return false;
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && (!libc || libc.includes("glibc"));
}

/** True if node_modules contains the locked version of every package that this system needs. */
function matchesLock(lock) {
  const hidden = readText(join(root, "node_modules/.package-lock.json"));
  if (!hidden) return false;
  const installed = JSON.parse(hidden).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (path === "") return true;
    const there = installed[path];
    return there ? there.version === wanted.version : wanted.optional === true && !isForThisSystem(wanted);
  });
}

/** Installs the locked packages unless they are there. */
export async function ensureInstalled() {
  const lock = readText(join(root, "package-lock.json"));
  if (!lock) throw new Error("package-lock.json is missing: this is not a whole copy of the project.");
  const system = `${process.platform}-${process.arch}`;
  const stamp = `${system} ${createHash("sha256").update(lock).digest("hex")}`;
  const last = readText(installStamp);
  if (last === stamp && existsSync(join(root, "node_modules/.package-lock.json"))) return;
  const fromAnotherSystem = last !== undefined && !last.startsWith(`${system} `);
  if (fromAnotherSystem || !matchesLock(lock)) {
    console.log("Installing the packages of package-lock.json");
    const options = ["--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    if ((await tryNpm(["ci", ...options])) !== 0) {
      // Releases of npm differ in what they ask of a lock file: read it as far as this one can, and leave it as it is.
      console.log("npm ci failed; trying npm install with the same versions");
      await runNpm(["install", "--no-save", ...options]);
    }
  }
  writeStamp(installStamp, stamp);
}

function addToHash(hash, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  const entries = readdirSyncOrNull(full);
  if (!entries) {
    hash.update(path).update("\0").update(readFileSync(full));
    return;
  }
  for (const name of entries.sort()) addToHash(hash, `${path}/${name}`);
}

function readdirSyncOrNull(path) {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error.code === "ENOTDIR") return null;
    throw error;
  }
}

/** Builds console and server into dist unless dist was built from exactly these sources. */
export async function ensureBuilt() {
  const hash = createHash("sha256");
  for (const source of buildSources) addToHash(hash, source);
  const stamp = hash.digest("hex");
  if (readText(buildStamp) === stamp && existsSync(join(root, "dist/server/main.js"))) return;
  console.log("Building console and server");
  await runNpm(["run", "build"]);
  writeStamp(buildStamp, stamp);
}
