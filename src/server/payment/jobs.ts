/**
 * Time-driven changes of payments: attempts that nobody polls are queried until their outcome is known; refunds are sent until they are
 * done.
 */
import { sql } from "kysely";
import { read } from "../http/perform";
import type { Work } from "../http/serve";
import { earliest, type Job } from "../kernel/due";
import { advance, of } from "./attempt";
import type { Channels } from "./channel";
import { returnUnclaimed, UNCLAIMED_MS } from "./claim";
import { refundOnce } from "./refund";

/** Rows of a venue in one round. */
const BATCH = 50;
const DAY_MS = 86_400_000;

async function queryOpenAttempts(work: Work, channels: Channels): Promise<void> {
  const open = await read(work.database, of(work, "payment.open"), (ctx) =>
    ctx.db
      .selectFrom("payment")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("state", "in", ["created", "processing", "unknown"])
      .where("next_at", "<=", ctx.now)
      .orderBy("next_at")
      .limit(BATCH)
      .execute(),
  );
  for (const { id } of open) await advance(work, channels, id);
}

async function sendRefunds(work: Work, channels: Channels): Promise<void> {
  const open = await read(work.database, of(work, "payment.open"), (ctx) =>
    ctx.db
      .selectFrom("channel_refund")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("state", "=", "refunding")
      .where("next_at", "<=", ctx.now)
      .orderBy("next_at")
      .limit(BATCH)
      .execute(),
  );
  for (const { id } of open) await refundOnce(work, channels, id);
}

export const paymentJobs = (channels: Channels): readonly Job[] => [
  {
    name: "payment.query",
    outside: (work) => queryOpenAttempts(work, channels),
    ...earliest("payment", "next_at", sql`state IN ('created', 'processing', 'unknown') AND next_at IS NOT NULL`),
  },
  {
    name: "payment.refund",
    outside: (work) => sendRefunds(work, channels),
    ...earliest("channel_refund", "next_at", sql`state = 'refunding'`),
  },
  {
    name: "payment.return",
    run: returnUnclaimed,
    of: ["payment"],
    next: ({
      venueId,
    }) => sql`(SELECT min(at + CASE WHEN for_order_id IS NULL THEN 1 ELSE 2 END * ${UNCLAIMED_MS} * interval '1 ms') FROM payment
      WHERE venue_id = ${venueId} AND purpose = 'document' AND document_kind = 'collection' AND state = 'succeeded')`,
  },
  {
    name: "payment.forget",
    of: ["pay_code"],
    next: ({ venueId }) => sql`(SELECT date_trunc('hour', min(at)) + interval '25 hours' FROM pay_code WHERE venue_id = ${venueId})`,
    run: async (ctx) => {
      await ctx.db
        .deleteFrom("pay_code")
        .where("venue_id", "=", ctx.venue.id)
        .where("at", "<", new Date(ctx.now.getTime() - DAY_MS))
        .execute();
    },
  },
];
