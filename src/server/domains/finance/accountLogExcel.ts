/** The account log as an Excel file. */
import { sql } from "kysely";
import { epochMs, streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { type Filter, movements, purseOf, withParties } from "./accountLog";
import { kindOf } from "./kinds";
import { word } from "./words";

/** The movements of the filter as an Excel file, newest first. */
export async function accountLogExcel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("time"), type: "instant" },
    { title: say("no"), type: "text", width: 18 },
    { title: say("kind"), type: "text" },
    { title: say("member"), type: "text" },
    { title: say("cardNo"), type: "text", width: 18 },
    { title: say("purse"), type: "text" },
    { title: say("method"), type: "text" },
    { title: say("in"), type: "money" },
    { title: say("out"), type: "money" },
    { title: say("before"), type: "money" },
    { title: say("after"), type: "money" },
    { title: say("operator"), type: "text" },
    { title: say("reason"), type: "text", width: 24 },
  ];
  const query = withParties(await movements(ctx, input))
    .select([
      "p.account",
      "p.amount",
      sql<number>`coalesce(p.balance_after, 0)`.as("after"),
      epochMs("p.posted_at").as("at"),
      sql<string>`t.document_no`.as("no"),
      sql<string>`t.operator`.as("operator"),
      sql<string>`t.reason`.as("reason"),
      "m.name",
      "m.card_no",
      "r.method",
      kindOf.as("kind"),
    ])
    .orderBy("p.posted_at", "desc")
    .orderBy("p.tx_id", "desc")
    .orderBy("p.seq", "desc");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      yield [
        row.at,
        row.no,
        say(row.kind),
        row.name,
        row.card_no,
        say(purseOf(row.account)),
        row.method === null ? null : say(row.method),
        row.amount < 0 ? -row.amount : null,
        row.amount > 0 ? row.amount : null,
        row.after + row.amount,
        row.after,
        row.operator,
        row.reason,
      ];
    }
  }
  return streamExcel(`${say("accountLogFile")}.xlsx`, columns, rows(), ctx.venue.zone);
}
