/** Participants of an open play, as a file for use at the court. */
import { fen } from "../../../contract/core/money";
import { WALK_IN } from "../../../contract/core/resource/labels";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { auditExport } from "../../kernel/audit-line";
import { readPlay } from "./play";
import { ticketsBy } from "./view";
import { word } from "./words";

/**
 * The roster of one open play, those who joined first before the others, with those who left.
 * @throws AppError `missing`
 */
export async function roster(ctx: Ctx, { id }: { id: string }): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const play = await readPlay(ctx, id);
  const columns: ExcelColumn[] = [
    { title: say("col.ticket"), type: "text", width: 20 },
    { title: say("col.name"), type: "text" },
    { title: say("col.phone"), type: "text" },
    { title: say("col.level"), type: "text" },
    { title: say("col.state"), type: "text" },
    { title: say("col.attendeesOf"), type: "number" },
    { title: say("col.entered"), type: "number" },
    { title: say("col.absent"), type: "number" },
    { title: say("col.price"), type: "money" },
    { title: say("col.paid"), type: "money" },
    { title: say("col.refunded"), type: "money" },
    { title: say("col.fee"), type: "money" },
    { title: say("col.owed"), type: "money" },
    { title: say("col.at"), type: "instant" },
    { title: say("col.operator"), type: "text" },
  ];
  await auditExport(ctx, "open_play", false, id);
  async function* rows(): AsyncGenerator<ExcelRow> {
    for (const one of (await ticketsBy(ctx, "t.open_play_id", id)).toReversed()) {
      const money = [one.price, one.paid, one.refunded, one.fee, one.owed].map((amount) => fen(amount));
      const people = [one.attendees, one.entered, one.absent];
      yield [
        one.no,
        one.name || WALK_IN[ctx.language],
        one.phone,
        one.level?.name ?? "",
        say(one.state),
        ...people,
        ...money,
        new Date(one.at),
        one.operator,
      ];
    }
  }
  return streamExcel(`${play.title} ${play.day}.xlsx`, columns, rows(), ctx.venue.zone);
}
