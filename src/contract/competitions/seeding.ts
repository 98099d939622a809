/** Seeding of an event before its draw, by a ranking list or by past results. */
import { z } from "#zod";
import { get, Id, postJson, resource } from "../core/call";

const base = "/api/manage/competition/draw";

/** A row of a ranking list: a rank, points, or both. */
export const RankingRow = z.object({
  name: z.string().trim().min(1).max(60),
  rank: z.int().min(1).max(1_000_000).optional(),
  points: z.number().min(0).max(100_000_000).optional(),
});
export type RankingRow = z.infer<typeof RankingRow>;

const Seeding = z.object({
  /** Seeds that the event has. */
  seeds: z.number().int(),
  entries: z.array(
    z.object({
      id: Id,
      name: z.string(),
      club: z.string(),
      seed: z.number().int().nullable(),
      /** Rank and points in the list; null where the list does not name it. */
      rank: z.number().nullable(),
      points: z.number().nullable(),
      /** Points of its players' places in finished events; null without any. */
      past: z.number().nullable(),
    }),
  ),
  /** Rows of the list that was imported last, and the names in it that have not entered. */
  rows: z.number().int(),
  unknown: z.array(z.string()),
});
export type Seeding = z.infer<typeof Seeding>;

export const seeding = resource({
  view: get(`${base}/seeding`, {
    summary: "Entries of an event with rank and past results",
    code: "draw_list",
    input: z.object({ eventId: Id }),
    output: Seeding,
  }),
  save: postJson(`${base}/seeding-save`, {
    summary: "Replace ranking list, seeds or qualifying of an event that is not drawn",
    code: "draw_make",
    input: z.object({
      eventId: Id,
      rows: z.array(RankingRow).max(5_000).optional(),
      /** Entries with a seed, the strongest first; all others have none. */
      ids: z.array(Id).max(32).optional(),
      qualifyingIds: z.array(Id).max(512).optional(),
    }),
    output: Seeding,
  }),
});
