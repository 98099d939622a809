/** Lists and reports of members' money, read from views over the ledger and the documents. */
import { sql, type SqlBool } from "kysely";
import {
  cardOpenings,
  cardsOpened,
  memberMonths,
  memberPurchases,
  memberTotals,
  NOBODY,
  userAccountLogs,
} from "../../../contract/memberMoney";
import type { ReportQuery } from "../../../contract/resource/report";
import { textOf } from "../../../contract/resource/text";
import type { Ctx } from "../../http/context";
import type { TableFor } from "../../resource/columns";
import { type Figures, serveReport } from "../../resource/report";
import { serveResource } from "../../resource/serve";
import { kindBy, kindOf, ofKinds } from "./kinds";
import { openings } from "./openings";
import { word } from "./words";

/** Views: read only. */
export interface MemberMoneyTables {
  member_movement: TableFor<typeof userAccountLogs>;
  member_purchase: TableFor<typeof memberPurchases>;
  member_total: TableFor<typeof memberTotals>;
  card_opening: TableFor<typeof cardsOpened>;
}

const id = () => sql.ref("t.id");
const TAKEN = sql`-t.amount`;

export const memberMoneyRoutes = [
  ...serveResource(userAccountLogs, {
    table: "member_movement",
    columns: {
      id,
      kind: () => kindBy(TAKEN),
      supportCashOut: () => sql`(coalesce(t.principal, 0) <> 0)`,
      cashOuted: () => sql`(coalesce(t.principal, 0) < 0 AND ${kindBy(TAKEN)} IN ('closing', 'revocation'))`,
      cardNo: () => sql`(SELECT m.card_no FROM member m WHERE m.venue_id = t.venue_id AND m.id = t.member_id)`,
    },
    searches: {
      cardNo: (text, { venue }) =>
        sql<SqlBool>`(t.member_id in (select m.id from member m where m.venue_id = ${venue.id} and lower(m.card_no) ^@ ${text}))`,
    },
    filters: { kind: (kinds: readonly string[]) => ofKinds(kinds, TAKEN) },
  }),
  ...serveResource(memberPurchases, { table: "member_purchase", columns: { id, net: () => sql`(t.paid - t.refunded)` } }),
  ...serveResource(memberTotals, { table: "member_total", columns: { id } }),
  ...serveResource(cardsOpened, {
    table: "card_opening",
    columns: { id },
    filters: { operator: (name: string) => sql<SqlBool>`t.operator = ${name === NOBODY ? "" : name}` },
  }),
  ...serveReport(cardOpenings, { rows: openings }),
  ...serveReport(memberMonths, { rows: statements }),
];

/** Rows of members that a page shows; the rest are in one more row. */
const SHOWN = 1_000;
/** What a statement is made of: columns of postings of the period, each movement in exactly one. */
const PARTS = sql`
  coalesce(sum(-p.amount) FILTER (WHERE p.kind = 'recharge' AND p.account = 'purse.principal'), 0)::bigint AS recharge,
  coalesce(sum(-p.amount) FILTER (WHERE p.kind IN ('recharge', 'referral') AND p.account = 'purse.gift'), 0)::bigint AS given,
  coalesce(sum(-p.amount) FILTER (WHERE p.kind = 'transfer' AND p.amount < 0), 0)::bigint AS "transferredIn",
  coalesce(sum(p.amount) FILTER (WHERE p.kind = 'transfer' AND p.amount > 0), 0)::bigint AS "transferredOut",
  coalesce(sum(p.amount) FILTER (WHERE p.kind IN ('booking', 'sale', 'packageCard', 'roaming', 'debt')), 0)::bigint AS spent,
  coalesce(sum(-p.amount) FILTER (WHERE p.kind = 'refund'), 0)::bigint AS refunded,
  coalesce(sum(p.amount) FILTER (WHERE p.kind IN ('revocation', 'closing', 'fee') AND p.account = 'purse.principal'), 0)::bigint AS "paidOut",
  coalesce(sum(p.amount) FILTER (WHERE p.kind IN ('revocation', 'closing', 'fee') AND p.account = 'purse.gift'), 0)::bigint AS voided,
  coalesce(sum(-p.amount) FILTER (WHERE p.kind = 'adjust'), 0)::bigint AS adjusted`;
const FIGURES = [
  "opening",
  "recharge",
  "given",
  "transferredIn",
  "transferredOut",
  "spent",
  "refunded",
  "paidOut",
  "voided",
  "adjusted",
  "closing",
] as const;
const ADDED = sql.join(FIGURES.map((name) => sql`sum(s.${sql.ref(name)})::bigint AS ${sql.ref(name)}`));

/** Statements of the purses of a period. What a purse held before is what it holds now less all that moved since. */
async function statements(ctx: Ctx, { from, to, group, filter }: ReportQuery, use: "page" | "file"): Promise<readonly Figures[]> {
  const { id: venue } = ctx.venue;
  const wanted = filter["purse"] as readonly string[] | undefined;
  const accounts = (wanted?.length ? wanted : ["principal", "gift"]).map((purse) => `purse.${purse}`);
  const own = sql`
    WITH since AS (
      SELECT p.subject, p.account, p.day, p.amount, ${kindOf} AS kind
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = ${venue} AND p.account = ANY (${accounts}::text[]) AND p.day >= ${from}
    ), moved AS (
      SELECT p.subject, p.account, sum(-p.amount)::bigint AS all_since, coalesce(sum(-p.amount) FILTER (WHERE p.day > ${to}), 0)::bigint AS later
      FROM since p GROUP BY p.subject, p.account
    ), parts AS (
      SELECT p.subject, p.account, ${PARTS} FROM since p WHERE p.day <= ${to} GROUP BY p.subject, p.account
    ), s AS (
      SELECT b.subject, b.account, b.amount - coalesce(m.all_since, 0) AS opening, coalesce(x.recharge, 0) AS recharge, coalesce(x.given, 0) AS given,
        coalesce(x."transferredIn", 0) AS "transferredIn", coalesce(x."transferredOut", 0) AS "transferredOut", coalesce(x.spent, 0) AS spent,
        coalesce(x.refunded, 0) AS refunded, coalesce(x."paidOut", 0) AS "paidOut", coalesce(x.voided, 0) AS voided,
        coalesce(x.adjusted, 0) AS adjusted, b.amount - coalesce(m.later, 0) AS closing, x.subject IS NOT NULL AS has_moved
      FROM balance b
      LEFT JOIN moved m ON m.subject = b.subject AND m.account = b.account
      LEFT JOIN parts x ON x.subject = b.subject AND x.account = b.account
      WHERE b.venue_id = ${venue} AND b.account = ANY (${accounts}::text[])
    )`;
  const stands = sql`(s.has_moved OR s.opening <> 0 OR s.closing <> 0)`;
  if (group === "purse") {
    const { rows } = await sql<Figures>`${own} SELECT replace(s.account, 'purse.', '') AS key, s.account AS name, '' AS note, ${ADDED}
      FROM s GROUP BY s.account ORDER BY s.account DESC`.execute(ctx.db);
    return rows.map((row) => ({ ...row, name: word(row.key, ctx.language) }));
  }
  if (group === "cardType") {
    const { rows } =
      await sql<Figures>`${own} SELECT m.card_type_id AS key, min(y.name) AS name, count(DISTINCT m.id)::text AS note, ${ADDED}
      FROM s JOIN member m ON m.venue_id = ${venue} AND m.id = s.subject
      JOIN card_type y ON y.venue_id = m.venue_id AND y.id = m.card_type_id
      WHERE ${stands} GROUP BY m.card_type_id ORDER BY min(y.position), 1`.execute(ctx.db);
    return rows.map((row) => ({ ...row, note: ctx.language === "zh" ? `${textOf(row["note"])} 人` : `${textOf(row["note"])} members` }));
  }
  const { rows } = await sql<Figures & { readonly at: number }>`${own}, one AS (
      SELECT s.subject, ${ADDED} FROM s WHERE ${stands} GROUP BY s.subject
    ), ranked AS (
      SELECT s.*, row_number() OVER (ORDER BY s.spent DESC, s.recharge DESC, s.closing DESC, s.subject) AS at FROM one s
    ), cut AS (
      SELECT CASE WHEN ${use === "file"} OR s.at <= ${SHOWN} THEN s.subject ELSE 'rest' END AS key, s.* FROM ranked s
    )
    SELECT s.key, min(s.at)::int AS at, count(*)::int AS people, coalesce(min(m.name), '') AS name, coalesce(min(m.card_no), '') AS note, ${ADDED}
    FROM cut s LEFT JOIN member m ON m.venue_id = ${venue} AND m.id = s.key GROUP BY s.key ORDER BY at`.execute(ctx.db);
  return rows.map((row) =>
    row.key === "rest"
      ? { ...row, name: ctx.language === "zh" ? `其余 ${textOf(row["people"])} 位会员` : `${textOf(row["people"])} more members`, note: "" }
      : row,
  );
}
