/** Changes outside any venue, with who and what for the audit log, in one transaction. */
import { sql } from "kysely";
import type { Tx } from "../../db/client";
import type { Operator, PersonCtx } from "../../http/context";

/** Runs a change of platform rows; its audit lines carry the person, the address and the call's name. */
export function audited<T>(ctx: PersonCtx<Operator | null>, action: string, person: Operator, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (tx) => {
    await sql`SELECT set_config('app.person_id', ${person.id}, true), set_config('app.operator', ${person.name}, true),
      set_config('app.address', ${ctx.address}, true), set_config('app.action', ${action}, true), set_config('app.now', ${ctx.now.toISOString()}, true)`.execute(
      tx,
    );
    return work(tx);
  });
}
