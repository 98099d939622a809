/** Refusals of what somebody else has cancelled meanwhile. */
import { sql } from "kysely";
import { clock, wall } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";

type Table = "booking_order" | "session_order" | "hall_booking" | "open_play" | "open_play_ticket" | "fixed_contract";

/** States in which nothing is left to be cancelled. */
const OVER = ["cancelled", "left", "ended"];

/**
 * Wraps a service of one document: its refusal of a cancelled document names who cancelled it and when. What the clock cancelled stays as it
 * is refused, because the desk may still owe cash for it.
 */
export const namingWhoCancelled =
  <I extends { readonly id: string }, O>(table: Table, service: (ctx: Ctx, input: I) => Promise<O>) =>
  async (ctx: Ctx, input: I): Promise<O> => {
    try {
      return await service(ctx, input);
    } catch (error) {
      if (!(error instanceof AppError) || error.key !== "wrongState") throw error;
      const state = OVER.find((each) => each === error.data["state"]);
      const by = state === undefined ? undefined : await lastSetTo(ctx, { table, id: input.id, state });
      throw by ? new AppError("cancelledBy", by, { ...error.data, ...by }) : error;
    }
  };

/** Returns who gave a row the state that it is in, and when in the venue's time; undefined where the clock did, or the log no longer knows. */
async function lastSetTo(
  ctx: Ctx,
  { table, id, state }: { readonly table: string; readonly id: string; readonly state: string },
): Promise<{ name: string; at: string } | undefined> {
  const entry = await ctx.db
    .selectFrom("audit_log")
    .select(["at", "operator", "person_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("object", "=", table)
    .where("object_id", "=", id)
    .where(sql<boolean>`coalesce(after ->> 'order_status', after ->> 'status', after ->> 'state') = ${state}`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!entry || entry.person_id === "") return undefined;
  const { day, minute } = wall(entry.at, ctx.venue.zone);
  return { name: entry.operator, at: `${day} ${clock(minute)}` };
}
