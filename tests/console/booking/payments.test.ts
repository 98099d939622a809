import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAmountOrZero } from "../../../src/contract/core/typed/amount";
import { check, type PayLine, rebalance, suggest, toPayments, withFound } from "../../../src/console/desk/payments";

const purses = { principal: 10_000, gift: 2_000 };
const brief = (lines: readonly PayLine[]) => lines.map((line) => `${line.type} ${line.text}`);

describe("payment split", () => {
  it("takes the principal as far as it reaches, then the gift, the rest by another method", () => {
    expect(brief(suggest(12_750, purses))).toEqual(["Balance 100.00", "Coupon 20.00", "WeChat 7.50"]);
    expect(brief(suggest(12_750, purses, "giftFirst"))).toEqual(["Coupon 20.00", "Balance 100.00", "WeChat 7.50"]);
    expect(brief(suggest(6_000, purses, "proRata"))).toEqual(["Balance 50.00", "Coupon 10.00"]);
    expect(brief(suggest(5_000, undefined))).toEqual(["WeChat 50.00"]);
  });

  it("always suggests exactly what is due, within the purses", () => {
    const amount = fc.integer({ min: 1, max: 1_000_000 });
    const order = fc.constantFrom("principalFirst" as const, "giftFirst" as const, "proRata" as const);
    fc.assert(
      fc.property(amount, fc.nat(1_000_000), fc.nat(1_000_000), order, (due, principal, gift, by) => {
        expect(check(suggest(due, { principal, gift }, by), due, { principal, gift })).toMatchObject({ ok: true, left: 0 });
      }),
    );
  });

  it("lets the other lines carry what a typed one leaves", () => {
    const [balance, , wechat] = suggest(12_750, purses);
    if (!balance || !wechat) throw new Error("three lines");
    const lines = rebalance([{ ...balance, text: "60", typed: true }, wechat], 12_750, purses);
    expect(brief(lines)).toEqual(["Balance 60", "WeChat 67.50"]);
    expect(check(lines, 12_750, purses).ok).toBe(true);
  });

  it("lets a coupon pay as much as it is worth, the other lines the rest, and sends its code", () => {
    const coupon = { code: "TY-0001", scheme: "健身券", face: 2_000, threshold: 10_000 };
    const line = (id: number, type: PayLine["type"]): PayLine => ({ id, type, text: "0.00", typed: false, tendered: "" });
    const lines = withFound([line(0, "WeChat"), line(1, "SportsExpertUserCoupon")], 1, { coupon }, 12_750, undefined);
    expect(brief(lines)).toEqual(["WeChat 107.50", "SportsExpertUserCoupon 20.00"]);
    expect(check(lines, 12_750, undefined).ok).toBe(true);
    expect(toPayments(lines)[1]).toEqual({ type: "SportsExpertUserCoupon", amount: "20.00", coupon: "TY-0001" });
    const alone = (due: number) => brief(withFound([line(1, "SportsExpertUserCoupon")], 1, { coupon }, due, undefined));
    expect(alone(1_500)).toEqual(["SportsExpertUserCoupon 15.00"]);
    expect(alone(10_000)).toEqual(["SportsExpertUserCoupon 20.00", "WeChat 80.00"]);
  });

  it("refuses a coupon that is not named, below its threshold, and for more than its face", () => {
    const coupon = { code: "TY-0001", scheme: "健身券", face: 2_000, threshold: 10_000 };
    const line = (text: string): PayLine => ({ id: 1, type: "SportsExpertUserCoupon", text, typed: true, tendered: "" });
    const problem = (one: PayLine, due: number) => check([one], due, undefined).problems.get(1);
    expect(problem(line("20.00"), 2_000)).toEqual({ kind: "noCoupon", lacks: 2_000 });
    expect(problem({ ...line("20.00"), coupon }, 2_000)).toEqual({ kind: "threshold", lacks: 8_000 });
    expect(problem({ ...line("20.01"), coupon }, 10_000)).toEqual({ kind: "face", lacks: 1 });
    expect(problem({ ...line("20.00"), coupon }, 10_000)).toBeUndefined();
  });

  it("lets a card of another venue pay as much as it holds, twice no more than that, and none that nobody named", () => {
    const card = { venueId: "v-2", memberId: "m-9", title: "远客", balance: 3_000 };
    const line = (id: number): PayLine => ({ id, type: "RoamingCard", text: "0.00", typed: false, tendered: "" });
    const lines = withFound([line(1)], 1, { card }, 5_000, undefined);
    expect(brief(lines)).toEqual(["RoamingCard 30.00", "WeChat 20.00"]);
    expect(check(lines, 5_000, undefined).ok).toBe(true);
    expect(toPayments(lines)[0]).toEqual({ type: "RoamingCard", amount: "30.00", card: { venueId: "v-2", memberId: "m-9" } });
    const paid = (id: number, text: string): PayLine => ({ ...line(id), text, typed: true, card });
    expect(check([paid(1, "20.00"), paid(2, "20.00")], 4_000, undefined).problems.get(2)).toEqual({ kind: "purse", lacks: 1_000 });
    expect(check([{ ...line(1), text: "5.00", typed: true }], 500, undefined).problems.get(1)).toEqual({ kind: "noCard", lacks: 500 });
  });

  it("refuses a sum that is not what is due, to the fen", () => {
    const lines: PayLine[] = [{ id: 0, type: "Cash", text: "127.49", typed: true, tendered: "" }];
    expect(check(lines, 12_750, undefined)).toMatchObject({ ok: false, left: 1 });
  });

  it("refuses more than a purse has, also over two lines", () => {
    const line = (id: number): PayLine => ({ id, type: "Balance", text: "60.00", typed: true, tendered: "" });
    const split = check([line(0), line(1)], 12_000, purses);
    expect(split.ok).toBe(false);
    expect(split.problems.get(1)).toEqual({ kind: "purse", lacks: 2_000 });
  });

  it("refuses cash below the amount and sends what was handed over", () => {
    const cash: PayLine = { id: 0, type: "Cash", text: "85.00", typed: false, tendered: "80" };
    expect(check([cash], 8_500, undefined).problems.get(0)).toEqual({ kind: "tendered", lacks: 500 });
    expect(toPayments([{ ...cash, tendered: "100" }])).toEqual([{ type: "Cash", amount: "85.00", tendered: "100.00" }]);
  });

  it("reads amounts as people write them and nothing else", () => {
    expect(["1,000.5", "¥ 8", "", "1.005", "-3", "abc"].map((text) => readAmountOrZero(text).value)).toEqual([
      100_050,
      800,
      0,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("leaves out lines of nothing", () => {
    expect(toPayments([{ id: 0, type: "Balance", text: "0.00", typed: false, tendered: "" }])).toEqual([]);
  });

  it("is whole with a scanned line only once the code has paid, and names the payment then", () => {
    const [line] = suggest(5_000, undefined);
    if (!line) throw new Error("one line");
    const open: PayLine = { ...line, type: "scanCode" };
    expect(check([open], 5_000, undefined)).toMatchObject({ ok: false, left: 0 });
    expect(check([open], 5_000, undefined).problems.get(open.id)).toEqual({ kind: "unscanned", lacks: 5_000 });
    const paid: PayLine = { ...open, typed: true, scanned: { paymentId: "p-1", channel: "wechat" } };
    expect(check([paid], 5_000, undefined).ok).toBe(true);
    expect(toPayments(rebalance([paid], 5_000, undefined))).toEqual([{ type: "scanCode", amount: "50.00", paymentId: "p-1" }]);
    // A total that changed afterwards leaves what was paid as it is.
    expect(check(rebalance([paid], 6_000, undefined), 6_000, undefined)).toMatchObject({ ok: false, left: 1_000 });
  });
});
