/** Finds or installs the browser that the browser tests drive. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

// The shell first: it draws pages as Chromium does, without a window of its own around each, which takes half as long again.
const usual = {
  linux: [
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/chromium-browser",
    "/opt/google/chrome/chrome",
    "/usr/bin/microsoft-edge",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** Some systems ship a launcher that only asks for another package manager, so it must really answer. */
function runs(path) {
  if (!existsSync(path)) return false;
  if (process.platform === "win32") return true;
  return spawnSync(path, ["--version"], { timeout: 20_000, stdio: "ignore" }).status === 0;
}

/** The browser that is there: CHROME names one, else the usual places. Undefined when there is none. */
export function findBrowser() {
  const named = process.env.CHROME;
  if (named) {
    if (!runs(named)) throw new Error(`CHROME is ${named}, but no browser runs there.`);
    return named;
  }
  return (usual[process.platform] ?? []).find(runs);
}

function run(command, args) {
  console.log(`> ${command} ${args.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], env }).status === 0;
}

/** Ubuntu's chromium package is an empty launcher for snap, so only Debian itself will do. */
function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync("/etc/os-release")) return false;
  return /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));
}

async function playwrightBrowser() {
  const { chromium } = await import("playwright-core");
  const path = chromium.executablePath();
  return path && runs(path) ? path : undefined;
}

/**
 * The path of a browser that runs; installs one when there is none: by apt as root on Debian, else Playwright's own.
 * @throws {Error} when that fails too
 */
export async function ensureBrowser() {
  const found = findBrowser() ?? (await playwrightBrowser());
  if (found) return found;
  console.log("No Chrome or Chromium here: installing one for the browser tests");
  if (isDebianRoot()) {
    const install = (name) => run("apt-get", ["install", "-y", "--no-install-recommends", name, "fonts-noto-cjk"]);
    // Releases of before 2024 have no package of the shell alone.
    const installed = run("apt-get", ["update"]) && (install("chromium-headless-shell") || install("chromium")) && findBrowser();
    if (installed) return installed;
  }
  const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
  run(process.execPath, ["node_modules/playwright-core/cli.js", "install", ...withLibraries, "chromium"]);
  const own = await playwrightBrowser();
  if (!own) throw new Error("No browser could be installed: install Chrome or Chromium, or set CHROME to its path.");
  return own;
}
