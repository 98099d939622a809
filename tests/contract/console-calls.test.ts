/** The console makes every call that the specification names: a screen is declared over it, or its code names it. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";
import { SPECIFIED } from "./specified";

const files = readdirSync("src/console", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(`src/console/${file}`, "utf8"));
/** Resources and reports whose pages are derived: they make the calls by name. */
const declared = new Set(
  files.flatMap((text) => [...text.matchAll(/declared(?:Report)?\(\{[^}]*?name: "(\w+)"/g)].map(([, name]) => name)),
);

/** True if a file names the call, under the name by which it imports the call's domain. */
function names(text: string, domain: string, key: string): boolean {
  const aliases = [...text.matchAll(new RegExp(`\\b${domain} as (\\w+)`, "g"))].map(([, alias]) => alias);
  const known = [domain, ...aliases].join("|");
  return new RegExp(`\\b(?:${known}|callsOf\\((?:${known})\\))\\.${key}\\b`).test(text);
}
const isMade = (name: string, { path }: Pick<Call, "path">): boolean => {
  const [domain = "", key = ""] = name.split(".");
  return declared.has(domain) || files.some((text) => text.includes(`"${path}"`) || names(text, domain, key));
};

describe("the calls of the specification", () => {
  it("are made by the console, all of them", () => {
    const never = SPECIFIED.filter((one) => {
      const found = calls.find(({ call }) => `${call.method} ${call.path}` === one);
      return !found || !isMade(found.name, found.call);
    });
    expect(never).toEqual([]);
  });

  it("would not count as made where nothing names them", () => {
    expect(isMade("content.nothing", { path: "/api/open/nothing/list" })).toBe(false);
    expect(isMade("uploads.nothing", { path: "/api/open/upload/nothing" })).toBe(false);
  });
});
