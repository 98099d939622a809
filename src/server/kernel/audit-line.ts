/** A line of the audit log for what no row shows: something seen or carried out of the house, a password set, a reason. The rest the database writes. */
import type { Ctx } from "../http/context";

interface Line {
  /** Table of what it is about ("member"). */
  readonly object: string;
  /** Its id, or "*" for a whole list. */
  readonly id: string;
  readonly before?: object;
  readonly after?: object;
}

/**
 * Writes that a file of people's data leaves the house: before its first row does.
 * @param inFull whether mobiles are in it as they are; else they are masked
 */
export const auditExport = (ctx: Ctx, object: string, inFull = false, id = "*"): Promise<void> =>
  auditLine(ctx, { object, id, after: { phones_state: inFull ? "in_full" : "masked" } });

/** Writes a line under the person, address and name of the call, at the venue of the context or, within its transaction, at another. */
export async function auditLine(ctx: Ctx, { object, id, before, after }: Line, venueId = ctx.venue.id): Promise<void> {
  await ctx.db
    .insertInto("audit_log")
    .values({
      venue_id: venueId,
      at: ctx.now,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      address: ctx.address,
      action: ctx.action,
      object,
      object_id: id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute();
}
