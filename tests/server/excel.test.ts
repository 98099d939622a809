import { describe, expect, it } from "vitest";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../src/server/http/excel";
import { cellsOf, unzip } from "../support/unzip";

const columns: ExcelColumn[] = [
  { title: "备注", type: "text" },
  { title: "金额", type: "money" },
  { title: "次数", type: "number" },
  { title: "时间", type: "instant" },
  { title: "日期", type: "day" },
];
async function* from(rows: readonly ExcelRow[]): AsyncGenerator<ExcelRow> {
  yield* rows;
}
async function partsOf(rows: AsyncIterable<ExcelRow>, zone = "Asia/Shanghai"): Promise<Map<string, string>> {
  const { body } = await streamExcel("x.xlsx", columns, rows, zone);
  if (Buffer.isBuffer(body)) return unzip(body);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return unzip(Buffer.concat(chunks));
}
const sheetOf = async (rows: readonly ExcelRow[], zone?: string): Promise<Map<string, string>> =>
  cellsOf((await partsOf(from(rows), zone)).get("xl/worksheets/sheet1.xml") ?? "");

describe("an Excel file", () => {
  it("is a workbook whose parts name each other", async () => {
    const parts = await partsOf(from([]));
    expect([...parts.keys()].sort()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    expect(parts.get("[Content_Types].xml")).toContain("/xl/worksheets/sheet1.xml");
    expect(parts.get("xl/_rels/workbook.xml.rels")).toContain('Id="rId1"');
  });

  it("carries titles, amounts as exact numbers, and wall-clock times of the zone", async () => {
    const rows: ExcelRow[] = [["王芳", 123_456_789_01, 3, new Date("2026-11-21T16:00:00Z"), "2026-11-22"]];
    const cells = await sheetOf(rows);
    expect([...cells.values()].slice(0, 5)).toEqual(["备注", "金额", "次数", "时间", "日期"]);
    expect(cells.get("A2")).toBe("王芳");
    expect(cells.get("B2")).toBe("123456789.01");
    expect(cells.get("C2")).toBe("3");
    // 2026-11-22 is day 46348 of the format; 00:00 in Shanghai, 16:00 the day before in London.
    expect(cells.get("D2")).toBe("46348");
    expect(cells.get("E2")).toBe("46348");
    expect(Number((await sheetOf(rows, "Europe/London")).get("D2"))).toBeCloseTo(46347 + 16 / 24, 6);
  });

  it("carries words where a number, an amount or a day is not there", async () => {
    const words = { words: "按方案" };
    const cells = await sheetOf([["a", words, words, words, words]]);
    expect(["B2", "C2", "D2", "E2"].map((where) => cells.get(where))).toEqual(Array(4).fill("按方案"));
  });

  it.each(["=1+1", "+86", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\u0000=1", '=HYPERLINK("http://x","y")'])(
    "keeps %j as text that nothing evaluates",
    async (raw) => {
      const xml = (await partsOf(from([[raw, null, null, null, null]]))).get("xl/worksheets/sheet1.xml") ?? "";
      expect(xml).not.toContain("<f>");
      expect(cellsOf(xml).get("A2")).toBe(raw.replace("\u0000", ""));
      expect(xml).toContain('<c r="A2" s="5" t="inlineStr">');
    },
  );

  it("carries markup, emoji and line breaks, and drops what XML cannot carry", async () => {
    const cells = await sheetOf([["<b>&\n😀\u0007\ud800!", -5, null, null, null]]);
    expect(cells.get("A2")).toBe("<b>&\n😀!");
    expect(cells.get("B2")).toBe("-0.05");
    expect(cells.has("C2")).toBe(false);
  });

  it("streams: the first bytes leave before the last row is read, and a reader that leaves stops the source", async () => {
    let read = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<ExcelRow> {
      try {
        for (;;) {
          read++;
          // Text that does not shrink, so that the bytes of the file keep pace with the rows.
          yield [`${Math.sin(read)}${Math.cos(read)}`, read, 1, null, null];
          if (read % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        closed = true;
      }
    }
    const { body } = await streamExcel("x.xlsx", columns, endless(), "UTC");
    if (Buffer.isBuffer(body)) throw new Error("not a stream");
    let seen = 0;
    for await (const chunk of body) {
      seen += Buffer.from(chunk).length;
      if (seen > 200_000) break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(closed).toBe(true);
    expect(read).toBeLessThan(400_000);
  });

  it("a source that fails fails the file", async () => {
    async function* broken(): AsyncGenerator<ExcelRow> {
      yield ["a", 1, 1, null, null];
      await Promise.resolve();
      throw new Error("gone");
    }
    await expect(partsOf(broken())).rejects.toThrow("gone");
  });
});
