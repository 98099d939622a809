/** The calls of vouchers for the accountant's program, paired with their services. */
import { accountCodeDesk, accountCodes, journalBatches, journalFiles, journalLines } from "../../../contract/accounting/journal";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import type { Ctx } from "../../http/context";
import { inVenue } from "../../http/serve";
import { refuse } from "../../resource/refuse";
import { type Served, servicesOf, serveResource } from "../../resource/serve";
import { exportBatch, lockJournal } from "./batches";
import { fillCodes, missing } from "./codes";
import { csv, kingdee, yonyou } from "./files";

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

export const journalRoutes = [
  ...inVenue(accountCodeDesk, { missing, fill: fillCodes }),
  ...inVenue(journalFiles, { kingdee, yonyou, csv }),
  ...journalServices.routes,
  ...serveResource(journalLines, { table: "journal_line", sorts: { day: ["day", "voucher_no", "entry"] } }),
  ...serveResource(accountCodes, {
    table: "account_code",
    saving: async (ctx, draft, before) => {
      const same = await ctx.db
        .selectFrom("account_code")
        .select("id")
        .where("venue_id", "=", ctx.venue.id)
        .where("account", "=", draft.account)
        .where((eb) => (draft.category === null ? eb("category", "is", null) : eb("category", "=", draft.category)))
        .where("id", "<>", before?.id ?? "")
        .executeTakeFirst();
      if (same)
        throw refuse(
          ctx,
          { zh: "这个科目已有代码，没有保存；请修改原来的那条", en: "This account has a code already; nothing was saved. Change that one" },
          {},
          draft.category === null ? "account" : "category",
        );
      return draft;
    },
  }),
];
