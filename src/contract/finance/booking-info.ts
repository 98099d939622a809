/**
 * Booking details (订场明细): each line of each booking: its sale, as the list of orders has it, and what was
 * paid, given back and earned of it, as the ledger has it.
 */
import { limitFileDays } from "../core/file-days";
import { z } from "#zod";
import { download, get, Id, PageQuery, pageOf, resource, SearchText, Words, XLSX } from "../core/call";
import { ColourStyle, OrderSource, PaymentTypeOut } from "../core/enums";
import { Yuan } from "../core/money";
import { OrderStatus, PayStatus } from "../core/states";
import { Day, MinuteOfDay } from "../core/time";

/**
 * The sale of a line, or many, and what was paid and given back of it. `price` = `list` − the discounts; `net` = `paid` − `refunded`, of which
 * `fee` was kept of what was given up. Sums over all lines of orders are the orders' `list`, `discount`, `total` and `refunded`.
 */
const Figures = {
  list: Yuan,
  /** Discounts by cause; `manual`: by hand, and what was given away; `other`: coupon, package card. */
  member: Yuan,
  promotion: Yuan,
  bundle: Yuan,
  coupon: Yuan,
  manual: Yuan,
  other: Yuan,
  price: Yuan,
  paid: Yuan,
  refunded: Yuan,
  fee: Yuan,
  net: Yuan,
};

/** A line of a booking. */
export const BookingInfo = z.object({
  id: Id,
  orderId: Id,
  no: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  program: z.string(),
  hallName: z.string(),
  placeName: z.string(),
  name: z.string(),
  phone: z.string(),
  memberId: Id.nullable(),
  cardTypeName: z.string().nullable(),
  cardTypeColour: ColourStyle.nullable(),
  source: OrderSource,
  ...Figures,
  payTypes: z.array(PaymentTypeOut),
  orderStatus: OrderStatus,
  payStatus: PayStatus,
  operator: z.string(),
});
export type BookingInfo = z.infer<typeof BookingInfo>;

/** Days of play, or days on which money came in. */
export const INFO_DAYS = ["play", "pay"] as const;
export const INFO_GROUPS = ["place", "hour", "weekday"] as const;
export const InfoGroup = z.enum(INFO_GROUPS);
export type InfoGroup = z.infer<typeof InfoGroup>;

export const BookingInfoFilter = z.object({
  q: SearchText.optional().describe("order number, name, phone, card number"),
  from: Day.optional(),
  to: Day.optional(),
  /** Which day `from` and `to` are; play when left out. */
  by: z.enum(INFO_DAYS).optional(),
  hallId: Words.optional(),
  programId: Words.optional(),
  placeId: Words.optional(),
  source: Words.optional(),
  orderStatus: Words.optional(),
  payStatus: Words.optional(),
  cardTypeId: Words.optional(),
});
/**
 * Sums as they are booked. Lines of a locked period count as they stood when it was locked: `since` is what became of their net afterwards, booked
 * on a later day; `later` is what was booked in these days of lines in locked periods. Net of the lines now = `net` − `later` + `since`.
 */
export const BookingInfoSums = z.object({ count: z.number().int(), minutes: z.number().int(), ...Figures, later: Yuan, since: Yuan });

const base = "/api/manage/venue/booking-place-info";
const code = "booking_place_info";
export const bookingInfo = resource({
  list: get("/api/open/venue/get-page-report-by-booking-place-info", {
    summary: "Lines of bookings with what was posted for them, a page",
    code,
    input: BookingInfoFilter.extend(PageQuery.shape).extend({ venueId: Id }),
    output: pageOf(BookingInfo),
  }),
  sums: get(`${base}/sums`, { summary: "Sums over the filter", code, input: BookingInfoFilter, output: BookingInfoSums }),
  groups: get(`${base}/groups`, {
    summary: "The lines of a filter by place, by hour of the start, or by weekday",
    code,
    input: BookingInfoFilter.extend({ group: InfoGroup }),
    output: z.object({
      content: z.array(
        z.object({
          /** Id of the place, hour 0–23, or weekday 1–7. */
          key: z.string(),
          /** Name of the place; "" otherwise. */
          name: z.string(),
          count: z.number().int(),
          minutes: z.number().int(),
          net: Yuan,
        }),
      ),
    }),
  }),
  excel: download(`${base}/excelExport`, {
    summary: "Lines of bookings of the filter as an Excel file",
    code: "booking_info_export",
    input: limitFileDays(BookingInfoFilter, ["from", "to"]),
    file: XLSX,
  }),
});
