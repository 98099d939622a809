/** No internal name reaches a person: what refuses speaks in words, in both languages, of fields that have a label. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { LANGUAGES } from "../../src/contract/core/enums";
import { REFUSALS, refusalText, type RefusalKey } from "../../src/contract/core/errors";
import { explain, labelsIn } from "../../src/contract/core/explain";
import { fieldLabel } from "../../src/contract/core/fields";
import { AppError, badField } from "../../src/server/http/error";
import { ACCOUNTS, KEPT_WORDS } from "../../src/server/ledger/accounts";

/** Names as programs write them: "purse.principal", "memberId", "page_size". */
const internal = (text: string): string[] =>
  text.match(/\b[A-Za-z]+[._][A-Za-z_.]+\b|\b[a-z]+[A-Z]\w*\b/g)?.filter((word) => !["invalid_token"].includes(word)) ?? [];

let sources: { name: string; text: string }[];
beforeAll(async () => {
  const names = (await readdir("src/server", { recursive: true })).filter((name) => name.endsWith(".ts") && !name.endsWith("openapi.ts"));
  sources = await Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join("src/server", name), "utf8") })));
});
const found = (pattern: RegExp): string[] =>
  sources.flatMap(({ name, text }) => [...text.matchAll(pattern)].map((match) => `${name}: ${match.slice(1).filter(Boolean).join(" ")}`));

describe.each(LANGUAGES)("in %s", (language) => {
  it("every refusal is free of internal names", () => {
    const bad = (Object.keys(REFUSALS) as RefusalKey[]).flatMap((key) => internal(refusalText(key, language)).map((word) => [key, word]));
    expect(bad).toEqual([]);
  });

  it("every field of every call is refused by its label", () => {
    const bad = calls.flatMap(({ name, call }) => {
      const result = call.input.safeParse(
        Object.fromEntries(Object.keys("shape" in call.input ? (call.input.shape as object) : {}).map((field) => [field, Symbol("none")])),
      );
      if (result.success) return [];
      return Object.values(explain(result.error, language, labelsIn(call, language))).flatMap((text) =>
        internal(text).map((word) => `${name}: ${word}`),
      );
    });
    expect(bad).toEqual([]);
  });

  it("every field that a service refuses has a label", () => {
    const fields = found(/badField\(\s*["`]([^"`]+)["`]/g).map((one) => one.split(": ")[1] ?? "");
    expect(fields.length).toBeGreaterThan(15);
    const names = fields.map((field) => field.split(".").findLast((part) => /^[A-Za-z]+$/.test(part)) ?? "");
    expect(names.filter((name) => fieldLabel(name, language) === name)).toEqual([]);
  });

  it("every balance that can be short has a name", () => {
    for (const account of ACCOUNTS.filter((one) => one in KEPT_WORDS)) {
      const purse = KEPT_WORDS[account]?.[language] ?? "";
      expect(internal(new AppError("balanceShort", { purse, have: "1.00", need: "2.00" }).text(language))).toEqual([]);
      expect(purse).not.toBe("");
    }
  });
});

it("a field is worded once the language is known", () => {
  const error = badField("payments.0.tendered", "min", { n: "12.00" });
  expect([error.dataIn("zh"), error.dataIn("en")]).toEqual([
    { errors: { "payments.0.tendered": "实收现金 不能小于 12.00" } },
    { errors: { "payments.0.tendered": "Cash tendered must be not less than 12.00" } },
  ]);
});

it("no service refuses by a bare word, an id or the name of an account", () => {
  expect(found(/badInput\(\{\s*(?:\[[^\]]*\]|\w+): "([^" \u4e00-\u9fff]*)"/g)).toEqual([]);
  expect(found(/errors: \{\s*(?:\[[^\]]*\]|\w+): "([^" \u4e00-\u9fff]*)"/g)).toEqual([]);
  expect(
    found(/AppError\("\w+", \{[^}]*?\b(?:what|name|purse|why|product): ((?:\w+\.)*(?:id|\w+Id|account|kind|type))\b(?! ===)/g),
  ).toEqual([]);
});
