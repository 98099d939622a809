/**
 * A person changes their own password. The old one is required, because a page may be left open, and guessing it is counted as at the
 * login.
 */
import type { Output, Parsed } from "../../../contract/core/call";
import { refusalText } from "../../../contract/core/errors";
import type { platform } from "../../../contract/platform/platform";
import { PLATFORM } from "../../db/client";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { audited } from "./audited";
import { countFailure, countGuess, clearGuesses } from "./guesses";
import { shutOthersOut } from "./others";
import { hashPassword, passwordMatches } from "../../kernel/password";
import { checkPassword } from "../../kernel/strength";

const ACTION = "platform.changePassword";
/** As long after a change the same change may come again, by a second click or a retry whose answer was lost. */
const AGAIN_MS = 60_000;

/**
 * Sets the new password; the person's other sessions end, this one continues, and each of their venues has it in the operation log. The
 * same change once more changes nothing and answers as before. An idempotency key could not see to that: it keeps a fast hash of what was
 * sent.
 * @throws AppError `slowDown` after too many failures from this address; `accountLocked` after five of this account; `passwordWrong`
 */
export async function changePassword(
  ctx: PersonCtx,
  { oldPassword, newPassword }: Parsed<typeof platform.changePassword>,
): Promise<Output<typeof platform.changePassword>> {
  const person = await ctx.db
    .selectFrom("person")
    .select(["id", "name", "username", "phone", "password_hash"])
    .where("id", "=", ctx.person.id)
    .executeTakeFirst();
  if (!person) throw new AppError("invalidToken");
  checkPassword(newPassword, [person.username, person.name, person.phone], ctx.language, "newPassword");
  const guess = await countGuess(ctx, person.username.toLowerCase());
  await countFailure(ctx, person.username, person, ACTION, ctx.person);
  if (await passwordMatches(person.password_hash, oldPassword)) {
    const password_hash = await hashPassword(newPassword);
    const changed = await audited(ctx, ACTION, ctx.person, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("person")
        .set({ password_hash, first_password_until: null })
        .where("id", "=", person.id)
        .where("password_hash", "=", person.password_hash)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await clearGuesses(tx, person, guess);
      await shutOthersOut(ctx, tx, person, ACTION);
      return true;
    });
    if (changed) return {};
  }
  if (!(await wasJustChangedTo(ctx, newPassword))) throw wrongPasswordError(ctx);
  await audited(ctx, ACTION, ctx.person, (tx) => clearGuesses(tx, person, guess));
  return {};
}

/** True if this very change was made a moment ago. Without the time limit, each attempt would guess two passwords. */
async function wasJustChangedTo(ctx: PersonCtx, newPassword: string): Promise<boolean> {
  const change = await ctx.db
    .selectFrom("audit_log")
    .select("id")
    .where("venue_id", "=", PLATFORM)
    .where("object", "=", "person")
    .where("object_id", "=", ctx.person.id)
    .where("action", "=", ACTION)
    .where("at", ">", new Date(ctx.now.getTime() - AGAIN_MS))
    .where((eb) => eb(eb.ref("after", "->").key("sessions"), "is not", null))
    .limit(1)
    .executeTakeFirst();
  if (!change) return false;
  const stored = await ctx.db.selectFrom("person").select("password_hash").where("id", "=", ctx.person.id).executeTakeFirst();
  return passwordMatches(stored?.password_hash, newPassword);
}

const wrongPasswordError = (ctx: PersonCtx): AppError =>
  new AppError("passwordWrong", {}, { errors: { oldPassword: refusalText("passwordWrong", ctx.language) } });
