/**
 * The second step of signing in: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost phone. Each code opens one
 * sign-in: an app's code counts for a period later than the last one used, a recovery code once.
 */
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import type { Enrolment } from "../../../contract/session/own-access";
import type { Db } from "../../db/client";
import type { Operator, PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { hashOf } from "../../kernel/tokens";
import { countTry } from "../../kernel/tries";

const PERIOD_SECONDS = 30;
/** Periods before and after the current one that count: a phone's clock may be off by half a minute. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Limit per person, from any address: the password is already known. */
const TRIES = { most: 10, ms: 15 * 60_000 } as const;
/** A secret that nobody confirmed is shown again for so long: the same picture after a reload. */
const PENDING_MS = 3_600_000;

interface Person {
  readonly id: string;
  readonly username: string;
}

const totpOf = (secret: Secret, label = ""): TOTP =>
  new TOTP({ issuer: "Venue Console", label, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS, secret });

/** True if the person signs in with a second step. */
export async function hasSecondFactor(db: Db, personId: string): Promise<boolean> {
  const row = await db.selectFrom("person_totp").select("confirmed_at").where("person_id", "=", personId).executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

/** True if a role of the person, at any venue, requires a second step. */
export async function requiresSecondFactor(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("person_venue as v")
    .innerJoin("role as r", "r.id", "v.role_id")
    .select("r.id")
    .where("v.person_id", "=", personId)
    .where("r.second_factor", "=", true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Begins to set the second step up, or shows again what was begun. @throws AppError `conflict` where one is on by now */
export async function beginEnrolment(ctx: PersonCtx<Operator | null>, person: Person): Promise<Enrolment> {
  const fresh = new Secret({ size: 20 }).base32;
  const row = await ctx.db
    .insertInto("person_totp")
    .values({ person_id: person.id, secret: fresh, created_at: ctx.now, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column("person_id")
        .doUpdateSet({ secret: fresh, created_at: ctx.now })
        .where("person_totp.confirmed_at", "is", null)
        .where("person_totp.created_at", "<", new Date(ctx.now.getTime() - PENDING_MS)),
    )
    .returning("secret")
    .executeTakeFirst();
  const pending =
    row ??
    (await ctx.db
      .selectFrom("person_totp")
      .select(["secret", "confirmed_at"])
      .where("person_id", "=", person.id)
      .executeTakeFirstOrThrow());
  if ("confirmed_at" in pending && pending.confirmed_at !== null) throw new AppError("conflict");
  const uri = totpOf(Secret.fromBase32(pending.secret), person.username).toString();
  return { secret: pending.secret, uri, svg: renderSVG(uri, { ecc: "M" }) };
}

/**
 * Turns the second step on with the first code of the app.
 * @returns recovery codes, which exist nowhere else
 * @throws AppError `accountLocked` after too many tries; `stepCodeWrong`
 */
export async function confirmEnrolment(ctx: PersonCtx<Operator | null>, personId: string, code: string): Promise<string[]> {
  await countCodeTry(ctx, personId);
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode);
  await ctx.db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom("person_totp").selectAll().where("person_id", "=", personId).forUpdate().executeTakeFirst();
    const period = row && row.confirmed_at === null ? periodOf(row.secret, code, ctx.now) : undefined;
    if (period === undefined) throw new AppError("stepCodeWrong");
    await tx.updateTable("person_totp").set({ confirmed_at: ctx.now, last_period: period }).where("person_id", "=", personId).execute();
    await tx.deleteFrom("person_recovery_code").where("person_id", "=", personId).execute();
    await tx
      .insertInto("person_recovery_code")
      .values(recoveryCodes.map((one) => ({ person_id: personId, code_hash: hashOf(plain(one)) })))
      .execute();
  });
  await forgetCodeTries(ctx.db, personId);
  return recoveryCodes;
}

/**
 * Uses up a code of the app or a recovery code.
 * @throws AppError `accountLocked` after too many tries; `stepCodeWrong` for a code that is wrong, over or was used
 */
export async function redeemCode(ctx: PersonCtx<Operator | null>, personId: string, code: string): Promise<void> {
  await countCodeTry(ctx, personId);
  const isUsed = /^\d{6}$/.test(plain(code)) ? await redeemAppCode(ctx, personId, code) : await redeemRecoveryCode(ctx, personId, code);
  if (!isUsed) throw new AppError("stepCodeWrong");
  await forgetCodeTries(ctx.db, personId);
}

async function redeemAppCode(ctx: PersonCtx<Operator | null>, personId: string, code: string): Promise<boolean> {
  const row = await ctx.db.selectFrom("person_totp").select("secret").where("person_id", "=", personId).executeTakeFirst();
  const period = row && periodOf(row.secret, code, ctx.now);
  if (period === undefined) return false;
  // Later than the last one used, in one statement: of two sign-ins with one code the second finds it used.
  const { numUpdatedRows } = await ctx.db
    .updateTable("person_totp")
    .set({ last_period: period })
    .where("person_id", "=", personId)
    .where("last_period", "<", period)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function redeemRecoveryCode(ctx: PersonCtx<Operator | null>, personId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable("person_recovery_code")
    .set({ used_at: ctx.now })
    .where("person_id", "=", personId)
    .where("code_hash", "=", hashOf(plain(code)))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The period of 30 seconds that a code is of; undefined for a code that is wrong now. */
function periodOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: plain(code), window: WINDOW, timestamp: now.getTime() });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}

/** A code as it is compared: people type spaces and dashes. */
const plain = (code: string): string => code.replace(/[\s-]/g, "").toLowerCase();

/** 120 random bits, so that a fast hash of it can't be guessed; six groups of four letters and digits. */
const makeRecoveryCode = (): string => (new Secret({ size: 15 }).base32.toLowerCase().match(/.{4}/g) ?? []).join("-");

const triesKey = (personId: string): string => `code\n${personId}`;

async function countCodeTry(ctx: PersonCtx<Operator | null>, personId: string): Promise<void> {
  const { until, locked } = await countTry(ctx.db, triesKey(personId), ctx.now, TRIES);
  if (locked) {
    const ms = (until ?? ctx.now).getTime() - ctx.now.getTime();
    throw new AppError("accountLocked", { minutes: Math.max(1, Math.ceil(ms / 60_000)) });
  }
}

const forgetCodeTries = async (db: Db, personId: string): Promise<void> =>
  void (await db.deleteFrom("guess").where("key", "=", triesKey(personId)).execute());
