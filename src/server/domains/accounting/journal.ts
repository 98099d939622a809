/** Batches of vouchers, and the lines that were exported. */
import { journalBatches, journalLines } from "../../../contract/accounting/journal";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import type { Ctx } from "../../http/context";
import { type Served, servicesOf, serveResource } from "../../resource/serve";
import { exportBatch, lockJournal } from "./batches";

const journalServices: Served<typeof journalBatches> = servicesOf(journalBatches, {
  table: "journal_batch",
  locking: lockJournal,
  // Its lines stay as they were exported; its postings are the next batch's.
  actions: { void: (_, __, { reason }) => Promise.resolve({ voidReason: reason }) },
  own: {
    create: async (ctx: Ctx, draft: Draft<typeof journalBatches.fields>): Promise<RowOf<typeof journalBatches>> => {
      const id = await exportBatch(ctx, draft);
      ctx.emit({ type: "changed", data: { resource: "journalBatches", id } });
      return journalServices.view(ctx, { id });
    },
  },
});

export const batchRoutes = [
  ...journalServices.routes,
  ...serveResource(journalLines, { table: "journal_line", sorts: { day: ["day", "voucher_no", "entry"] } }),
];
