/**
 * A forgotten password: a code goes to the mobile of the account, and with it a new password is set. Answers and limits are the same for
 * a mobile that nobody has; a code is good once, for ten minutes and five tries (wire "Small decisions").
 */
import { randomInt } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import type { content } from "../../../contract/cms/content";
import type { platform } from "../../../contract/platform/platform";
import type { Tx } from "../../db/client";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import type { Sms } from "../../sms/sms";
import type { Tables } from "../../db/tables";
import { audited } from "./audited";
import { countGuess, clearGuesses } from "./guesses";
import { auditAtVenues, shutOthersOut } from "./others";
import { PIN_REMOVED, removePinOf } from "../../kernel/approval";
import { checkPassword } from "../../kernel/strength";
import { hashPassword, passwordMatches } from "../../kernel/password";

const MINUTES = 10;
const MOST_TRIES = 5;
const PAUSE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Codes an hour: for one mobile, and from one address, behind which a whole venue may sit. */
const MOBILE_CODES = 5;
const ADDRESS_CODES = 20;

/**
 * Sends a code to the one active account that has the mobile; where none or several have it, nothing goes out, and nobody learns of it.
 * @throws AppError `slowDown` a minute after the last code of this mobile, after five of it or twenty from this address in an hour
 */
export const sendCode =
  (sms: Sms) =>
  async (ctx: PersonCtx<null>, { mobile }: Parsed<typeof content.sendCode>): Promise<Output<typeof content.sendCode>> => {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const expires_at = new Date(ctx.now.getTime() + MINUTES * 60_000);
    const personId = await ctx.db.transaction().execute(async (tx) => {
      for (const one of [`address ${ctx.address}`, `mobile ${mobile}`])
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sms_code ${one}`}, 0))`.execute(tx);
      await slowDown(ctx, tx, mobile);
      const people = await tx
        .selectFrom("person")
        .select("id")
        .where("phone", "=", mobile)
        .where("state", "=", "active")
        .limit(2)
        .execute();
      const person_id = people.length === 1 ? (people[0]?.id ?? null) : null;
      // A password's slow hash: of a million codes a fast one would be found at once.
      const code_hash = await hashPassword(code);
      await tx.insertInto("sms_code").values({ mobile, code_hash, person_id, address: ctx.address, at: ctx.now, expires_at }).execute();
      return person_id;
    });
    if (personId !== null) sms.send({ personId, mobile, code, at: ctx.now, expiresAt: expires_at });
    return { wait: PAUSE_MS / 1_000, minutes: MINUTES, byAdministrator: sms.waiting !== null };
  };

async function slowDown(ctx: PersonCtx<null>, tx: Tx, mobile: string): Promise<void> {
  const now = ctx.now.getTime();
  const sent = await tx
    .selectFrom("sms_code")
    .select(["mobile", "address", "at"])
    .where((eb) => eb.or([eb("mobile", "=", mobile), eb("address", "=", ctx.address)]))
    .where("at", ">", new Date(now - HOUR_MS))
    .orderBy("id", "desc")
    .execute();
  const ofMobile = sent.filter((one) => one.mobile === mobile);
  const fromAddress = sent.filter((one) => one.address === ctx.address);
  const waits = [
    [ofMobile[0], PAUSE_MS],
    [ofMobile[MOBILE_CODES - 1], HOUR_MS],
    [fromAddress[ADDRESS_CODES - 1], HOUR_MS],
  ] as const;
  const seconds = Math.max(...waits.map(([one, ms]) => (one ? Math.ceil((one.at.getTime() + ms - now) / 1_000) : 0)));
  if (seconds > 0) throw new AppError("slowDown", { seconds });
}

/**
 * Sets a new password, unlocks the account, ends all sessions of the person, and writes it into the operation log of each of their venues.
 * @throws AppError `slowDown` after too many failures from this address; `codeWrong` when the code is wrong, old, used or tried too often,
 * or the account is disabled by now
 */
export async function findPassword(
  ctx: PersonCtx<null>,
  { mobile, code, password }: Parsed<typeof platform.findPassword>,
): Promise<Output<typeof platform.findPassword>> {
  const guess = await countGuess(ctx, mobile);
  const tried = await countTry(ctx, mobile);
  if (!(await passwordMatches(tried?.code_hash, code)) || !tried?.person_id) throw new AppError("codeWrong");
  const { person_id } = tried;
  const person = await ctx.db.selectFrom("person").select(["id", "name", "username"]).where("id", "=", person_id).executeTakeFirst();
  if (!person) throw new AppError("codeWrong");
  checkPassword(password, [person.username, person.name, mobile], ctx.language);
  const password_hash = await hashPassword(password);
  return audited(ctx, "platform.findPassword", person, async (tx) => {
    const used = await tx
      .updateTable("sms_code")
      .set({ used_at: ctx.now })
      .where("mobile", "=", mobile)
      .where("used_at", "is", null)
      .executeTakeFirst();
    const changed = await tx
      .updateTable("person")
      .set({ password_hash, first_password_until: null })
      .where("id", "=", person_id)
      .where("phone", "=", mobile)
      .where("state", "=", "active")
      .returning("username")
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n || !changed) throw new AppError("codeWrong");
    await clearGuesses(tx, person, guess);
    const hadPin = await removePinOf(tx, person_id);
    await shutOthersOut(ctx, tx, person, "platform.findPassword");
    if (hadPin) await auditAtVenues(ctx, tx, person, "platform.findPassword", PIN_REMOVED);
    return changed;
  });
}

/** Counts one more try of the mobile's newest code. @returns it, or undefined when it may not be tried (again) */
async function countTry(ctx: PersonCtx<null>, mobile: string): Promise<Selectable<Tables["sms_code"]> | undefined> {
  return ctx.db
    .updateTable("sms_code")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("id", "=", (eb) =>
      eb
        .selectFrom("sms_code")
        .select((one) => one.fn.max("id").as("id"))
        .where("mobile", "=", mobile),
    )
    .where("expires_at", ">", ctx.now)
    .where("used_at", "is", null)
    .where("tries", "<", MOST_TRIES)
    .returningAll()
    .executeTakeFirst();
}
