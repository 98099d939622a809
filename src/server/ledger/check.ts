/**
 * The identities that hold at every instant (ledger.md), checked on live data. Each is one query that finds what breaks it, so a sound
 * book answers with nothing. All amounts in fen.
 */
import { type RawBuilder, sql } from "kysely";
import { type Db, PLATFORM } from "../db/client";
import { seeVenue } from "../kernel/at-venue";
import { checkCells } from "./check-cells";
import { TAX_CHECKS } from "./check-tax";
import { type Checks, DOCUMENTS, type Finding, identities, MONEY, MOST, type Row } from "./identities";
import type { Document } from "./post";

const KEPT = sql`('purse.principal', 'purse.gift', 'card.value', 'voucher.value', 'deposit', 'prepaid.order')`;
/** Subject of a posting, as a mirror repeats it: for a merged member, the one who inherited from it. */
const MIRRORED = sql`CASE WHEN account = 'tender.cash' THEN ''
  ELSE coalesce((SELECT k.merged_into_id FROM member k WHERE k.venue_id = posting.venue_id AND k.id = posting.subject), subject) END`;

/** Selects the income, discounts, retained fees and debt of each order, fen. */
const ORDER_MONEY = (venue: string): RawBuilder<unknown> => sql`
  SELECT t.document_id, coalesce(-sum(p.amount) FILTER (WHERE p.account = 'income.place'), 0) AS income,
    coalesce(sum(p.amount) FILTER (WHERE p.account LIKE 'discount.%'), 0) AS discount,
    coalesce(-sum(p.amount) FILTER (WHERE p.account = 'income.fee'), 0) AS fee,
    coalesce(-sum(p.amount) FILTER (WHERE p.account = 'prepaid.order' AND p.subject = t.document_id), 0) AS prepaid
  FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
  WHERE t.venue_id = ${venue} AND t.document_kind = 'order' GROUP BY t.document_id`;

const CHECKS: Checks = {
  ...TAX_CHECKS,
  "each transaction sums to 0 and has postings": (venue) => sql`
    SELECT t.id AS subject, 'sum ' || coalesce(sum(p.amount), 0) || ', postings ' || count(p.seq) AS detail
    FROM ledger_tx t LEFT JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
    WHERE t.venue_id = ${venue} GROUP BY t.id HAVING coalesce(sum(p.amount), 0) <> 0 OR count(p.seq) = 0`,
  "the trial balance is 0": (venue) => sql`
    SELECT 'all accounts' AS subject, 'sum ' || sum(amount) AS detail FROM posting WHERE venue_id = ${venue} HAVING sum(amount) <> 0`,
  "kept balances are the sums of their postings": (venue) => sql`
    SELECT coalesce(b.account, s.account) || ' ' || coalesce(b.subject, s.subject) AS subject,
      'kept ' || coalesce(b.amount, 0) || ', postings ' || coalesce(s.amount, 0) AS detail
    FROM (SELECT account, subject, -sum(amount) AS amount FROM posting WHERE venue_id = ${venue} AND account IN ${KEPT} GROUP BY account, subject) s
    FULL JOIN (SELECT account, subject, amount FROM balance WHERE venue_id = ${venue}) b ON b.account = s.account AND b.subject = s.subject
    WHERE coalesce(b.amount, 0) <> coalesce(s.amount, 0)`,
  "no purse, card, voucher, deposit or prepaid order is below 0": (venue) => sql`
    SELECT account || ' ' || subject AS subject, 'balance ' || -sum(amount) AS detail FROM posting
    WHERE venue_id = ${venue} AND account IN ${KEPT} GROUP BY account, subject HAVING sum(amount) > 0`,
  "a purse's last posting says its balance": (venue) => sql`
    SELECT b.account || ' ' || b.subject AS subject, 'balance ' || b.amount || ', not among those of its postings' AS detail FROM balance b
    WHERE b.venue_id = ${venue} AND b.account IN ('purse.principal', 'purse.gift') AND NOT EXISTS (SELECT FROM posting p
      WHERE p.venue_id = b.venue_id AND p.subject = b.subject AND p.account = b.account AND p.balance_after = b.amount)`,
  "a closed account holds nothing": (venue) => sql`
    SELECT m.card_no AS subject, h.what AS detail FROM member m JOIN (
      SELECT subject AS member_id, account || ' ' || amount AS what FROM balance
        WHERE venue_id = ${venue} AND account IN ('purse.principal', 'purse.gift') AND amount <> 0
      UNION ALL SELECT member_id, 'card deposit ' || no FROM card_fee WHERE venue_id = ${venue} AND deposit > refunded
      UNION ALL SELECT member_id, 'package card ' || no || ' ' || state FROM holding
        WHERE venue_id = ${venue} AND state IN ('inactive', 'active', 'paused')) h ON h.member_id = m.id
    WHERE m.venue_id = ${venue} AND m.state = 'closed'`,
  // Cash goes back from the drawer of whoever pays it out, which need not be the one that took it.
  "a mirror never exceeds what it mirrors": (venue) => sql`
    SELECT m.id AS subject, p.account || ' ' || p.of || ': mirrored ' || p.amount || ', original ' || coalesce(o.amount, 0) AS detail
    FROM ledger_tx m
    JOIN LATERAL (SELECT account, ${MIRRORED} AS of, sum(amount) AS amount FROM posting WHERE venue_id = m.venue_id AND tx_id = m.id
      AND NOT account ^@ 'tax.' GROUP BY 1, 2) p ON true
    LEFT JOIN LATERAL (SELECT sum(amount) AS amount FROM posting WHERE venue_id = m.venue_id AND tx_id = m.reverses AND account = p.account
      AND ${MIRRORED} = p.of) o ON true
    WHERE m.venue_id = ${venue} AND m.reverses IS NOT NULL AND (abs(p.amount) > abs(coalesce(o.amount, 0)) OR sign(p.amount) = sign(coalesce(o.amount, 0)))`,
  "what the authority owes for coupons is what they paid and did not give back": (venue) => sql`
    SELECT coalesce(c.scheme, s.scheme) AS subject, 'coupons ' || coalesce(c.amount, 0) || ', postings ' || coalesce(s.amount, 0) AS detail
    FROM (SELECT scheme, sum(amount) AS amount FROM (
        SELECT scheme, used - given_back AS amount FROM coupon WHERE venue_id = ${venue}
        UNION ALL SELECT scheme, -amount FROM coupon_settlement WHERE venue_id = ${venue} AND state = 'paid_out') owed GROUP BY scheme) c
    FULL JOIN (SELECT subject AS scheme, sum(amount) AS amount FROM posting WHERE venue_id = ${venue} AND account = 'receivable.coupon'
      GROUP BY subject) s ON s.scheme = c.scheme
    WHERE coalesce(c.amount, 0) <> coalesce(s.amount, 0)`,
  "what channels owe is what is claimed from them and not settled": (venue) => sql`
    SELECT coalesce(c.channel, p.channel) AS subject, 'claims ' || coalesce(c.amount, 0) || ', postings ' || coalesce(p.amount, 0) AS detail
    FROM (SELECT b.channel, sum(r.ours - r.theirs) AS amount FROM channel_bill_row r JOIN channel_bill b ON b.venue_id = r.venue_id AND b.id = r.bill_id
      WHERE r.venue_id = ${venue} AND r.handling = 'claim' AND r.claim_end IS NULL GROUP BY b.channel) c
    FULL JOIN (SELECT subject AS channel, sum(amount) AS amount FROM posting WHERE venue_id = ${venue} AND account = 'receivable.platform'
      AND subject IN ('wechat', 'alipay') GROUP BY subject) p ON p.channel = c.channel
    WHERE coalesce(c.amount, 0) <> coalesce(p.amount, 0)`,
  "a bank account's balance is its opening balance, the lines that are matched or booked, and what is on no line yet": (venue) => sql`
    SELECT a.name AS subject, 'opening ' || a.opening || ', lines ' || l.amount || ', on no line ' || n.amount || ', posted ' || b.amount AS detail
    FROM bank_account a
    CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM bank_line WHERE venue_id = a.venue_id AND account_id = a.id AND state <> 'unmatched') l
    CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM posting WHERE venue_id = a.venue_id AND account = a.ledger_account AND subject = a.id) b
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS amount FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = a.venue_id AND p.account = a.ledger_account AND p.subject = a.id AND t.document_kind IN ('bankDeposit', 'bankPayout')
        AND NOT EXISTS (SELECT FROM bank_line m WHERE m.venue_id = t.venue_id AND m.tx_id = t.id)) n
    WHERE a.venue_id = ${venue} AND b.amount <> a.opening + l.amount + n.amount`,
  "a statement line is the amount of the movement that it is matched with, which stands": (venue) => sql`
    SELECT l.id AS subject, l.state || ' ' || l.amount || ', posted ' || coalesce(p.amount, 0) AS detail FROM bank_line l
    LEFT JOIN LATERAL (SELECT sum(p.amount) AS amount FROM posting p WHERE p.venue_id = l.venue_id AND p.tx_id = coalesce(l.posted_tx_id, l.tx_id)
      AND p.account IN ('bank.basic', 'bank.general') AND p.subject = l.account_id) p ON true
    WHERE l.venue_id = ${venue} AND ((l.tx_id IS NULL) <> (l.state = 'unmatched') OR l.state <> 'unmatched' AND (l.amount IS DISTINCT FROM p.amount
      OR EXISTS (SELECT FROM ledger_tx r WHERE r.venue_id = l.venue_id AND r.reverses = coalesce(l.posted_tx_id, l.tx_id))))`,
  "cash deposited and payouts are what they posted, reversed ones nothing": (venue) => sql`
    SELECT d.no AS subject, d.kind || ' ' || d.amount || ' fee ' || d.fee || ', posted ' || coalesce(m.amount, 0) || ' fee ' || coalesce(m.fee, 0) AS detail
    FROM (SELECT 'bankDeposit' AS kind, id, no, CASE WHEN state = 'posted' THEN amount ELSE 0 END AS amount, 0 AS fee FROM bank_deposit WHERE venue_id = ${venue}
      UNION ALL SELECT 'bankPayout', id, no, CASE WHEN state = 'posted' THEN gross - fee ELSE 0 END, CASE WHEN state = 'posted' THEN fee ELSE 0 END
        FROM bank_payout WHERE venue_id = ${venue}) d
    FULL JOIN (SELECT t.document_kind AS kind, t.document_id AS id, coalesce(sum(p.amount) FILTER (WHERE p.account IN ('bank.basic', 'bank.general')), 0) AS amount,
        coalesce(sum(p.amount) FILTER (WHERE p.account = 'cost.handling'), 0) AS fee FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${venue} AND t.document_kind IN ('bankDeposit', 'bankPayout') GROUP BY 1, 2) m ON m.kind = d.kind AND m.id = d.id
    WHERE (coalesce(d.amount, 0), coalesce(d.fee, 0)) IS DISTINCT FROM (coalesce(m.amount, 0)::bigint, coalesce(m.fee, 0)::bigint)`,
  "a channel's bill is paid out once it is finished, by a payout that stands": (venue) => sql`
    SELECT b.channel || ' ' || b.day AS subject, b.state || ', payout ' || y.no || ' ' || y.state AS detail FROM channel_bill b
    JOIN bank_payout y ON y.venue_id = b.venue_id AND y.id = b.payout_id
    WHERE b.venue_id = ${venue} AND (b.state <> 'done' OR y.state <> 'posted' OR y.channel <> b.channel)`,
  "what a game owes the platform is its handling fee, until a settlement pays it": (venue) => sql`
    SELECT g.no AS subject, 'handling ' || coalesce(g.settled_handling, 0) || ', posted ' || coalesce(p.owed, 0) || ', paid ' || coalesce(p.paid, 0) AS detail
    FROM game g LEFT JOIN (SELECT p.subject, -sum(p.amount) FILTER (WHERE t.document_kind = 'entry') AS owed, sum(p.amount) FILTER (WHERE t.document_kind = 'settlement') AS paid
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = ${venue} AND p.account = 'receivable.platform' GROUP BY p.subject) p ON p.subject = g.id
    WHERE g.venue_id = ${venue} AND (coalesce(p.owed, 0) <> coalesce(g.settled_handling, 0) OR coalesce(p.paid, 0) NOT IN (0, coalesce(p.owed, 0)))`,
  "what a coupon of the venue saves on what was paid is what was posted for it": (venue) => sql`
    SELECT c.coupon_no AS subject, c.document_kind || ' saves ' || coupon_saved(${venue}, c.document_kind, c.document_id) || ', posted ' || coalesce(m.amount, 0) AS detail
    FROM member_coupon c LEFT JOIN (SELECT t.document_kind, t.document_id, sum(p.amount) AS amount FROM ledger_tx t
      JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id WHERE t.venue_id = ${venue} AND p.account = 'discount.coupon' GROUP BY 1, 2) m
      ON m.document_kind = c.document_kind AND m.document_id = c.document_id
    WHERE c.venue_id = ${venue} AND c.state = 'used' AND coalesce(m.amount, 0) <> coupon_saved(${venue}, c.document_kind, c.document_id)
      AND NOT EXISTS (SELECT FROM booking_order o WHERE o.venue_id = c.venue_id AND c.document_kind = 'order' AND o.id = c.document_id
        AND o.pay_status NOT IN ('paid', 'part_refunded', 'refunded'))`,
  "an order's standing lines are what it has earned: list price, discounts, and what was given back of them": (venue) => sql`
    SELECT o.no AS subject, 'income ' || coalesce(m.income, 0) || ', discounts ' || coalesce(m.discount, 0) || ', fee ' || coalesce(m.fee, 0) || ' of ' || o.order_status AS detail
    FROM booking_order o LEFT JOIN (${ORDER_MONEY(venue)}) m ON m.document_id = o.id
    LEFT JOIN (SELECT order_id, sum(list) AS list, sum(discount + refunded) AS discount FROM booking_line
      WHERE venue_id = ${venue} AND status = 'active' AND uses = 0 AND traced_off(trace, 'voucher') = 0 GROUP BY order_id) l ON l.order_id = o.id
    WHERE o.venue_id = ${venue} AND (coalesce(m.fee, 0), coalesce(m.income, 0), coalesce(m.discount, 0)) IS DISTINCT FROM
      (CASE WHEN o.pay_status IN ('paid', 'part_refunded', 'refunded') AND o.order_status NOT IN ('cancelled', 'expired')
        THEN (o.fee::numeric, coalesce(l.list, 0), coalesce(l.discount, 0)) ELSE (o.fee::numeric, 0::numeric, 0::numeric) END)`,
  "what an order was paid, did not give back and did not keep as a fee is earned or still owed": (venue) => sql`
    SELECT o.no AS subject, 'left ' || o.paid - o.refunded - o.fee || ', earned ' || coalesce(m.income - m.discount, 0) || ', owed ' || coalesce(m.prepaid, 0) AS detail
    FROM booking_order o LEFT JOIN (${ORDER_MONEY(venue)}) m ON m.document_id = o.id
    WHERE o.venue_id = ${venue} AND o.paid - o.refunded - o.fee <> coalesce(m.income - m.discount + m.prepaid, 0)`,
  "uses of a package card that a line says were taken and given back are those of the card": (venue) => sql`
    SELECT coalesce(l.id, u.id) AS subject, 'line ' || coalesce(l.uses, 0) || ' back ' || coalesce(l.back, 0) || ', card ' || coalesce(u.uses, 0) || ' back ' || coalesce(u.back, 0) AS detail
    FROM (SELECT id, holding_id, uses, uses_back AS back FROM booking_line WHERE venue_id = ${venue} AND uses > 0) l
    FULL JOIN (SELECT document_id AS id, holding_id, coalesce(sum(times) FILTER (WHERE times > 0), 0) AS uses, coalesce(-sum(times) FILTER (WHERE times < 0), 0) AS back
      FROM holding_use WHERE venue_id = ${venue} AND document_kind = 'orderLine' GROUP BY document_id, holding_id) u ON u.id = l.id AND u.holding_id = l.holding_id
    WHERE (coalesce(l.uses, 0), coalesce(l.back, 0)) IS DISTINCT FROM (coalesce(u.uses, 0)::int, coalesce(u.back, 0)::int)`,
  "an order says refunded when, and only when, all money and all uses of cards went back and nothing goes on that was free": (venue) => sql`
    SELECT o.no AS subject, o.pay_status || ', paid ' || o.paid || ' refunded ' || o.refunded || ', uses ' || l.uses || ' back ' || l.back || ', free ' || l.free AS detail
    FROM booking_order o JOIN (SELECT order_id, sum(uses) AS uses, sum(uses_back) AS back, count(*) FILTER (WHERE status = 'active' AND price = 0 AND uses = 0) AS free
      FROM booking_line WHERE venue_id = ${venue} GROUP BY order_id) l ON l.order_id = o.id
    WHERE o.venue_id = ${venue} AND o.pay_status <> 'unpaid' AND (o.pay_status = 'refunded') <>
      (o.paid = o.refunded AND l.uses = l.back AND l.free = 0 AND (o.paid > 0 OR l.uses > 0))`,
  "an order's lines sum to it": (venue) => sql`
    SELECT o.no AS subject, 'list ' || o.list || ' lines ' || coalesce(sum(l.list), 0) || ', total ' || o.total || ' lines ' || coalesce(sum(l.price), 0)
      || ', refunded ' || o.refunded || ' lines ' || coalesce(sum(l.refunded), 0) || ' moves ' || coalesce(sum(l.moved_back), 0) || ' of ' || o.moved_back || ', fee ' || o.fee || ' lines ' || coalesce(sum(l.fee), 0) AS detail
    FROM booking_order o LEFT JOIN booking_line l ON l.venue_id = o.venue_id AND l.order_id = o.id AND l.status <> 'dropped'
    WHERE o.venue_id = ${venue} GROUP BY o.venue_id, o.id HAVING coalesce(sum(l.list), 0) <> o.list OR coalesce(sum(l.price), 0) <> o.total
      OR coalesce(sum(l.fee), 0) <> o.fee OR coalesce(sum(l.moved_back), 0) <> o.moved_back OR coalesce(sum(l.refunded), 0) + o.moved_back <> o.refunded`,
  "an order's day is the first of its standing lines": (venue) => sql`
    SELECT o.no AS subject, 'day ' || o.day || ', lines ' || l.day AS detail FROM booking_order o
    JOIN (SELECT order_id, min(day) AS day FROM booking_line WHERE venue_id = ${venue} AND status = 'active' GROUP BY order_id) l ON l.order_id = o.id
    WHERE o.venue_id = ${venue} AND o.day <> l.day`,
  "an offer of the waitlist is an unpaid order that holds its courts": (venue) => sql`
    SELECT w.id AS subject, w.state || ', order ' || coalesce(o.order_status, 'none') AS detail FROM waitlist_entry w
    LEFT JOIN booking_order o ON o.venue_id = w.venue_id AND o.id = w.order_id
    WHERE w.venue_id = ${venue} AND w.state = 'offered' AND (o.order_status IS DISTINCT FROM 'held' OR o.pay_status <> 'unpaid')`,
  "an activity's places left are its places less those taken": (venue) => sql`
    SELECT a.title AS subject, 'left ' || a."left" || ', places ' || a.capacity || ', taken ' || coalesce(j.taken, 0) AS detail
    FROM activity a LEFT JOIN (SELECT activity_id, count(*) AS taken FROM activity_join WHERE venue_id = ${venue} AND state <> 'left' GROUP BY activity_id) j
      ON j.activity_id = a.id
    WHERE a.venue_id = ${venue} AND a."left" <> a.capacity - coalesce(j.taken, 0)`,
  "a voucher that is used up, expired or refunded holds nothing": (venue) => sql`
    SELECT o.no AS subject, o.state || ', holds ' || b.amount AS detail FROM voucher o
    JOIN balance b ON b.venue_id = o.venue_id AND b.account = 'voucher.value' AND b.subject = o.id
    WHERE o.venue_id = ${venue} AND o.state IN ('used', 'expired', 'refunded') AND b.amount <> 0`,
  "a voucher's times used are those of its uses that stand": (venue) => sql`
    SELECT o.no AS subject, 'used ' || o.used || ', uses ' || coalesce(u.times, 0) AS detail
    FROM voucher o LEFT JOIN (SELECT voucher_id, sum(times) AS times FROM voucher_use WHERE venue_id = ${venue} AND undone_at IS NULL GROUP BY voucher_id) u ON u.voucher_id = o.id
    WHERE o.venue_id = ${venue} AND o.used <> coalesce(u.times, 0)`,
  "what goods have left to sell is their stock less the vouchers that stand": (venue) => sql`
    SELECT g.title AS subject, 'left ' || g."left" || ', stock ' || g.stock || ', sold ' || coalesce(v.sold, 0) AS detail
    FROM groupon_goods g LEFT JOIN (SELECT goods_id, count(*) FILTER (WHERE state <> 'refunded' OR used > 0) AS sold FROM voucher WHERE venue_id = ${venue} GROUP BY goods_id) v
      ON v.goods_id = g.id
    WHERE g.venue_id = ${venue} AND g."left" <> g.stock - coalesce(v.sold, 0)`,
  "a sale's lines sum to it, and its returns to what came back": (venue) => sql`
    SELECT s.no AS subject, 'total ' || s.total || ' lines ' || l.price || ', refunded ' || s.refunded || ' returns ' || coalesce(r.refund, 0)
      || ', pieces back ' || l.returned || ' returns ' || coalesce(r.pieces, 0) AS detail
    FROM sale s JOIN (SELECT sale_id, sum(price) AS price, sum(returned) AS returned FROM sale_line WHERE venue_id = ${venue} GROUP BY sale_id) l ON l.sale_id = s.id
    LEFT JOIN (SELECT h.sale_id, sum(x.refund) AS refund, sum(x.quantity) AS pieces FROM sale_return h
      JOIN sale_return_line x ON x.venue_id = h.venue_id AND x.return_id = h.id WHERE h.venue_id = ${venue} GROUP BY h.sale_id) r ON r.sale_id = s.id
    WHERE s.venue_id = ${venue} AND (s.total, s.refunded, l.returned) IS DISTINCT FROM (l.price::bigint, coalesce(r.refund, 0)::bigint, coalesce(r.pieces, 0)::bigint)`,
  "what an entry of a game was paid and keeps, and the deposit that it holds, is what was posted": (venue) => sql`
    SELECT o.no AS subject, o.state || ', kept ' || (o.paid - o.refunded) || ' posted ' || coalesce(m.kept, 0) || ', deposit ' || o.balance_freeze || ' posted ' || coalesce(m.deposit, 0)
      || ', money ' || coalesce(m.money, 0) || ' payments ' || coalesce(y.net, 0) AS detail
    FROM game_team o LEFT JOIN (
      SELECT t.document_id, coalesce(sum(p.amount) FILTER (WHERE ${MONEY}), 0) AS money,
        coalesce(-sum(p.amount) FILTER (WHERE p.account IN ('income.competition', 'income.fee') AND t.operation <> 'deposit kept'), 0) AS kept,
        coalesce(-sum(p.amount) FILTER (WHERE p.account = 'deposit' AND p.subject = t.document_id), 0) AS deposit
      FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${venue} AND t.document_kind = 'entry' GROUP BY t.document_id) m ON m.document_id = o.id
    LEFT JOIN (
      SELECT document_id, sum(amount - refunded) AS net FROM payment
      WHERE venue_id = ${venue} AND document_kind = 'entry' AND state IN ('succeeded', 'refunding', 'refunded', 'refund_failed') GROUP BY document_id) y ON y.document_id = o.id
    WHERE o.venue_id = ${venue} AND (coalesce(m.kept, 0), coalesce(m.deposit, 0), coalesce(m.money, 0)) IS DISTINCT FROM
      ((o.paid - o.refunded)::numeric, o.balance_freeze::numeric, coalesce(y.net, 0)::numeric)`,
  "what members paid of debts is what was posted for it": (venue) => sql`
    SELECT coalesce(d.no, m.document_id) AS subject, 'paid ' || coalesce(d.amount, 0) || ', posted ' || coalesce(m.owed, 0) || ', money ' || coalesce(m.money, 0) AS detail
    FROM (SELECT id, no, amount - refunded AS amount FROM debt_payment WHERE venue_id = ${venue}) d
    FULL JOIN (SELECT t.document_id, coalesce(-sum(p.amount) FILTER (WHERE p.account = 'receivable.member'), 0) AS owed,
        coalesce(sum(p.amount) FILTER (WHERE p.account <> 'receivable.member'), 0) AS money
      FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${venue} AND t.document_kind = 'debt' GROUP BY t.document_id) m ON m.document_id = d.id
    WHERE (d.amount::numeric, d.amount::numeric) IS DISTINCT FROM (m.owed, m.money)`,
  "what a balance was changed by hand is what was posted for it": (venue) => sql`
    SELECT a.no AS subject, a.state || ' ' || a.direction || ' ' || a.amount || ', posted ' || coalesce(m.amount, 0) AS detail
    FROM member_adjustment a LEFT JOIN (SELECT t.document_id, -sum(p.amount) AS amount FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      AND p.account IN ('purse.principal', 'purse.gift') WHERE t.venue_id = ${venue} AND t.document_kind = 'adjustment' AND t.operation = 'adjustment' GROUP BY t.document_id) m
      ON m.document_id = a.id
    WHERE a.venue_id = ${venue} AND coalesce(m.amount, 0) <> CASE WHEN a.state <> 'done' THEN 0 WHEN a.direction = 'add' THEN a.amount ELSE -a.amount END`,
  "no member is owed by a debt: it is never paid twice": (venue) => sql`
    SELECT subject, 'owes ' || sum(amount) AS detail FROM posting
    WHERE venue_id = ${venue} AND account = 'receivable.member' GROUP BY subject HAVING sum(amount) < 0`,
  "each transaction of an order or recharge has its document": (venue) => sql`
    SELECT t.id AS subject, t.document_kind || ' ' || t.document_id AS detail FROM ledger_tx t WHERE t.venue_id = ${venue}
      AND (t.document_kind = 'order' AND NOT EXISTS (SELECT FROM booking_order o WHERE o.venue_id = t.venue_id AND o.id = t.document_id)
        OR t.document_kind = 'recharge' AND NOT EXISTS (SELECT FROM recharge r WHERE r.venue_id = t.venue_id AND r.id = t.document_id))`,
  "what a referral gave, less what was taken back, is what was posted for it": (venue) => sql`
    SELECT w.no AS subject, 'gave ' || (w.referrer_gift + w.newcomer_gift - w.taken_back) || ', posted ' || coalesce(m.amount, 0) AS detail
    FROM referral_reward w LEFT JOIN (SELECT t.document_id, sum(p.amount) AS amount FROM ledger_tx t
      JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id AND p.account = 'cost.gift'
      WHERE t.venue_id = ${venue} AND t.document_kind = 'referral' GROUP BY t.document_id) m ON m.document_id = w.id
    WHERE w.venue_id = ${venue} AND w.referrer_gift + w.newcomer_gift - w.taken_back <> coalesce(m.amount, 0)`,
  "what a card paid at other venues and got back is what was posted for it": (venue) => sql`
    SELECT coalesce(r.no, m.document_id) AS subject, 'principal ' || coalesce(r.principal, 0) || ' gift ' || coalesce(r.gift, 0)
      || ', posted ' || coalesce(m.principal, 0) || ' and ' || coalesce(m.gift, 0) || ', owed ' || coalesce(m.owed, 0) AS detail
    FROM (SELECT id, no, principal - principal_back AS principal, gift - gift_back AS gift FROM roaming_payment WHERE venue_id = ${venue}) r
    FULL JOIN (SELECT t.document_id, coalesce(sum(p.amount) FILTER (WHERE p.account = 'purse.principal'), 0) AS principal,
        coalesce(sum(p.amount) FILTER (WHERE p.account = 'purse.gift'), 0) AS gift, coalesce(-sum(p.amount) FILTER (WHERE p.account = 'clearing.venue'), 0) AS owed
      FROM ledger_tx t JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id
      WHERE t.venue_id = ${venue} AND t.document_kind = 'roaming' GROUP BY t.document_id) m ON m.document_id = r.id
    WHERE (r.principal::numeric, r.gift::numeric, (r.principal + r.gift)::numeric) IS DISTINCT FROM (m.principal, m.gift, m.owed)`,
  "what cards of other venues paid and got back here is what those venues were posted to owe": (venue) => sql`
    SELECT coalesce(y.home, m.home) AS subject, 'payments ' || coalesce(y.amount, 0) || ', posted ' || coalesce(m.amount, 0) AS detail
    FROM (SELECT home_venue_id AS home, sum(amount - refunded) AS amount FROM payment WHERE venue_id = ${venue} AND type = 'RoamingCard' GROUP BY 1) y
    FULL JOIN (SELECT p.subject AS home, sum(p.amount) AS amount FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = ${venue} AND p.account = 'clearing.venue' AND t.document_kind NOT IN ('roaming', 'clearing') GROUP BY 1) m ON m.home = y.home
    WHERE coalesce(y.amount, 0) <> coalesce(m.amount, 0)`,
  "each recharge has its transaction": (venue) => sql`
    SELECT r.no AS subject, 'no transaction ' || r.tx_id AS detail FROM recharge r WHERE r.venue_id = ${venue}
      AND NOT EXISTS (SELECT FROM ledger_tx t WHERE t.venue_id = r.venue_id AND t.id = r.tx_id)`,
  "each paid scan-to-pay attempt was posted once, and nothing else was": (venue) => sql`
    SELECT coalesce(y.id, t.document_id) AS subject, coalesce(y.state, 'no payment') || ', amount ' || coalesce(y.amount, 0) || ', posted ' || coalesce(t.posted, 0) AS detail
    FROM (SELECT coalesce(part_of, id) AS id, min(state) AS state, sum(amount) AS amount, bool_or(state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')) AS paid
      FROM payment WHERE venue_id = ${venue} AND purpose <> '' GROUP BY 1) y
    FULL JOIN (SELECT l.document_id, sum(p.amount) AS posted FROM ledger_tx l JOIN posting p ON p.venue_id = l.venue_id AND p.tx_id = l.id AND p.account LIKE 'tender.%'
      WHERE l.venue_id = ${venue} AND l.document_kind = 'collection' AND l.operation = 'scan to pay' GROUP BY l.document_id) t ON t.document_id = y.id
    WHERE coalesce(t.posted, 0) <> CASE WHEN y.paid THEN y.amount ELSE 0 END`,
  "what a channel was asked to give back is what its payment says": (venue) => sql`
    SELECT y.id AS subject, 'refunded ' || y.refunded || ', asked for ' || coalesce(sum(r.amount), 0) AS detail
    FROM payment y LEFT JOIN channel_refund r ON r.venue_id = y.venue_id AND r.payment_id = y.id
    WHERE y.venue_id = ${venue} AND y.purpose <> '' GROUP BY y.venue_id, y.id HAVING y.refunded <> coalesce(sum(r.amount), 0)`,
  "each taken cell has a living holder": (venue) => sql`
    SELECT c.unit_id || ' ' || c.slot_start AS subject, 'holder ' || c.holder_id AS detail FROM occupancy c WHERE c.venue_id = ${venue}
      AND NOT EXISTS (SELECT FROM booking_line l JOIN booking_order o ON o.venue_id = l.venue_id AND o.id = l.order_id
        WHERE l.venue_id = c.venue_id AND l.id = c.holder_id AND l.status = 'active' AND o.order_status NOT IN ('cancelled', 'expired'))
      AND NOT EXISTS (SELECT FROM place_lock k WHERE k.venue_id = c.venue_id AND k.id = c.holder_id AND k.status = 'locked')`,
};

const ALL: Checks = {
  ...CHECKS,
  ...Object.fromEntries(
    Object.entries(DOCUMENTS).flatMap(([kind, columns]) => Object.entries(identities(kind as Document["kind"], columns))),
  ),
};

/**
 * Checks every identity that the venue's documents allow.
 * @param db sees the venue
 * @returns what is broken, at most 100 of each kind; empty: all is well
 */
export async function checkLedger(db: Db, venueId: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, query] of Object.entries(ALL)) {
    const { rows } = await sql<Row>`SELECT * FROM (${query(venueId)}) AS broken ORDER BY subject LIMIT ${MOST}`.execute(db);
    findings.push(...rows.map((row) => ({ check, ...row })));
  }
  return [...findings, ...(await checkCells(db, venueId))];
}

/**
 * Clearing between two venues is equal and opposite: what one was posted to owe the other is what the other was posted to be owed.
 * @param tx one moment of all venues; sees none of them afterwards
 */
export async function checkClearing(tx: Db): Promise<Row[]> {
  const venues = await tx.selectFrom("venue").select("id").orderBy("id").execute();
  const between = new Map<string, number>();
  for (const { id } of venues) {
    await seeVenue(tx, id);
    const { rows } = await sql<{ other: string; amount: number }>`SELECT subject AS other, sum(amount) AS amount FROM posting
      WHERE venue_id = ${id} AND account = 'clearing.venue' GROUP BY subject`.execute(tx);
    for (const { other, amount } of rows) {
      const pair = [id, other].sort().join(" – ");
      between.set(pair, (between.get(pair) ?? 0) + amount);
    }
  }
  await seeVenue(tx, PLATFORM);
  return [...between].flatMap(([subject, sum]) => (sum === 0 ? [] : [{ subject, detail: `the two sides differ by ${sum}` }]));
}
