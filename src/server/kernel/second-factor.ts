/** The second step of a person's sign-in, for whoever takes it away. */
import type { Db } from "../db/client";

/** Takes the second step away, and what was begun of one. */
export async function removeSecondFactor(db: Db, personId: string): Promise<void> {
  await db.deleteFrom("person_totp").where("person_id", "=", personId).execute();
  await db.deleteFrom("person_recovery_code").where("person_id", "=", personId).execute();
}
