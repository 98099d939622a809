/** Upload tokens: signed, for one organization, good for five minutes and one picture. The key is shared by all processes. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../../db/client";

const LIFE_MS = 5 * 60_000;
const SECRET = "upload";

async function secret(db: Db): Promise<string> {
  const found = await db.selectFrom("platform_secret").select("value").where("name", "=", SECRET).executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto("platform_secret")
    .values({ name: SECRET, value: randomBytes(32).toString("hex") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return secret(db);
}

const sign = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("base64url");

/** Makes a token. */
export async function makeUpToken(db: Db, organizationId: string, now: Date): Promise<string> {
  const text = [organizationId, now.getTime() + LIFE_MS, randomBytes(9).toString("base64url")].join("~");
  return `${Buffer.from(text).toString("base64url")}.${sign(await secret(db), text)}`;
}

/** Reads a token: its organization and its number; undefined when it is not ours or too old. */
export async function readUpToken(db: Db, token: string, now: Date): Promise<{ organizationId: string; number: string } | undefined> {
  const [encoded = "", signature = ""] = token.split(".");
  const text = Buffer.from(encoded, "base64url").toString("utf8");
  const expected = Buffer.from(sign(await secret(db), text));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [organizationId = "", until = "0", number = ""] = text.split("~");
  return Number(until) > now.getTime() ? { organizationId, number } : undefined;
}
