/** Price rules of places beyond the grid's own answers (spec §7 "Open endpoints", product booking "Prices"). */
import { z } from "zod";
import { get, Id, resource } from "./call";
import { Yuan } from "./money";
import { Day, MinuteOfDay } from "./time";

/** A temporary price: for one member level, some days and hours. */
export const TemporaryPrice = z.object({
  id: Id,
  name: z.string(),
  /** Card type that it is for; null: everyone. */
  cardTypeId: Id.nullable(),
  cardTypeName: z.string(),
  programId: Id,
  programName: z.string(),
  placeIds: z.array(Id),
  from: Day,
  to: Day,
  /** 1 = Monday … 7 = Sunday. */
  weekdays: z.array(z.number().int().min(1).max(7)),
  start: MinuteOfDay,
  end: MinuteOfDay,
  price: Yuan,
  unit: z.enum(["place", "head"]),
  reason: z.string(),
});
export type TemporaryPrice = z.infer<typeof TemporaryPrice>;

export const pricing = resource({
  temporaryByLevel: get("/api/open/temporary-booking/get-temporary-booking-set-by-level", {
    summary: "Temporary prices by member level",
    code: ["temporary_booking_price", "venue_booking"],
    input: z.object({ venueId: Id, cardTypeId: Id.optional(), day: Day.optional() }),
    output: z.object({ content: z.array(TemporaryPrice) }),
  }),
});
