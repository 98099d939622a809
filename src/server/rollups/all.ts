/** Every rollup, and the job that keeps them. */
import { courtRollups } from "../domains/finance/courtUse";
import { expenseRollups } from "../domains/finance/expenses";
import { saleRollups } from "../domains/stock/reports";
import { streamRollups } from "../ledger/streams";
import type { Job } from "../scheduler";
import { type Rollup, rollUp } from "./rollup";

export const allRollups: readonly Rollup[] = [...streamRollups, ...expenseRollups, ...saleRollups, ...courtRollups];

export const rollupJobs = allRollups.map((rollup) => ({
  name: `rollup.${rollup.name}`,
  run: (ctx) => rollUp(ctx, rollup),
})) satisfies readonly Job[];
