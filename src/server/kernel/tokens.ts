/** Session tokens: opaque, 256 bit, stored as sha256; a session ends 12 hours after its last use, and for good so long after its sign-in. */
import { createHash, randomBytes } from "node:crypto";
import type { Db } from "../db/client";

/** Lifetime of a session after its last use, in milliseconds. */
export const SESSION_MS = 12 * 3_600_000;

/** The moment at which a session ends when it is used now. @param most it lives so many ms after its sign-in, however busy it is */
export const sessionEnd = (signedInAt: Date, now: Date, most: number): Date =>
  new Date(Math.min(now.getTime() + SESSION_MS, signedInAt.getTime() + most));

/** Hashes a token, ticket or code for storage. */
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
  most = SESSION_MS,
): Promise<{ access_token: string; expiresAt: string; expires: Date }> {
  const token = newSecret();
  const expires = sessionEnd(now, now, most);
  await db
    .insertInto("person_session")
    .values({ token_hash: hashOf(token), person_id: personId, created_at: now, expires_at: expires, address, device_hash: device })
    .execute();
  return { access_token: token, expiresAt: expires.toISOString(), expires };
}
