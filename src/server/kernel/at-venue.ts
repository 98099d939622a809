/** Work at another venue of the organization, in the transaction of this one. */
import { sql } from "kysely";
import type { Db } from "../db/client";
import { setLocal } from "../db/settings";
import type { Ctx, PersonCtx, VenueRow } from "../http/context";
import { AppError } from "../http/error";
import { planSoon } from "./due";

/** Lets the transaction see and write the rows of a venue, and of no other, from here on. */
export const seeVenue = (db: Db, venueId: string): Promise<unknown> => setLocal(db, { "app.venue_id": venueId });

/**
 * The database as a venue sees it, for whoever looks at its public pages.
 * @throws AppError `missing` where there is no such venue: nothing is then read or remembered under its id
 */
export async function openVenue(ctx: PersonCtx<null>, venueId: string): Promise<Db> {
  const venue = await ctx.db.selectFrom("venue").select("id").where("id", "=", venueId).executeTakeFirst();
  if (!venue) throw new AppError("missing", { what: ctx.language === "zh" ? "场馆" : "Venue" });
  return ctx.dbFor(venue.id);
}

/** The other venues of the organization. */
export const otherVenues = (ctx: Ctx): Promise<VenueRow[]> =>
  ctx.db
    .selectFrom("venue")
    .selectAll()
    .where("organization_id", "=", ctx.venue.organization_id)
    .where("id", "<>", ctx.venue.id)
    .orderBy("id")
    .execute();

/** Reads at another venue. The caller's own transaction sees this venue again afterwards. */
export async function readAt<T>(ctx: Ctx, venue: VenueRow, work: (there: Ctx) => Promise<T>): Promise<T> {
  await seeVenue(ctx.db, venue.id);
  // The person's permissions here do not apply there, and cached reads belong to their own venue.
  const answer = await work({ ...ctx, venue, codes: new Set(), scope: {} });
  await seeVenue(ctx.db, ctx.venue.id);
  return answer;
}

/**
 * Checks now that the transactions posted so far balance. The check sees the postings of one venue, so it runs before the other comes into view; it
 * is deferred again afterwards, for a transaction balances only once the statement after it has written its postings.
 */
const checkBalances = (db: Db): Promise<unknown> =>
  Promise.all([sql`SET CONSTRAINTS balanced IMMEDIATE`.execute(db), sql`SET CONSTRAINTS balanced DEFERRED`.execute(db)]);

/**
 * Writes at another venue: rows, ledger and log are that venue's. Both or none: a refusal there undoes what was done here. No live events go out
 * there.
 */
export async function writeAt<T>(ctx: Ctx, venue: VenueRow, work: (there: Ctx) => Promise<T>): Promise<T> {
  await checkBalances(ctx.db);
  return readAt({ ...ctx, emit: () => undefined }, venue, async (there) => {
    const done = await work(there);
    await planSoon(there.db, venue.id, ctx.now);
    ctx.wroteAt(venue.id);
    await checkBalances(there.db);
    return done;
  });
}
