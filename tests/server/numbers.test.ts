/** A number read out names one document: each kind has a prefix of its own, and all numbers come from the one table of prefixes. */
import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { PREFIXES } from "../../src/server/kernel/numbers";

it("gives no two kinds the same prefix", () => {
  const kinds = Object.entries(PREFIXES).map(([kind, prefix]) => [prefix, kind] as const);
  expect(new Map(kinds).size).toBe(kinds.length);
});

it("makes numbers of documents nowhere else", async () => {
  const making: string[] = [];
  for (const name of await readdir("src/server", { recursive: true }))
    if (name.endsWith(".ts") && /nextNumber\(|padStart\(4/.test(await readFile(`src/server/${name}`, "utf8"))) making.push(name);
  // Cards of members and the outbox count by themselves.
  expect(making.sort()).toEqual(["demo/unions.ts", "domains/members/enrol.ts", "http/perform.ts", "kernel/numbers.ts"]);
});
