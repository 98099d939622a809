/** The payments of a document of money, oldest first. */
import type { Ctx } from "../http/context";

export const paymentsOf = (ctx: Ctx, kind: "order" | "fixed", documentId: string) =>
  ctx.db
    .selectFrom("payment")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("document_kind", "=", kind)
    .where("document_id", "=", documentId)
    .orderBy("at")
    .orderBy("id")
    .execute();
