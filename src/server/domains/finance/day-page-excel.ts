/** The day of a venue as an Excel file. */
import type { Parsed } from "../../../contract/core/call";
import { DAY_COUNTS, DAY_PURSES, type DayPage, type dayReport, METHODS, STREAMS, type Stream } from "../../../contract/finance/day-reports";
import { fen } from "../../../contract/core/money";
import { formatInstant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { dayPage } from "./day-sheet";

const TIMES = ["today", "yesterday", "lastWeek", "month"] as const;
type Times = (typeof TIMES)[number];
type Input = Parsed<typeof dayReport.excel>;

/** The day as an Excel file: both bases, methods, counts, purses. */
export async function dayPageExcel(ctx: Ctx, input: Input): Promise<FileAnswer> {
  const page = await dayPage(ctx, input);
  const say = (zh: string, en: string): string => (ctx.language === "zh" ? zh : en);
  const columns: ExcelColumn[] = [
    { title: say("口径", "Basis"), type: "text" },
    { title: say("项目", "Item"), type: "text", width: 20 },
    { title: say("笔数", "Count"), type: "number" },
    { title: page.day, type: "money" },
    { title: say("前一日", "Day before"), type: "money" },
    { title: say("上周同日", "Last week"), type: "money" },
    { title: say("本月累计", "Month to date"), type: "money" },
  ];
  const name = (key: string): string => {
    const label = { ...STREAMS, ...METHODS, refund: { zh: "退款", en: "Refunds" } }[key as Stream];
    return label[ctx.language];
  };
  const [takings, earned, total] = [say("流水", "Takings"), say("收益", "Earned"), say("合计", "Total")];
  const amounts = (row: Readonly<Record<Times, string>>): number[] => TIMES.map((time) => fen(row[time]));
  async function* rows(): AsyncGenerator<ExcelRow> {
    for (const row of page.received) yield [takings, name(row.key), row.count, ...amounts(row)];
    yield await Promise.resolve([takings, total, null, ...amounts(page.takings)]);
    for (const row of page.methods) yield [say("收款方式", "Method"), name(row.key), row.count, ...amounts(row)];
    for (const row of page.income) yield [earned, name(row.key), row.count, ...amounts(row)];
    yield [earned, total, null, ...amounts(page.earned)];
    const use = say("场地、会员与次卡", "Courts, members and cards");
    for (const row of page.counts) yield [use, DAY_COUNTS[row.key][ctx.language], null, ...TIMES.map((time) => ({ count: row[time] }))];
    for (const [key, amount] of Object.entries({ ...page.purses, onCredit: page.onCredit }))
      yield [use, DAY_PURSES[key as keyof typeof DAY_PURSES][ctx.language], null, fen(amount)];
    if (page.closed) yield* listCorrections(ctx, page.day, page.closed);
  }
  return streamExcel(`${say("日报", "daily-report")}-${page.day}.xlsx`, columns, rows(), ctx.venue.zone);
}

/** Rows of the corrections of a closed day: takings and earned of each document apart, and by how much they changed the day. */
function* listCorrections(ctx: Ctx, day: string, closed: NonNullable<DayPage["closed"]>): Generator<ExcelRow> {
  const { language, venue } = ctx;
  const title = { zh: "关账后更正", en: "Corrected since" }[language];
  const bases = [
    ["takings", { zh: "流水", en: "Takings" }],
    ["earned", { zh: "收益", en: "Earned" }],
  ] as const;
  for (const { at, no, bookedOn, ...amounts } of closed.documents) {
    const on = bookedOn === day ? "" : { zh: ` 记在 ${bookedOn}`, en: ` booked on ${bookedOn}` }[language];
    for (const [basis, label] of bases) {
      const amount = fen(amounts[basis]);
      if (amount !== 0) yield [`${title} · ${label[language]}`, `${no} ${formatInstant(new Date(at), venue.zone)}${on}`, null, amount];
    }
  }
  for (const [basis, label] of bases)
    yield [`${title} · ${label[language]}`, { zh: "当日数字因此变动", en: "The day changed by" }[language], null, fen(closed[basis])];
  const shownCount = closed.documents.length;
  if (closed.count > shownCount)
    yield [
      title,
      { zh: `共 ${closed.count} 笔，列出最近 ${shownCount} 笔`, en: `${closed.count} in all, the latest ${shownCount} are listed` }[
        language
      ],
    ];
}
