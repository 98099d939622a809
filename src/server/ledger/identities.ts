/** Invariants of every document of money: its columns equal its postings and its payments. */
import { type RawBuilder, sql } from "kysely";
import type { Account } from "./accounts";
import type { Document } from "./post";

/** A finding of a check: what is broken, and the figures that disagree. */
export interface Row {
  readonly subject: string;
  readonly detail: string;
}
/** A broken identity: its name, its subject and the figures that disagree. */
export interface Finding {
  readonly check: string;
  readonly subject: string;
  readonly detail: string;
}
/** Maximum number of reported findings of one kind. */
export const MOST = 100;
/** Queries by name; each takes the venue's id and gives rows of what is wrong. */
export type Checks = Readonly<Record<string, (venue: string) => RawBuilder<Row>>>;
type Sql = RawBuilder<unknown>;

/** Money columns of a kind of document: expressions of its row `o`, fen. */
interface Columns {
  /** With its article: "a sale". */
  readonly name: string;
  readonly table: string;
  readonly paid?: Sql;
  /** True of postings `p` that are its money, where `MONEY` is not. */
  readonly money?: Sql;
  readonly refunded?: Sql;
  /** Further postings of it, credits less debits: on these accounts, this amount. */
  readonly posted?: Readonly<Record<string, { readonly on: readonly Account[]; readonly is: Sql }>>;
  /** Amount paid without a payment of its own. */
  readonly covered?: Sql;
  /** Its money may go back over the payments of another document, or over none: what its own gave back is then no figure of it. */
  readonly returnsElsewhere?: true;
}

/**
 * Accounts that a document's money comes from and returns to. A collection for it, and a fixed contract's prepaid money, have other ids.
 */
export const MONEY = sql`(is_money(p.account) OR p.account = 'prepaid.order' AND p.subject <> t.document_id)`;
/** Payments that brought money. */
const PAID = sql`('succeeded', 'refunding', 'refunded', 'refund_failed')`;

/** The checks of a kind of document. That it gave back no more than it was paid is a constraint of its table. */
export function identities(kind: Document["kind"], columns: Columns): Checks {
  const { name, paid = sql`o.paid`, refunded = sql`o.refunded`, covered = sql`0`, money = MONEY, returnsElsewhere } = columns;
  const table = sql.table(columns.table);
  const sums = [
    { label: "paid", of: sql`sum(p.amount) FILTER (WHERE p.amount > 0 AND ${money})`, is: paid },
    { label: "refunded", of: sql`-sum(p.amount) FILTER (WHERE p.amount < 0 AND ${money})`, is: refunded },
    ...Object.entries(columns.posted ?? {}).map(([label, { on, is }]) => ({
      label,
      of: sql`-sum(p.amount) FILTER (WHERE p.account IN (${sql.join(on)}) AND (p.account NOT IN ('prepaid.order', 'deposit') OR p.subject = t.document_id))`,
      is,
    })),
  ].map((sum, i) => ({ ...sum, posted: sql`coalesce(m.${sql.ref(`s${i}`)}, 0)`, column: sql.ref(`s${i}`) }));
  const back = returnsElsewhere ? sql`coalesce(y.refunded, 0)` : refunded;
  return {
    [`what ${name} says of its money is what was posted`]: (venue) => sql`
      SELECT o.no AS subject, concat_ws(', ', ${sql.join(sums.map((one) => sql`${`${one.label} `}::text || (${one.is}) || ' posted ' || ${one.posted}`))}) AS detail
      FROM ${table} o LEFT JOIN (
        SELECT t.document_id, ${sql.join(sums.map((one) => sql`${one.of} AS ${one.column}`))}
        FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
        WHERE t.venue_id = ${venue} AND t.document_kind = ${kind} GROUP BY t.document_id) m ON m.document_id = o.id
      WHERE o.venue_id = ${venue} AND (${sql.join(sums.map((one) => one.posted))}) IS DISTINCT FROM (${sql.join(sums.map((one) => sql`(${one.is})::numeric`))})`,
    [`the payments of ${name} are what it was paid and gave back`]: (venue) => sql`
      SELECT o.no AS subject, 'paid ' || (${paid}) || ' payments ' || coalesce(y.paid, 0) || ' covered ' || (${covered})
        || ', refunded ' || (${back}) || ' payments ' || coalesce(y.refunded, 0) AS detail
      FROM ${table} o LEFT JOIN (SELECT document_id, sum(amount) AS paid, sum(refunded) AS refunded FROM payment
        WHERE venue_id = ${venue} AND document_kind = ${kind} AND state IN ${PAID} GROUP BY document_id) y ON y.document_id = o.id
      WHERE o.venue_id = ${venue} AND ((${paid}) <> coalesce(y.paid, 0) + (${covered}) OR (${back}) <> coalesce(y.refunded, 0))`,
  };
}

/** Sums the postings of a package card's own transactions on an account, credits less debits. @param of further condition on them */
const ofCard = (account: Account, of: Sql = sql`true`): Sql => sql`coalesce((SELECT -sum(p.amount) FROM ledger_tx t
  JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id AND p.account = ${account}
  WHERE t.venue_id = o.venue_id AND t.document_kind = 'card' AND t.document_id = o.id AND ${of}), 0)`;
/** Value of the vouchers that became a package card. A reversed one retains its price, which was never paid. */
const VOUCHERS = sql`coalesce((SELECT sum(u.value) FROM voucher_use u WHERE u.venue_id = o.venue_id AND u.holding_id = o.id), 0)`;

/** The documents of money whose columns say it. */
export const DOCUMENTS: Partial<Record<Document["kind"], Columns>> = {
  order: {
    name: "an order",
    table: "booking_order",
    covered: sql`coalesce((SELECT c.covered FROM fixed_occurrence c WHERE c.venue_id = o.venue_id AND c.order_id = o.id), 0)`,
  },
  session: {
    name: "a session's booking",
    table: "session_order",
    posted: {
      fee: { on: ["income.fee"], is: sql`o.fee` },
      earned: { on: ["income.session"], is: sql`CASE WHEN o.status = 'booked' THEN o.total ELSE 0 END` },
    },
  },
  openPlay: {
    name: "a ticket of open play",
    table: "open_play_ticket",
    posted: {
      fee: { on: ["income.fee"], is: sql`o.fee` },
      earned: { on: ["income.session"], is: sql`o.total - o.refunded - o.fee - o.owed` },
      owed: { on: ["prepaid.order"], is: sql`o.owed` },
    },
  },
  activity: {
    name: "a sign-up for an activity",
    table: "activity_join",
    posted: {
      kept: { on: ["income.fee"], is: sql`o.kept` },
      earned: { on: ["income.activity"], is: sql`CASE WHEN o.state = 'left' THEN 0 ELSE o.paid END` },
    },
  },
  card: {
    name: "a package card",
    table: "holding",
    // Its price with times that were added, less what was no money: a value that was brought in, a voucher. Handing it on takes a fee.
    paid: sql`(o.price + ${ofCard("opening")} - ${VOUCHERS} + ${ofCard("income.fee", sql`t.operation = 'transfer fee'`)})`,
    // One that was handed on or exchanged was paid where it began.
    returnsElsewhere: true,
  },
  coachClass: {
    name: "a place in a coach's class",
    table: "coach_booking",
    paid: sql`CASE WHEN o.pay_by = 'Card' THEN 0 ELSE o.amount END`,
    refunded: sql`CASE WHEN o.pay_by = 'Card' THEN 0 ELSE o.refunded END`,
    posted: {
      earned: { on: ["income.coach"], is: sql`o.amount - o.refunded` },
      "of a card": { on: ["income.card_use"], is: sql`CASE WHEN o.pay_by = 'Card' THEN o.refunded - o.amount ELSE 0 END` },
    },
  },
  cardFee: {
    name: "a card fee",
    table: "card_fee",
    posted: {
      fee: { on: ["income.fee"], is: sql`CASE WHEN o.revoked_at IS NULL THEN o.fee ELSE 0 END` },
      deposit: { on: ["deposit"], is: sql`CASE WHEN o.revoked_at IS NULL THEN o.deposit - o.refunded ELSE 0 END` },
    },
  },
  debt: {
    name: "a payment of a debt",
    table: "debt_payment",
    // The settled amount is owed, not paid.
    money: sql`is_money(p.account) AND p.account <> 'receivable.member'`,
    paid: sql`o.amount`,
    posted: { "of the debt": { on: ["receivable.member"], is: sql`o.amount - o.refunded` } },
  },
  voucher: {
    name: "a voucher",
    table: "voucher",
    paid: sql`o.price`,
    posted: {
      earned: {
        on: ["income.groupon", "card.value"],
        is: sql`coalesce((SELECT sum(u.value) FROM voucher_use u WHERE u.venue_id = o.venue_id AND u.voucher_id = o.id AND u.undone_at IS NULL), 0)`,
      },
    },
  },
  sale: {
    name: "a sale",
    table: "sale",
    posted: {
      earned: {
        on: [
          "income.product",
          "discount.member",
          "discount.promotion",
          "discount.manual",
          "discount.bundle",
          "discount.coupon",
          "discount.rounding",
        ],
        is: sql`o.paid - o.refunded`,
      },
    },
  },
};
