/** What other systems ask of sold slots. */
import { z } from "#zod";
import { get, Id, PageQuery, pageOf, resource, SearchText } from "./call";
import { PaymentTypeOut } from "./enums";
import { Yuan } from "./money";
import { PayStatus } from "./states";
import { Day, MinuteOfDay } from "./time";

const OpenPeriod = z.object({ from: Day, to: Day, venueId: Id });

/** A sold slot with who paid it. */
export const SoldPlace = z.object({
  orderId: Id,
  no: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
  hallName: z.string(),
  placeName: z.string(),
  name: z.string(),
  phone: z.string(),
  list: Yuan,
  discount: Yuan,
  total: Yuan,
  payTypes: z.array(PaymentTypeOut),
  payStatus: PayStatus,
});
export const reports = resource({
  soldPlaces: get("/api/open/venue/get-page-report-by-booking-place-info", {
    summary: "Sold slots with who paid them, a page",
    code: ["booking_place_info", "space_statistics_log"],
    input: OpenPeriod.extend({ q: SearchText.optional(), hallId: Id.optional() }).extend(PageQuery.shape),
    output: pageOf(SoldPlace),
  }),
});
