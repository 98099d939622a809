/** Every rollup, and the job that keeps them. */
import { sql } from "kysely";
import { accountRollups } from "../domains/finance/account-balances";
import { courtRollups } from "../domains/finance/court-use";
import { expenseRollups } from "../domains/finance/expenses";
import { openingRollups } from "../domains/finance/openings";
import { purseRollups } from "../domains/finance/purses";
import { saleRollups } from "../domains/stock/reports";
import { streamRollups } from "../ledger/streams";
import type { Job } from "../kernel/due";
import { type Rollup, rollUp } from "./rollup";

export const allRollups: readonly Rollup[] = [
  ...streamRollups,
  ...purseRollups,
  ...expenseRollups,
  ...openingRollups,
  ...saleRollups,
  ...courtRollups,
  ...accountRollups,
];

export const rollupJobs = allRollups.map((rollup) => ({
  name: `rollup.${rollup.name}`,
  run: (ctx) => rollUp(ctx, rollup),
  of: ["ledger_tx", "booking_order"],
  // A day is closed at midnight; what touches a closed one has it rolled up again.
  next: ({ venueId, midnight }) => sql`(SELECT ${midnight}::timestamptz
    WHERE EXISTS (SELECT FROM ledger_tx WHERE venue_id = ${venueId}) OR EXISTS (SELECT FROM booking_order WHERE venue_id = ${venueId}))`,
  after: ["rollup_touch"],
})) satisfies readonly Job[];
