/** The chosen venue: its data and policies. */
import type { Output, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { Sport } from "../../../contract/core/enums";
import { Venue, type venue } from "../../../contract/venue/venue";
import type { Ctx, VenueRow } from "../../http/context";
import { badInput } from "../../http/error";

const toVenue = (row: VenueRow): Venue => ({
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
  offlineBalance: yuan(row.offline_balance),
  shortName: row.short_name,
  pictures: row.pictures,
  intro: row.intro,
  contact: row.contact,
  email: row.email,
  longitude: row.longitude,
  latitude: row.latitude,
  openMinutes: row.open_minutes,
  closeMinutes: row.close_minutes,
  receiptHead: row.receipt_head,
  receiptFoot: row.receipt_foot,
  publicPage: row.public_page,
});

/** Read anew: what a request knows of its venue may be a moment older than a change that was just answered, and a form would save it back. */
export const view = async (ctx: Ctx): Promise<Output<typeof venue.view>> =>
  toVenue(await ctx.db.selectFrom("venue").selectAll().where("id", "=", ctx.venue.id).executeTakeFirstOrThrow());

/** @throws AppError `badInput` where a day closes before it opens, or half a position is given */
function check(ctx: Ctx, input: Parsed<typeof venue.modify>): void {
  const { openMinutes: opens = ctx.venue.open_minutes, closeMinutes: closes = ctx.venue.close_minutes } = input;
  if (opens.some((open, day) => open > (closes[day] ?? open)))
    throw badInput({
      closeMinutes: ctx.language === "zh" ? "打烊不能早于开门，没有保存" : "A day can't close before it opens; nothing was saved",
    });
  const position = [input.longitude, input.latitude];
  if (position.filter((part) => part === null || part === undefined).length === 1)
    throw badInput({ latitude: ctx.language === "zh" ? "经度和纬度要一起填写" : "Longitude and latitude go together" });
}

/** Changes name, contact and policies; what is left out stays. Orders that exist keep what they were sold under. */
export async function modify(ctx: Ctx, input: Parsed<typeof venue.modify>): Promise<Output<typeof venue.modify>> {
  check(ctx, input);
  const given = {
    hold_minutes: input.holdMinutes,
    days_ahead: input.daysAhead,
    free_cancel_hours: input.freeCancelHours,
    late_cancel_percent: input.lateCancelPercent,
    purse_order: input.purseOrder,
    short_name: input.shortName,
    logo: input.logo,
    pictures: input.pictures,
    intro: input.intro,
    contact: input.contact,
    email: input.email,
    province: input.province,
    city: input.city,
    area: input.area,
    longitude: input.longitude,
    latitude: input.latitude,
    open_minutes: input.openMinutes,
    close_minutes: input.closeMinutes,
    receipt_head: input.receiptHead,
    receipt_foot: input.receiptFoot,
    public_page: input.publicPage,
  };
  const row = await ctx.db
    .updateTable("venue")
    .set({
      name: input.name,
      address: input.address,
      phone: input.phone,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    })
    .where("id", "=", ctx.venue.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.emit({ type: "changed", data: { resource: "venue" } });
  return toVenue(row);
}
