/** The chosen venue: its data and policies. */
import type { Output, Parsed } from "../../../contract/call";
import { Sport } from "../../../contract/enums";
import { Venue, type venue } from "../../../contract/venue";
import type { Ctx, VenueRow } from "../../http/context";

const shown = (row: VenueRow): Venue => ({
  id: row.id,
  name: row.name,
  logo: row.logo,
  province: row.province,
  city: row.city,
  area: row.area,
  address: row.address,
  phone: row.phone,
  zone: row.zone,
  mainTag: Sport.parse(row.main_tag),
  tags: row.tags.flatMap((tag) => Sport.options.find((sport) => sport === tag) ?? []),
  holdMinutes: row.hold_minutes,
  daysAhead: row.days_ahead,
  freeCancelHours: row.free_cancel_hours,
  lateCancelPercent: row.late_cancel_percent,
  purseOrder: Venue.shape.purseOrder.parse(row.purse_order),
});

export const view = async (ctx: Ctx): Promise<Output<typeof venue.view>> => shown(ctx.venue);

/** Changes name, contact and policies. Orders that exist keep what they were sold under. */
export async function modify(ctx: Ctx, input: Parsed<typeof venue.modify>): Promise<Output<typeof venue.modify>> {
  const row = await ctx.db
    .updateTable("venue")
    .set({
      name: input.name,
      address: input.address,
      phone: input.phone,
      hold_minutes: input.holdMinutes,
      days_ahead: input.daysAhead,
      free_cancel_hours: input.freeCancelHours,
      late_cancel_percent: input.lateCancelPercent,
      purse_order: input.purseOrder,
    })
    .where("id", "=", ctx.venue.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.emit({ type: "changed", data: { resource: "venue" } });
  return shown(row);
}
