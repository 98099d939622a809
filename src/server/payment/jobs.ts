/** What time does to payments: attempts that nobody polls are asked about until they are known, refunds are sent until they are done. */
import { read } from "../http/perform";
import type { Work } from "../http/serve";
import type { Job } from "../scheduler";
import { advance, of } from "./attempt";
import type { Channels } from "./channel";
import { returnUnclaimed } from "./claim";
import { refundOnce } from "./refund";

/** Rows of a venue in one round; a round comes every ten seconds. */
const BATCH = 50;
const DAY_MS = 86_400_000;

async function askOpen(work: Work, channels: Channels): Promise<void> {
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
  { name: "payment.query", outside: (work) => askOpen(work, channels) },
  { name: "payment.refund", outside: (work) => sendRefunds(work, channels) },
  { name: "payment.return", run: returnUnclaimed },
  {
    name: "payment.forget",
    run: async (ctx) => {
      await ctx.db
        .deleteFrom("pay_code")
        .where("venue_id", "=", ctx.venue.id)
        .where("at", "<", new Date(ctx.now.getTime() - DAY_MS))
        .execute();
    },
  },
];
