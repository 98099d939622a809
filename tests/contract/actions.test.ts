/** A person's action keeps its idempotency key for a second try, so that nothing is done twice. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";

/** Calls that are made outside `act`, by file, with the reason. */
const APART: Readonly<Record<string, string>> = {
  "domains/sale/offline/allowances.ts: allowances.give": "gives the allowance that the member has, however often it is requested",
  "domains/sale/offline/outbox.ts: sale.create": "goes out under the key that is stored with the sale",
  "resource/ImportDialog.tsx: calls.importState": "has no effect",
  "resource/ImportDialog.tsx: calls.template": "has no effect",
};

/** Returns the calls that a file makes by `invoke`, as `domain.key`, under the names by which it imports their domains. */
function invoked(text: string): string[] {
  const domainOf = (name: string): string => new RegExp(`\\b(\\w+) as ${name}\\b`).exec(text)?.[1] ?? name;
  return [...text.matchAll(/\binvoke(?:File)?\(\s*(?:callsOf\((\w+)\)|(\w+))\.(\w+)/g)].map(
    ([, declared, domain, key]) => `${domainOf(declared ?? domain ?? "")}.${key ?? ""}`,
  );
}
const callNamed = (name: string): Call | undefined => calls.find((each) => each.name === name)?.call;
const files = readdirSync("src/console", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("api/"))
  .map((file) => [file, readFileSync(`src/console/${file}`, "utf8")] as const);

it("makes calls with an effect as actions, but for these", () => {
  const apart = files.flatMap(([file, text]) =>
    invoked(text)
      .filter((name) => callNamed(name)?.effect ?? true)
      .map((name) => `${file}: ${name}`),
  );
  expect(apart.toSorted()).toEqual(Object.keys(APART).toSorted());
});

it("would find one", () => {
  const text = `import { members as all } from "x";\nawait invoke(all.setState, { id });\nawait invoke(callsOf(memberCards).list, {})`;
  expect(invoked(text)).toEqual(["members.setState", "memberCards.list"]);
  expect([callNamed("members.setState")?.effect, callNamed("memberCards.list")?.effect]).toEqual([true, false]);
});
