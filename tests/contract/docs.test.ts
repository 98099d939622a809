/** The pages under `docs/` that are about what the code declares name all of it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PAYMENT_TYPES } from "../../src/contract/core/enums";
import { ALL_CODES } from "../../src/contract/core/permissions";
import { ACCOUNTS } from "../../src/server/ledger/accounts";
import { packageRoot } from "../../src/server/root";
import { backendPage } from "../../src/tools/docs-backend";
import { statesPage } from "../../src/tools/docs-states";

const page = (name: string): string => readFileSync(`${packageRoot}/docs/${name}.md`, "utf8");

it("docs/states.md is what `npx tsx src/tools/docs-states.ts > docs/states.md` writes", () => {
  expect(page("states")).toBe(statesPage());
});

it("docs/backend.md is what `npx tsx src/tools/docs-backend.ts > docs/backend.md` writes, and has every code", () => {
  expect(page("backend")).toBe(backendPage());
  expect(ALL_CODES.filter((code) => !page("backend").includes(`\`${code}\``))).toEqual([]);
});

it("docs/ledger.md has every account", () => {
  expect(ACCOUNTS.filter((account) => !page("ledger").includes(`\`${account}\``))).toEqual([]);
});

it("docs/wire.md has every payment method", () => {
  expect(PAYMENT_TYPES.filter((method) => !page("wire").includes(`\`${method}\``))).toEqual([]);
});
