/** One refusal names every wrong field, those that a rule between fields finds as well, in the words of the screen. */
import { describe, expect, it } from "vitest";
import { promotions } from "../../src/contract/prices/discounts";
import { explain, labelsIn } from "../../src/contract/core/explain";
import { temporaryPrices } from "../../src/contract/prices/pricing";
import { callsOf } from "../../src/contract/core/resource/calls";

const rule = { name: "早场", programId: "p", from: "2026-11-02", to: "2026-11-01", start: 480, end: 720, price: "10.00", reason: "开业" };
function faultsOf(call: ReturnType<typeof callsOf<typeof temporaryPrices>>["create"], input: object): Record<string, string> {
  const parsed = call.input.safeParse(input);
  return parsed.success ? {} : explain(parsed.error, "zh", labelsIn(call, "zh"), call.choices);
}

describe("a draft with several faults", () => {
  const { create } = callsOf(temporaryPrices);
  it("is refused with those of fields and those between fields together", () => {
    expect(Object.keys(faultsOf(create, { ...rule, name: "", price: "ten" })).sort()).toEqual(["name", "price", "to"]);
  });

  it("is refused by the fields' own faults alone where the rule between them holds", () => {
    expect(Object.keys(faultsOf(create, { ...rule, to: "2026-11-03", name: "" }))).toEqual(["name"]);
    expect(faultsOf(create, { ...rule, to: "2026-11-03" })).toEqual({});
  });

  it("says nothing of a rule whose fields are missing", () => {
    expect(Object.keys(faultsOf(create, {})).sort()).toEqual(["from", "name", "price", "programId", "reason", "to"]);
  });
});

it("names the values of a choice as the screen does, never by their codes", () => {
  const call = callsOf(promotions).create;
  const parsed = call.input.safeParse({ ...rule, to: "2026-11-03", kind: "nothing", percent: 85, amount: null });
  const said = parsed.success ? {} : explain(parsed.error, "zh", labelsIn(call, "zh"), call.choices);
  expect(said["kind"]).toMatch(/必须是 .*之一/);
  expect(said["kind"]).not.toMatch(/[a-z]{3}/);
});
