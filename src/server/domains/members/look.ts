/** Looks at personal data that the screens otherwise mask. */
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { auditLine } from "../../kernel/audit-line";
import { word } from "./words";

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
  await auditLine(ctx, { object: "member", id: input.id });
  return { phone: member.phone };
}
