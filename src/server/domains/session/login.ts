/**
 * Login by username and password. Wrong credentials name no field and take as long for a user that does not exist; guesses are counted
 * and locked out.
 */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import type { session } from "../../../contract/session/session";
import type { PersonCtx } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { audited } from "./audited";
import { rememberDevice } from "../../kernel/devices";
import { countFailure, countGuess, clearGuesses } from "./guesses";
import { shutOthersOut } from "./others";
import { beginEnrolment, confirmEnrolment, hasSecondFactor, redeemCode, requiresSecondFactor } from "./second-factor";
import { hashPassword, passwordMatches } from "../../kernel/password";
import { checkPassword } from "../../kernel/strength";
import { hashOf, startSession } from "../../kernel/tokens";

/**
 * Logs in; a new token every time, also as the session cookie. Where one more step is needed the same login comes again with it: until then no
 * session is open.
 * @throws AppError `slowDown`, `accountLocked`, `wrongCredentials`; and only to who knows the password: `accountDisabled`, `firstPasswordEnded`,
 * `ownPasswordNeeded`, `codeNeeded`, `enrolmentNeeded`, `stepCodeWrong`
 */
export async function login(ctx: PersonCtx<null>, input: Parsed<typeof session.login>): Promise<Output<typeof session.login>> {
  const username = input.username.toLowerCase();
  const guess = await countGuess(ctx, username);
  const person = await ctx.db
    .selectFrom("person")
    .select(["id", "username", "name", "phone", "password_hash", "state", "first_password_until"])
    .where(sql<string>`lower(username)`, "=", username)
    .executeTakeFirst();
  await countFailure(ctx, username, person, "session.login", { id: "", name: person?.name ?? "" });
  if (!(await passwordMatches(person?.password_hash, input.password)) || !person) throw new AppError("wrongCredentials");
  if (person.state !== "active") {
    await audited(ctx, "session.login", person, (tx) => clearGuesses(tx, person, guess));
    throw new AppError("accountDisabled");
  }
  const step = await stepOf(ctx, person, input);
  if (step) {
    await audited(ctx, "session.login", person, (tx) => clearGuesses(tx, person, guess));
    throw step;
  }
  const recoveryCodes = await passSecondFactor(ctx, person.id, input.code);
  const own = person.first_password_until === null || input.newPassword === undefined ? undefined : await hashPassword(input.newPassword);
  await audited(ctx, "session.login", person, async (tx) => {
    await clearGuesses(tx, person, guess, { last_login_at: ctx.now });
    if (own === undefined) return;
    await tx.updateTable("person").set({ password_hash: own, first_password_until: null }).where("id", "=", person.id).execute();
    await shutOthersOut(ctx, tx, person, "session.login");
  });
  return { ...(await enter(ctx, person.id, { way: "password" })), ...(recoveryCodes ? { recoveryCodes } : {}) };
}

interface Entering {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly phone: string;
  readonly first_password_until: Date | null;
}

/** The step that is missing, as its refusal. Nothing is used up before the last step is there. @throws AppError `firstPasswordEnded`; `badInput` */
async function stepOf(ctx: PersonCtx<null>, person: Entering, input: Parsed<typeof session.login>): Promise<AppError | undefined> {
  if (person.first_password_until !== null) {
    if (person.first_password_until <= ctx.now) throw new AppError("firstPasswordEnded");
    if (input.newPassword === undefined) return new AppError("ownPasswordNeeded", {}, { step: "password" });
    if (input.newPassword === input.password) throw badField("newPassword", "asBefore");
    checkPassword(input.newPassword, [person.username, person.name, person.phone], ctx.language, "newPassword");
  }
  if (input.code !== undefined) return undefined;
  if (await hasSecondFactor(ctx.db, person.id)) return new AppError("codeNeeded", {}, { step: "code" });
  if (!(await requiresSecondFactor(ctx.db, person.id))) return undefined;
  return new AppError("enrolmentNeeded", {}, { step: "enrolment", ...(await beginEnrolment(ctx, person)) });
}

/** Uses the code up where the person has a second step, or turns it on where a role requires it. @returns the recovery codes of a new one */
async function passSecondFactor(ctx: PersonCtx<null>, personId: string, code: string | undefined): Promise<string[] | undefined> {
  if (await hasSecondFactor(ctx.db, personId)) await redeemCode(ctx, personId, code ?? "");
  else if (await requiresSecondFactor(ctx.db, personId)) return confirmEnrolment(ctx, personId, code ?? "");
  return undefined;
}

/** Method by which a person authenticated; for a scanned code, the phone that confirmed it. */
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
    // Its cookie is about to be another: nobody could end this one any more.
    if (ctx.replaces !== "") await tx.deleteFrom("person_session").where("token_hash", "=", hashOf(ctx.replaces)).execute();
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
    return { device: secret, ...(await startSession(tx, personId, ctx.now, ctx.address, hash, ctx.sessionMs)) };
  });
  ctx.setSession(answer.access_token, expires);
  ctx.setDevice(device);
  return answer;
}
