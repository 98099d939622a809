/** Shuts a person out: another one changed their password, disabled or removed them. */
import type { Ctx } from "../../http/context";
import { seeVenue } from "../../kernel/at-venue";
import { auditLine } from "../../kernel/audit-line";
import { forgetDevices } from "../../kernel/devices";
import { venuesOf } from "./reach";

/**
 * Ends all sessions of a person, and what would open another one, and writes it into the operation log of each of their venues: a
 * password never enters the log, so that setting one would else leave no line.
 */
export async function endSessions(ctx: Ctx, personId: string): Promise<void> {
  const ended = await ctx.db.deleteFrom("person_session").where("person_id", "=", personId).executeTakeFirst();
  await ctx.db.deleteFrom("qr_ticket").where("person_id", "=", personId).execute();
  await forgetDevices(ctx.db, personId);
  await ctx.db.updateTable("sms_code").set({ used_at: ctx.now }).where("person_id", "=", personId).where("used_at", "is", null).execute();
  await auditLineAtEach(ctx, personId, { before: { sessions: Number(ended.numDeletedRows) }, after: { sessions: 0 } });
}

/** Writes what was done to a person's account into the operation log of each of their venues. */
export async function auditLineAtEach(ctx: Ctx, personId: string, change: { before: object; after: object }): Promise<void> {
  for (const venueId of new Set([...(await venuesOf(ctx.db, personId)), ctx.venue.id])) {
    await seeVenue(ctx.db, venueId);
    await auditLine(ctx, { object: "person", id: personId, ...change }, venueId);
  }
  await seeVenue(ctx.db, ctx.venue.id);
}
