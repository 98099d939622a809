/** Changes outside any venue, with who and what for the audit log, in one transaction. */
import type { Tx } from "../../db/client";
import { setLocal } from "../../db/settings";
import type { Operator, PersonCtx } from "../../http/context";

/** Runs a change of platform rows; its audit lines carry the person, the address and the call's name. */
export function audited<T>(ctx: PersonCtx<Operator | null>, action: string, person: Operator, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute(async (tx) => {
    await setLocal(tx, {
      "app.person_id": person.id,
      "app.operator": person.name,
      "app.address": ctx.address,
      "app.action": action,
      "app.now": ctx.now.toISOString(),
    });
    return work(tx);
  });
}
