/** Searching by phone: the one place that says who may search by a part of it. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Db } from "../db/client";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { countTry, lockedUntil } from "./tries";

/**
 * True if a phone matches the typed text. A person who may see phones finds them by their beginning; anybody else only by the whole number
 * or its last four digits: a search by beginnings would reveal a masked number digit by digit.
 * @param phone column, `m.phone`
 * @param tail column of the last four digits, where the table keeps one
 */
export const phoneFits = (ctx: Ctx, phone: string, q: string, tail?: string): RawBuilder<SqlBool> =>
  phoneIs(ctx, sql.ref(phone), q, tail === undefined ? undefined : sql.ref(tail));

/** True if a phone equals the whole typed number, whoever searches; for people of another venue. Misses count. */
export function phoneIsWhole(ctx: Ctx, phone: string, q: string): RawBuilder<SqlBool> {
  guessing.add(ctx.scope);
  return sql<SqlBool>`${sql.ref(phone)} = ${q}`;
}

/** Reads that may have told whose phone it is to who may not see phones, by their scope. */
const guessing = new WeakSet<object>();
/** Misses of one person, at all venues: whoever knows a number finds it, whoever tries them out stops here. */
const MISSES = { most: 30, ms: 15 * 60_000 };

/**
 * Counts a read that guessed at a phone and found nothing.
 * @throws AppError `slowDown` where the person has missed too often, also for what was found
 */
export async function countPhoneGuess(db: Db, ctx: Ctx, answer: unknown): Promise<void> {
  if (!guessing.has(ctx.scope)) return;
  const key = `phone\n${ctx.person.id}`;
  const until = await lockedUntil(db, key, ctx.now);
  if (until) throw new AppError("slowDown", { seconds: Math.ceil((until.getTime() - ctx.now.getTime()) / 1000) });
  if (!isFound(answer)) await countTry(db, key, ctx.now, MISSES);
}

/** True if an answer has rows or counts some. A file gives no information. */
function isFound(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.length > 0;
  if (typeof answer !== "object" || answer === null) return false;
  if ("content" in answer) return isFound(answer.content);
  return "count" in answer && typeof answer.count === "number" && answer.count > 0;
}

/** As {@link phoneFits}, of expressions. */
export function phoneIs(ctx: Ctx, column: RawBuilder<unknown>, q: string, tail?: RawBuilder<unknown>): RawBuilder<SqlBool> {
  // Names are looked through without their phones.
  if (!/^\+?\d/.test(q)) return sql<SqlBool>`false`;
  if (!ctx.codes.has("member_phone") && /^(\d{4}|\d{11})$/.test(q)) guessing.add(ctx.scope);
  const ends = q.length === 4 ? sql` OR ${tail ?? sql`right(${column}, 4)`} = ${q}` : sql``;
  return sql<SqlBool>`(${ctx.codes.has("member_phone") ? sql`${column} ^@ ${q}` : sql`${column} = ${q}`}${ends})`;
}
