/** The member list as an Excel file. */
import { sql } from "kysely";
import { maskPhone } from "../../../contract/core/phone";
import { epochMs, streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { auditExport } from "../../kernel/audit-line";
import { debts, type Filter, membersOf } from "../../kernel/member-filter";
import { cardCounts } from "./holdings";
import { withPurses } from "./list";
import { word } from "./words";

/** The members of the filter as an Excel file; phones stay masked unless the person may see them. It is logged, and which it was. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const say = (name: string): string => word(name, ctx.language);
  const columns: ExcelColumn[] = [
    { title: say("cardNo"), type: "text", width: 18 },
    { title: say("name"), type: "text" },
    { title: say("phone"), type: "text" },
    { title: say("gender"), type: "text", width: 8 },
    { title: say("birthday"), type: "day" },
    { title: say("cardType"), type: "text" },
    { title: say("principal"), type: "money" },
    { title: say("gift"), type: "money" },
    { title: say("debt"), type: "money" },
    { title: say("spent"), type: "money" },
    { title: say("packageCards"), type: "number" },
    { title: say("lastVisit"), type: "instant" },
    { title: say("expiresOn"), type: "day" },
    { title: say("state"), type: "text" },
    { title: say("tags"), type: "text" },
    { title: say("memo"), type: "text", width: 24 },
    { title: say("enrolled"), type: "instant" },
  ];
  const query = withPurses(ctx, await membersOf(ctx, input))
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .leftJoin(
      debts(ctx)
        .select(["subject", sql<number>`sum(amount)`.as("amount")])
        .as("d"),
      "d.subject",
      "m.id",
    )
    .leftJoin(cardCounts(ctx).as("c"), "c.member_id", "m.id")
    .select(["m.card_no", "m.name", "m.phone", "m.gender", "m.birthday", "m.spent", "m.expires_on", "m.state", "m.memo"])
    .select([
      "t.name as type_name",
      sql<number>`coalesce(p.amount, 0)`.as("principal"),
      sql<number>`coalesce(g.amount, 0)`.as("gift"),
      sql<number>`coalesce(d.amount, 0)`.as("debt"),
      sql<number>`coalesce(c.count, 0)`.as("cards"),
      epochMs("m.last_visit_at").as("last_visit"),
      epochMs("m.created_at").as("created"),
      sql<string>`array_to_string(m.tags, ' ')`.as("tags"),
    ])
    .orderBy("m.created_at", "desc")
    .orderBy("m.id", "desc");
  const open = ctx.codes.has("member_phone");
  await auditExport(ctx, "member", open);
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      yield [
        row.card_no,
        row.name,
        open ? row.phone : maskPhone(row.phone),
        say(row.gender),
        row.birthday,
        row.type_name,
        row.principal,
        row.gift,
        row.debt,
        row.spent,
        row.cards,
        row.last_visit,
        row.expires_on,
        say(row.state),
        row.tags,
        row.memo,
        row.created,
      ];
    }
  }
  return streamExcel(`${say("fileName")}.xlsx`, columns, rows(), ctx.venue.zone);
}
