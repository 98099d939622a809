/** The venue itself: data, policies (spec §7, product platform-and-content). */
import { z } from "zod";
import { get, Id, postJson, resource } from "./call";
import { Sport } from "./enums";

/** A venue with the policies that its bookings and purses follow. */
export const Venue = z.object({
  id: Id,
  name: z.string(),
  logo: z.string().nullable(),
  province: z.string(),
  city: z.string(),
  area: z.string(),
  address: z.string(),
  phone: z.string(),
  zone: z.string(),
  mainTag: Sport,
  tags: z.array(Sport),
  /** Minutes that an unpaid hold lives. */
  holdMinutes: z.number().int(),
  /** Days ahead that the desk may book. */
  daysAhead: z.number().int(),
  /** Free cancellation until this many hours before the start. */
  freeCancelHours: z.number().int(),
  /** Fee of a late cancellation, percent of what was paid. */
  lateCancelPercent: z.number(),
  /** Which purse pays first. */
  purseOrder: z.enum(["principalFirst", "giftFirst", "proRata"]),
});
export type Venue = z.infer<typeof Venue>;

export const venue = resource({
  view: get("/api/manage/venue/venue/view", { summary: "The chosen venue", output: Venue }),
  modify: postJson("/api/manage/venue/venue/modify", {
    summary: "Change venue data and policies",
    code: "venue_modify",
    input: z.object({
      name: z.string().trim().min(2).max(60),
      address: z.string().trim().max(120),
      phone: z.string().trim().max(20),
      holdMinutes: z.int().min(1).max(240),
      daysAhead: z.int().min(1).max(365),
      freeCancelHours: z.int().min(0).max(720),
      lateCancelPercent: z.number().min(0).max(100).multipleOf(0.01),
      purseOrder: z.enum(["principalFirst", "giftFirst", "proRata"]),
    }),
    output: Venue,
  }),
});
