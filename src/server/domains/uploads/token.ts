/** Upload tokens: signed, for one organization, good for five minutes and one picture. */
import { randomBytes } from "node:crypto";
import type { Db } from "../../db/client";
import { openToken, sealText } from "../../kernel/secrets";

const LIFE_MS = 5 * 60_000;

/** Makes a token. */
export const makeUpToken = (db: Db, organizationId: string, now: Date): Promise<string> =>
  sealText(db, "upload", [organizationId, now.getTime() + LIFE_MS, randomBytes(9).toString("base64url")].join("~"));

/** Reads a token: its organization and its number; undefined when it is not ours or too old. */
export async function readUpToken(db: Db, token: string, now: Date): Promise<{ organizationId: string; number: string } | undefined> {
  const text = await openToken(db, "upload", token);
  const [organizationId = "", until = "0", number = ""] = text?.split("~") ?? [];
  return Number(until) > now.getTime() ? { organizationId, number } : undefined;
}
