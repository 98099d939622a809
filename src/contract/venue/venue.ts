/** The venue itself: data, policies. */
import { z } from "#zod";
import { download, FileUrl, get, Id, postJson, resource } from "../core/call";
import { Sport } from "../core/enums";
import { Yuan } from "../core/money";
import { MinuteOfDay } from "../core/time";

/** The media type of a venue's export: a gzipped tar. */
export const ARCHIVE = "application/gzip";

/** Which purse pays first. */
export const PurseOrder = z.enum(["principalFirst", "giftFirst", "proRata"]);

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
  purseOrder: PurseOrder,
  /** Amount that an offline till may charge to a member's principal; 0: nothing. */
  offlineBalance: Yuan,
  /** Short form of the name, for narrow spaces. */
  shortName: z.string(),
  pictures: z.array(z.string()),
  intro: z.string(),
  contact: z.string(),
  email: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** Minutes from midnight by weekday, Monday first; closed where opening and closing are the same. */
  openMinutes: z.array(MinuteOfDay),
  closeMinutes: z.array(MinuteOfDay),
  /** Above and below what is sold, on receipts; may have lines. */
  receiptHead: z.string(),
  receiptFoot: z.string(),
  /** Anybody may open the venue's pages below /mini. */
  publicPage: z.boolean(),
});
export type Venue = z.infer<typeof Venue>;

export const venue = resource({
  view: get("/api/manage/venue/venue/view", { summary: "The chosen venue", output: Venue }),
  modify: postJson("/api/manage/venue/venue/modify", {
    summary: "Change venue data and policies",
    code: "venue_modify",
    /** Omitted fields stay unchanged. */
    input: z.object({
      name: z.string().trim().min(2).max(60),
      address: z.string().trim().max(120),
      phone: z.string().trim().max(20),
      holdMinutes: z.int().min(1).max(240).optional(),
      daysAhead: z.int().min(1).max(365).optional(),
      freeCancelHours: z.int().min(0).max(720).optional(),
      lateCancelPercent: z.number().min(0).max(100).multipleOf(0.01).optional(),
      purseOrder: PurseOrder.optional(),
      shortName: z.string().trim().max(20).optional(),
      logo: FileUrl.nullable().optional(),
      pictures: z.array(FileUrl).max(12).optional(),
      intro: z.string().trim().max(2_000).optional(),
      contact: z.string().trim().max(40).optional(),
      email: z.union([z.literal(""), z.email({ error: "format" }).max(120)]).optional(),
      province: z.string().trim().max(40).optional(),
      city: z.string().trim().max(40).optional(),
      area: z.string().trim().max(40).optional(),
      longitude: z.number().min(-180).max(180).nullable().optional(),
      latitude: z.number().min(-90).max(90).nullable().optional(),
      openMinutes: z.array(MinuteOfDay).length(7).optional(),
      closeMinutes: z.array(MinuteOfDay).length(7).optional(),
      receiptHead: z.string().trim().max(200).optional(),
      receiptFoot: z.string().trim().max(200).optional(),
      publicPage: z.boolean().optional(),
    }),
    output: Venue,
  }),
  archiveSize: get("/api/manage/venue/venue/export-size", {
    summary: "How much an export of the whole venue will hold",
    code: "venue_export",
    output: z.object({
      rows: z.number().int(),
      /** Approximate size of the file. */
      bytes: z.number().int(),
    }),
  }),
  archive: download("/api/manage/venue/venue/export", {
    summary: "The whole venue as one file, for an empty installation; without passwords, sessions and keys",
    code: "venue_export",
    file: ARCHIVE,
  }),
});
