/** Holders of cells that somebody else wants, and the refusal that names them, with other places and times. */
import { clock, dayOf, wall, span } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { alternativesTo } from "./alternatives";
import { placeLabel } from "../place-words";
import { word } from "../words";
import { type ClaimedCell, units, times } from "./claimed";
import { sql } from "kysely";

interface Holder {
  readonly unit_id: string;
  readonly slot_start: Date;
  readonly holder_id: string;
  readonly order_id: string | null;
  readonly name: string | null;
  readonly reason: string | null;
  readonly at: Date | null;
}

export async function holderOf(ctx: Ctx, cells: readonly ClaimedCell[], counts = sql`true`): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    SELECT c.unit_id, c.slot_start, c.holder_id, o.id AS order_id, o.name, k.reason, coalesce(o.created_at, k.created_at) AS at
    FROM unnest(${units(cells)}, ${times(cells)}) AS w (unit_id, slot_start)
    JOIN occupancy c ON c.venue_id = ${ctx.venue.id} AND c.unit_id = w.unit_id AND c.slot_start = w.slot_start
    LEFT JOIN booking_line l ON l.venue_id = c.venue_id AND l.id = c.holder_id
    LEFT JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
    LEFT JOIN place_lock k ON k.venue_id = c.venue_id AND k.id = c.holder_id
    WHERE ${counts}
    ORDER BY c.slot_start, c.unit_id LIMIT 1`.execute(ctx.db);
  return rows[0];
}

export async function refusal(ctx: Ctx, holder: Holder | undefined, lostCell: ClaimedCell): Promise<AppError> {
  const { zone } = ctx.venue;
  const { claim } = lostCell;
  const { day } = claim;
  const locked = holder !== undefined && holder.order_id === null;
  const name = locked ? `${word("lock", ctx.language)} ${holder.reason ?? ""}`.trim() : holder?.name || word("walkIn", ctx.language);
  const at = holder?.at ?? ctx.now;
  const booked = wall(at, zone);
  const place = placeLabel(claim.place.name, ctx.language);
  const time = `${day === today(ctx) ? "" : `${day.slice(5)} `}${span(claim.start, claim.end)}`;
  return new AppError(
    "slotTaken",
    { place, time, name, at: `${dayOf(ctx.now, zone) === booked.day ? "" : `${booked.day.slice(5)} `}${clock(booked.minute)}` },
    {
      placeId: claim.place.id,
      day,
      start: claim.start,
      end: claim.end,
      holder: { name, at: at.toISOString(), orderId: holder?.order_id ?? null, locked },
      alternatives: await alternativesTo(ctx, day, claim, claim.holderId),
    },
  );
}
