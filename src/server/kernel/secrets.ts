/** Signatures by keys of the installation, which all of its processes share. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Db } from "../db/client";

/** Purpose of a signature, each with its own key. */
type Purpose = "upload" | "allowance";

async function keyOf(db: Db, name: Purpose): Promise<string> {
  const found = await db.selectFrom("platform_secret").select("value").where("name", "=", name).executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto("platform_secret")
    .values({ name, value: randomBytes(32).toString("hex") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return keyOf(db, name);
}

const sign = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("base64url");

/** A token: the text, readable, with its signature. */
export async function sealText(db: Db, name: Purpose, text: string): Promise<string> {
  return `${Buffer.from(text).toString("base64url")}.${sign(await keyOf(db, name), text)}`;
}

/** The text of a token; undefined where it was not signed here, for this purpose. */
export async function openToken(db: Db, name: Purpose, token: string): Promise<string | undefined> {
  const [encoded = "", signature = ""] = token.split(".");
  const text = Buffer.from(encoded, "base64url").toString("utf8");
  const expected = Buffer.from(sign(await keyOf(db, name), text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}
