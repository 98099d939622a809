/**
 * Guesses of passwords and codes, counted before they are looked at, so that those made at once count one by one: five failures lock an
 * account for 15 minutes where they come from, thirty a minute slow an address down. From elsewhere
 * the account stays open, so that nobody can shut its owner out; nor does a stranger behind the same address shut out a device from which
 * the owner has logged in before: its guesses are counted by themselves.
 */
import type { Updateable } from "kysely";
import type { Db, Tx } from "../../db/client";
import type { Operator, PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import type { Tables } from "../../db/tables";
import { countTry, type Limit } from "../../kernel/tries";
import { audited } from "./audited";
import { knownDevice } from "../../kernel/devices";

const LOCK_MS = 15 * 60_000;
const STRANGE: Limit = { most: 5, ms: LOCK_MS };
const KNOWN: Limit = { most: 20, ms: LOCK_MS };
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

interface Account {
  readonly id: string;
  readonly username: string;
}
const keyOf = (username: string, from: string): string => `login\n${username.toLowerCase()}\n${from}`;

/**
 * Counts one more failure of an account, or of a name that nobody has, which locks in the same way and so tells nothing, from this device or
 * address where it is not locked; the last one that may be also locks it there, until `guessedRight` takes that back.
 * @param action name of the call in the platform's log, and who makes it there: nobody has shown at a login who they are
 * @throws AppError `accountLocked` when it was locked already
 */
export async function countFailure(
  ctx: Guessing,
  username: string,
  person: Account | undefined,
  action: string,
  operator: Operator,
): Promise<void> {
  const device = person && (await knownDevice(ctx, person.id));
  const key = keyOf(username, device === undefined ? ctx.address : `device ${device}`);
  const counted = await audited(ctx, action, operator, async (tx) => {
    const { tries, until, locked } = await countTry(tx, key, ctx.now, device === undefined ? STRANGE : KNOWN);
    if (person && !locked)
      await tx
        .updateTable("person")
        .set({ lock_count: tries, ...(until === null ? {} : { lock_time: until }) })
        .where("id", "=", person.id)
        .execute();
    return locked ? until : undefined;
  });
  if (counted) throw accountLocked(ctx, counted);
}

const accountLocked = (ctx: Guessing, until: Date): AppError =>
  new AppError("accountLocked", { minutes: Math.max(1, Math.ceil((until.getTime() - ctx.now.getTime()) / 60_000)) });

/** Takes back what was counted against the account, wherever it came from. */
export async function unlock(db: Db, username: string): Promise<void> {
  await db
    .deleteFrom("guess")
    .where((eb) => eb(eb.fn("starts_with", ["key", eb.val(keyOf(username, ""))]), "=", true))
    .execute();
}

/**
 * Takes back what was counted of a guess, and the failures of the account before it.
 * @param also what else changes of the person with it
 */
export async function clearGuesses(tx: Tx, person: Account, guess: number, also: Updateable<Tables["person"]> = {}): Promise<void> {
  await tx
    .updateTable("person")
    .set({ ...also, lock_count: 0, lock_time: null })
    .where("id", "=", person.id)
    .execute();
  await unlock(tx, person.username);
  await tx.updateTable("login_attempt").set({ succeeded: true }).where("id", "=", guess).execute();
}
