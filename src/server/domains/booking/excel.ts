/** The orders of a filter as an Excel file. */
import { sql } from "kysely";
import { maskPhone } from "../../../contract/phone";
import { WALK_IN } from "../../../contract/resource/labels";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { auditExport } from "../../kernel/auditLine";
import { span } from "../../../contract/time";
import { type Filter, filtered } from "./list";
import { dressedOrders, dueOf } from "./view";
import { statusWords } from "../../kernel/words";
import { word } from "./words";
import { placesIn } from "../../kernel/placeWords";

/** Streams all orders of the filter, newest first. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("no"), type: "text", width: 18 },
    { title: say("createdAt"), type: "instant" },
    { title: say("day"), type: "day" },
    { title: say("time"), type: "text" },
    { title: say("program"), type: "text" },
    { title: say("places"), type: "text", width: 28 },
    { title: say("name"), type: "text" },
    { title: say("phone"), type: "text" },
    { title: say("cardType"), type: "text" },
    { title: say("source"), type: "text", width: 10 },
    { title: say("list"), type: "money" },
    { title: say("discount"), type: "money" },
    { title: say("total"), type: "money" },
    { title: say("received_"), type: "money" },
    { title: say("refunds"), type: "money" },
    { title: say("due"), type: "money" },
    { title: say("payTypes"), type: "text" },
    { title: say("orderStatus"), type: "text" },
    { title: say("payStatus"), type: "text" },
    { title: say("operator"), type: "text" },
  ];
  const query = filtered(ctx, dressedOrders(ctx), input)
    .select(
      sql<string[] | null>`(SELECT array_agg(DISTINCT y.type) FROM payment y
        WHERE y.venue_id = o.venue_id AND y.document_kind = 'order' AND y.document_id = o.id)`.as("pay_types"),
    )
    .orderBy("o.created_at", "desc")
    .orderBy("o.id", "desc");
  await auditExport(ctx, "booking_order");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      yield [
        row.no,
        row.created_at,
        row.day,
        span(row.start_minute, row.end_minute),
        row.program,
        placesIn(row.places, ctx.language),
        row.name || WALK_IN[ctx.language],
        maskPhone(row.phone),
        row.card_type_name,
        say(row.source),
        row.list,
        row.discount,
        row.total,
        row.paid,
        row.refunded,
        dueOf(row),
        (row.pay_types ?? []).map(say).join(" "),
        say(statusWords(row).order),
        say(statusWords(row).pay),
        row.operator,
      ];
    }
  }
  return streamExcel(`${say("fileName")}.xlsx`, columns, rows(), ctx.venue.zone);
}
