/** The account log: each movement of each member's purse, as the ledger has it. */
import { type Expression, sql, type SqlBool } from "kysely";
import { type AccountLog, accountLogs } from "../../../contract/finance/account-logs";
import type { Ctx } from "../../http/context";
import { membersOf } from "../../kernel/member-filter";
import { servicesOf } from "../../resource/serve";
import { kindBy, ofKinds } from "./kinds";
import { revoke } from "./revoke";

const TAKEN = sql`t.taken`;

/** Movements of the documents whose number begins with what was typed; where there are none or it is no number, of the members found. */
async function matching(q: string, ctx: Ctx): Promise<Expression<SqlBool>> {
  const documents = ctx.db
    .selectFrom("ledger_tx")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where(sql<boolean>`document_no ^@ ${q.toUpperCase()}`);
  if (/^[a-z]+\d[\w-]*$/i.test(q) && (await documents.limit(1).executeTakeFirst())) return sql<SqlBool>`t.tx_id in (${documents})`;
  return sql<SqlBool>`t.member_id in (${(await membersOf(ctx, { q })).select("m.id")})`;
}

export const accountLogServices = servicesOf(accountLogs, {
  table: "purse_posting",
  columns: { id: () => sql.ref("t.id"), kind: () => kindBy(TAKEN) },
  order: ["tx_id", "seq"],
  hasId: (id) => {
    const [txId = "", seq = ""] = id.split(".");
    return sql<SqlBool>`(t.tx_id = ${txId} and t.seq::text = ${seq})`;
  },
  filters: {
    q: matching,
    kind: (kinds: readonly string[]) => ofKinds(kinds, TAKEN),
    purse: (purses: readonly string[]) => sql<SqlBool>`t.account = any(${purses.map((purse) => `purse.${purse}`)}::text[])`,
    cardTypeId: async (cardTypeId: string[], ctx) =>
      sql<SqlBool>`t.member_id in (${(await membersOf(ctx, { cardTypeId })).select("m.id")})`,
  },
  own: {
    /** Answers the mirror's row of the principal. */
    revocation: async (ctx, input: { id: string; reason: string }): Promise<AccountLog> =>
      accountLogServices.view(ctx, { id: await revoke(ctx, input) }),
  },
});

/** A page of one member's movements, newest first. */
export const memberLog = (ctx: Ctx, { memberId, ...page }: { memberId: string; page: number; size: number }) =>
  accountLogServices.list(ctx, { ...page, memberId: [memberId] });
