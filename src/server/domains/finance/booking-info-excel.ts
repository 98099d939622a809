/** Booking details of a filter as an Excel file. */
import { orderStatusLabel, payStatusLabel } from "../../../contract/booking/order-words";
import { maskPhone } from "../../../contract/core/phone";
import { WALK_IN } from "../../../contract/core/resource/labels";
import type { OrderStatus, PayStatus } from "../../../contract/core/states";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { auditExport } from "../../kernel/audit-line";
import { span } from "../../../contract/core/time";
import { orderWord } from "../../kernel/order-words";
import { linesWithNames, type Filter } from "./booking-info";
import { word } from "./words";

/** Streams all lines of the filter, the latest play first. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => orderWord(name, ctx.language);
  const own = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("no"), type: "text", width: 18 },
    { title: say("day"), type: "day" },
    { title: say("time"), type: "text" },
    { title: say("program"), type: "text" },
    { title: say("places"), type: "text" },
    { title: say("name"), type: "text" },
    { title: say("phone"), type: "text" },
    { title: say("cardType"), type: "text" },
    { title: say("source"), type: "text", width: 10 },
    { title: say("list"), type: "money" },
    { title: own("infoMember"), type: "money" },
    { title: own("infoPromotion"), type: "money" },
    { title: own("infoBundle"), type: "money" },
    { title: own("infoCoupon"), type: "money" },
    { title: own("infoManual"), type: "money" },
    { title: own("infoOther"), type: "money" },
    { title: say("total"), type: "money" },
    { title: own("infoPaid"), type: "money" },
    { title: say("refunds"), type: "money" },
    { title: own("infoFee"), type: "money" },
    { title: own("infoNet"), type: "money" },
    { title: say("payTypes"), type: "text" },
    { title: say("orderStatus"), type: "text" },
    { title: say("payStatus"), type: "text" },
    { title: say("operator"), type: "text" },
  ];
  const query = linesWithNames(ctx, input).orderBy("l.day", "desc").orderBy("l.start_minute", "desc").orderBy("l.id", "desc");
  await auditExport(ctx, "booking_line");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      const states = {
        source: row.source,
        orderStatus: row.order_status as OrderStatus,
        payStatus: row.pay_status as PayStatus,
        total: row.price,
      };
      yield [
        row.no,
        row.day,
        span(row.start_minute, row.end_minute),
        row.program,
        `${row.hall_name ?? ""} ${row.place_name}`.trim(),
        row.name || WALK_IN[ctx.language],
        maskPhone(row.phone),
        row.card_type_name,
        say(row.source),
        row.list,
        row.member,
        row.promotion,
        row.bundle,
        row.coupon,
        row.manual,
        row.other,
        row.price,
        row.paid,
        row.refunded,
        row.fee,
        row.net,
        row.pay_types.map(say).join(" "),
        orderStatusLabel(states)[ctx.language],
        payStatusLabel(states)[ctx.language],
        row.operator,
      ];
    }
  }
  return streamExcel(`${own("infoFile")}.xlsx`, columns, rows(), ctx.venue.zone);
}
