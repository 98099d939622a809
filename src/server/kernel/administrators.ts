/** Administrators: who can put everything else right. */
import type { Code } from "../../contract/core/permissions";
import type { Db } from "../db/client";

/** Permissions whose holder can repair everything else. */
export const KEYS = ["role_modify", "staff_modify"] as const satisfies readonly Code[];
/** The kind of the role that grants everything. */
export const ADMINISTRATOR = "administrator";

/** True if the person is an administrator at any venue: whoever gets into such an account gets everywhere. */
export async function isAdministrator(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("person_venue as v")
    .innerJoin("role as r", "r.id", "v.role_id")
    .select("r.id")
    .where("v.person_id", "=", personId)
    .where((eb) =>
      eb.or([
        eb("r.kind", "=", ADMINISTRATOR),
        eb.and(
          KEYS.map((code) =>
            eb.exists(eb.selectFrom("role_grant as g").select("g.code").whereRef("g.role_id", "=", "r.id").where("g.code", "=", code)),
          ),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
