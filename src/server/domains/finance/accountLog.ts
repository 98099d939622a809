/** The account log: each movement of each member's purse, as the ledger has it. */
import { type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/call";
import type { Purse } from "../../../contract/enums";
import type { AccountLog, AccountLogFilter, AccountLogSums } from "../../../contract/finance";
import { yuan } from "../../../contract/money";
import { addDays, instant } from "../../../contract/time";
import { pageOf, type Sortable } from "../../db/page";
import type { Tables } from "../../db/tables";
import type { Ctx } from "../../http/context";
import { membersOf } from "../../kernel/memberFilter";
import { kindOf, ofKinds } from "./kinds";

export type Filter = z.output<typeof AccountLogFilter>;
type Paging = z.output<typeof PageQuery>;

const SORTABLE: Sortable = { id: ["p.tx_id", "p.seq"], at: "p.posted_at" };
const PURSES = ["purse.principal", "purse.gift"] as const;

/** A page of movements, newest first. */
export async function accountLog(ctx: Ctx, input: Filter & Paging): Promise<Page<AccountLog>> {
  const page = await pageOf(ctx, (await movements(ctx, input)).select(["p.tx_id", "p.seq"]), input, SORTABLE, "at,desc");
  return { ...page, content: await movementsById(ctx, page.content) };
}

/** A page of one member's movements, newest first. */
export const memberLog = (ctx: Ctx, input: { memberId: string } & Paging): Promise<Page<AccountLog>> => accountLog(ctx, input);

/** Sums over the filter. */
export async function accountLogSums(ctx: Ctx, input: Filter): Promise<z.infer<typeof AccountLogSums>> {
  const row = await (
    await movements(ctx, input)
  )
    .select([
      sql<number>`count(*)`.as("count"),
      sql<number>`coalesce(sum(-p.amount) FILTER (WHERE p.amount < 0), 0)`.as("in"),
      sql<number>`coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)`.as("out"),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, in: yuan(row.in), out: yuan(row.out), net: yuan(row.in - row.out) };
}

/** Movements whole, in the order asked for. */
export async function movementsById(ctx: Ctx, keys: readonly { tx_id: string; seq: number }[]): Promise<AccountLog[]> {
  if (keys.length === 0) return [];
  const ids = [...new Set(keys.map((key) => key.tx_id))];
  const base = ctx.db.selectFrom("posting as p").where("p.venue_id", "=", ctx.venue.id).where("p.account", "in", PURSES);
  const rows = await dressed(withTx(base).where("p.tx_id", "in", ids)).execute();
  const byKey = new Map(rows.map((row) => [`${row.tx_id} ${row.seq}`, row]));
  return keys.flatMap((key) => {
    const row = byKey.get(`${key.tx_id} ${key.seq}`);
    return row ? [toLog(row)] : [];
  });
}

/** Purse postings of the filter, as `p` with their transaction `t`; nothing selected. The join falls away where `t` is not used. */
export async function movements(ctx: Ctx, filter: Filter) {
  let base = ctx.db.selectFrom("posting as p").where("p.venue_id", "=", ctx.venue.id).where("p.account", "in", PURSES);
  if (filter.purse) base = base.where("p.account", "=", `purse.${filter.purse}`);
  if (filter.memberId) base = base.where("p.subject", "=", filter.memberId);
  if (filter.cardTypeId?.length)
    base = base.where("p.subject", "in", (await membersOf(ctx, { cardTypeId: filter.cardTypeId })).select("m.id"));
  if (filter.from) base = base.where("p.posted_at", ">=", instant(filter.from, 0, ctx.venue.zone));
  if (filter.to) base = base.where("p.posted_at", "<", instant(addDays(filter.to, 1), 0, ctx.venue.zone));
  if (filter.q) {
    const documents = await documentsOf(ctx, filter.q);
    const holders = documents ?? (await membersOf(ctx, { q: filter.q })).select("m.id");
    base = base.where(documents ? "p.tx_id" : "p.subject", "in", holders);
  }
  const query = withTx(base);
  return filter.kind?.length ? query.where(ofKinds(filter.kind)) : query;
}

/** Transactions of the documents whose number begins with what was typed, or nothing where there are none or it is no number. */
async function documentsOf(ctx: Ctx, q: string) {
  if (!/^[a-z]+\d[\w-]*$/i.test(q)) return undefined;
  const documents = ctx.db
    .selectFrom("ledger_tx")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where(sql<boolean>`document_no ^@ ${q.toUpperCase()}`);
  return (await documents.limit(1).executeTakeFirst()) ? documents : undefined;
}

const withTx = <O>(query: SelectQueryBuilder<Tables & { p: Tables["posting"] }, "p", O>) =>
  query.leftJoin("ledger_tx as t", (join) => join.onRef("t.venue_id", "=", "p.venue_id").onRef("t.id", "=", "p.tx_id"));

type WithTx = ReturnType<typeof withTx<object>>;
/** Adds the member `m` and, of recharges, the recharge `r`. */
export const withParties = (query: WithTx) =>
  query
    .leftJoin("member as m", (join) => join.onRef("m.venue_id", "=", "p.venue_id").onRef("m.id", "=", "p.subject"))
    .leftJoin("recharge as r", (join) =>
      join.onRef("r.venue_id", "=", "t.venue_id").onRef("r.id", "=", "t.document_id").on("t.document_kind", "=", "recharge"),
    );
const dressed = (query: WithTx) =>
  withParties(query).select([
    "p.tx_id",
    "p.seq",
    "p.account",
    "p.amount",
    "p.balance_after",
    "p.subject",
    "p.posted_at",
    sql<string>`t.document_kind`.as("document_kind"),
    sql<string>`t.document_id`.as("document_id"),
    sql<string>`t.document_no`.as("document_no"),
    sql<string>`t.operator`.as("operator"),
    sql<string>`t.reason`.as("reason"),
    sql<string>`coalesce(m.name, '')`.as("member_name"),
    sql<string>`coalesce(m.card_no, '')`.as("card_no"),
    "r.method",
    "r.revoked_at",
    kindOf.as("kind"),
  ]);
type Row = Awaited<ReturnType<ReturnType<typeof dressed>["execute"]>>[number];

/** The purse of an account of the ledger. */
export const purseOf = (account: string): z.infer<typeof Purse> => (account === "purse.gift" ? "gift" : "principal");

function toLog(row: Row): AccountLog {
  const after = row.balance_after ?? 0;
  return {
    id: `${row.tx_id}.${row.seq}`,
    at: row.posted_at.toISOString(),
    no: row.document_no,
    documentKind: row.document_kind,
    documentId: row.document_id,
    kind: row.kind,
    memberId: row.subject,
    memberName: row.member_name,
    cardNo: row.card_no,
    purse: purseOf(row.account),
    method: (row.method as AccountLog["method"]) ?? null,
    in: yuan(Math.max(0, -row.amount)),
    out: yuan(Math.max(0, row.amount)),
    before: yuan(after + row.amount),
    after: yuan(after),
    operator: row.operator,
    reason: row.reason,
    revocable: row.kind === "recharge" && row.revoked_at === null,
    revokedAt: row.kind === "recharge" ? (row.revoked_at?.toISOString() ?? null) : null,
  };
}
