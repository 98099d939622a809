/**
 * Guesses of passwords and codes, counted before they are looked at, so that those made at once count one by one: five failures lock an
 * account for 15 minutes, thirty a minute slow an address down (product session-and-shell "Session").
 */
import { sql, type Updateable } from "kysely";
import type { Tx } from "../../db/client";
import type { Operator, PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import type { PersonTable } from "../platform/rows";
import { audited } from "./audited";

const MOST_FAILURES = 5;
const LOCK_MS = 15 * 60_000;
const ADDRESS_FAILURES = 30;
const ADDRESS_MS = 60_000;

type Guessing = PersonCtx<Operator | null>;

/**
 * Counts one more guess from this address as failed, until `guessedRight` takes that back.
 * @param username of the account, or the mobile, as it was typed
 * @returns the guess's id
 * @throws AppError `slowDown` after thirty failures of this address in a minute, of passwords and of codes
 */
export async function countGuess(ctx: Guessing, username: string): Promise<number> {
  const { failures, first } = await ctx.db
    .selectFrom("login_attempt")
    .select((eb) => [eb.fn.countAll<number>().as("failures"), eb.fn.min("at").as("first")])
    .where("address", "=", ctx.address)
    .where("at", ">", new Date(ctx.now.getTime() - ADDRESS_MS))
    .where("succeeded", "=", false)
    .executeTakeFirstOrThrow();
  if (failures >= ADDRESS_FAILURES)
    throw new AppError("slowDown", { seconds: Math.max(1, Math.ceil((first.getTime() + ADDRESS_MS - ctx.now.getTime()) / 1000)) });
  const { id } = await ctx.db
    .insertInto("login_attempt")
    .values({ username, address: ctx.address, at: ctx.now, succeeded: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Counts one more failure of an account that is not locked; the fifth also locks it, until `guessedRight` takes that back.
 * @param action name of the call in the platform's log, and who makes it there: nobody has shown at a login who they are
 * @throws AppError `accountLocked` when it was locked already
 */
export async function countFailure(ctx: Guessing, personId: string, action: string, operator: Operator): Promise<void> {
  const until = new Date(ctx.now.getTime() + LOCK_MS);
  const counted = await audited(ctx, action, operator, (tx) =>
    tx
      .updateTable("person")
      .set({
        lock_count: sql<number>`CASE WHEN lock_time IS NOT NULL THEN 1 ELSE lock_count + 1 END`,
        lock_time: sql<Date | null>`CASE WHEN lock_time IS NULL AND lock_count + 1 >= ${MOST_FAILURES} THEN ${until}::timestamptz END`,
      })
      .where("id", "=", personId)
      .where((eb) => eb.or([eb("lock_time", "is", null), eb("lock_time", "<=", ctx.now)]))
      .executeTakeFirst(),
  );
  if (counted.numUpdatedRows > 0n) return;
  const row = await ctx.db.selectFrom("person").select("lock_time").where("id", "=", personId).executeTakeFirst();
  throw locked(ctx, row?.lock_time ?? until);
}

/**
 * A name that nobody has is locked like one that somebody has, so that the lock tells nothing either.
 * @throws AppError `accountLocked`
 */
export async function countStranger(ctx: Guessing, username: string, guess: number): Promise<void> {
  const tries = await ctx.db
    .selectFrom("login_attempt")
    .select("at")
    .where("username", "=", username)
    .where("id", "<", guess)
    .where("at", ">", new Date(ctx.now.getTime() - LOCK_MS))
    .orderBy("id")
    .limit(MOST_FAILURES)
    .execute();
  const fifth = tries[MOST_FAILURES - 1];
  if (fifth) throw locked(ctx, new Date(fifth.at.getTime() + LOCK_MS));
}

const locked = (ctx: Guessing, until: Date): AppError =>
  new AppError("accountLocked", { minutes: Math.max(1, Math.ceil((until.getTime() - ctx.now.getTime()) / 60_000)) });

/**
 * Takes back what was counted of a guess, and the failures of the account before it.
 * @param also what else changes of the person with it
 */
export async function guessedRight(tx: Tx, personId: string, guess: number, also: Updateable<PersonTable> = {}): Promise<void> {
  await tx
    .updateTable("person")
    .set({ ...also, lock_count: 0, lock_time: null })
    .where("id", "=", personId)
    .execute();
  await tx.updateTable("login_attempt").set({ succeeded: true }).where("id", "=", guess).execute();
}
