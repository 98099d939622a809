/** Effects of a new password: everyone else in the account is logged out, and each venue of the person gets a log entry. */
import { PLATFORM, type Tx } from "../../db/client";
import type { Operator, PersonCtx } from "../../http/context";
import { seeVenue } from "../../kernel/at-venue";
import { forgetDevices } from "../../kernel/devices";
import { hashOf } from "../../kernel/tokens";

/**
 * Ends the sessions of the person but the one that asks, where there is one, and writes how many there were into the operation log of each
 * of their venues. Last in its transaction: the venue of its rows is another afterwards.
 * @param action name of the call that set the password
 */
export async function shutOthersOut(ctx: PersonCtx<Operator | null>, tx: Tx, person: Operator, action: string): Promise<void> {
  const own = hashOf(ctx.token);
  const ended = await tx.deleteFrom("person_session").where("person_id", "=", person.id).where("token_hash", "<>", own).executeTakeFirst();
  const ownSessions = ctx.person === null ? 0 : 1;
  // A phone's confirmation that no page has taken up yet, and a code on its way, would open one more.
  await tx.deleteFrom("qr_ticket").where("person_id", "=", person.id).execute();
  await forgetDevices(tx, person.id);
  await tx.updateTable("sms_code").set({ used_at: ctx.now }).where("person_id", "=", person.id).where("used_at", "is", null).execute();
  await auditAtVenues(ctx, tx, person, action, {
    before: { sessions: Number(ended.numDeletedRows) + ownSessions },
    after: { sessions: ownSessions },
  });
}

/**
 * Writes what happened to an account into the operation log of each of its venues: passwords and codes never enter the log, so a change of them
 * would leave no line there. Last in its transaction: the venue of its rows is another afterwards.
 */
export async function auditAtVenues(
  ctx: PersonCtx<Operator | null>,
  tx: Tx,
  person: Operator,
  action: string,
  change: { before: object; after: object },
): Promise<void> {
  const venues = await tx.selectFrom("person_venue").select("venue_id").where("person_id", "=", person.id).execute();
  for (const venue_id of [PLATFORM, ...venues.map((row) => row.venue_id)]) {
    await seeVenue(tx, venue_id);
    await tx
      .insertInto("audit_log")
      .values({
        venue_id,
        at: ctx.now,
        person_id: person.id,
        operator: person.name,
        address: ctx.address,
        action,
        object: "person",
        object_id: person.id,
        before: JSON.stringify(change.before),
        after: JSON.stringify(change.after),
      })
      .execute();
  }
}
