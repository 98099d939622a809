/** Files of reports say what they are: venue, period, filters, who made them and when; their sheets have names and their days are dates. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { reportCalls } from "../../src/contract/core/resource/report";
import { complexReport } from "../../src/contract/finance/day-reports";
import { saleReport } from "../../src/contract/stock/stock-reports";
import type { Call } from "../../src/contract/core/call";
import { type Book, openBook } from "../support/book";
import { cellsOf, unzip } from "../support/unzip";

const DAYS = { from: "2026-11-20", to: "2026-11-21" };
let b: Book;
beforeAll(async () => {
  b = await openBook();
});
afterAll(() => b.close());

async function fileOf(
  call: Call | undefined,
  input: Readonly<Record<string, string>>,
): Promise<{ name: string; parts: Map<string, string> }> {
  if (!call) throw new Error("no file");
  const answer = await b.admin.fetch(call, input, {});
  const name = decodeURIComponent(answer.headers.get("content-disposition") ?? "");
  return { name, parts: unzip(Buffer.from(await answer.arrayBuffer())) };
}

it("names the report, the venue and the period in the file, its sheets and on each printed page", async () => {
  const { name, parts } = await fileOf(reportCalls(complexReport).excel, { ...DAYS, group: "stream", stream: "place,product" });
  const [venue] = await b.count<{ name: string }>("SELECT name FROM venue WHERE id = $1");
  expect(name).toContain(`综合报表 ${venue?.name ?? ""} 2026-11-20_2026-11-21.xlsx`);
  expect(parts.get("xl/workbook.xml")).toMatch(/<sheet name="综合报表".*<sheet name="说明"/);
  const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
  expect(sheet).toContain(`<oddHeader>&amp;L综合报表&amp;R${venue?.name ?? ""} · 2026-11-20 至 2026-11-21</oddHeader>`);
  expect(sheet).toMatch(/<oddFooter>&amp;L.+ 导出于 2026-11-21 \d\d:\d\d&amp;R&amp;P \/ &amp;N<\/oddFooter>/);
  const about = [...cellsOf(parts.get("xl/worksheets/sheet2.xml") ?? "").values()].join("|");
  for (const line of [
    `场馆|${venue?.name ?? ""}`,
    "期间|2026-11-20 至 2026-11-21",
    "分组|业务|业务|订场、商品与租借",
    "时区|Asia/Shanghai",
  ])
    expect(about).toContain(line);
});

it("writes days as dates", async () => {
  const { parts } = await fileOf(reportCalls(saleReport).excel, { ...DAYS, group: "day" });
  // 2026-11-21 is day 46347 of the format; style 4 shows a date.
  expect(parts.get("xl/worksheets/sheet1.xml")).toMatch(/<c r="A2" s="4"><v>46347<\/v><\/c>/);
});
