import { expect, it } from "vitest";
import { buttonName, buttonsOf, codeName, codesNamed } from "../../src/contract/core/code-names";
import { PAGES } from "../../src/contract/core/page-codes";
import { ALL_CODES, BUTTONS, type ButtonCode } from "../../src/contract/core/permissions";

it("names every button in both languages: add those listed here to code-names.ts", () => {
  const nameless = (Object.keys(BUTTONS) as ButtonCode[]).filter((code) => buttonName(code).zh === code);
  expect(nameless).toEqual([]);
});

it("calls no two buttons of a page the same: name those listed here in code-names.ts", () => {
  for (const language of ["zh", "en"] as const)
    for (const page of Object.keys(PAGES)) {
      const names = buttonsOf(page).map((code) => [buttonName(code)[language], code] as const);
      const twice = names.filter(([name], i) => names.findIndex(([other]) => other === name) !== i);
      expect(twice).toEqual([]);
    }
});

it.each(["zh", "en"] as const)("calls every permission by words, never by its code (%s)", (language) => {
  expect(ALL_CODES.filter((code) => codeName(code, language) === code || /_/.test(codeName(code, language)))).toEqual([]);
});

it("names a button by its page, and several permissions as a choice", () => {
  expect(codeName("member_recharge", "zh")).toBe("会员列表 · 充值");
  expect(codesNamed(["venue_booking", "member_recharge"], "en")).toBe("Booking management” or “Members · Recharge");
});
