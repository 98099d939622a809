/** Session tokens: opaque, 256 bit, kept as sha256, sliding 12 hours. */
import { createHash, randomBytes } from "node:crypto";
import type { Db } from "../db/client";

/** How long a session lives after its last use, in milliseconds. */
export const SESSION_MS = 12 * 3_600_000;

/** What is kept of a token, ticket or code. */
export const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A new secret of 256 bits that fits into an address. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Starts a session of a device and gives its token, which exists nowhere else. */
export async function startSession(
  db: Db,
  personId: string,
  now: Date,
  address: string,
  device = "",
): Promise<{ access_token: string; expiresAt: string; expires: Date }> {
  const token = newSecret();
  const expires = new Date(now.getTime() + SESSION_MS);
  await db
    .insertInto("person_session")
    .values({ token_hash: hashOf(token), person_id: personId, created_at: now, expires_at: expires, address, device_hash: device })
    .execute();
  return { access_token: token, expiresAt: expires.toISOString(), expires };
}
