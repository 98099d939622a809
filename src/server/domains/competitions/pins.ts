/** PINs of a match: of its umpire's tablet, and of its sides. */
import { randomInt } from "node:crypto";
import type { Db } from "../../db/client";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { countTry, type Limit } from "../../kernel/tries";
import { hashOf } from "../../kernel/tokens";

const PIN_DIGITS = 1_000_000;
/** Limits of wrong PINs per address and in total, for a match or court. The PIN ends with its match, so a slow hash would add nothing. */
const TRIES: Limit = { most: 5, ms: 10 * 60_000 };
const TRIES_OF_ALL: Limit = { most: 50, ms: 10 * 60_000 };

export const newPin = (): string => String(randomInt(PIN_DIGITS)).padStart(6, "0");
export const pinHash = (of: string, pin: string): string => hashOf(`${of} ${pin}`);

export const lockMatch = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom("battle").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", id).forUpdate().execute();

/**
 * Counts a try before the PIN is compared, so that parallel tries are counted too.
 * @param target what the PIN opens
 * @returns the key of the address, which a right PIN clears
 * @throws AppError `slowDown` after too many
 */
export async function countPinTry(db: Db, target: string, address: string, now: Date): Promise<string> {
  const addressKey = `${target} ${address}`;
  for (const [key, limit] of [[addressKey, TRIES] as const, [target, TRIES_OF_ALL] as const]) {
    const { until, locked } = await countTry(db, key, now, limit);
    if (locked) throw new AppError("slowDown", { seconds: Math.ceil(((until ?? now).getTime() - now.getTime()) / 1000) });
  }
  return addressKey;
}
