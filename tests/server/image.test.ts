/** Dockerfile and compose.yaml, read as text: the image holds what the server reads at run time, and its settings reach it. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "../../src/server/config";
import { packageRoot } from "../../src/server/root";

const text = (name: string): string => readFileSync(path.join(packageRoot, name), "utf8");

/** Returns what the last stage of a Dockerfile copies from the build, below /app. */
const copied = (dockerfile: string): string[] =>
  [...(dockerfile.split(/^FROM /m).at(-1) ?? "").matchAll(/^COPY --from=\S+ \/app\/(\S+) (\S+)$/gm)].map(([, from = "", to = ""]) => {
    const target = path.posix.normalize(to.endsWith("/") ? to + path.posix.basename(from) : to);
    expect(target).toBe(from);
    return from;
  });
const holds = (all: readonly string[], name: string): boolean => all.some((one) => name === one || name.startsWith(`${one}/`));

const SERVER = ["src/server", "src/contract", "src/engine"];
const sources = SERVER.flatMap((folder) =>
  readdirSync(path.join(packageRoot, folder), { recursive: true, encoding: "utf8" }).map((name) => path.posix.join(folder, name)),
);
/** Files beside the code, which the bundle of the server does not hold. */
const data = sources.filter((name) => /\.\w+$/.test(name) && !name.endsWith(".ts"));
/** Paths that the code names below the package's folder. */
const named = sources
  .filter((name) => name.endsWith(".ts"))
  .flatMap((name) => [...text(name).matchAll(/packageRoot, "([^"]+)"/g)].map(([, found = ""]) => found));

describe("the image", () => {
  const image = copied(text("Dockerfile"));

  it("holds every file under src that is no code", () => {
    expect(data).toContain("src/server/domains/venue/districts.txt");
    expect(data.filter((name) => !holds(image, name))).toEqual([]);
  });
  it("holds everything that the server names below the package's folder", () => {
    expect(named).toContain("src/server/db/migrations");
    expect(named.filter((name) => !holds(image, name))).toEqual([]);
  });
  it("of a Dockerfile without the districts would be found out", () => {
    const without = copied(text("Dockerfile").replace(/^COPY .*districts.*$/m, ""));
    expect(data.filter((name) => !holds(without, name))).toEqual(["src/server/domains/venue/districts.txt"]);
  });
  it("has the stamps of installing and building from root, before tools run as another user", () => {
    const [, ...stages] = text("Dockerfile").split(/^FROM /m);
    const build = stages.find((stage) => stage.includes(" AS build\n")) ?? "";
    expect(build).toMatch(/^RUN .*await ensureInstalled\(\); await ensureBuilt\(\);/m);
    expect(build).not.toMatch(/^USER /m);
  });
});

describe("compose.yaml", () => {
  const compose = text("compose.yaml");
  const block = /^x-settings: &settings\n((?: {2}.*\n)+)/m.exec(compose)?.[1] ?? "";
  const passed = [...block.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = ""]) => name);

  it("passes every setting; address and port are the image's", () => {
    expect(passed.toSorted()).toEqual(VARIABLES.filter((name) => name !== "HOST" && name !== "PORT").toSorted());
  });
  it("passes each under its own name", () => {
    const lines = block.split("\n").filter((line) => line.includes("${"));
    const other = lines.filter((line) => {
      const [, name = "", from = ""] = /^ {2}(\w+): .*\$\{(\w+)/.exec(line) ?? [];
      return name !== from && name !== "DATABASE_URL";
    });
    expect(other).toEqual([]);
  });
  it("passes them to processes and tools alike, and has a name of its own", () => {
    for (const service of ["api1: &api", "tools:"])
      expect(new RegExp(`^ {2}${service}\\n(?: {4}.*\\n|\\n(?= {4}))*? {4}environment: \\*settings$`, "m").test(compose)).toBe(true);
    expect(compose).toMatch(/^ {2}api2: \*api$/m);
    expect(compose).toMatch(/^name: venue-console$/m);
  });
  it("gives a process that stops longer than the proxy takes to hear of it, and Docker more than that", () => {
    const seconds = (name: RegExp): number => Number(name.exec(compose)?.[1]);
    const leave = seconds(/LEAVE_SECONDS:-(\d+)\}/);
    expect(compose).toMatch(/^ +health_uri \/readyz$/m);
    expect(leave).toBeGreaterThanOrEqual(3 * seconds(/health_interval (\d+)s/));
    // Open requests are answered within five seconds after it.
    expect(seconds(/stop_grace_period: (\d+)s/)).toBeGreaterThan(leave + 5);
  });
});
