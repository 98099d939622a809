/**
 * Login by username and password. Wrong credentials name no field and take as long for a user that does not exist; five failures lock
 * the account for 15 minutes, thirty a minute slow an address down (product session-and-shell "Session").
 */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/call";
import type { session } from "../../../contract/session";
import type { Operator, PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { audited } from "./audited";
import { passwordMatches } from "./password";
import { startSession } from "./tokens";

const MOST_FAILURES = 5;
const LOCK_MS = 15 * 60_000;
const ADDRESS_FAILURES = 30;
const ADDRESS_MS = 60_000;

/**
 * Logs in; a new token every time, also as the session cookie.
 * @throws AppError `slowDown`, `accountLocked`, `wrongCredentials`, `accountDisabled` (only told to who knows the password)
 */
export async function login(ctx: PersonCtx<null>, input: Parsed<typeof session.login>): Promise<Output<typeof session.login>> {
  await slowAddressDown(ctx);
  const username = input.username.toLowerCase();
  const person = await ctx.db
    .selectFrom("person")
    .select(["id", "name", "password_hash", "state"])
    .where(sql<string>`lower(username)`, "=", username)
    .executeTakeFirst();
  // The failure is written before the password is looked at, so that guesses made at once count one by one.
  const attempt = await ctx.db
    .insertInto("login_attempt")
    .values({ username, address: ctx.address, at: ctx.now, succeeded: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  const lockedUntil = person ? await countFailure(ctx, person) : await countStranger(ctx, username, attempt.id);
  if (lockedUntil !== null)
    throw new AppError("accountLocked", { minutes: Math.max(1, Math.ceil((lockedUntil.getTime() - ctx.now.getTime()) / 60_000)) });
  if (!(await passwordMatches(person?.password_hash, input.password)) || !person) throw new AppError("wrongCredentials");
  await audited(ctx, "session.login", person, async (tx) => {
    await tx.updateTable("person").set({ lock_count: 0, lock_time: null, last_login_at: ctx.now }).where("id", "=", person.id).execute();
    await tx.updateTable("login_attempt").set({ succeeded: true }).where("id", "=", attempt.id).execute();
  });
  if (person.state !== "active") throw new AppError("accountDisabled");
  return enter(ctx, person.id);
}

/** Opens a session for a person who has shown who they are. */
export async function enter(ctx: PersonCtx<null>, personId: string): Promise<{ access_token: string; expiresAt: string }> {
  const { expires, ...answer } = await startSession(ctx.db, personId, ctx.now, ctx.address);
  ctx.setSession(answer.access_token, expires);
  return answer;
}

/** @throws AppError `slowDown` after thirty failures of this address in a minute, of passwords and of codes */
export async function slowAddressDown(ctx: PersonCtx<null>): Promise<void> {
  const { failures, first } = await ctx.db
    .selectFrom("login_attempt")
    .select((eb) => [eb.fn.countAll<number>().as("failures"), eb.fn.min("at").as("first")])
    .where("address", "=", ctx.address)
    .where("at", ">", new Date(ctx.now.getTime() - ADDRESS_MS))
    .where("succeeded", "=", false)
    .executeTakeFirstOrThrow();
  if (failures >= ADDRESS_FAILURES)
    throw new AppError("slowDown", { seconds: Math.max(1, Math.ceil((first.getTime() + ADDRESS_MS - ctx.now.getTime()) / 1000)) });
}

/**
 * Counts one more try of an account that is not locked; the fifth also locks it, until a success takes that back.
 * @returns until when the account was locked already, or null
 */
async function countFailure(ctx: PersonCtx<null>, person: Operator): Promise<Date | null> {
  const until = new Date(ctx.now.getTime() + LOCK_MS);
  const counted = await audited(ctx, "session.login", { id: "", name: person.name }, (tx) =>
    tx
      .updateTable("person")
      .set({
        lock_count: sql<number>`CASE WHEN lock_time IS NOT NULL THEN 1 ELSE lock_count + 1 END`,
        lock_time: sql<Date | null>`CASE WHEN lock_time IS NULL AND lock_count + 1 >= ${MOST_FAILURES} THEN ${until}::timestamptz END`,
      })
      .where("id", "=", person.id)
      .where((eb) => eb.or([eb("lock_time", "is", null), eb("lock_time", "<=", ctx.now)]))
      .executeTakeFirst(),
  );
  if (counted.numUpdatedRows > 0n) return null;
  const row = await ctx.db.selectFrom("person").select("lock_time").where("id", "=", person.id).executeTakeFirst();
  return row?.lock_time ?? until;
}

/** A name that nobody has is locked like one that somebody has, so that the lock tells nothing either. */
async function countStranger(ctx: PersonCtx<null>, username: string, attemptId: number): Promise<Date | null> {
  const tries = await ctx.db
    .selectFrom("login_attempt")
    .select("at")
    .where("username", "=", username)
    .where("id", "<", attemptId)
    .where("at", ">", new Date(ctx.now.getTime() - LOCK_MS))
    .orderBy("id")
    .limit(MOST_FAILURES)
    .execute();
  const fifth = tries[MOST_FAILURES - 1];
  return fifth ? new Date(fifth.at.getTime() + LOCK_MS) : null;
}
