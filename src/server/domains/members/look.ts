/** Looks at personal data that the screens otherwise mask. A look changes no row, so no trigger sees it: it is written here. */
import { sql } from "kysely";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { word } from "./words";

/**
 * Writes to the audit log that the person saw what is masked.
 * @param object table of what was seen ("member")
 * @param id its id, or "*" for a whole list
 * @param action name of the call; needed only where no transaction carries it
 */
export async function logLook(ctx: Ctx, object: string, id: string, action = "look"): Promise<void> {
  await ctx.db
    .insertInto("audit_log")
    .values({
      venue_id: ctx.venue.id,
      at: ctx.now,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      address: sql<string>`coalesce(current_setting('app.address', true), '')`,
      action: sql<string>`coalesce(nullif(current_setting('app.action', true), ''), ${action})`,
      object,
      object_id: id,
      before: null,
      after: null,
    })
    .execute();
}

/**
 * The full phone number; the look is in the log before the number is out.
 * @throws AppError `missing`
 */
export async function phone(ctx: Ctx, input: { id: string }): Promise<{ phone: string }> {
  const member = await ctx.db
    .selectFrom("member")
    .select("phone")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .executeTakeFirst();
  if (!member) throw new AppError("missing", { what: word("member", ctx.language) });
  await logLook(ctx, "member", input.id);
  return { phone: member.phone };
}
