/**
 * Login by username and password. Wrong credentials name no field and take as long for a user that does not exist; guesses are counted
 * and locked out.
 */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/call";
import type { session } from "../../../contract/session";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { audited } from "./audited";
import { rememberDevice } from "../../kernel/devices";
import { countFailure, countGuess, guessedRight } from "./guesses";
import { passwordMatches } from "../../kernel/password";
import { startSession } from "../../kernel/tokens";

/**
 * Logs in; a new token every time, also as the session cookie.
 * @throws AppError `slowDown`, `accountLocked`, `wrongCredentials`, `accountDisabled` (only shown to who knows the password)
 */
export async function login(ctx: PersonCtx<null>, input: Parsed<typeof session.login>): Promise<Output<typeof session.login>> {
  const username = input.username.toLowerCase();
  const guess = await countGuess(ctx, username);
  const person = await ctx.db
    .selectFrom("person")
    .select(["id", "username", "name", "password_hash", "state"])
    .where(sql<string>`lower(username)`, "=", username)
    .executeTakeFirst();
  await countFailure(ctx, username, person, "session.login", { id: "", name: person?.name ?? "" });
  if (!(await passwordMatches(person?.password_hash, input.password)) || !person) throw new AppError("wrongCredentials");
  await audited(ctx, "session.login", person, (tx) => guessedRight(tx, person, guess, { last_login_at: ctx.now }));
  if (person.state !== "active") throw new AppError("accountDisabled");
  return enter(ctx, person.id, { way: "password" });
}

/** How a person showed who they are; where a code was scanned, the phone that confirmed it. */
type Way =
  | { readonly way: "password" | "setup" }
  | { readonly way: "scan"; readonly phone: { readonly agent: string; readonly address: string } };

/**
 * Opens a session for a person who has shown who they are, and keeps from where. At once: a device that is taken away at this moment takes
 * the session along, or is a new one afterwards.
 */
export async function enter(ctx: PersonCtx<null>, personId: string, by: Way): Promise<{ access_token: string; expiresAt: string }> {
  const { device, expires, ...answer } = await ctx.db.transaction().execute(async (tx) => {
    const { secret, hash } = await rememberDevice(ctx, tx, personId);
    await tx
      .insertInto("person_sign_in")
      .values({
        person_id: personId,
        at: ctx.now,
        way: by.way,
        agent: ctx.agent,
        address: ctx.address,
        ...(by.way === "scan" ? { phone_agent: by.phone.agent, phone_address: by.phone.address } : {}),
      })
      .execute();
    return { device: secret, ...(await startSession(tx, personId, ctx.now, ctx.address, hash)) };
  });
  ctx.setSession(answer.access_token, expires);
  ctx.setDevice(device);
  return answer;
}
