/** The codes that a role grants and that a person holds at a venue. */
import { ALL_CODES, type Code, withParents } from "../../contract/core/permissions";
import type { Db } from "../db/client";
import { ADMINISTRATOR } from "./administrators";

const KNOWN: ReadonlySet<string> = new Set(ALL_CODES);
const isCode = (code: string): code is Code => KNOWN.has(code);

const set = (kind: string | undefined, codes: readonly { readonly code: string }[]): ReadonlySet<Code> =>
  kind === ADMINISTRATOR ? new Set(ALL_CODES) : withParents(codes.map(({ code }) => code).filter(isCode));

/**
 * Returns the codes that a role grants, including parents and inherited codes. An administrator's role grants everything, including codes
 * added after it.
 */
export async function codesOfRole(db: Db, roleId: string): Promise<ReadonlySet<Code>> {
  const role = await db.selectFrom("role").select("kind").where("id", "=", roleId).executeTakeFirst();
  if (!role) return new Set();
  return set(role.kind, await db.selectFrom("role_grant").select("code").where("role_id", "=", roleId).execute());
}

/** Returns the codes that a person holds at a venue. */
export async function codesHeld(db: Db, personId: string, venueId: string): Promise<ReadonlySet<Code>> {
  const at = await db
    .selectFrom("person_venue")
    .select("role_id")
    .where("person_id", "=", personId)
    .where("venue_id", "=", venueId)
    .executeTakeFirst();
  return at ? codesOfRole(db, at.role_id) : new Set();
}
