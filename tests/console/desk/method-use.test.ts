/** Payment methods: a button each for the few that a person uses most, in places that stay; the rest behind one. */
import { expect, it } from "vitest";
import { quickOf } from "../../../src/console/desk/method-use";
import type { PaymentType } from "../../../src/contract/core/enums";

const OFFERED = ["Balance", "Cash", "scanCode", "WeChat", "Alipay", "BankCard", "Card", "Transfer", "Other"] as const;

it("gives the likelier four a button before anything was used, and both where two are offered", () => {
  expect(quickOf(OFFERED, "")).toEqual({
    quick: ["Cash", "scanCode", "WeChat", "Alipay"],
    rest: ["Balance", "BankCard", "Card", "Transfer", "Other"],
  });
  expect(quickOf<PaymentType>(["Cash", "Other"], "")).toEqual({ quick: ["Cash", "Other"], rest: [] });
});

it("gives those that a person uses most a button, in the order of what is offered; broken counts are none", () => {
  expect(quickOf(OFFERED, "Transfer:9 BankCard:5 Cash:-1 Other").quick).toEqual(["scanCode", "WeChat", "BankCard", "Transfer"]);
});
