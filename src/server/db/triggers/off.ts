/**
 * What the triggers of the schema do beside each write, and which of them a database does not have: where tables are spread over machines there
 * are none. The process then does their work itself (`connection.ts`), each table's for itself; a database with all of its triggers is left to them.
 */
import type pg from "pg";

/** Tables whose changes the operation log does not keep, of those that are a venue's or say who may do what. */
export const UNAUDITED: readonly string[] = [
  "audit_log, balance, card_type_move_line, channel_bill_row, cms_statistics, coach_bank_number, counter, coupon_settlement_line, delivery_item, due",
  "fixed_hold, holding_use, idempotency, import_row, ledger_tx, message, occupancy, outbox, pay_code, posting, preference, price_sheet, qr_ticket",
  "rollup, rollup_day, rollup_touch, sale_line, sale_return_line, stock, stock_document_line, stock_movement, stock_value, synced_day, uploaded_file",
].flatMap((line) => line.split(", "));

/** Audited tables without a venue of their own. */
export const PLATFORM_AUDITED: readonly string[] = ["person", "role", "role_code", "update_notice", "venue"];

/** Columns of members that the log keeps: a visit is not. */
export const MEMBER_AUDITED: readonly string[] = [
  "venue_id, id, card_no, name, pinyin, initials, phone, gender, birthday, card_type_id, state, state_reason, expires_on, tags, memo, created_at",
  "merged_into_id, merged_at, erased_at, referrer_id, photo, coach_id, family, enrolled_by",
].flatMap((line) => line.split(", "));

/** The other triggers with their tables. Those that only refuse what the code does not do are not here. */
export const TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  follow_merged_member: [
    "activity_join, attention, booking_order, card_fee, club_member, coach_booking, customer_message, debt_payment, digg, fixed_contract, game_team, holding",
    "member_adjustment, member_coupon, message_consent, open_play_ticket, qualification, recharge, review, roaming_payment, sale, session_order, spread",
    "till_allowance, voucher, waitlist_entry",
  ].flatMap((line) => line.split(", ")),
  rollups: ["booking_line", "booking_order", "ledger_tx", "member", "place", "posting", "sale", "sale_line"],
  rollups_added: ["payment"],
  rollups_changed: ["payment"],
  rollups_claim: ["payment"],
  digg_counted: ["digg"],
  access: ["person", "person_session", "person_venue", "role", "role_code", "venue"],
};
/** Triggers that refuse what the code does not do. */
export const BELTS: readonly string[] = ["append_only", "append_only_truncate", "balanced", "fresh_tx"];
/** Those of views: they write the tables behind, and stay. */
export const OF_VIEWS: readonly string[] = ["add", "change"];

/** Rows of one table that go with those of another. */
export interface Cascade {
  readonly child: string;
  /** Columns of the child, and what they hold of the row that goes. */
  readonly columns: readonly (readonly [own: string, of: string])[];
}
/** What is off. */
export interface Off {
  /** Whether a trigger of a table is off: "audit" and the names of `TRIGGERS`. */
  has(trigger: string, table: string): boolean;
  /** Tables of which something is off. */
  readonly tables: ReadonlySet<string>;
  /** Whether the key that checks balances at commit can be named. */
  readonly balanced: boolean;
  /** What goes with the rows of a table, of what is watched. */
  cascades(table: string): readonly Cascade[];
}

const TABLES = `SELECT c.relname AS name, coalesce(array_agg(g.tgname::text) FILTER (WHERE g.tgenabled IN ('O', 'A')), '{}') AS on,
    bool_or(g.tgname = 'balanced') AS balanced
  FROM pg_class c LEFT JOIN pg_trigger g ON g.tgrelid = c.oid AND NOT g.tgisinternal
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND (c.relname = ANY ($1) OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'venue_id' AND NOT a.attisdropped))
  GROUP BY c.relname`;
const CASCADES = `SELECT k.confrelid::regclass::text AS parent, k.conrelid::regclass::text AS child, array_agg(ARRAY[a.attname, b.attname]::text[]) AS columns
  FROM pg_constraint k CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS u (own, of)
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.own JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = u.of
  WHERE k.contype = 'f' AND k.confdeltype = 'c' AND k.connamespace = 'public'::regnamespace GROUP BY k.oid, 1, 2`;
/** RETURNING gives what rows were before from here on. */
const GIVES_OLD = 180_000;

/**
 * Reads which triggers a database does not have; undefined: it has them all, as every installation does that nobody spread.
 * @throws Error if some are missing and this PostgreSQL can't do without
 */
export async function readOff(client: pg.ClientBase): Promise<Off | undefined> {
  const named = [...PLATFORM_AUDITED, "person_session"];
  const { rows } = await client.query<{ name: string; on: string[]; balanced: boolean | null }>(TABLES, [named]);
  const off = new Set<string>();
  const tables = new Set<string>();
  for (const { name, on } of rows) {
    const wanted = Object.entries(TRIGGERS).flatMap(([trigger, of]) => (of.includes(name) ? [trigger] : []));
    if (!UNAUDITED.includes(name) && name !== "person_session") wanted.push("audit", ...(name === "member" ? ["audit_update"] : []));
    for (const trigger of wanted.filter((one) => !on.includes(one))) {
      off.add(`${trigger} ${name}`);
      tables.add(name);
    }
  }
  if (off.size === 0) return undefined;
  const { rows: version } = await client.query<{ n: number }>("SELECT current_setting('server_version_num')::int AS n");
  if ((version[0]?.n ?? 0) < GIVES_OLD)
    throw new Error(
      `Triggers of the database are missing or off (${[...off].slice(0, 3).join(", ")}${off.size > 3 ? ", …" : ""}): to work without them needs PostgreSQL 18`,
    );
  const { rows: keys } = await client.query<{ parent: string; child: string; columns: [string, string][] }>(CASCADES);
  const cascades = new Map<string, Cascade[]>();
  for (const { parent, child, columns } of keys)
    if (tables.has(child)) cascades.set(parent, [...(cascades.get(parent) ?? []), { child, columns }]);
  return {
    has: (trigger, table) => off.has(`${trigger} ${table}`),
    tables,
    balanced: rows.some(({ balanced }) => balanced === true),
    cascades: (table) => cascades.get(table) ?? [],
  };
}
