/**
 * Demo data: three venues, 2,000 members, 60 days of trade up to now and bookings two weeks ahead, made through the services themselves,
 * so that its ledger balances like any other. A seed and the date fix every document. Each start makes the days since the last one.
 */
import { addDays, dayOf, daysBetween, DEFAULT_ZONE, instant } from "../../contract/core/time";
import { type Database, PLATFORM } from "../db/client";
import { change, read, systemRequest } from "../http/perform";
import type { VenueRow } from "../http/context";
import { simulateDay } from "./day";
import { makeBank } from "./bank";
import { makeBills } from "./bills";
import { makeBooks } from "./books";
import { makeCards } from "./cards";
import { makeCouponOffers } from "./coupon-offers";
import { makeCoupons } from "./coupons";
import { type Desk, openDesk } from "./desk";
import { finishFixed, makeFixed } from "./fixed";
import { makeCompetitions } from "./competitions";
import { makeGames } from "./games";
import { makeGroups } from "./groups";
import { makeNotices } from "./notices";
import { makeActivities } from "./activities";
import { makeGroupon } from "./groupon";
import { makeReviews } from "./reviews";
import { makeSegments } from "./segments";
import { enrolMembers } from "./members";
import { setupPrices } from "./prices";
import { seededChange } from "./seeded";
import { makeOpenPlays } from "./open-play";
import { makeClasses } from "./coaches";
import { makeIntroductions } from "./introductions";
import { makeContent } from "./content";
import { makeUnions } from "./unions";
import { finishSessions } from "./capacity-sessions";
import { makeBudgets } from "./budgets";
import { makeInvoices } from "./invoices";
import { makeJournal } from "./journal";
import { makeSettlements } from "./settlements";
import { makeReferrals } from "./referrals";
import { makeTransfers } from "./transfers";
import { setupPlatform, venueRow } from "./setup";
import { setupVenue } from "./setup-venue";
import { DEMO_VENUES, type DemoVenue } from "./venues";

/** Days of trade before today, where it is not told. */
const HISTORY_DAYS = 60;
/** Counter that holds the last day made, as days since `EPOCH`. */
const THROUGH = "demo:through";
const EPOCH = "2000-01-01";

export interface DemoOptions {
  /** Until when trade is made: the clock of the install, or `DEMO_DATE`. */
  readonly now: Date;
  readonly log?: (line: string) => void;
  /** Days of trade before today in a new install. */
  readonly historyDays?: number;
}

/**
 * Loads the demo data, or brings it up to now. An install that holds anything else than the demo is left alone.
 * @returns how many days were made
 */
export async function loadDemo(
  database: Database,
  { now, log = () => undefined, historyDays = HISTORY_DAYS }: DemoOptions,
): Promise<number> {
  const today = dayOf(now, DEFAULT_ZONE);
  const firstDay = addDays(today, -historyDays);
  const isNew = await setupPlatform(database, instant(firstDay, 0, DEFAULT_ZONE));
  if (isNew) await makeNotices(database, now);
  if (isNew) log(`Making the demo data: three venues, ${historyDays} days of trade …`);
  const days = await Promise.all(DEMO_VENUES.map((demo) => loadVenue(database, demo, { firstDay, now, isNew })));
  return Math.max(...days);
}

async function loadVenue(database: Database, demo: DemoVenue, at: { firstDay: string; now: Date; isNew: boolean }): Promise<number> {
  const exists = await database.dbFor(PLATFORM).selectFrom("venue").select("id").where("id", "=", demo.id).executeTakeFirst();
  if (!exists) return 0;
  const venue = await venueRow(database.dbFor(PLATFORM), demo.id);
  if (at.isNew) await openVenue(database, venue, demo, at);
  const through = await madeThrough(database, venue);
  if (through === undefined) return 0;
  const today = dayOf(at.now, venue.zone);
  let made = 0;
  let desk: Desk | undefined;
  for (let day = addDays(through, 1); day <= today; day = addDays(day, 1)) {
    desk ??= await read(database, systemRequest(venue, "demo.desk", at.now), (ctx) => openDesk(ctx, day));
    desk = await makeDay(database, venue, demo, desk, day, at.now);
    made++;
  }
  if (at.isNew) {
    await seededChange(database, venue, { action: "demo.fixed", now: at.now, seed: ["finish"] }, (ctx) => finishFixed(ctx, demo, today));
    await seededChange(database, venue, { action: "demo.sessions", now: at.now, seed: ["sessions"] }, finishSessions);
    await seededChange(database, venue, { action: "demo.openPlay", now: at.now, seed: ["open play"] }, (ctx) => makeOpenPlays(ctx, demo));
    await seededChange(database, venue, { action: "demo.games", now: at.now, seed: ["games"] }, (ctx) => makeGames(ctx, demo));
    await seededChange(database, venue, { action: "demo.competitions", now: at.now, seed: ["competitions"] }, (ctx) =>
      makeCompetitions(ctx, demo),
    );
    await seededChange(database, venue, { action: "demo.groups", now: at.now, seed: ["groups"] }, makeGroups);
    await seededChange(database, venue, { action: "demo.cards", now: at.now, seed: ["cards"] }, makeCards);
    await seededChange(database, venue, { action: "demo.marketing", now: at.now, seed: ["reviews"] }, makeReviews);
    await seededChange(database, venue, { action: "demo.transfers", now: at.now, seed: ["transfers"] }, makeTransfers);
    await seededChange(database, venue, { action: "demo.marketing", now: at.now, seed: ["activities"] }, makeActivities);
    await seededChange(database, venue, { action: "demo.marketing", now: at.now, seed: ["groupon"] }, makeGroupon);
    await seededChange(database, venue, { action: "demo.marketing", now: at.now, seed: ["segments"] }, makeSegments);
    await seededChange(database, venue, { action: "demo.marketing", now: at.now, seed: ["coupon offers"] }, makeCouponOffers);
    await seededChange(database, venue, { action: "demo.marketing", now: at.now, seed: ["referrals"] }, makeReferrals);
    await seededChange(database, venue, { action: "demo.coupons", now: at.now, seed: ["coupons"] }, makeCoupons);
    await seededChange(database, venue, { action: "demo.books", now: at.now, seed: ["books"] }, makeBooks);
    await seededChange(database, venue, { action: "demo.bills", now: at.now, seed: ["bills"] }, makeBills);
    await seededChange(database, venue, { action: "demo.content", now: at.now, seed: ["content"] }, makeContent);
    await seededChange(database, venue, { action: "demo.unions", now: at.now, seed: ["unions"] }, (ctx) => makeUnions(ctx, demo));
    await seededChange(database, venue, { action: "demo.classes", now: at.now, seed: ["classes"] }, makeClasses);
    await seededChange(database, venue, { action: "demo.members", now: at.now, seed: ["introductions"] }, makeIntroductions);
    await seededChange(database, venue, { action: "demo.bank", now: at.now, seed: ["bank"] }, makeBank);
    await seededChange(database, venue, { action: "demo.budgets", now: at.now, seed: ["budgets"] }, makeBudgets);
    // Last: what is settled must not change any more.
    await seededChange(database, venue, { action: "demo.settlements", now: at.now, seed: ["settlements"] }, makeSettlements);
    await seededChange(database, venue, { action: "demo.journal", now: at.now, seed: ["journal"] }, makeJournal);
    await seededChange(database, venue, { action: "demo.invoices", now: at.now, seed: ["invoices"] }, makeInvoices);
  }
  return made;
}

/** Everything before the first day of trade. */
async function openVenue(database: Database, venue: VenueRow, demo: DemoVenue, at: { firstDay: string; now: Date }): Promise<void> {
  const { firstDay } = at;
  const opened = instant(addDays(firstDay, -1), 540, venue.zone);
  await seededChange(database, venue, { action: "demo.setup", now: opened, seed: ["setup"] }, async (ctx) => {
    await setupVenue(ctx, demo, addDays(firstDay, -800));
    await setupPrices(ctx, demo, dayOf(at.now, venue.zone));
  });
  await enrolMembers(database, venue, demo, firstDay);
  await seededChange(database, venue, { action: "demo.fixed", now: opened, seed: ["fixed"] }, (ctx) =>
    makeFixed(ctx, demo, firstDay, dayOf(at.now, venue.zone)),
  );
  await change(database, systemRequest(venue, "demo.setup", opened), (ctx) => keepRunning(ctx.db, venue.id, addDays(firstDay, -1)));
}

/** @returns the desk as the day leaves it */
async function makeDay(database: Database, venue: VenueRow, demo: DemoVenue, desk: Desk, day: string, now: Date): Promise<Desk> {
  const start = instant(day, 0, venue.zone);
  let tries = 0;
  let used = desk;
  await seededChange(database, venue, { action: "demo.day", now: start, seed: ["ids", day] }, async (ctx, tick) => {
    // A day that is tried again begins with the desk as the venue is, not as the first try left it.
    if (tries++ > 0) used = await openDesk(ctx, day);
    await simulateDay(ctx, demo, used, day, now, tick);
    await keepRunning(ctx.db, venue.id, day);
  });
  return used;
}

async function madeThrough(database: Database, venue: VenueRow): Promise<string | undefined> {
  const row = await database
    .dbFor(venue.id)
    .selectFrom("counter")
    .select("value")
    .where("venue_id", "=", venue.id)
    .where("name", "=", THROUGH)
    .executeTakeFirst();
  return row && addDays(EPOCH, row.value);
}

async function keepRunning(db: ReturnType<Database["dbFor"]>, venueId: string, day: string): Promise<void> {
  const value = daysBetween(EPOCH, day);
  await db
    .insertInto("counter")
    .values({ venue_id: venueId, name: THROUGH, value })
    .onConflict((conflict) => conflict.columns(["venue_id", "name"]).doUpdateSet({ value }))
    .execute();
}
