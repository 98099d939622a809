/** The Node that the product asks for: one minimum everywhere, which the tests run on, and the packages that declare a newer one. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Package {
  readonly version?: string;
  readonly engines?: unknown;
}
const read = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8")) as T;
type Version = readonly [major: number, minor: number, patch: number];
const partsOf = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
};
const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** True if a version is within a range as packages declare it: comparators joined by spaces, alternatives by `||`. */
function isWithin(version: string, range: string): boolean {
  const at = partsOf(version);
  return range.split("||").some((alternative) =>
    alternative
      .replaceAll(/([<>=~^]+)\s+/g, "$1")
      .trim()
      .split(/\s+/)
      .every((comparator) => {
        const [, sign = "", text = ""] = /^([<>=~^]*)v?(.*)$/.exec(comparator) ?? [];
        if (text === "" || text === "*" || text === "x") return true;
        const bound = partsOf(text);
        const order = compare(at, bound);
        if (sign === ">=") return order >= 0;
        if (sign === ">") return order > 0;
        if (sign === "<=") return order <= 0;
        if (sign === "<") return order < 0;
        if (sign === "^") return order >= 0 && at[0] === bound[0];
        if (sign === "~") return order >= 0 && at[0] === bound[0] && (at[1] === bound[1] || !text.includes("."));
        return at[0] === bound[0] && (!/^\d+\.\d/.test(text) || at[1] === bound[1]);
      }),
  );
}

const { engines } = read<{ readonly engines: { readonly node: string } }>("package.json");
const LEAST = engines.node.replace(">=", "");

it("reads the ranges that packages declare", () => {
  for (const range of [
    ">=18",
    "^18 || >=20",
    "^20.19.0 || >=22.12.0",
    "20 || >=22",
    "*",
    ">= 16",
    "^18.18.0 || ^20.9.0 || >=21.1.0",
    "20.x",
  ])
    expect([range, isWithin("20.19.0", range)]).toEqual([range, true]);
  for (const range of [">=22", ">=20.20", "^18 || ^22", ">=22.12.0", "<20", "~20.18.0", ">=18 <20"])
    expect([range, isWithin("20.19.0", range)]).toEqual([range, false]);
});

it("is named by its minimum everywhere, and tests run on it or a newer one", () => {
  const short = LEAST.split(".").slice(0, 2).join(".");
  for (const file of ["README.md", "docs/operators.md"])
    expect([file, readFileSync(file, "utf8")]).toEqual([file, expect.stringContaining(`Node ${short} or newer`)]);
  expect(readFileSync("docs/developers.md", "utf8")).toContain(`Node ${short}`);
  const [major, minor] = partsOf(LEAST);
  expect(readFileSync("src/tools/setup.mjs", "utf8")).toContain(`if (major < ${major} || (major === ${major} && minor < ${minor}))`);
  expect(isWithin(process.versions.node, engines.node)).toBe(true);
});

/** Packages that declare a newer Node than the product asks for, and run on its own all the same: `docs/decisions.md` says why they stay. */
const DECLARE_NEWER = ["content-disposition", "cookie", "sanitize-html"];

it("is newer in the declarations of no more packages than are known to", () => {
  const { packages } = read<{ readonly packages: Readonly<Record<string, Package>> }>("package-lock.json");
  const newer = Object.entries(packages).flatMap(([path, { engines: declared }]) => {
    const range = typeof declared === "object" && declared !== null && "node" in declared ? declared.node : undefined;
    return path !== "" && typeof range === "string" && !isWithin(LEAST, range) ? [path.replace(/^.*node_modules\//, "")] : [];
  });
  expect(newer.toSorted()).toEqual(DECLARE_NEWER);
  const decisions = readFileSync("docs/decisions.md", "utf8");
  for (const name of DECLARE_NEWER) expect(decisions).toContain(`\`${name}\``);
});
