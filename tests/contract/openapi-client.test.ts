/** A client that a generator makes of the OpenAPI document: it compiles, and the calls of `client-calls.ts` are typed by it. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import openapiTypescript, { type OpenAPI3 } from "openapi-typescript";
import { beforeAll, expect, it } from "vitest";
import { openapi } from "../../src/server/http/openapi";
import { packageRoot } from "../../src/server/root";

const folder = path.join(packageRoot, ".data/test-client");
const compiler = path.join(packageRoot, "node_modules/typescript/bin/tsc");
const document = JSON.stringify(openapi());

/** Compiles files of the folder strictly. @returns what the compiler complains about; empty: nothing */
function compile(...files: string[]): string {
  const options = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--target",
    "ES2023",
    "--module",
    "ESNext",
    "--moduleResolution",
    "bundler",
    "--types",
    "",
  ];
  try {
    return execFileSync(process.execPath, [compiler, ...options, ...files], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "client.ts"), await openapiTypescript(JSON.parse(document) as OpenAPI3));
  copyFileSync(path.join(packageRoot, "tests/contract/client-calls.txt"), path.join(folder, "calls.ts"));
});

it("is typed for lists, forms, money and refusals", () => {
  expect(compile("calls.ts")).toBe("");
}, 60_000);

it("rejects a field that the contract does not have", () => {
  writeFileSync(
    path.join(folder, "wrong.ts"),
    `import type { components } from "./client";\nexport const wrong: components["schemas"]["Member"]["principle"] = "1.00";\n`,
  );
  expect(compile("wrong.ts")).toContain("principle");
}, 60_000);

it("names every schema of an input or answer, in at most 1.2 MB", () => {
  const inline = [
    ...document.matchAll(/"requestBody":\{"required":true,"content":\{"[^"]+":\{"schema":\{"type":"object","properties":\{"/g),
  ];
  expect(inline).toHaveLength(0);
  expect(document.length).toBeLessThan(1.2 * 2 ** 20);
  expect(Object.keys((JSON.parse(document) as { components: { schemas: object } }).components.schemas)).toEqual(
    expect.arrayContaining(["Member", "Sale", "BookingOrder", "Coach", "MemberPage", "Yuan"]),
  );
});
