/** One open play with who joined. */
import { sql } from "kysely";
import type { ColourStyle, PaymentType } from "../../../contract/core/enums";
import { yuan } from "../../../contract/core/money";
import type { OpenPlayDetail, OpenPlayTicket } from "../../../contract/openPlay/open-play";
import { maskPhone } from "../../../contract/core/phone";
import type { Ctx } from "../../http/context";
import { playsWithNames, toPlay } from "./list";
import { levelsOf } from "./levels";
import { missing } from "./play";

/**
 * One open play with its tickets, newest first.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, input: { id: string }): Promise<OpenPlayDetail> {
  const row = (await playsWithNames(ctx).where("e.id", "=", input.id).executeTakeFirst()) ?? missing(ctx, "openPlay");
  return {
    ...toPlay(ctx, row),
    placeIds: row.place_ids,
    remark: row.remark,
    reason: row.reason,
    orderId: row.order_id,
    levels: await levelsOf(ctx, input.id),
    tickets: await ticketsBy(ctx, "t.open_play_id", input.id),
  };
}

/** A ticket as the wire carries it. */
export async function ticketOf(ctx: Ctx, id: string): Promise<OpenPlayTicket> {
  const [ticket] = await ticketsBy(ctx, "t.id", id);
  return ticket ?? missing(ctx, "ticket");
}

export async function ticketsBy(ctx: Ctx, by: "t.id" | "t.open_play_id", id: string): Promise<OpenPlayTicket[]> {
  const rows = await ctx.db
    .selectFrom("open_play_ticket as t")
    .leftJoin("card_type as c", (join) => join.onRef("c.venue_id", "=", "t.venue_id").onRef("c.id", "=", "t.card_type_id"))
    .where("t.venue_id", "=", ctx.venue.id)
    .where(by, "=", id)
    .selectAll("t")
    .select(["c.name as level", "c.colour"])
    .select(
      sql<PaymentType[]>`ARRAY(SELECT DISTINCT y.type FROM payment y WHERE y.venue_id = t.venue_id AND y.document_kind = 'openPlay'
        AND y.document_id = t.id ORDER BY y.type)`.as("types"),
    )
    .orderBy("t.at", "desc")
    .orderBy("t.id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    at: row.at.toISOString(),
    name: row.name,
    phone: maskPhone(row.phone),
    memberId: row.member_id,
    attendees: row.heads,
    entered: row.entered,
    absent: row.absent,
    level: row.level === null || row.colour === null ? null : { name: row.level, colour: row.colour as ColourStyle },
    price: yuan(row.price),
    total: yuan(row.total),
    paid: yuan(row.paid),
    refunded: yuan(row.refunded),
    fee: yuan(row.fee),
    owed: yuan(row.owed),
    payTypes: row.types,
    state: row.state as OpenPlayTicket["state"],
    reason: row.reason,
    operator: row.operator,
  }));
}
