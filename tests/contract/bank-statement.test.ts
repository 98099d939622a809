/** Statements as banks export them: which columns are recognized, which rows are lines, and what stops an import. */
import { describe, expect, it } from "vitest";
import { type Mapping, readStatement, splitRows, suggestMapping } from "../../src/contract/accounting/bank-statement";

const linesOf = (content: string, mapping: Mapping = suggestMapping(splitRows(content)).mapping) => {
  const read = readStatement(content, mapping);
  return "lines" in read ? read.lines.map(({ day, amount, balance, party, text }) => [day, amount, balance, party, text]) : read.fault;
};

it.each([
  [
    "received and paid in two columns, below a title",
    '账户明细\n账号：6222\n交易日期,收入(贷方)金额,支出(借方)金额,余额,对方户名,摘要\n2026-11-01,"1,000.00",,"1,500.00",财付通,结算\n2026-11-02,,20.50,1479.50,,手续费\n',
    [
      ["2026-11-01", 100_000, 150_000, "财付通", "结算"],
      ["2026-11-02", -2_050, 147_950, "", "手续费"],
    ],
  ],
  [
    "one signed amount, separated by tabs, newest first",
    "记账日期\t交易金额\t账户余额\t对手名称\t用途\n20261102\t-20.50\t79.50\t电力公司\t电费\n20261101\t+100\t100.00\t\t转入\n",
    [
      ["2026-11-01", 10_000, 10_000, "", "转入"],
      ["2026-11-02", -2_050, 7_950, "电力公司", "电费"],
    ],
  ],
  [
    "cells that a spreadsheet would keep as text, dashes for nothing, a line of 0.00, a page break and totals",
    '日期,收入,支出,摘要\n="2026-11-01",5.00,--,"a, ""b"""\n2026-11-01,0.00,0.00,查询\n日期,收入,支出,摘要\n2026年11月2日 09:10,—,3,c\n,,,\n合计,5.00,3.00,\n共 2 笔,,,\n',
    [
      ["2026-11-01", 500, null, "", "a, b"],
      ["2026-11-02", -300, null, "", "c"],
    ],
  ],
])("recognizes %s", (_, content, expected) => {
  expect(linesOf(content)).toEqual(expected);
});

const MAPPING: Mapping = { day: "日期", amount: "金额", received: "", paid: "", party: "", text: "", balance: "余额" };
it.each([
  ["an amount that is none", "日期,金额,余额\n2026-11-01,1O,1\n", 2],
  ["a day that does not exist, on the last line too", "日期,金额,余额\n2026-11-01,1,1\n2026-11-31,1,2\n", 3],
  ["a line without a day among others", "日期,金额,余额\n2026-11-01,1,1\n,1,2\n2026-11-02,1,3\n", 3],
  ["a line without an amount", "日期,金额,余额\n2026-11-01,,1\n", 2],
  ["a balance that does not follow", "日期,金额,余额\n2026-11-01,1,1\n2026-11-02,1,3\n", 3],
  ["headings that are missing", "日期,金额\n2026-11-01,1\n", 0],
  ["no lines", "日期,金额,余额\n合计,1,1\n", 0],
])("names %s, with its row", (_, content, row) => {
  expect(linesOf(content, MAPPING)).toMatchObject({ row, problem: { zh: expect.any(String), en: expect.any(String) } });
});

it("takes an amount, or received and paid, and not both", () => {
  const content = "日期,金额,收入,支出\n2026-11-01,1,1,\n";
  const both = { ...MAPPING, balance: "", received: "收入", paid: "支出" };
  expect(linesOf(content, both)).toMatchObject({ row: 0 });
  expect(linesOf(content, { ...both, paid: "" })).toEqual([["2026-11-01", 100, null, "", ""]]);
  expect(linesOf(content, { ...both, amount: "" })).toEqual([["2026-11-01", 100, null, "", ""]]);
  expect(linesOf(content, { ...both, amount: "", paid: "" })).toMatchObject({ row: 0 });
});

it("reads the lines of one day in the order that their balances have", () => {
  const content = "日期,金额,余额\n2026-11-01,2,3\n2026-11-01,1,1\n";
  expect(linesOf(content, MAPPING)).toEqual([
    ["2026-11-01", 100, 100, "", ""],
    ["2026-11-01", 200, 300, "", ""],
  ]);
});

describe("a statement with unsigned amounts and a debit/credit mark", () => {
  const rows = [
    "交易日期,借贷标志,交易金额,对方户名,摘要,余额",
    "2026-11-20,贷,100.00,甲,货款,1100.00",
    "2026-11-21,借,30.50,乙,电费,1069.50",
  ];
  it("finds the mark by its heading, and no pair of columns", () => {
    const { mapping } = suggestMapping(splitRows(rows.join("\n")));
    expect(mapping).toMatchObject({ day: "交易日期", amount: "交易金额", mark: "借贷标志", received: "", paid: "" });
    expect(suggestMapping(splitRows("日期,借贷方向,金额\n")).mapping).toMatchObject({ mark: "借贷方向", received: "", paid: "" });
  });
  it("reads what the bank credits as received and what it debits as paid", () => {
    const { mapping } = suggestMapping(splitRows(rows.join("\n")));
    const read = readStatement(rows.join("\n"), mapping);
    expect("lines" in read && read.lines.map(({ amount }) => amount)).toEqual([10_000, -3_050]);
    const english = readStatement(rows.join("\n").replace(",贷,", ",CR,").replace(",借,", ",DR,"), mapping);
    expect(english).toEqual(read);
  });
  it("names the row of a mark that it does not know", () => {
    const { mapping } = suggestMapping(splitRows(rows.join("\n")));
    expect(readStatement(rows.join("\n").replace(",借,", ",?,"), mapping)).toMatchObject({ fault: { row: 3 } });
  });
});
