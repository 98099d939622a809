/**
 * Synced prices: the prices of a plan, written down for places and days. A synced slot
 * keeps its price, whatever becomes of the plan, until it is synced again.
 */
import { addFault, withRule } from "../core/between";
import { z } from "#zod";
import { ById, get, Id, PageQuery, pageOf, postJson, resource, Words } from "../core/call";
import { Yuan } from "../core/money";
import { PriceSyncState } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";

/** Slots by what becomes of them. */
const Counts = {
  /** New: not synced before. */
  added: z.number().int(),
  /** Synced before, at another price. */
  repriced: z.number().int(),
  /** Would be new or re-priced, but are sold: they keep the price they have. */
  kept: z.number().int(),
  /** Synced before, at the same price. */
  same: z.number().int(),
};

/** A run of the sync. */
export const PriceSync = z.object({
  id: Id,
  /** `release`: synced days were given back to live prices. */
  kind: z.enum(["sync", "release"]),
  /** Empty for a release. */
  planId: z.string(),
  planName: z.string(),
  programName: z.string(),
  from: Day,
  to: Day,
  places: z.string(),
  state: PriceSyncState,
  /** Days of places: done so far, and all. */
  done: z.number().int(),
  total: z.number().int(),
  ...Counts,
  /** For a release: slots that have no price after it. */
  lost: z.number().int(),
  operator: z.string(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type PriceSync = z.infer<typeof PriceSync>;

/** Input of a price sync. */
const PriceSyncDraft = withRule(
  z.object({
    planId: Id,
    from: Day,
    to: Day,
    placeIds: z.array(Id).max(200).default([]).describe("empty: all places of the plan"),
  }),
  ({ from, to }, issues) => {
    if (to < from) addFault(issues, ["to"], "notBefore");
  },
);

/** A stretch of slots of one place that would change alike. */
export const SyncSample = z.object({
  day: Day,
  placeId: Id,
  placeName: z.string(),
  hallName: z.string(),
  start: MinuteOfDay,
  end: MinuteOfDay,
  outcome: z.enum(["added", "repriced", "kept", "lost"]),
  /** Walk-in price of a slot as synced before; null where it was not. */
  from: Yuan.nullable(),
  /** New price; null where a release leaves it without a price (`lost`). */
  to: Yuan.nullable(),
});
export type SyncSample = z.infer<typeof SyncSample>;

export const SyncPreview = z.object({
  places: z.number().int(),
  days: z.number().int(),
  slots: z.number().int(),
  ...Counts,
  /** The first 100 stretches. */
  samples: z.array(SyncSample),
});
export type SyncPreview = z.infer<typeof SyncPreview>;

/** Synced days that are to follow live prices again. */
const PriceReleaseDraft = withRule(
  z.object({
    programId: Id,
    from: Day,
    to: Day,
    placeIds: z.array(Id).max(200).default([]).describe("empty: all places of the program"),
  }),
  ({ from, to }, issues) => {
    if (to < from) addFault(issues, ["to"], "notBefore");
  },
);

/** Effect of a release. */
export const ReleasePreview = z.object({
  /** Plans whose prices are there now. */
  plans: z.array(z.string()),
  /** Synced days of places. */
  days: z.number().int(),
  slots: z.number().int(),
  /** Live prices that are others. */
  repriced: z.number().int(),
  /** Would be others, but are sold: bookings keep the price they have. */
  kept: z.number().int(),
  /** Without a live price: not for sale from then on. */
  lost: z.number().int(),
  same: z.number().int(),
  /** The first 100 stretches. */
  samples: z.array(SyncSample),
});
export type ReleasePreview = z.infer<typeof ReleasePreview>;

const base = "/api/manage/venue/place-booking";
export const priceSync = resource({
  list: get(`${base}/sync-list`, {
    summary: "Runs of the sync, newest first, a page",
    code: "place_booking_form",
    input: z.object({ planId: Id.optional(), state: Words.optional() }).extend(PageQuery.shape),
    output: pageOf(PriceSync),
  }),
  view: get(`${base}/sync-view`, { summary: "One run of the sync", code: "place_booking_form", input: ById, output: PriceSync }),
  preview: postJson(`${base}/sync-preview`, {
    summary: "How many slots are new, re-priced, or kept because sold",
    effect: false,
    code: "place_booking_form",
    input: PriceSyncDraft,
    output: SyncPreview,
  }),
  run: postJson(`${base}/sync`, {
    summary: "Begin a run of the sync; one at a time",
    code: "price_sync_run",
    input: PriceSyncDraft,
    output: PriceSync,
  }),
  advance: postJson(`${base}/sync-advance`, {
    summary: "Do the next part of a run; the server goes on by itself when nobody asks",
    code: "price_sync_run",
    input: ById,
    output: PriceSync,
  }),
  releasePreview: postJson(`${base}/release-preview`, {
    summary: "What prices synced days would have if they followed the live plans again",
    effect: false,
    code: "place_booking_form",
    input: PriceReleaseDraft,
    output: ReleasePreview,
  }),
  release: postJson(`${base}/release`, {
    summary: "Give synced days back to live prices; bookings keep what they cost",
    code: "price_sync_run",
    input: PriceReleaseDraft,
    output: PriceSync,
  }),
  cancel: postJson(`${base}/sync-cancel`, {
    summary: "Stop a run; what is done stays",
    code: "price_sync_run",
    input: ById,
    output: PriceSync,
  }),
});
