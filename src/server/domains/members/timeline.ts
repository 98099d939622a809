/** A member's timeline: what happened to them, out of every table that knows, newest first. */
import { type RawBuilder, sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import type { members, TimelineEntry } from "../../../contract/members/members";
import type { Language } from "../../../contract/core/enums";
import { FIELDS } from "../../../contract/core/fields";
import { yuan } from "../../../contract/core/money";
import { z } from "zod";
import type { Ctx } from "../../http/context";
import { placesIn } from "../../kernel/place-words";
import { coolingOffEnd } from "../../kernel/prepaid";

type Entry = z.infer<typeof TimelineEntry>;
interface Row {
  kind: Entry["kind"];
  id: string;
  at: Date;
  no: string;
  title: string;
  /** Fen. */
  amount: number | null;
  note: string;
  operator: string;
  /** Prepaid, and nothing of it was taken back or used up: it has a cooling-off. */
  whole: boolean;
}

/** Columns of a member that people know by a name; what is kept beside them (pinyin, what is searched) is nothing to them. */
const CHANGED = {
  name: { zh: "姓名", en: "Name" },
  expires_on: { zh: "到期日", en: "Expiry" },
  card_no: FIELDS.cardNo,
  phone: FIELDS.phone,
  gender: FIELDS.gender,
  birthday: FIELDS.birthday,
  card_type_id: FIELDS.cardTypeId,
  state: FIELDS.state,
  tags: FIELDS.tags,
  memo: FIELDS.memo,
  referrer_id: FIELDS.referrerId,
  photo: FIELDS.photo,
  coach_id: FIELDS.coachId,
  family: FIELDS.family,
} as const;

/** Describes the changed columns, in words. */
const changedIn = (columns: readonly string[], language: Language): string =>
  Object.entries(CHANGED)
    .flatMap(([column, label]) => (columns.includes(column) ? [label[language]] : []))
    .join(language === "zh" ? "、" : ", ");

/** The parts of a member that a change of its row touched; `title` of such an entry, as JSON. */
const Changed = z.object({ before: z.record(z.string(), z.unknown()), after: z.record(z.string(), z.unknown()) });
type Side = z.output<typeof Changed>["after"];
const textIn = (side: Side, column: string): string => {
  const value = side[column];
  return typeof value === "string" ? value : "";
};

/** Returns the names of the card types that changes lead from and to. */
async function typeNames(ctx: Ctx, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows
    .filter(({ kind, title }) => kind === "changed" && title.includes("card_type_id"))
    .flatMap(({ title }) => {
      const { before, after } = Changed.parse(JSON.parse(title));
      return [textIn(before, "card_type_id"), textIn(after, "card_type_id")];
    });
  if (ids.length === 0) return new Map();
  const types = await ctx.db
    .selectFrom("card_type")
    .select(["id", "name"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", ids)
    .execute();
  return new Map(types.map(({ id, name }) => [id, name]));
}

/** Names a change of a member by what it did: frozen, card replaced, level changed; old → new where people know both by name. */
function changeOf(row: Row, types: ReadonlyMap<string, string>, language: Language): Row {
  const { before, after } = Changed.parse(JSON.parse(row.title));
  const columns = Object.keys(after).filter((column) => Object.hasOwn(CHANGED, column));
  const step = (column: string, name = (value: string): string => value): string => {
    const [from, to] = [name(textIn(before, column)), name(textIn(after, column))];
    return from === "" || to === "" ? "" : `${from} → ${to}`;
  };
  const as = (kind: Row["kind"], note: string): Row => ({ ...row, kind, title: "", note });
  const has = (column: keyof typeof CHANGED, ...besides: readonly (keyof typeof CHANGED)[]): boolean =>
    columns.includes(column) && columns.every((each) => each === column || besides.some((one) => one === each));
  const state = textIn(after, "state");
  if (state === "frozen") return as("frozen", row.note);
  if (textIn(before, "state") === "frozen" && state === "active") return as("unfrozen", row.note);
  if (state === "expired" && has("state")) return as("ended", "");
  if (has("card_no")) return as("cardReplaced", step("card_no"));
  if (has("card_type_id", "expires_on"))
    return as(
      "levelChanged",
      step("card_type_id", (id) => types.get(id) ?? ""),
    );
  if (has("expires_on", "state") && state !== "expired") return as("renewed", step("expires_on"));
  if (row.note !== "") return as("changed", row.note);
  return as("changed", changedIn(columns, language));
}

/** Bookings, recharges, sales, cards, refunds and changes of a member before an instant, newest first. */
export async function timeline(ctx: Ctx, input: Parsed<typeof members.timeline>): Promise<{ content: Entry[] }> {
  const before = input.before === undefined ? sql`'infinity'::timestamptz` : sql`${new Date(input.before)}`;
  const venue = sql`${ctx.venue.id}`;
  const member = sql`${input.id}`;
  // Each source gives its newest rows by its own index; only those are put in order together.
  const sources: RawBuilder<unknown>[] = [
    sql`SELECT 'booking' AS kind, id, created_at AS at, no, places AS title, total AS amount, ${BOOKED} AS note, operator, false AS whole
      FROM booking_order WHERE venue_id = ${venue} AND member_id = ${member} AND created_at < ${before}`,
    sql`SELECT 'session', o.id, o.at, o.no, h.name || ' ' || b.day || ' ×' || o.heads, o.total, o.status, o.operator, false FROM session_order o
      JOIN hall_booking b ON b.venue_id = o.venue_id AND b.id = o.hall_booking_id JOIN hall h ON h.venue_id = b.venue_id AND h.id = b.hall_id
      WHERE o.venue_id = ${venue} AND o.member_id = ${member} AND o.at < ${before}`,
    sql`SELECT 'openPlay', k.id, k.at, k.no, y.title || ' ' || y.day, k.total, k.state, k.operator, false FROM open_play_ticket k
      JOIN open_play y ON y.venue_id = k.venue_id AND y.id = k.open_play_id
      WHERE k.venue_id = ${venue} AND k.member_id = ${member} AND k.at < ${before}`,
    sql`SELECT 'coachClass', b.id, b.created_at, b.no, c.title || ' ' || c.day, b.amount, b.state, ${byWhom("coachClass", sql`b.id`)}, false FROM coach_booking b
      JOIN coach_class c ON c.venue_id = b.venue_id AND c.id = b.coach_class_id
      WHERE b.venue_id = ${venue} AND b.member_id = ${member} AND b.created_at < ${before}`,
    sql`SELECT 'activity', j.id, j.created_at, j.no, a.title, j.paid, j.state, j.operator, false FROM activity_join j
      JOIN activity a ON a.venue_id = j.venue_id AND a.id = j.activity_id
      WHERE j.venue_id = ${venue} AND j.member_id = ${member} AND j.created_at < ${before}`,
    sql`SELECT CASE WHEN x.giver_id = ${member} THEN 'transferOut' ELSE 'transferIn' END, x.id, x.decided_at, x.no, o.name, x.amount, x.reason, x.decided_by, false
      FROM member_transfer x JOIN member o ON o.venue_id = x.venue_id AND o.id = CASE WHEN x.giver_id = ${member} THEN x.receiver_id ELSE x.giver_id END
      WHERE x.venue_id = ${venue} AND (x.giver_id = ${member} OR x.receiver_id = ${member}) AND x.state = 'done' AND x.decided_at < ${before}`,
    sql`SELECT 'debtPaid', id, created_at, no, '', amount, remark, operator, false FROM debt_payment
      WHERE venue_id = ${venue} AND member_id = ${member} AND created_at < ${before}`,
    sql`SELECT 'cardFee', id, created_at, no, card_type_name, paid, '', operator, false FROM card_fee
      WHERE venue_id = ${venue} AND member_id = ${member} AND created_at < ${before}`,
    sql`SELECT 'revocation', t.id, t.posted_at, d.no, '', ${refundedAmount("t")}, t.reason, t.operator, false FROM debt_payment d
      JOIN ledger_tx t ON t.venue_id = d.venue_id AND t.document_kind = 'debt' AND t.document_id = d.id AND t.operation = 'debt payment revoked'
      WHERE d.venue_id = ${venue} AND d.member_id = ${member} AND d.revoked_at IS NOT NULL AND t.posted_at < ${before}`,
    sql`SELECT 'revocation', t.id, t.posted_at, k.no, k.card_type_name, ${refundedAmount("t")}, t.reason, t.operator, false FROM card_fee k
      JOIN ledger_tx t ON t.venue_id = k.venue_id AND t.document_kind = 'cardFee' AND t.document_id = k.id AND t.operation = 'card fee revoked'
      WHERE k.venue_id = ${venue} AND k.member_id = ${member} AND k.revoked_at IS NOT NULL AND t.posted_at < ${before}`,
    sql`SELECT 'recharge', r.id, r.at, r.no, coalesce(o.name, ''), r.paid, r.remark, t.operator, r.revoked_at IS NULL FROM recharge r
      JOIN ledger_tx t ON t.venue_id = r.venue_id AND t.id = r.tx_id
      LEFT JOIN recharge_offer o ON o.venue_id = r.venue_id AND o.id = r.offer_id
      WHERE r.venue_id = ${venue} AND r.member_id = ${member} AND r.at < ${before}`,
    sql`SELECT 'revocation', t.id, t.posted_at, r.no, '', r.paid, t.reason, t.operator, false FROM recharge r
      JOIN ledger_tx t ON t.venue_id = r.venue_id AND t.reverses = r.tx_id
      WHERE r.venue_id = ${venue} AND r.member_id = ${member} AND r.revoked_at IS NOT NULL AND t.posted_at < ${before}`,
    sql`SELECT 'referral', w.id, w.created_at, w.no, o.name || ' · ' || CASE WHEN w.newcomer_id = ${member} THEN r.name ELSE n.name END,
        CASE WHEN w.newcomer_id = ${member} THEN nullif(w.newcomer_gift, 0) ELSE nullif(w.referrer_gift, 0) END, '', w.operator, false FROM referral_reward w
      JOIN referral_offer o ON o.venue_id = w.venue_id AND o.id = w.offer_id JOIN member r ON r.venue_id = w.venue_id AND r.id = w.referrer_id
      JOIN member n ON n.venue_id = w.venue_id AND n.id = w.newcomer_id
      WHERE w.venue_id = ${venue} AND (w.newcomer_id = ${member} OR w.referrer_id = ${member}) AND w.created_at < ${before}`,
    sql`SELECT 'revocation', t.id, t.posted_at, w.no, '', ${purseOf("t", member)}, t.reason, t.operator, false FROM referral_reward w
      JOIN ledger_tx t ON t.venue_id = w.venue_id AND t.reverses = w.tx_id
      WHERE w.venue_id = ${venue} AND (w.newcomer_id = ${member} OR w.referrer_id = ${member}) AND w.revoked_at IS NOT NULL AND t.posted_at < ${before}`,
    sql`SELECT 'refund', t.id, t.posted_at, t.document_no, b.places, ${refundedAmount("t")}, t.reason, t.operator, false FROM booking_order b
      JOIN ledger_tx t ON t.venue_id = b.venue_id AND t.document_kind = 'order' AND t.document_id = b.id AND t.operation = 'cancellation'
      WHERE b.venue_id = ${venue} AND b.member_id = ${member} AND b.refunded > 0 AND t.posted_at < ${before}`,
    sql`SELECT 'sale', s.id, s.at, s.no, coalesce((SELECT string_agg(l.name || ' ×' || l.quantity, ', ' ORDER BY l.id) FROM sale_line l
        WHERE l.venue_id = s.venue_id AND l.sale_id = s.id), ''), s.total, s.remark, s.operator, false
      FROM sale s WHERE s.venue_id = ${venue} AND s.member_id = ${member} AND s.state IN ('paid', 'partly_returned', 'returned', 'void') AND s.at < ${before}`,
    sql`SELECT 'cardSale', id, at, no, name, CASE WHEN from_id IS NULL OR price > 0 THEN price END, CASE WHEN from_id IS NULL THEN '' ELSE memo END, operator, used = 0 AND from_id IS NULL AND state IN ('inactive', 'active', 'paused') FROM holding
      WHERE venue_id = ${venue} AND member_id = ${member} AND at < ${before}`,
    sql`SELECT 'refund', t.id, t.posted_at, t.document_no, h.name, ${refundedAmount("t")}, t.reason, t.operator, false FROM holding h
      JOIN ledger_tx t ON t.venue_id = h.venue_id AND t.document_kind = 'card' AND t.document_id = h.id AND t.operation = 'card refund'
      WHERE h.venue_id = ${venue} AND h.member_id = ${member} AND h.state = 'refunded' AND t.posted_at < ${before}`,
    sql`SELECT 'cardUse', u.id, u.at, h.no, h.name, NULL::bigint, coalesce(u.before || ' → ' || u.after, ''), u.operator, false FROM holding h
      JOIN holding_use u ON u.venue_id = h.venue_id AND u.holding_id = h.id
      WHERE h.venue_id = ${venue} AND h.member_id = ${member} AND u.kind = 'use' AND u.at < ${before}`,
    sql`SELECT 'merged', k.id, k.merged_at, k.card_no, k.name, NULL::bigint, k.state_reason, coalesce((SELECT a.operator FROM audit_log a
        WHERE a.venue_id = k.venue_id AND a.object = 'member' AND a.object_id = k.id AND a.after ? 'merged_at' ORDER BY a.id DESC LIMIT 1), ''), false
      FROM member k WHERE k.venue_id = ${venue} AND k.merged_into_id = ${member} AND k.merged_at < ${before}`,
    sql`SELECT CASE WHEN before IS NULL THEN 'enrolled' ELSE 'changed' END, id::text, at, '',
        CASE WHEN before IS NULL THEN '' ELSE jsonb_build_object('before', before, 'after', after)::text END,
        NULL::bigint, coalesce(after ->> 'state_reason', ''), operator, false
      FROM audit_log WHERE venue_id = ${venue} AND object = 'member' AND object_id = ${member} AND at < ${before} AND after IS NOT NULL
      AND (before IS NULL OR EXISTS (SELECT FROM jsonb_object_keys(after) AS key WHERE key NOT IN ('spent', 'last_visit_at')))`,
  ];
  const newest = sources.map((source) => sql`(SELECT * FROM (${source}) AS s ORDER BY 3 DESC, 2 DESC LIMIT ${input.size})`);
  const { rows } = await sql<Row>`SELECT * FROM (${sql.join(newest, sql` UNION ALL `)}) AS entries
    ORDER BY at DESC, id DESC, kind LIMIT ${input.size}`.execute(ctx.db);
  const [standing, types] = await Promise.all([standingOf(ctx, rows), typeNames(ctx, rows)]);
  return {
    content: rows
      .map((found) => (found.kind === "changed" ? changeOf(found, types, ctx.language) : found))
      .map((row) => ({
        id: `${row.kind}:${row.id}`,
        at: row.at.toISOString(),
        kind: row.kind,
        no: row.no,
        title: row.kind === "booking" || row.kind === "refund" ? placesIn(row.title, ctx.language) : row.title,
        amount: row.amount === null ? null : yuan(row.amount),
        note: row.note,
        operator: row.operator,
        coolingOffUntil: row.whole && coolingOffEnd(row.at) > ctx.now ? coolingOffEnd(row.at).toISOString() : null,
        revocable: standing.has(row.id) ? { kind: row.kind === "debtPaid" ? "debt" : "cardFee", id: row.id } : null,
      })),
  };
}

/** An order's state; what costs nothing, or what a contract will settle, is booked, not paid. */
const BOOKED = sql`CASE WHEN order_status = 'paid' AND (total = 0 OR source = 'fixed' AND pay_status = 'unpaid') THEN 'booked' ELSE order_status END`;

/** Payments of debts and fees of cards among the entries that were not taken back, of accounts that are not closed. */
async function standingOf(ctx: Ctx, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ kind, id }) => (kind === "debtPaid" || kind === "cardFee" ? [id] : []));
  if (ids.length === 0) return new Set();
  const of = (table: "debt_payment" | "card_fee") =>
    ctx.db
      .selectFrom(table)
      .innerJoin("member as m", (join) => join.onRef("m.venue_id", "=", `${table}.venue_id`).onRef("m.id", "=", `${table}.member_id`))
      .select(`${table}.id`)
      .where(`${table}.venue_id`, "=", ctx.venue.id)
      .where(`${table}.id`, "in", ids)
      .where(`${table}.revoked_at`, "is", null)
      .where("m.state", "!=", "closed");
  return new Set((await of("debt_payment").unionAll(of("card_fee")).execute()).map(({ id }) => id));
}

/** Returns the person of the first transaction of a document that does not record one itself. */
const byWhom = (kind: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce((SELECT t.operator FROM ledger_tx t WHERE t.venue_id = b.venue_id AND t.document_kind = ${kind} AND t.document_id = ${id}
    ORDER BY t.posted_at, t.id LIMIT 1), '')`;

/** Returns the amount that a transaction added to a member's purses, fen. */
const purseOf = (tx: string, member: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT coalesce(-sum(p.amount), 0)::bigint FROM posting p WHERE p.venue_id = ${sql.ref(`${tx}.venue_id`)} AND p.tx_id = ${sql.ref(`${tx}.id`)}
    AND p.subject = ${member} AND p.account IN ('purse.principal', 'purse.gift'))`;

/** Returns the refund of a transaction, fen: its credits on tenders and purses. */
const refundedAmount = (tx: string): RawBuilder<unknown> =>
  sql`(SELECT coalesce(-sum(p.amount), 0)::bigint FROM posting p WHERE p.venue_id = ${sql.ref(`${tx}.venue_id`)} AND p.tx_id = ${sql.ref(`${tx}.id`)}
    AND p.amount < 0 AND (p.account LIKE 'tender.%' OR p.account IN ('purse.principal', 'purse.gift')))`;
