/** The mirror of a whole transaction. */
import { formatInstant } from "../../contract/core/time";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import type { Account } from "./accounts";
import { type Document, post } from "./post";
import { isTaxAccount } from "./tax-accounts";

/**
 * Posts the mirror of a whole transaction, once. The unique mirror is held by the row lock on the document: callers lock it first.
 * @param shiftId the shift whose drawer pays cash back, where it is not the one that took it
 * @throws AppError `alreadyReversed`
 */
export async function reverse(ctx: Ctx, txId: string, operation: string, reason: string, shiftId?: string): Promise<string> {
  const earlier = await ctx.db
    .selectFrom("ledger_tx")
    .select("posted_at")
    .where("venue_id", "=", ctx.venue.id)
    .where("reverses", "=", txId)
    .executeTakeFirst();
  if (earlier) throw new AppError("alreadyReversed", { at: formatInstant(earlier.posted_at, ctx.venue.zone) });
  const tx = await ctx.db
    .selectFrom("ledger_tx")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", txId)
    .executeTakeFirstOrThrow();
  const postings = await ctx.db
    .selectFrom("posting")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("tx_id", "=", txId)
    .orderBy("seq")
    .execute();
  const heirs = await mergedInto(
    ctx,
    postings.map(({ subject }) => subject),
  );
  return post(ctx, {
    document: { kind: tx.document_kind as Document["kind"], id: tx.document_id, no: tx.document_no },
    operation,
    reason,
    reverses: txId,
    shiftId: shiftId ?? tx.shift_id,
    legs: postings
      .filter(({ account }) => !isTaxAccount(account))
      .map((row) => ({
        account: row.account as Account,
        subject: row.account === "tender.cash" && shiftId !== undefined ? shiftId : (heirs.get(row.subject) ?? row.subject),
        amount: -row.amount,
        ...(row.earned_on === null ? {} : { earnedOn: row.earned_on }),
      })),
  });
}

/** Returns the heirs of members that were merged since, by the members' ids. */
export async function mergedInto(ctx: Ctx, subjects: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom("member")
    .select(["id", "merged_into_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [...subjects])
    .where("merged_into_id", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.merged_into_id ?? row.id]));
}
