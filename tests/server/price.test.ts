import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fen, percentOf } from "../../src/contract/money";
import {
  freed,
  type PlanRule,
  type PriceInput,
  type PriceRules,
  priceOrder,
  priceRun,
  type PromotionRule,
  replay,
  type TemporaryRule,
  toTrace,
} from "../../src/server/domains/booking/price";
import { at, plan, TODAY } from "../support/booking";

const rules: PriceRules = {
  program: "羽毛球",
  defaultPrice: 3000,
  holidays: new Map(),
  temporary: [],
  plans: [{ name: "秋冬", priority: 0, from: "2026-01-01", to: "2026-12-31", placeIds: [], matrix: plan }],
  promotions: [],
};
const gold = { id: "ct-85", name: "金卡", percent: 85 };
const input = (extra: Partial<PriceInput> = {}): PriceInput => ({
  rules,
  placeId: "b-5",
  day: TODAY,
  start: at(20),
  end: at(21),
  consumer: "walkIn",
  card: null,
  ...extra,
});
const all = { from: "2026-01-01", to: "2026-12-31", weekdays: [], start: 0, end: 1440, placeIds: [], cardTypeId: null };
const temporary: TemporaryRule = { ...all, name: "周年庆", price: 1000 };
const promotion = (extra: Partial<PromotionRule> = {}): PromotionRule => ({
  ...all,
  name: "早鸟",
  kind: "percent",
  value: 90,
  stackable: true,
  ...extra,
});
const told = (extra: Partial<PriceInput>): string[] =>
  (priceRun(input(extra))?.steps ?? []).map((step) => `${step.rule}${step.matched ? ` ${step.name} ${step.amount} ${step.detail}` : " –"}`);

describe("the rule that prices a slot", () => {
  it("is the plan of the weekday and hour, and the trace lists what was tried before it", () => {
    expect(told({})).toEqual(["temporary –", "holiday –", "plan 秋冬 10000 20:00–21:00 2×50.00"]);
  });

  it("changes within a line where the plan's hour changes", () => {
    expect(priceRun(input({ start: at(17, 30), end: at(18, 30) }))?.list).toBe(9000);
    expect(told({ start: at(17, 30), end: at(18, 30) })[2]).toBe("plan 秋冬 9000 17:30–18:00 1×40.00, 18:00–18:30 1×50.00");
  });

  it("is a temporary price before any plan, and only where it stands", () => {
    const evening = { ...rules, temporary: [{ ...temporary, start: at(20, 30) }] };
    expect(priceRun(input({ rules: evening }))?.list).toBe(5000 + 1000);
    expect(told({ rules: { ...rules, temporary: [temporary] } })).toEqual(["temporary 周年庆 2000 20:00–21:00 2×10.00"]);
    for (const other of [{ weekdays: [1] }, { to: "2026-11-20" }, { placeIds: ["b-6"] }, { cardTypeId: "ct-1" }]) {
      expect(priceRun(input({ rules: { ...rules, temporary: [{ ...temporary, ...other }] } }))?.list).toBe(10_000);
    }
  });

  it("on a holiday is the plan of the weekday that the holiday is priced as", () => {
    const workday = { ...rules, holidays: new Map([[TODAY, { name: "调休上班", pricedAs: 1 }]]) };
    expect(told({ rules: workday })).toEqual(["temporary –", "holiday 调休上班 0 2026-11-21 → 1", "plan 秋冬 8000 20:00–21:00 2×40.00"]);
  });

  it("is the first plan in order of priority that has a price for the half hour", () => {
    const silent: PlanRule = {
      name: "空",
      priority: 9,
      from: "2026-01-01",
      to: "2026-12-31",
      placeIds: [],
      matrix: { walkIn: plan.walkIn.map((row) => row.map((_, half) => (half === 41 ? 9900 : null))) },
    };
    const own: PlanRule = { ...silent, name: "别的场", placeIds: ["b-9"], matrix: plan };
    expect(priceRun(input({ rules: { ...rules, plans: [own, silent, ...rules.plans] } }))?.list).toBe(5000 + 9900);
  });

  it("is the class's own price where the plan names one, else the walk-in's", () => {
    const member = plan.walkIn.map((row) => row.map((_, half) => (half === 40 ? 3300 : null)));
    const classes = { ...rules, plans: rules.plans.map((rule) => ({ ...rule, matrix: { ...plan, member } })) };
    expect(priceRun(input({ rules: classes, consumer: "member" }))?.list).toBe(3300 + 5000);
    expect(priceRun(input({ rules: classes, consumer: "group" }))?.list).toBe(10_000);
  });

  it("is the program's default where no plan matches, and none where there is no default", () => {
    expect(told({ day: "2027-05-01" })).toEqual(["temporary –", "holiday –", "plan –", "default 羽毛球 6000 20:00–21:00 2×30.00"]);
    expect(priceRun(input({ day: "2027-05-01", rules: { ...rules, defaultPrice: null } }))).toBeNull();
  });
});

describe("discounts", () => {
  it("take the member's percent off the whole line, rounded once", () => {
    const line = priceRun(input({ card: { ...gold, percent: 87.55 }, start: at(17, 30), end: at(18, 30) }));
    expect(line?.price).toBe(percentOf(9000, 87.55));
    expect(line?.steps.at(-1)).toMatchObject({ rule: "member", name: "金卡", amount: percentOf(9000, 87.55) - 9000, detail: "87.55%" });
  });

  it("stack a promotion on the card, or take the better of the two", () => {
    const price = (extra: Partial<PromotionRule>) =>
      priceRun(input({ card: gold, rules: { ...rules, promotions: [promotion(extra)] } }))?.price;
    expect(price({})).toBe(7650);
    expect(price({ stackable: false })).toBe(8500);
    expect(price({ stackable: false, value: 80 })).toBe(8000);
    expect(price({ kind: "minus", value: 500 })).toBe(8000);
    expect(price({ kind: "minus", value: 99_999 })).toBe(0);
    expect(price({ kind: "fixed", value: 3000 })).toBe(6000);
    expect(price({ kind: "fixed", value: 9000 })).toBe(8500);
    expect(price({ end: at(20, 30) })).toBe(8500);
  });

  it("share a manual discount over the lines by what they cost", () => {
    const lines = priceOrder([input(), input({ placeId: "b-6", start: at(9), end: at(9, 30) }), input({ card: gold })], {
      amount: 1001,
      reason: "老客",
    });
    expect(lines.map((line) => line?.price)).toEqual([10_000 - 445, 4000 - 178, 8500 - 378]);
    expect(() => priceOrder([input()], { amount: 10_001, reason: "太多" })).toThrow(RangeError);
  });

  it("give a free place its list price and take all of it off", () => {
    const line = priceRun(input());
    expect(line && freed(line, "校队")).toMatchObject({ list: 10_000, discount: 10_000, price: 0 });
  });
});

describe("any price", () => {
  const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
  const price = fc.integer({ min: 0, max: 50_000 });
  const anyRules = fc
    .record({
      halves: fc.array(fc.option(price, { nil: null }), { minLength: 48, maxLength: 48 }),
      defaultPrice: price,
      temporary: fc.option(price, { nil: null }),
      promotion: fc.option(
        fc.record({ kind: fc.constantFrom("percent", "minus", "fixed"), value: fc.integer({ min: 0, max: 100 }), stackable: fc.boolean() }),
        { nil: null },
      ),
    })
    .map((drawn): PriceRules => ({
      ...rules,
      defaultPrice: drawn.defaultPrice,
      temporary: drawn.temporary === null ? [] : [{ ...temporary, price: drawn.temporary, start: at(12) }],
      plans: [
        {
          ...rules.plans[0],
          name: "x",
          priority: 0,
          from: "2026-01-01",
          to: "2026-12-31",
          placeIds: [],
          matrix: { walkIn: Array.from({ length: 7 }, () => drawn.halves) },
        },
      ],
      promotions: drawn.promotion === null ? [] : [promotion(drawn.promotion)],
    }));
  const anyInput = fc
    .record({ rules: anyRules, start: fc.integer({ min: 0, max: 46 }), length: fc.integer({ min: 1, max: 20 }), percent })
    .map(({ start, length, percent, ...drawn }) =>
      input({ ...drawn, start: start * 30, end: Math.min(48, start + length) * 30, card: { ...gold, percent } }),
    );

  it("is never negative, never above the list, and its steps sum to it", () => {
    fc.assert(
      fc.property(anyInput, (one) => {
        const line = priceRun(one);
        if (!line) throw new Error("no price");
        expect(line.price).toBeGreaterThanOrEqual(0);
        expect(line.price).toBeLessThanOrEqual(line.list);
        expect(Number.isSafeInteger(line.price)).toBe(true);
        expect(line.steps.reduce((sum, step) => sum + step.amount, 0)).toBe(line.price);
      }),
    );
  });

  it("never rises when the card takes more off", () => {
    fc.assert(
      fc.property(anyInput, percent, (one, other) => {
        const [more, less] = [other, one.card?.percent ?? 100].sort((a, b) => a - b);
        const of = (value: number) => priceRun({ ...one, card: { ...gold, percent: value } })?.price ?? NaN;
        expect(of(more ?? 0)).toBeLessThanOrEqual(of(less ?? 0));
      }),
    );
  });

  it("of an order is the sum of its lines less the manual discount, exactly, and no line pays the discount of another", () => {
    fc.assert(
      fc.property(fc.array(anyInput, { minLength: 1, maxLength: 8 }), fc.nat(), (inputs, drawn) => {
        const before = inputs.map((one) => priceRun(one)?.price ?? 0);
        const sum = before.reduce((a, b) => a + b, 0);
        const amount = sum === 0 ? 0 : drawn % (sum + 1);
        const after = priceOrder(inputs, { amount, reason: "老客" }).map((line) => line?.price ?? NaN);
        expect(after.reduce((a, b) => a + b, 0)).toBe(sum - amount);
        for (const [i, value] of after.entries()) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(before[i] ?? 0);
        }
      }),
    );
  });

  it("comes out the same to the fen when its trace is evaluated again", () => {
    fc.assert(
      fc.property(anyInput, fc.nat(), (one, drawn) => {
        const plain = priceRun(one)?.price ?? 0;
        const [line] = priceOrder([one], { amount: plain === 0 ? 0 : drawn % (plain + 1), reason: "老客" });
        if (!line) throw new Error("no price");
        const trace = toTrace(line);
        expect(replay(trace)).toEqual({ list: line.list, discount: line.discount, price: line.price });
        expect(fen(trace.price)).toBe(line.price);
        expect(replay(toTrace(freed(line, "校队"))).price).toBe(0);
      }),
    );
  });
});

it("refuses to replay a trace whose sums were changed", () => {
  const trace = toTrace(priceRun(input({ card: gold })) ?? { list: 0, discount: 0, price: 0, steps: [] });
  const changed = { ...trace, steps: trace.steps.map((step) => (step.rule === "member" ? { ...step, amount: "-99.00" } : step)) };
  expect(() => replay(changed)).toThrow("member");
});
