import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fen, percentOf, share, showFen, yuan, Yuan, YuanAbove0, YuanIn } from "../../src/contract/core/money";

const amount = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

describe("money", () => {
  it("comes back as the same fen after a trip over the wire", () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(fen(yuan(value))).toBe(value);
        expect(Yuan.parse(yuan(value))).toBe(yuan(value));
      }),
    );
  });

  it.each([
    ["12.3", 1230],
    ["12", 1200],
    ["0.29", 29],
    ["19.99", 1999],
    ["1.005".slice(0, 4), 100],
    [" 7.10 ", 710],
    [8.2, 820],
    [1.1, 110],
    ["-0.00", 0],
    ["-3.05", -305],
    ["9999999999999.99", 999_999_999_999_999],
  ])("reads %s as %i fen", (text, value) => {
    expect(fen(text)).toBe(value);
    expect(Object.is(fen(text), value)).toBe(true);
  });

  it.each(["", "1.234", "1,000.00", "1e3", "--1", ".5", "¥5", "NaN", 0.1 + 0.2, Number.NaN, 1e21])("refuses %s as an amount", (text) => {
    expect(() => fen(text)).toThrow(RangeError);
  });

  it("shows thousands and a true minus sign", () => {
    expect(showFen(-123_456)).toBe("−1,234.56");
    expect(showFen(100_000_000)).toBe("1,000,000.00");
    expect(showFen(5)).toBe("0.05");
  });

  it("takes text and numbers in requests, and gives fen", () => {
    expect(YuanIn.parse("12.30")).toBe(1230);
    expect(YuanIn.parse(12.3)).toBe(1230);
    expect(YuanIn.parse("0")).toBe(0);
    expect(YuanAbove0.parse("0.01")).toBe(1);
  });

  it.each(["-0.01", "1.001", "", "x", null, undefined, true, {}, Number.POSITIVE_INFINITY])("refuses %s in a request", (raw) => {
    expect(YuanIn.safeParse(raw).success).toBe(false);
    expect(YuanAbove0.safeParse(raw).success).toBe(false);
  });

  it("refuses zero where something must be paid", () => {
    expect(YuanAbove0.safeParse("0.00").success).toBe(false);
  });
});

describe("sharing an amount", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 });

  it("loses and makes no fen, whatever the weights", () => {
    fc.assert(
      fc.property(amount, weights, (total, parts) => {
        expect(share(total, parts).reduce((a, b) => a + b, 0)).toBe(total);
      }),
    );
  });

  it("gives each part its proportion to within one fen, and nothing to a weight of zero", () => {
    fc.assert(
      fc.property(
        amount,
        weights.filter((parts) => parts.some((part) => part > 0)),
        (total, parts) => {
          const sum = BigInt(parts.reduce((a, b) => a + b, 0));
          share(total, parts).forEach((part, i) => {
            const off = BigInt(part) * sum - BigInt(total) * BigInt(parts[i] ?? 0);
            expect(off < sum && off > -sum).toBe(true);
            if (parts[i] === 0) expect(part).toBe(0);
          });
        },
      ),
    );
  });

  it("gives the fen left over to the largest remainder, and in a tie to the first", () => {
    expect(share(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(share(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
    expect(share(10, [1, 3])).toEqual([3, 7]);
    expect(share(5, [0, 0])).toEqual([5, 0]);
    expect(share(5, [])).toEqual([]);
  });
});

describe("percent of an amount", () => {
  it("rounds half up to the fen", () => {
    expect(percentOf(1, 50)).toBe(1);
    expect(percentOf(-1, 50)).toBe(-1);
    expect(percentOf(999, 87.5)).toBe(874);
    expect(percentOf(10_000, 33.33)).toBe(3333);
    expect(percentOf(12_345, 0)).toBe(0);
  });

  it("is the exact fraction to within half a fen", () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (value, hundredths) => {
        const off = BigInt(percentOf(value, hundredths / 100)) * 10_000n - BigInt(value) * BigInt(hundredths);
        expect(off <= 5_000n && off >= -5_000n).toBe(true);
      }),
    );
  });

  it("gives all for 100 and mirrors signs", () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (value, hundredths) => {
        expect(percentOf(value, 100)).toBe(value);
        expect(percentOf(-value, hundredths / 100) + percentOf(value, hundredths / 100)).toBe(0);
      }),
    );
  });
});
