/** Bank accounts, deposits, payouts and statement lines as they are served. */
import { sql } from "kysely";
import { bankAccounts, bankDeposits, bankLines, bankPayouts } from "../../../contract/accounting/bank";
import type { Route } from "../../http/serve";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { ACCOUNT_COLUMNS, draftDeposit, lockAccountOf, postDeposit, reverseMovement } from "./bank-accounts";
import { draftPayout, postPayout } from "./bank-payouts";
import { book, match, release } from "./bank-lines";
import { removeImport } from "./bank-import";
import { saveOpening } from "./bank-opening";

const MASK = "**** ";
/** Masks an account number: “**** ” and its last four digits, which is all that is stored. */
const maskNumber = (typed: string): string => MASK + typed.replace(/\D/g, "").slice(-4);
const onStatement = (kind: string) => () =>
  sql`(CASE WHEN EXISTS (SELECT FROM ledger_tx x JOIN bank_line l ON l.venue_id = x.venue_id AND l.tx_id = x.id
    WHERE x.venue_id = t.venue_id AND x.document_kind = ${sql.lit(kind)} AND x.document_id = t.id) THEN 'yes' ELSE 'no' END)`;

export const bankResourceRoutes: Route[] = [
  ...serveResource(bankAccounts, {
    table: "bank_account",
    note: "number",
    columns: ACCOUNT_COLUMNS,
    saving: async (ctx, draft, before) => {
      if (before !== undefined && draft.openingDay !== before.openingDay) {
        const line = await ctx.db
          .selectFrom("bank_line")
          .select("day")
          .where("venue_id", "=", ctx.venue.id)
          .where("account_id", "=", before.id)
          .limit(1)
          .executeTakeFirst();
        if (line)
          throw refuse(
            ctx,
            {
              zh: "已导入流水，启用日期不能改，没有保存；请改回原来的日期",
              en: "The opening day can't be changed once statement lines are imported. Nothing was saved; set the former day again",
            },
            {},
            "openingDay",
          );
      }
      return { ...draft, number: maskNumber(draft.number) };
    },
    saved: saveOpening,
  }),
  ...serveResource(bankDeposits, {
    table: "bank_deposit",
    columns: { onStatement: onStatement("bankDeposit") },
    locking: lockAccountOf("bank_deposit"),
    saving: draftDeposit,
    saved: postDeposit,
    actions: { reverse: (ctx, row, { reason }) => reverseMovement(ctx, "bankDeposit", row.id, reason) },
  }),
  ...serveResource(bankPayouts, {
    table: "bank_payout",
    columns: { net: () => sql`(t.gross - t.fee)`, onStatement: onStatement("bankPayout") },
    locking: lockAccountOf("bank_payout"),
    saving: draftPayout,
    saved: postPayout,
    actions: { reverse: (ctx, row, { reason }) => reverseMovement(ctx, "bankPayout", row.id, reason) },
  }),
  ...serveResource(bankLines, {
    table: "bank_line",
    locking: lockAccountOf("bank_line"),
    actions: { match, book, release, removeImport },
  }),
];
