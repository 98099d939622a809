import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fen, percentOf } from "../../src/contract/core/money";
import { priceForFree, type OrderPrices, type PriceInput, priceOrder, priceRun, toTrace } from "../../src/server/kernel/price/price";
import {
  inOrder,
  type PlanRule,
  type PriceRules,
  type PromotionRule,
  syncedKey,
  type TemporaryRule,
} from "../../src/server/kernel/price/rules";
import { replay } from "../../src/server/kernel/price/replay";
import { at, plan, TODAY } from "../support/booking";

const rules: PriceRules = {
  program: "羽毛球",
  defaultPrice: 3000,
  holidays: new Map(),
  temporary: [],
  synced: new Map(),
  base: new Map(),
  plans: [{ id: "p-1", name: "秋冬", priority: 0, from: "2026-01-01", to: "2026-12-31", placeIds: [], matrix: plan }],
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
const temporary: TemporaryRule = { ...all, id: "t-1", name: "周年庆", price: 1000, unit: "place" };
const promotion = (extra: Partial<PromotionRule> = {}): PromotionRule => ({
  ...all,
  id: "o-1",
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

  it("is a temporary price before any plan, and only where it applies", () => {
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
      id: "p-2",
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

  it("is the synced price of the place and day before any plan, and its trace says since when", () => {
    const walkIn = Array.from({ length: 48 }, (_, half) => (half === 40 ? 4400 : null));
    const synced = new Map([[syncedKey("b-5", TODAY), { planName: "元旦", on: "2026-11-20", sheetId: "s", prices: { walkIn } }]]);
    expect(told({ rules: { ...rules, synced } })).toEqual([
      "temporary –",
      "holiday –",
      "plan 元旦 4400 20:00–20:30 1×44.00 ⟳ 2026-11-20",
      "plan 秋冬 5000 20:30–21:00 1×50.00",
    ]);
    for (const other of [{ placeId: "b-6" }, { day: "2026-11-22" }])
      expect(priceRun(input({ rules: { ...rules, synced }, ...other }))?.list).toBe(10_000);
    expect(priceRun(input({ rules: { ...rules, synced, temporary: [temporary] } }))?.list).toBe(2000);
  });

  it("counts attendees where the price is per head", () => {
    const perHead = { ...rules, temporary: [{ ...temporary, price: 1500, unit: "head" as const, start: at(20, 30) }] };
    expect(told({ rules: perHead, attendees: 4 })).toEqual([
      "temporary 周年庆 6000 20:30–21:00 1×15.00×4",
      "holiday –",
      "plan 秋冬 5000 20:00–20:30 1×50.00",
    ]);
    expect(priceRun(input({ rules: perHead }))?.list).toBe(6500);
  });

  it("is the temporary price for the card type before the one for everyone, then the newer", () => {
    const own = { ...temporary, id: "t-0", name: "金卡专享", price: 800, cardTypeId: gold.id };
    const newer = { ...temporary, id: "t-2", name: "新", price: 900 };
    const several = inOrder({ ...rules, temporary: [temporary, newer, own] });
    expect(told({ rules: several, card: gold })[0]).toMatch(/金卡专享/);
    expect(told({ rules: several })[0]).toMatch(/新/);
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

  it("take the program's own percent for the card type before the card type's", () => {
    expect(priceRun(input({ card: gold, rules: { ...rules, base: new Map([[gold.id, 70]]) } }))?.price).toBe(7000);
    expect(priceRun(input({ card: gold, rules: { ...rules, base: new Map([["ct-1", 70]]) } }))?.price).toBe(8500);
    expect(priceRun(input({ card: gold, rules: { ...rules, base: new Map([[gold.id, 100]]) } }))?.price).toBe(10_000);
  });

  it("of several promotions take the one that makes the line cheapest", () => {
    const several = [
      promotion({ id: "o-1" }),
      promotion({ id: "o-2", name: "立减", kind: "minus", value: 2500 }),
      promotion({ id: "o-3" }),
    ];
    expect(told({ rules: { ...rules, promotions: several } }).at(-1)).toBe("promotion 立减 -2500 −25.00");
  });

  it("share a bundle's price over the lines by their list prices, instead of member's discount and promotion", () => {
    const two = [input({ card: gold }), input({ placeId: "b-6", start: at(9), end: at(9, 30), card: gold })];
    const lines = priceOrder(two, null, { bundle: { name: "周末双场", price: 9999 } });
    expect(lines.map((line) => line?.price)).toEqual([7142, 2857]);
    expect(lines[1]?.steps.at(-1)).toMatchObject({ rule: "bundle", amount: 2857 - 4000, detail: "99.99 ÷ 100.00:40.00 #2" });
    const dearer = priceOrder(two, null, { bundle: { name: "贵", price: 14_001 } });
    expect(dearer.map((line) => line?.price)).toEqual([8500, 3400]);
    expect(dearer[0]?.steps.at(-1)).toMatchObject({ rule: "bundle", matched: false });
  });

  it("take a coupon after the promotion and before the manual discount, and lose what it is worth beyond the lines", () => {
    const two = [input(), input({ placeId: "b-6", start: at(9), end: at(9, 30) })];
    const lines = priceOrder(two, { amount: 100, reason: "老客" }, { coupon: { name: "满减券", amount: 2000 } });
    expect(lines.map((line) => line?.steps.slice(-2).map((step) => `${step.rule} ${step.amount}`))).toEqual([
      ["coupon -1429", "manual -71"],
      ["coupon -571", "manual -29"],
    ]);
    expect(priceOrder(two, null, { coupon: { name: "大额券", amount: 99_900 } }).map((line) => line?.price)).toEqual([0, 0]);
    expect(() => priceOrder(two, { amount: 1, reason: "老客" }, { coupon: { name: "大额券", amount: 99_900 } })).toThrow(RangeError);
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
    expect(line && priceForFree(line, "校队")).toMatchObject({ list: 10_000, discount: 10_000, price: 0 });
  });
});

describe("any price", () => {
  const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
  const price = fc.integer({ min: 0, max: 50_000 });
  const someone = fc.constantFrom(null, gold.id, "ct-other");
  const anyRules = fc
    .record({
      halves: fc.array(fc.option(price, { nil: null }), { minLength: 48, maxLength: 48 }),
      defaultPrice: price,
      synced: fc.option(fc.array(fc.option(price, { nil: null }), { minLength: 48, maxLength: 48 }), { nil: null }),
      base: fc.option(percent, { nil: null }),
      temporary: fc.array(fc.record({ price, cardTypeId: someone, unit: fc.constantFrom("place", "head"), from: fc.nat(40) }), {
        maxLength: 4,
      }),
      promotions: fc.array(
        fc.record({
          kind: fc.constantFrom("percent", "minus", "fixed"),
          value: fc.integer({ min: 0, max: 100 }),
          stackable: fc.boolean(),
          cardTypeId: someone,
          from: fc.nat(40),
        }),
        { maxLength: 4 },
      ),
    })
    .map((drawn): PriceRules =>
      inOrder({
        ...rules,
        defaultPrice: drawn.defaultPrice,
        base: new Map(drawn.base === null ? [] : [[gold.id, drawn.base]]),
        synced: new Map(
          drawn.synced === null
            ? []
            : [[syncedKey("b-5", TODAY), { planName: "同步", on: TODAY, sheetId: "s", prices: { walkIn: drawn.synced } }]],
        ),
        temporary: drawn.temporary.map(({ from, ...rule }, i) => ({
          ...temporary,
          ...rule,
          id: `t-${i}`,
          name: `临${i}`,
          start: from * 30,
        })),
        plans: [
          {
            id: "x",
            name: "x",
            priority: 0,
            from: "2026-01-01",
            to: "2026-12-31",
            placeIds: [],
            matrix: { walkIn: Array.from({ length: 7 }, () => drawn.halves) },
          },
          { ...rules.plans[0], id: "y", name: "y", priority: 1, from: "2026-01-01", to: "2026-12-31", placeIds: ["b-6"], matrix: plan },
        ],
        promotions: drawn.promotions.map(({ from, ...rule }, i) => promotion({ ...rule, id: `o-${i}`, name: `促${i}`, start: from * 30 })),
      }),
    );
  const anyInput = fc
    .record({
      rules: anyRules,
      start: fc.integer({ min: 0, max: 46 }),
      length: fc.integer({ min: 1, max: 20 }),
      percent,
      attendees: fc.integer({ min: 1, max: 30 }),
      placeId: fc.constantFrom("b-5", "b-6"),
    })
    .map(({ start, length, percent: pays, ...drawn }) =>
      input({ ...drawn, start: start * 30, end: Math.min(48, start + length) * 30, card: { ...gold, percent: pays } }),
    );
  const anyOrder = fc.record({
    inputs: fc.array(anyInput, { minLength: 1, maxLength: 8 }),
    bundle: fc.option(price, { nil: null }),
    coupon: fc.option(price, { nil: null }),
    drawn: fc.nat(),
  });
  /** The order's lines, with a manual discount of part of what they cost. */
  const ordered = ({
    inputs,
    bundle,
    coupon,
    drawn,
  }: {
    inputs: PriceInput[];
    bundle: number | null;
    coupon: number | null;
    drawn: number;
  }) => {
    const whole: OrderPrices = {
      bundle: bundle === null ? null : { name: "组合", price: bundle },
      coupon: coupon === null ? null : { name: "券", amount: coupon },
    };
    const sumOf = (lines: ReturnType<typeof priceOrder>): number => lines.reduce((sum, line) => sum + (line?.price ?? NaN), 0);
    const before = sumOf(priceOrder(inputs, null, whole));
    const amount = before === 0 ? 0 : drawn % (before + 1);
    const lines = priceOrder(inputs, { amount, reason: "老客" }, whole);
    return { lines, total: sumOf(lines), expected: before - amount };
  };

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

  it("never rises with a cheaper base discount, a further promotion, or a bigger coupon", () => {
    fc.assert(
      fc.property(anyInput, percent, price, price, (one, cheaper, a, b) => {
        const before = priceRun(one)?.price ?? NaN;
        const base = one.rules.base.get(gold.id) ?? one.card?.percent ?? 100;
        const lower = { ...one.rules, base: new Map([[gold.id, Math.min(base, cheaper)]]) };
        expect(priceRun({ ...one, rules: lower })?.price).toBeLessThanOrEqual(before);
        const further = { ...one.rules, promotions: [...one.rules.promotions, promotion({ id: "o-9", value: cheaper, stackable: false })] };
        expect(priceRun({ ...one, rules: further })?.price).toBeLessThanOrEqual(before);
        const [small, big] = [a, b].sort((x, y) => x - y);
        const withCoupon = (amount = 0) => priceOrder([one], null, { coupon: { name: "券", amount } })[0]?.price ?? NaN;
        expect(withCoupon(big)).toBeLessThanOrEqual(withCoupon(small));
      }),
    );
  });

  it("is the same whatever the order in which the rules were entered", () => {
    const entered = fc.tuple(anyInput, fc.infiniteStream(fc.nat(1_000)));
    fc.assert(
      fc.property(entered, ([one, dice]) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((item) => ({ item, by: Number(dice.next().value) }))
            .sort((a, b) => a.by - b.by)
            .map(({ item }) => item);
        const { temporary: t, plans, promotions } = one.rules;
        const other = inOrder({ ...one.rules, temporary: shuffled(t), plans: shuffled(plans), promotions: shuffled(promotions) });
        expect(priceRun({ ...one, rules: other })).toEqual(priceRun(one));
      }),
    );
  });

  it("of an order is the sum of its lines less what was taken off, exactly; no line pays the discount of another, and each step is whole fen", () => {
    fc.assert(
      fc.property(anyOrder, (drawn) => {
        const { lines, total, expected } = ordered(drawn);
        expect(total).toBe(expected);
        for (const line of lines) {
          if (!line) throw new Error("no price");
          expect(line.price).toBeGreaterThanOrEqual(0);
          expect(line.price).toBeLessThanOrEqual(line.list);
          expect(line.steps.every((step) => Number.isSafeInteger(step.amount))).toBe(true);
        }
      }),
    );
  });

  it("takes each kind of discount off a line once", () => {
    fc.assert(
      fc.property(anyOrder, (drawn) => {
        for (const line of ordered(drawn).lines)
          for (const rule of ["member", "promotion", "bundle", "coupon", "manual"] as const)
            expect(line?.steps.filter((step) => step.rule === rule).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("comes out the same to the fen when its trace is evaluated again", () => {
    fc.assert(
      fc.property(anyOrder, (drawn) => {
        for (const line of ordered(drawn).lines) {
          if (!line) throw new Error("no price");
          const trace = toTrace(line);
          expect(replay(trace)).toEqual({ list: line.list, discount: line.discount, price: line.price });
          expect(fen(trace.price)).toBe(line.price);
          expect(replay(toTrace(priceForFree(line, "校队"))).price).toBe(0);
        }
      }),
    );
  });
});

it("replays traces that were sold before there were prices per head, bundles and synced days", () => {
  const step = { matched: true, name: "秋冬" } as const;
  const trace = {
    list: "90.00",
    discount: "13.50",
    price: "76.50",
    steps: [
      { ...step, rule: "temporary", matched: false, amount: "0.00", detail: "" },
      { ...step, rule: "plan", amount: "90.00", detail: "17:30–18:00 1×40.00, 18:00–18:30 1×50.00" },
      { ...step, rule: "member", amount: "-13.50", detail: "85%" },
    ],
  } as const;
  expect(replay({ ...trace, steps: [...trace.steps] })).toEqual({ list: 9000, discount: 1350, price: 7650 });
});

it("refuses to replay a trace whose sums were changed", () => {
  const trace = toTrace(priceRun(input({ card: gold })) ?? { list: 0, discount: 0, price: 0, steps: [] });
  const changed = { ...trace, steps: trace.steps.map((step) => (step.rule === "member" ? { ...step, amount: "-99.00" } : step)) };
  expect(() => replay(changed)).toThrow("member");
});
