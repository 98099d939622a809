/** Reads typed text the same way everywhere: each string with its value, or with its message in both languages. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAmount } from "../../src/contract/core/typed/amount";
import { barcodeKey, isWeighed, readBarcode, readCode } from "../../src/contract/core/typed/code";
import { readDay } from "../../src/contract/core/typed/day";
import { readNumber, readPercent } from "../../src/contract/core/typed/number";
import { readPhone } from "../../src/contract/core/typed/phone";
import type { Reading } from "../../src/contract/core/typed/result";
import { cleanSearch } from "../../src/contract/core/typed/search";
import { readYesNo } from "../../src/contract/core/typed/yes-no";

/** Typed text, and its value or its message in Chinese and English. */
type Row<T> = readonly [input: T, value: string | number | boolean] | readonly [input: T, zh: string, en: string];

function table<T extends string | number | boolean>(
  name: string,
  read: (input: T) => Reading<string | number | boolean>,
  rows: readonly Row<T>[],
): void {
  describe(name, () => {
    it.each(rows.map((row) => [JSON.stringify(row[0]), row] as const))("reads %s", (_, [input, expected, en]) => {
      const { value, problem } = read(input);
      if (en === undefined) expect({ value, problem }).toEqual({ value: expected, problem: undefined });
      else expect({ value, problem }).toEqual({ value: undefined, problem: { zh: expected, en } });
    });
  });
}

const AMOUNT = {
  empty: ["请填写金额", "Enter an amount"],
  comma: ["逗号只能作千分位，例如 1,250.00；小数点请用 .", "A comma only separates thousands, as in 1,250.00; use a point for decimals"],
  other: ["读不出金额，请填写数字，例如 12.50", "This is not an amount; enter digits such as 12.50"],
  decimals: ["金额最多 2 位小数", "An amount has at most 2 decimals"],
  negative: ["金额不能为负", "The amount can't be negative"],
  large: ["金额不能大于 9,999,999,999,999.99", "The amount can't be above 9,999,999,999,999.99"],
} as const;

table<string | number>("an amount", readAmount, [
  ["0", 0],
  ["12", 1_200],
  ["12.5", 1_250],
  ["12.50", 1_250],
  ["19.99", 1_999],
  ["0.07", 7],
  [".5", 50],
  ["5.", 500],
  ["007", 700],
  ["12.500", 1_250],
  ["1,000", 100_000],
  ["1,000.50", 100_050],
  ["12,345,678.90", 1_234_567_890],
  ["1 000", 100_000],
  ["１，０００", 100_000],
  ["１２．５", 1_250],
  ["12。5", 1_250],
  ["１２。５０", 1_250],
  ["12｡5", 1_250],
  ["¥12.50", 1_250],
  ["￥ 12.50", 1_250],
  ["12.5元", 1_250],
  ["１２块", 1_200],
  ["RMB 88", 8_800],
  ["88 CNY", 8_800],
  [" 12.50\t", 1_250],
  ["　12.50　", 1_250],
  ["\u00A012.50", 1_250],
  ["\u200B12\u200B.50", 1_250],
  ["\u202D12.50\u202C", 1_250],
  ["\uFEFF12.50", 1_250],
  ["+20", 2_000],
  ["-0", 0],
  ["9999999999999.99", 999_999_999_999_999],
  [1998.9999999998, 199_900],
  [0.1 + 0.2, 30],
  [1e3, 100_000],
  ["", ...AMOUNT.empty],
  ["　\u200B ", ...AMOUNT.empty],
  ["12,5", ...AMOUNT.comma],
  ["12，50", ...AMOUNT.comma],
  ["12,50", ...AMOUNT.comma],
  ["1,0", ...AMOUNT.comma],
  ["1,00,000", ...AMOUNT.comma],
  ["1,0000", ...AMOUNT.comma],
  ["0,123", ...AMOUNT.comma],
  ["1000,000", ...AMOUNT.comma],
  ["1.000,50", ...AMOUNT.comma],
  ["1.5,000", ...AMOUNT.comma],
  [",5", ...AMOUNT.comma],
  ["12.345", ...AMOUNT.decimals],
  [16.915, ...AMOUNT.decimals],
  ["-5", ...AMOUNT.negative],
  ["−5", ...AMOUNT.negative],
  ["－５", ...AMOUNT.negative],
  ["¥-5", ...AMOUNT.negative],
  ["-¥5", ...AMOUNT.negative],
  ["-", ...AMOUNT.other],
  ["+", ...AMOUNT.other],
  [".", ...AMOUNT.other],
  ["¥", ...AMOUNT.other],
  ["--5", ...AMOUNT.other],
  ["1.2.3", ...AMOUNT.other],
  ["1e3", ...AMOUNT.other],
  ["12 5", ...AMOUNT.other],
  ["0x10", ...AMOUNT.other],
  ["12²", ...AMOUNT.other],
  ["½", ...AMOUNT.other],
  ["②", ...AMOUNT.other],
  ["一百", ...AMOUNT.other],
  ["abc", ...AMOUNT.other],
  ["NaN", ...AMOUNT.other],
  [Number.NaN, ...AMOUNT.other],
  [Number.POSITIVE_INFINITY, ...AMOUNT.other],
  ["10000000000000", ...AMOUNT.large],
]);

table<string>("an amount above zero, at most 5,000", (text) => readAmount(text, { zero: false, max: 500_000 }), [
  ["5,000", 500_000],
  ["0", "金额必须大于 0", "The amount must be above 0"],
  ["０．００", "金额必须大于 0", "The amount must be above 0"],
  ["5000.01", "金额不能大于 5,000.00", "The amount can't be above 5,000.00"],
]);

table<string>("a correction", (text) => readAmount(text, { negative: true }), [
  ["-12.50", -1_250],
  ["−1,000", -100_000],
  ["12,5", ...AMOUNT.comma],
]);

const PHONE = {
  empty: ["请填写手机号", "Enter a mobile number"],
  digits: ["手机号只能是 11 位数字", "A mobile number is 11 digits and nothing else"],
  abroad: ["只支持中国大陆手机号（+86）", "Only mobile numbers of mainland China (+86) are supported"],
  start: ["手机号以 13 至 19 开头", "A mobile number begins with 13 to 19"],
} as const;
const hasDigits = (n: number): [string, string] => [`手机号是 11 位数字，现在是 ${n} 位`, `A mobile number has 11 digits; this has ${n}`];

table<string | number>("a phone", readPhone, [
  ["13912345678", "13912345678"],
  ["139 1234 5678", "13912345678"],
  ["139-1234-5678", "13912345678"],
  ["139.1234.5678", "13912345678"],
  ["139–1234–5678", "13912345678"],
  ["(139)12345678", "13912345678"],
  ["+86 139 1234 5678", "13912345678"],
  ["+8613912345678", "13912345678"],
  ["＋８６ １３９１２３４５６７８", "13912345678"],
  ["008613912345678", "13912345678"],
  ["0086-139-1234-5678", "13912345678"],
  ["8613912345678", "13912345678"],
  ["(+86) 139 1234 5678", "13912345678"],
  ["tel:13912345678", "13912345678"],
  ["１３９１２３４５６７８", "13912345678"],
  ["\u202A139 1234 5678\u202C", "13912345678"],
  ["\u200B139\u200B12345678", "13912345678"],
  ["\uFEFF13912345678", "13912345678"],
  ["　13912345678\u00A0", "13912345678"],
  [13912345678, "13912345678"],
  ["", ...PHONE.empty],
  ["1391234567", ...hasDigits(10)],
  ["139 1234 567", ...hasDigits(10)],
  ["139123456789", ...hasDigits(12)],
  ["8612345", ...hasDigits(7)],
  ["12345678901", ...PHONE.start],
  ["02112345678", ...PHONE.start],
  ["+852 9123 4567", ...PHONE.abroad],
  ["0085291234567", ...PHONE.abroad],
  ["13912345678a", ...PHONE.digits],
  ["138****5678", ...PHONE.digits],
  ["1.39E+10", ...PHONE.digits],
  ["1391234567⑧", ...PHONE.digits],
  ["张三", ...PHONE.digits],
]);

const DAY = {
  other: ["读不出日期，请按 年-月-日 填写，例如 1990-05-06", "This is not a date; enter year, month and day, such as 1990-05-06"],
  range: ["日期必须在 1900 年至 2999 年之间", "The date must be between 1900 and 2999"],
} as const;
const noDay = (day: string): [string, string] => [`没有这一天：${day}`, `There is no such day: ${day}`];

table<string | number>("a day", readDay, [
  ["1990-05-06", "1990-05-06"],
  ["1990-5-6", "1990-05-06"],
  ["1990/5/6", "1990-05-06"],
  ["1990.5.6", "1990-05-06"],
  ["1990年5月6日", "1990-05-06"],
  ["1990年5月6号", "1990-05-06"],
  ["1990年5月6", "1990-05-06"],
  ["1990 年 5 月 6 日", "1990-05-06"],
  ["19900506", "1990-05-06"],
  [19900506, "1990-05-06"],
  ["１９９０／５／６", "1990-05-06"],
  ["1990。5。6", "1990-05-06"],
  ["1990–05–06", "1990-05-06"],
  ["1990 - 5 - 6", "1990-05-06"],
  [" 1990/5/6 00:00:00", "1990-05-06"],
  ["1990-05-06T00:00:00", "1990-05-06"],
  ["\u200B1990/5/6", "1990-05-06"],
  ["2024-02-29", "2024-02-29"],
  ["", "请填写日期", "Enter a date"],
  ["2023-02-29", ...noDay("2023-02-29")],
  ["1990/13/1", ...noDay("1990/13/1")],
  ["19900632", ...noDay("19900632")],
  ["1990-00-10", ...noDay("1990-00-10")],
  ["1899-12-31", ...DAY.range],
  ["3000-01-01", ...DAY.range],
  ["5/6/1990", ...DAY.other],
  ["90-5-6", ...DAY.other],
  ["1990-5", ...DAY.other],
  ["1990/5.6", ...DAY.other],
  ["5月6日", ...DAY.other],
  ["32999", ...DAY.other],
  ["昨天", ...DAY.other],
]);

const NUMBER = {
  commaInWhole: ["逗号只能作千分位，例如 1,250", "A comma only separates thousands, as in 1,250"],
  comma: ["逗号只能作千分位，例如 1,250；小数点请用 .", "A comma only separates thousands, as in 1,250; use a point for decimals"],
  other: ["读不出数字，请填写数字，例如 12", "This is not a number; enter digits such as 12"],
  whole: ["请填写整数", "Enter a whole number"],
} as const;

table<string | number>("a whole number from -5 to 20,000", (input) => readNumber(input, { min: -5, max: 20_000 }), [
  ["12", 12],
  ["１２", 12],
  ["1,200", 1_200],
  ["1，200", 1_200],
  ["12.0", 12],
  ["-5", -5],
  ["−5", -5],
  [11.9999999999999, 12],
  ["", "请填写数字", "Enter a number"],
  ["1,2", ...NUMBER.commaInWhole],
  ["12.5", ...NUMBER.whole],
  ["12件", ...NUMBER.other],
  ["1e3", ...NUMBER.other],
  ["-6", "不能小于 -5", "Must not be less than -5"],
  ["20001", "不能大于 20000", "Must not be greater than 20000"],
  ["1234567890123456", ...NUMBER.other],
]);

table<string | number>("a percentage", (input) => readPercent(input), [
  ["85", 85],
  ["85%", 85],
  ["８７．５％", 87.5],
  ["87。5 %", 87.5],
  [87.49999999999999, 87.5],
  ["87.555", "最多 2 位小数", "At most 2 decimals"],
  ["8,5", ...NUMBER.comma],
  ["101", "不能大于 100", "Must not be greater than 100"],
  ["-1%", "不能小于 0", "Must not be less than 0"],
  ["85折", ...NUMBER.other],
]);

const lost = (text: string): [string, string] => [
  `表格已把这个编号变成 ${text}，后面的数字丢了。请把这一列设为“文本”格式后重新填写`,
  `The spreadsheet has turned this code into ${text} and lost digits. Format the column as text and enter it again`,
];
const NOT_A_CODE = ["条码只能是字母、数字和 - . / _，最多 14 位", "A barcode has letters, digits and - . / _ only, at most 14"] as const;

table<string>("a barcode", readBarcode, [
  ["6901234567892", "6901234567892"],
  ["690-1234-567892", "6901234567892"],
  ["690 1234 567892", "6901234567892"],
  ["６９０１２３４５６７８９２", "6901234567892"],
  ["\u200E6901234567892\u200B", "6901234567892"],
  ["012345678905", "012345678905"],
  ["SHOP-7", "SHOP-7"],
  ["", "请填写条码", "Enter a barcode"],
  ["6.9E+12", ...lost("6.9E+12")],
  ["6,901", ...NOT_A_CODE],
  ["雪糕", ...NOT_A_CODE],
  ["1".repeat(15), ...NOT_A_CODE],
]);

table<string | number>("a code", readCode, [
  ["00012345", "00012345"],
  ["ＶＩＰ－００１", "VIP-001"],
  [12345, "12345"],
  [123456789012345, "123456789012345"],
  [1234567890123456, ...lost("1234567890123456")],
  [6.9e21, ...lost("6.9e+21")],
  ["6.9E+12", ...lost("6.9E+12")],
  ["", "请填写条码", "Enter a barcode"],
]);

const neither = (text: string): [string, string] => [`读不出“${text}”，请填写是或否`, `“${text}” is neither yes nor no`];

table<string | boolean>("a yes or no", (input) => readYesNo(input), [
  [true, true],
  [false, false],
  ...["TRUE", "true", "是", "√", "✓", "✔️", "对", "Yes", "y", "1", "１", "　是 "].map((word) => [word, true] as const),
  ...["FALSE", "false", "否", "×", "✗", "No", "N", "0", "０", "无", "x"].map((word) => [word, false] as const),
  ["", "请填写是或否", "Enter yes or no"],
  ["也许", ...neither("也许")],
  ["2", ...neither("2")],
  ["上架", ...neither("上架")],
]);

const SHELF = { yes: { zh: "上架", en: "On the shelf" }, no: { zh: "下架", en: "Off the shelf" } };
table<string | boolean>("a field's own words", (input) => readYesNo(input, SHELF), [
  ["上架", true],
  ["下架", false],
  ["on the shelf", true],
  ["是", true],
  ["售罄", "读不出“售罄”，请填写上架或下架", "“售罄” is neither On the shelf nor Off the shelf"],
]);

describe("a search", () => {
  it.each([
    ["139 1234", "1391234"],
    ["139-1234-5678", "13912345678"],
    ["+86 139 1234 5678", "13912345678"],
    ["0086139", "139"],
    ["１３９１２３４", "1391234"],
    ["\u202D13912345678\u202C", "13912345678"],
    ["　张三 ", "张三"],
    ["ＶＩＰ００１", "VIP001"],
    ["VIP-001", "VIP-001"],
    ["2026-11-21", "2026-11-21"],
    ["Anna Li", "Anna Li"],
  ])("of %j looks for %j", (typed, searched) => expect(cleanSearch(typed)).toBe(searched));
});

describe("barcodes", () => {
  it.each([
    ["012345678905", "0012345678905"],
    ["012345678905", "00012345678905"],
    ["6901234567892", "06901234567892"],
    ["96385074", "0000096385074"],
    ["690-1234-567892", "６９０１２３４５６７８９２"],
    ["abc1", "ABC1"],
  ])("%s and %s are one code", (a, b) => expect(barcodeKey(a)).toBe(barcodeKey(b)));

  it.each([
    ["012345678905", "112345678905"],
    ["12345", "012345"],
    ["6901234567892", "6901234567893"],
  ])("%s and %s are two codes", (a, b) => expect(barcodeKey(a)).not.toBe(barcodeKey(b)));

  it("recognizes labels of weighed goods", () => {
    expect(["2012345678905", "2912345012344", "02012345678905"].filter(isWeighed)).toHaveLength(3);
    expect(["6901234567892", "3012345678905", "20123456", "201234567890"].filter(isWeighed)).toEqual([]);
  });
});

it("never throws, and gives a value or a message for any text", () => {
  const readers = [readAmount, readPhone, readDay, readNumber, readPercent, readBarcode, readCode, readYesNo];
  const digitLike = fc.string({
    unit: fc.constantFrom(...Array.from("0123456789０１９,，.。-−+¥元年月日/ \u200B\u202D²½eE%")),
    maxLength: 16,
  });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), digitLike), (text) => {
      for (const read of readers) {
        const { value, problem } = read(text);
        expect(value === undefined).toBe(problem !== undefined);
        if (typeof value === "number") expect(Number.isNaN(value)).toBe(false);
      }
    }),
    { numRuns: 2_000 },
  );
});
