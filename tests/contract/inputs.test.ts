import { describe, expect, it } from "vitest";
import { api, calls } from "../../src/contract/all";
import type { Call } from "../../src/contract/core/call";
import { explain } from "../../src/contract/core/explain";
import { paymentType } from "../../src/contract/core/enums";

/** Messages of an input that must be refused, in both languages. */
function refused(call: Call, input: unknown): { zh: Record<string, string>; en: Record<string, string> } {
  const result = call.input.safeParse(input);
  if (result.success) throw new Error(`${call.path} took ${JSON.stringify(input)}`);
  return { zh: explain(result.error, "zh"), en: explain(result.error, "en") };
}
const draft = { phone: "13812345678", name: "沈佩仪", cardTypeId: "gold" };
const book = { day: "2026-11-21", runs: [{ placeId: "p1", start: 1_140, end: 1_200 }], mode: "pay" };

describe("forms that travel", () => {
  it("takes money as text and as a number, and payment types in any case", () => {
    const input = {
      ...book,
      payments: [
        { type: "WECHAT", amount: "12.30" },
        { type: "scancode", amount: 7.7 },
      ],
    };
    const { payments } = api.booking.create.input.parse(input);
    expect(payments.map(({ type, amount }) => ({ type, amount }))).toEqual([
      { type: "WeChat", amount: 1230 },
      { type: "scanCode", amount: 770 },
    ]);
    expect(paymentType(" SPORTSEXPERTUSERCOUPON ")).toBe("SportsExpertUserCoupon");
    expect(paymentType("gold")).toBeUndefined();
  });

  it("takes a query's numbers, flags and word lists as text", () => {
    expect(api.members.list.input.parse({ page: "3", size: "50", cardTypeId: "gold, silver,", state: ["active"] })).toEqual({
      page: 3,
      size: 50,
      cardTypeId: ["gold", "silver"],
      state: ["active"],
    });
    expect(api.booking.refundPreview.input.parse({ id: "b1", waiveFee: "true" }).waiveFee).toBe(true);
    expect(api.booking.grid.input.parse({ day: "2026-11-21", days: "7" }).days).toBe(7);
  });

  it("starts a list at page 0 with 20 rows when nothing is said", () => {
    expect(api.members.list.input.parse({})).toEqual({ page: 0, size: 20 });
  });

  it("trims what people type", () => {
    expect(api.session.login.input.parse({ username: " admin ", password: " p " })).toMatchObject({ username: "admin", password: " p " });
  });

  it("takes a scan-to-pay amount in whole fen only", () => {
    expect(api.sale.amountAndCode.input.parse({ amount: 1_999, code: "134567890123456789" })).toEqual({
      amount: 1_999,
      code: "134567890123456789",
      purpose: "collect",
    });
    expect(refused(api.sale.amountAndCode, { amount: "19.99", code: "134567890123456789" }).en).toEqual({
      amount: "Amount must match type number",
    });
    expect(refused(api.sale.amountAndCode, { amount: 19.99, code: "6901234567892" }).zh).toEqual({
      amount: "金额 必须是整数",
      code: "码 必须是付款码上的 16 至 24 位数字",
    });
  });

  it("refuses nothing at all with words, whatever the call", () => {
    for (const { name, call } of calls)
      for (const input of [undefined, null, 7, "text", []]) {
        const result = call.input.safeParse(input);
        if (result.success) continue;
        for (const message of Object.values(explain(result.error, "zh")))
          expect(message, name).toMatch(/^\S.* (是必填项|必须是)|^请选择日期范围/);
      }
  });
});

describe("refusals in the person's language", () => {
  it("says what is required", () => {
    expect(refused(api.members.create, {})).toEqual({
      zh: { phone: "手机号 是必填项", name: "名称 是必填项", cardTypeId: "会员卡类型 是必填项" },
      en: { phone: "Mobile is required", name: "Name is required", cardTypeId: "Card type is required" },
    });
  });

  it("takes an empty or blank entry for a missing one", () => {
    expect(refused(api.members.create, { phone: "", name: "  ", cardTypeId: "", recharge: { pay: "", method: "Cash" } }).zh).toEqual({
      phone: "手机号 是必填项",
      name: "名称 是必填项",
      cardTypeId: "会员卡类型 是必填项",
      "recharge.pay": "支付金额 是必填项",
    });
    expect(refused(api.booking.create, { ...book, runs: [] }).en).toEqual({ runs: "Slots is required" });
    expect(refused(api.members.setState, { id: "m1", action: "freeze", reason: "" }).en).toEqual({ reason: "Reason is required" });
  });

  it("does not take null or empty text for midnight", () => {
    const runs = [{ placeId: "p1", start: null, end: "" }];
    expect(refused(api.booking.create, { ...book, runs }).en).toEqual({
      "runs.0.start": "Start time is required",
      "runs.0.end": "End time is required",
    });
  });

  it("says how long is too long and too short", () => {
    expect(refused(api.members.create, { ...draft, name: "x".repeat(41) })).toEqual({
      zh: { name: "名称 不能超过 40 个字符" },
      en: { name: "Name cannot exceed 40 characters" },
    });
    expect(refused(api.members.setState, { id: "m1", action: "freeze", reason: "a" })).toEqual({
      zh: { reason: "原因 不能少于 2 个字符" },
      en: { reason: "Reason cannot be fewer than 2 characters" },
    });
  });

  it.each(["12345678901", "1381234567", "138123456789", "1381234567a", "+85213812345", "138-1234-567"])(
    "refuses %s as a mobile",
    (phone) => {
      expect(refused(api.members.create, { ...draft, phone })).toEqual({
        zh: { phone: "手机号 必须是 11 位数字，以 13 至 19 开头" },
        en: { phone: "Mobile must be 11 digits starting 13 to 19" },
      });
    },
  );

  it.each(["+8613812345678", "0086 138 1234 5678", "138-1234-5678", "１３８ １２３４ ５６７８", "\u202D13812345678\u202C "])(
    "reads %s as a mobile",
    (phone) => {
      expect(api.members.create.input.parse({ ...draft, phone }).phone).toBe("13812345678");
      expect(api.booking.create.input.parse({ ...book, phone }).phone).toBe("13812345678");
    },
  );

  it("says the same of a mobile that may be left empty", () => {
    expect(api.booking.create.input.parse({ ...book, phone: "" }).phone).toBe("");
    expect(refused(api.booking.create, { ...book, phone: "123" }).zh).toEqual({ phone: "手机号 必须是 11 位数字，以 13 至 19 开头" });
  });

  it("says what an amount must be", () => {
    const recharge = (pay: unknown) => refused(api.members.recharge, { memberId: "m1", pay, method: "cash" });
    expect(recharge("12.345")).toEqual({
      zh: { pay: "支付金额：金额最多 2 位小数" },
      en: { pay: "Amount paid: An amount has at most 2 decimals" },
    });
    expect(recharge("12,50")).toEqual({
      zh: { pay: "支付金额：逗号只能作千分位，例如 1,250.00；小数点请用 ." },
      en: { pay: "Amount paid: A comma only separates thousands, as in 1,250.00; use a point for decimals" },
    });
    expect(recharge(" ")).toEqual({ zh: { pay: "支付金额 是必填项" }, en: { pay: "Amount paid is required" } });
    expect(recharge("0")).toEqual({ zh: { pay: "支付金额 必须大于 0" }, en: { pay: "Amount paid must be greater than 0" } });
    expect(refused(api.members.recharge, { memberId: "m1", pay: 1, gift: "-1", method: "cash" })).toEqual({
      zh: { gift: "赠送金额 不能小于 0" },
      en: { gift: "Gift must be not less than 0" },
    });
  });

  it("shows no codes of values that have no words of their own", () => {
    expect(refused(api.members.setState, { id: "m1", action: "melt", reason: "because" })).toEqual({
      zh: { action: "操作 不正确" },
      en: { action: "Action is not valid" },
    });
    expect(refused(api.members.recharge, { memberId: "m1", pay: 1, method: "gold" }).en.method).toMatch(
      /^Payment method must be one of Balance \(principal\), Cash/,
    );
  });

  it("says the bounds of a number", () => {
    expect(refused(api.members.list, { page: "-1", size: "501" })).toEqual({
      zh: { page: "页码 不能小于 0", size: "每页条数 不能大于 500" },
      en: { page: "Page must be not less than 0", size: "Page size may not be greater than 500" },
    });
    expect(refused(api.members.list, { page: "x" })).toEqual({
      zh: { page: "页码 必须是整数" },
      en: { page: "Page must be a whole number" },
    });
    expect(refused(api.members.list, { page: "1.5" }).en).toEqual({ page: "Page must be a whole number" });
  });

  it("says the type and the format", () => {
    expect(refused(api.members.create, { ...draft, name: 5, birthday: "21/11/2026" })).toEqual({
      zh: { name: "名称 必须是文字", birthday: "生日 必须是 YYYY-MM-DD 格式的日期" },
      en: { name: "Name must match type text", birthday: "Birthday must be in the format YYYY-MM-DD" },
    });
    expect(
      refused(api.session.setup, {
        token: "t",
        organizationName: "机构",
        venueName: "场馆",
        mainTag: "badminton",
        username: "1st",
        password: "Venue2026!",
        name: "a",
      }),
    ).toEqual({
      zh: { username: "账号 必须以字母开头，只含字母、数字和下划线" },
      en: { username: "Username must start with a letter followed by letters, digits or underscores" },
    });
  });

  it("limits the words of a filter", () => {
    expect(refused(api.members.list, { cardTypeId: "a,".repeat(101) }).en).toEqual({ cardTypeId: "Card type cannot exceed 100 items" });
  });

  it("calls a field as the form calls it, where the form says so", () => {
    const result = api.members.create.input.safeParse({ ...draft, name: "" });
    expect(result.error && explain(result.error, "zh", { name: "姓名" })).toEqual({ name: "姓名 是必填项" });
  });
});
