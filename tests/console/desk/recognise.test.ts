import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTyped } from "../../../src/console/desk/amount";
import {
  type Burst,
  feed,
  finish,
  isBarcode,
  type Key,
  kindsOf,
  payChannel,
  type Scan,
  SHORTEST,
} from "../../../src/console/desk/recognise";

const key = (char: string, at: number, more: Partial<Key> = {}): Key => ({
  char: char.length === 1 ? char : null,
  suffix: char === "Enter" || char === "Tab",
  modifier: char === "Shift",
  human: false,
  at,
  ...more,
});

/** Plays keys as the listener does: a burst ends by a suffix, by a new burst, or by 100 ms of silence. */
function play(keys: readonly Key[]): { scans: Scan[]; swallowed: number } {
  const scans: Scan[] = [];
  let burst: Burst | undefined;
  let swallowed = 0;
  const settle = (): void => {
    const scan = burst && finish(burst);
    if (scan) scans.push(scan);
    burst = undefined;
  };
  for (const one of keys) {
    if (burst && one.at - burst.last >= 100) settle();
    const { burst: next, move } = feed(burst, one);
    if (burst && (move === "start" || next === undefined)) settle();
    burst = next;
    if (move === "swallow" || move === "end") swallowed++;
    if (move === "end") settle();
  }
  settle();
  return { scans, swallowed };
}
const run = (chars: readonly string[], gaps: readonly number[], from = 1_000): Key[] => {
  let at = from;
  return chars.map((char, i) => key(char, (at += i === 0 ? 0 : (gaps[i] ?? gaps.at(-1) ?? 1))));
};

const digits = fc.stringMatching(/^\d{6,24}$/);
const human = fc.array(
  fc.record({
    char: fc.oneof(fc.stringMatching(/^[a-z0-9 .-]$/), fc.constantFrom("Enter", "Tab", "Backspace")),
    gap: fc.integer({ min: 20, max: 400 }),
  }),
  { maxLength: 80 },
);
const wechat = fc.tuple(fc.integer({ min: 10, max: 15 }), fc.stringMatching(/^\d{16}$/)).map(([head, rest]) => `${head}${rest}`);
const alipay = fc.tuple(fc.integer({ min: 25, max: 30 }), fc.stringMatching(/^\d{14,22}$/)).map(([head, rest]) => `${head}${rest}`);
const gaps = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 30, maxLength: 30 });

describe("telling a scanner from a person", () => {
  it("never takes a key from somebody who types, however fast, and never sees a scan", () => {
    fc.assert(
      fc.property(human, (typed) => {
        const all = run(
          typed.map(({ char }) => char),
          typed.map(({ gap }) => gap),
        );
        expect(play(all)).toEqual({ scans: [], swallowed: 0 });
      }),
      { numRuns: 500 },
    );
  });

  it("never takes a key that is held down, nor a shortcut", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d$/), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 35 }), (char, count, gap) => {
        const held = Array.from({ length: count }, (_, i) => key(char, 1_000 + i * gap, { human: i > 0 }));
        expect(play(held)).toEqual({ scans: [], swallowed: 0 });
      }),
    );
  });

  it("sees every scan whole, with and without an end key, and keeps all but three of its keys from the field", () => {
    fc.assert(
      fc.property(digits, gaps, fc.constantFrom([], ["Enter"], ["Tab"]), (code, pace, end) => {
        const { scans, swallowed } = play(run([...Array.from(code), ...end], pace));
        expect(scans.map((scan) => scan.text)).toEqual([code]);
        expect(swallowed).toBe(code.length - 3 + end.length);
      }),
      { numRuns: 500 },
    );
  });

  it("sees a scan through one stall of the system once it is sure", () => {
    fc.assert(
      fc.property(wechat, fc.integer({ min: 5, max: 17 }), fc.integer({ min: 18, max: 40 }), (code, where, stall) => {
        const pace = Array.from({ length: 18 }, (_, i) => (i === where ? stall : 5));
        expect(play(run(Array.from(code), pace)).scans.map((scan) => scan.text)).toEqual([code]);
      }),
    );
  });

  it("sees a scan whole through a stall among its first keys", () => {
    const slow = fc.tuple(wechat, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 18, max: 40 }));
    fc.assert(
      fc.property(slow, fc.constantFrom([], ["Enter"]), ([code, where, stall], end) => {
        const pace = Array.from({ length: 19 }, (_, i) => (i === where ? stall : 5));
        expect(play(run([...Array.from(code), ...end], pace)).scans).toEqual([{ text: code, kinds: ["pay"] }]);
      }),
      { numRuns: 500 },
    );
    const barcode = run(Array.from("6920202888883"), [0, 30, 25, 5]);
    expect(play(barcode).scans.map((scan) => scan.text)).toEqual(["6920202888883"]);
  });

  it("cuts a scan out of what is typed before and after it", () => {
    fc.assert(
      fc.property(human, wechat, human, fc.integer({ min: 20, max: 400 }), (before, code, after, pause) => {
        const first = run(
          before.map(({ char }) => char),
          before.map(({ gap }) => gap),
        );
        const start = (first.at(-1)?.at ?? 1_000) + pause;
        const scanned = run([...Array.from(code), "Enter"], [4], start);
        const last = run(
          after.map(({ char }) => char),
          after.map(({ gap }) => gap),
          (scanned.at(-1)?.at ?? 0) + 120,
        );
        expect(play([...first, ...scanned, ...last])).toEqual({ scans: [{ text: code, kinds: ["pay"] }], swallowed: 16 });
      }),
      { numRuns: 500 },
    );
  });

  it("does not mind the Shift keys of a scanner that sends capitals", () => {
    const keys = ["Shift", "V", "Shift", "I", "Shift", "P", ...Array.from("202611210007"), "Enter"];
    expect(play(run(keys, [3])).scans).toEqual([{ text: "VIP202611210007", kinds: ["member", "voucher"] }]);
  });

  it("makes nothing of a burst that is too short for a code", () => {
    expect(play(run([...Array.from("12345").slice(0, SHORTEST - 1), "Enter"], [3])).scans).toEqual([]);
  });
});

/** Times before the second key and each after it, Enter last; repeated as long as the code is. */
const SLOW: Readonly<Record<string, readonly number[]>> = {
  "a cable scanner with a delay of 20 ms": [20, 20, 21, 19, 20, 20, 20, 21],
  "Bluetooth, at every fourth interval of 7.5 ms": [30, 30, 23, 30, 37, 30, 30, 23, 37, 30],
  "Bluetooth Low Energy, with an interval missed now and then": [33, 32, 34, 33, 48, 33, 31, 34, 33, 32, 45, 33],
  "a remote desktop": [41, 46, 39, 52, 44, 47, 38, 50, 43, 45],
  "a delay of 50 ms": [50, 49, 50, 50, 51, 50, 49, 50],
};
const PEOPLE: Readonly<Record<string, readonly number[]>> = {
  "one finger": [310, 280, 355, 240, 420, 300, 265, 390, 310, 275, 330, 295, 520],
  "a number pad, practised": [128, 96, 141, 88, 117, 152, 93, 104, 131, 90, 120, 99, 160],
  "a number pad, in a hurry": [74, 61, 95, 58, 82, 110, 66, 71, 88, 60, 79, 64, 130],
  "a hurry as even as a machine": [58, 60, 57, 59, 58, 60, 57, 59, 58, 60, 57, 59, 60],
  "fingers that roll over the keys": [24, 31, 22, 88, 26, 29, 21, 92, 25, 33, 28, 70, 62],
};
const CODES = ["6901028075831", "73513537", "036000291452", "134567890123456780", "281234567890123456", "VIP202611210007"];
const slowly = (code: string, gaps: readonly number[], end: readonly string[] = ["Enter"]): Key[] => {
  const keys = [...Array.from(code), ...end];
  return run(keys, [0, ...keys.slice(1).map((_, i) => gaps[i % gaps.length] ?? 0)]);
};
const mean = (gaps: readonly number[]): number => gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;

describe("a scanner that is slow at every key", () => {
  it.each(Object.entries(SLOW).flatMap(([name, gaps]) => CODES.map((code) => [name, code, gaps] as const)))(
    "%s: %s is a scan, and its Enter is withheld",
    (_, code, gaps) => expect(play(slowly(code, gaps))).toEqual({ scans: [{ text: code, kinds: kindsOf(code) }], swallowed: 1 }),
  );

  it.each(Object.entries(PEOPLE).flatMap(([name, gaps]) => CODES.map((code) => [name, code, gaps] as const)))(
    "%s: %s was typed",
    (_, code, gaps) => expect(play(slowly(code, gaps))).toEqual({ scans: [], swallowed: 0 }),
  );

  it("is known by its even gaps: rolling fingers are as fast, and the same gaps evened out are a scanner's", () => {
    const rolling = PEOPLE["fingers that roll over the keys"] ?? [];
    expect(mean(rolling)).toBeLessThan(50);
    expect(play(slowly("6901028075831", rolling)).scans).toEqual([]);
    expect(play(slowly("6901028075831", [mean(rolling)])).scans).toHaveLength(1);
  });

  it.each([
    ["no code with a check of its own", "13912345678", ["Enter"]],
    ["a wrong check digit", "6901028075832", ["Enter"]],
    ["an amount", "1234567", ["Enter"]],
    ["a name", "zhangsanfeng", ["Enter"]],
    ["a code without an end key", "6901028075831", []],
  ] satisfies [string, string, string[]][])("is not heard in %s", (_, text, end) =>
    expect(play(slowly(text, [30], end))).toEqual({ scans: [], swallowed: 0 }),
  );

  it("is heard at any pace from 18 to 48 ms that is even, and at none from 56 on", () => {
    const code = fc.oneof(wechat, fc.constantFrom("6901028075831", "4006381333931", "036000291452"));
    const jitter = fc.array(fc.double({ min: -0.25, max: 0.25, noNaN: true }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(code, fc.integer({ min: 24, max: 48 }), jitter, (text, pace, parts) => {
        const gaps = parts.map((part) => Math.min(50, Math.max(18, pace * (1 + part))));
        expect(play(slowly(text, gaps)).scans.map((scan) => scan.text)).toEqual([text]);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(code, fc.array(fc.integer({ min: 56, max: 250 }), { minLength: 20, maxLength: 20 }), (text, gaps) => {
        expect(play(slowly(text, gaps))).toEqual({ scans: [], swallowed: 0 });
      }),
      { numRuns: 500 },
    );
  });
});

describe("the shape of a code", () => {
  it("knows the payment codes of WeChat and Alipay, and no others", () => {
    fc.assert(
      fc.property(wechat, (code) => {
        expect([payChannel(code), kindsOf(code)]).toEqual(["wechat", ["pay"]]);
      }),
    );
    fc.assert(
      fc.property(alipay, (code) => {
        expect([payChannel(code), kindsOf(code)]).toEqual(["alipay", ["pay"]]);
      }),
    );
    for (const code of ["160000000000000000", "13456789012345678", "1345678901234567890", "251234567890123", "3112345678901234"]) {
      expect(payChannel(code)).toBeUndefined();
    }
  });
  it("knows a barcode by its check digit", () => {
    expect(["6901028075831", "4006381333931", "73513537", "036000291452"].map(isBarcode)).toEqual([true, true, true, true]);
    expect(["6901028075832", "4006381333930", "690102807583"].map(isBarcode)).toEqual([false, false, false]);
    expect(kindsOf("6901028075831")[0]).toBe("barcode");
  });
  it.each([
    ["VIP202611210007", "member"],
    ["A10293", "member"],
    ["0012345678", "voucher"],
    ["https://example.com/x", "other"],
    ["abcdef", "other"],
  ])("%s is a %s first", (text, kind) => expect(kindsOf(text)[0]).toBe(kind));
});

describe("the amount as text", () => {
  it.each([
    ["19.99", 1999],
    ["0.1", 10],
    ["0", 0],
    ["1,234.50", 123450],
    ["￥8", 800],
    [".5", 50],
    ["7.", 700],
    ["1.10", 110],
    ["4.35", 435],
  ])("%s is %i fen", (text, amount) => expect(readTyped(text)).toEqual({ amount }));
  it.each([
    ["", "请填写金额"],
    ["-1", "金额不能为负"],
    ["1.999", "金额最多 2 位小数"],
    ["abc", "读不出金额"],
    ["1e3", "读不出金额"],
    ["12,5", "逗号只能作千分位"],
  ])("%s is refused: %s", (text, problem) =>
    expect(readTyped(text)).toEqual({ problem: expect.objectContaining({ zh: expect.stringContaining(problem) }) }),
  );
  it("gives back every fen that it was given", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
        expect(readTyped((amount / 100).toFixed(2))).toEqual({ amount });
      }),
    );
  });
});
