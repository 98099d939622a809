/**
 * Login by username and password. Wrong credentials name no field and take as long for a user that does not exist; guesses are counted
 * and locked out (product session-and-shell "Session").
 */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/call";
import type { session } from "../../../contract/session";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { audited } from "./audited";
import { countFailure, countGuess, countStranger, guessedRight } from "./guesses";
import { passwordMatches } from "./password";
import { startSession } from "./tokens";

/**
 * Logs in; a new token every time, also as the session cookie.
 * @throws AppError `slowDown`, `accountLocked`, `wrongCredentials`, `accountDisabled` (only told to who knows the password)
 */
export async function login(ctx: PersonCtx<null>, input: Parsed<typeof session.login>): Promise<Output<typeof session.login>> {
  const username = input.username.toLowerCase();
  const guess = await countGuess(ctx, username);
  const person = await ctx.db
    .selectFrom("person")
    .select(["id", "name", "password_hash", "state"])
    .where(sql<string>`lower(username)`, "=", username)
    .executeTakeFirst();
  if (person) await countFailure(ctx, person.id, "session.login", { id: "", name: person.name });
  else await countStranger(ctx, username, guess);
  if (!(await passwordMatches(person?.password_hash, input.password)) || !person) throw new AppError("wrongCredentials");
  await audited(ctx, "session.login", person, (tx) => guessedRight(tx, person.id, guess, { last_login_at: ctx.now }));
  if (person.state !== "active") throw new AppError("accountDisabled");
  return enter(ctx, person.id);
}

/** Opens a session for a person who has shown who they are. */
export async function enter(ctx: PersonCtx<null>, personId: string): Promise<{ access_token: string; expiresAt: string }> {
  const { expires, ...answer } = await startSession(ctx.db, personId, ctx.now, ctx.address);
  ctx.setSession(answer.access_token, expires);
  return answer;
}
