/** The contracts of a filter as an Excel file. */
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { auditExport } from "../../kernel/audit-line";
import { fen } from "../../../contract/core/money";
import { type Filter, contractsWithTotals, filtered, toFixed } from "./list";
import { patternText, word } from "./words";

/** Streams all contracts of the filter, newest first. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("no"), type: "text", width: 18 },
    { title: say("name"), type: "text" },
    { title: say("phone"), type: "text" },
    { title: say("program"), type: "text" },
    { title: say("places"), type: "text" },
    { title: say("pattern"), type: "text", width: 24 },
    { title: say("from"), type: "day" },
    { title: say("until"), type: "day" },
    { title: say("payMode"), type: "text" },
    { title: say("unitPrice"), type: "money" },
    { title: say("total"), type: "number" },
    { title: say("usedCount"), type: "number" },
    { title: say("left"), type: "number" },
    { title: say("paid"), type: "money" },
    { title: say("usedValue"), type: "money" },
    { title: say("owed"), type: "money" },
    { title: say("state"), type: "text" },
    { title: say("operator"), type: "text" },
  ];
  const query = filtered(ctx, contractsWithTotals(ctx), input).orderBy("k.created_at", "desc").orderBy("k.id", "desc");
  await auditExport(ctx, "fixed_contract");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      const one = toFixed(ctx, row);
      yield [
        one.no,
        one.name,
        one.phone,
        one.program,
        one.places,
        patternText(row, ctx.language),
        one.from,
        one.to,
        say(`mode.${one.payMode}`),
        fen(one.unitPrice),
        one.total,
        one.used,
        one.left,
        row.paid,
        row.used,
        row.used - row.paid,
        say(one.state),
        one.operator,
      ];
    }
  }
  return streamExcel(`${say("fileName")}.xlsx`, columns, rows(), ctx.venue.zone);
}
