/** Members' package cards and their log, as lists with actions. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { cardLog, memberCards } from "../../../contract/cards/member-cards";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { phoneFits } from "../../kernel/phones";
import { serveResource } from "../../resource/serve";
import { addTimes, extend, pause, resume } from "./change";
import { undoLast } from "../../kernel/cards/undo-redemption";
import { exchange, refundCard, transfer } from "./hand-on";
import { redeemCard } from "../../kernel/cards/redeem";

/** A card that ends within these days, or has this few times left, is worth a word (members-and-cards "Warnings"). */
export const WARN_DAYS = 7;
export const WARN_TIMES = 3;

const remainingUnits = sql`(CASE WHEN t.kind = 'period' THEN NULL ELSE t.times + t.bonus_times - t.used END)`;
const value = sql`(SELECT coalesce(sum(b.amount), 0)::bigint FROM balance b WHERE b.venue_id = t.venue_id AND b.account = 'card.value' AND b.subject = t.id)`;
const member = (column: string): RawBuilder<unknown> =>
  sql`(SELECT ${sql.ref(`m.${column}`)} FROM member m WHERE m.venue_id = t.venue_id AND m.id = t.member_id)`;

/** By number of the card, or by name, phone and card number of who holds it. */
const found = (q: string, ctx: Ctx): RawBuilder<SqlBool> => {
  const phone = phoneFits(ctx, "k.phone", q, "k.phone_tail");
  return sql<SqlBool>`t.id IN (SELECT n.id FROM holding n WHERE n.venue_id = ${ctx.venue.id} AND n.no ^@ ${q.toUpperCase()}
    UNION SELECT n.id FROM member k JOIN holding n ON n.venue_id = k.venue_id AND n.member_id = k.id
    WHERE k.venue_id = ${ctx.venue.id} AND (k.name ^@ ${q} OR k.pinyin ^@ ${q.toLowerCase()} OR k.initials ^@ ${q.toLowerCase()} OR ${phone}
      OR k.card_key ^@ ${q.toLowerCase()}))`;
};

/** Transferred or refunded cards are no longer paused. */
const OVER = { pausedOn: null } as const;

const heldRoutes = serveResource(memberCards, {
  table: "holding",
  columns: {
    createdAt: () => sql`t.at`,
    phone: () => member("phone"),
    left: () => remainingUnits,
    value: () => value,
    unit: () => sql`(CASE WHEN ${remainingUnits} > 0 THEN ${value} / ${remainingUnits} END)`,
    ending: (ctx) => sql`(CASE WHEN t.state <> 'active' THEN NULL WHEN t.expires_on <= ${addDays(today(ctx), WARN_DAYS)} THEN 'soon'
      WHEN ${remainingUnits} <= ${WARN_TIMES} THEN 'few' END)`,
  },
  filters: { q: found },
  note: "name",
  actions: {
    redeem: async (ctx, row, { uses, note }) => {
      await redeemCard(ctx, { holdingId: row.id, times: uses, note });
    },
    undo: (ctx, row, { reason }) => undoLast(ctx, row.id, reason),
    extend: (ctx, row, { until, reason }) => extend(ctx, row.id, until, reason),
    pause: (ctx, row, { reason }) => pause(ctx, row.id, reason),
    resume: (ctx, row) => resume(ctx, row.id),
    addTimes: (ctx, row, input) => addTimes(ctx, row.id, input),
    transfer: (ctx, row, input) => transfer(ctx, row.id, input).then(() => OVER),
    exchange: (ctx, row, input) => exchange(ctx, row.id, input).then(() => OVER),
    refund: (ctx, row, input) => refundCard(ctx, row.id, input).then(() => OVER),
  },
});

const of = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT ${text} FROM holding h JOIN member m ON m.venue_id = h.venue_id AND m.id = h.member_id WHERE h.venue_id = t.venue_id AND h.id = t.holding_id)`;

const logRoutes = serveResource(cardLog, {
  table: "holding_use",
  columns: {
    createdAt: () => sql`t.at`,
    cardNo: () => of(sql`h.no`),
    member: () => of(sql`m.name`),
    card: () => of(sql`h.name`),
    kind: () => sql`(CASE WHEN t.kind = 'use' AND t.times < 0 THEN 'undo' ELSE t.kind END)`,
    change: () => sql`(- t.times)`,
    place: () => sql`(CASE t.document_kind
      WHEN 'orderLine' THEN (SELECT p.name || ' ' || l.day FROM booking_line l JOIN place p ON p.venue_id = l.venue_id AND p.id = l.place_id
        WHERE l.venue_id = t.venue_id AND l.id = t.document_id)
      WHEN 'session' THEN (SELECT a.name || ' ' || s.day || ' ' || o.no FROM session_order o JOIN hall_booking s ON s.venue_id = o.venue_id AND s.id = o.hall_booking_id
        JOIN hall a ON a.venue_id = s.venue_id AND a.id = s.hall_id WHERE o.venue_id = t.venue_id AND o.id = t.document_id)
      WHEN 'order' THEN (SELECT o.no FROM booking_order o WHERE o.venue_id = t.venue_id AND o.id = t.document_id)
      ELSE '' END)`,
  },
});

export const memberCardRoutes = [...heldRoutes, ...logRoutes];
