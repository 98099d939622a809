/** One refusal names every wrong field, those that a rule between fields finds as well, in the words of the screen. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { coachBalance } from "../../src/contract/coaches/coaches";
import type { Call } from "../../src/contract/core/call";
import { couponCodes } from "../../src/contract/coupon/coupon";
import { pricePlans } from "../../src/contract/prices/price-plans";
import { priceSync } from "../../src/contract/prices/price-sync";
import { priceTrial } from "../../src/contract/prices/price-trial";
import { waitlist } from "../../src/contract/waitlist/waitlist";
import { promotions } from "../../src/contract/prices/discounts";
import { explain, labelsIn } from "../../src/contract/core/explain";
import { temporaryPrices } from "../../src/contract/prices/pricing";
import { callsOf } from "../../src/contract/core/resource/calls";
import { reportCalls } from "../../src/contract/core/resource/report";

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

describe("a call that is written out", () => {
  const faults = ({ input }: Call, draft: object): string[] => {
    const parsed = input.safeParse(draft);
    return parsed.success ? [] : Object.keys(explain(parsed.error, "zh")).toSorted();
  };
  const days = { from: "2026-11-02", to: "2026-11-01" };
  const session = { day: "2026-11-02", start: 540, end: 600, programId: "p" };
  it.each<readonly [string, Call, object, object]>([
    ["a sync of prices", priceSync.run, { planId: "p", ...days }, { planId: "" }],
    ["a trial of prices", priceTrial.price, { placeId: "p", day: "2026-11-02", start: 600, end: 540 }, { placeId: "" }],
    ["a price plan", pricePlans.create, { programId: "p", name: "早场", ...days, prices: { walkIn: [] } }, { name: "" }],
    ["a waitlist entry", waitlist.join, session, { programId: "" }],
    [
      "a batch of coupons",
      couponCodes.register,
      { scheme: "", face: "10.00", threshold: "0", startsOn: days.from, endsOn: days.to, couponCodes: [] },
      { face: "ten" },
    ],
    ["a report", reportCalls(coachBalance).read, days, { from: "someday" }],
  ])("names wrong fields and the rule between fields of %s together", (_, call, draft, wrong) => {
    const ruled = faults(call, draft);
    const both = faults(call, { ...draft, ...wrong });
    expect(ruled.length).toBeGreaterThan(0);
    expect(both).toEqual([...new Set([...ruled, ...Object.keys(wrong)])].toSorted());
  });

  it("adds its rules between fields by the one function that runs them beside the fields' own faults", () => {
    const files = readdirSync("src/contract", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const others = files.filter((file) => /\.superRefine\(/.test(readFileSync(`src/contract/${file}`, "utf8")));
    expect(others).toEqual(["core/between.ts"]);
  });
});

it("names the values of a choice as the screen does, never by their codes", () => {
  const call = callsOf(promotions).create;
  const parsed = call.input.safeParse({ ...rule, to: "2026-11-03", kind: "nothing", percent: 85, amount: null });
  const said = parsed.success ? {} : explain(parsed.error, "zh", labelsIn(call, "zh"), call.choices);
  expect(said["kind"]).toMatch(/必须是 .*之一/);
  expect(said["kind"]).not.toMatch(/[a-z]{3}/);
});
