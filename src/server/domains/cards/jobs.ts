/** Timed transitions of cards: they start on their first day and expire after their last day, and their remaining value is earned. */
import { type RawBuilder, sql } from "kysely";
import { fill } from "../../../contract/core/fill";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { balanceOf, post } from "../../ledger/post";
import { type Job, nightly } from "../../kernel/due";
import { addMessage } from "../../kernel/messages";
import { BREAKAGE } from "./change";
import { WARN_DAYS, WARN_TIMES } from "./held";
import { activate, lockHolding, log, setHolding } from "../../kernel/cards/holding";

/** Cards looked at in one transaction. */
const BATCH = 50;

/** Takes cards of a condition for this run; those that another process has in hand are left to it. */
async function claimCards(ctx: Ctx, condition: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT h.id FROM holding h WHERE h.venue_id = ${ctx.venue.id} AND ${condition} ORDER BY h.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

async function start(ctx: Ctx): Promise<boolean> {
  const ids = await claimCards(ctx, sql<boolean>`h.state = 'inactive' AND h.activated_on <= ${today(ctx)}`);
  for (const id of ids) await activate(ctx, await lockHolding(ctx, id));
  if (ids.length > 0) ctx.emit({ type: "changed", data: { resource: "memberCards" } });
  return ids.length === BATCH;
}

/** Also what went back to a card after it had expired. */
async function expire(ctx: Ctx): Promise<boolean> {
  const ids = await claimCards(
    ctx,
    sql<boolean>`(h.state IN ('inactive', 'active') AND h.expires_on < ${today(ctx)} OR h.state = 'expired' AND EXISTS (
      SELECT FROM balance b WHERE b.venue_id = h.venue_id AND b.account = 'card.value' AND b.subject = h.id AND b.amount > 0))`,
  );
  for (const id of ids) {
    const holding = await lockHolding(ctx, id);
    const value = await balanceOf(ctx, "card.value", id);
    if (value > 0)
      await post(ctx, {
        document: { kind: "card", id, no: holding.no },
        operation: BREAKAGE,
        legs: [
          { account: "card.value", amount: value, subject: id },
          { account: "income.card_breakage", amount: -value, subject: holding.package_card_id, earnedOn: today(ctx) },
        ],
      });
    if (holding.state === "expired") continue;
    await setHolding(ctx, id, { state: "expired" });
    log(ctx, holding, { kind: "expire" });
  }
  if (ids.length > 0) ctx.emit({ type: "changed", data: { resource: "memberCards" } });
  return ids.length === BATCH;
}

/**
 * Tells the desk, once, of each card that ends soon or has few uses left. A card that runs longer or counts more afterwards is announced
 * again.
 */
async function warn(ctx: Ctx): Promise<boolean> {
  const day = today(ctx);
  const { rows } = await sql<{
    id: string;
    no: string;
    name: string;
    member: string;
    left: number | null;
    expires_on: string;
    why: string[];
  }>`
    SELECT * FROM (
      SELECT h.id, h.no, h.name, m.name AS member, h.expires_on, h.warned,
        CASE WHEN h.kind = 'period' THEN NULL ELSE h.times + h.bonus_times - h.used END AS left,
        array_remove(ARRAY[CASE WHEN h.expires_on <= ${addDays(day, WARN_DAYS)} THEN 'soon ' || h.expires_on END,
          CASE WHEN h.kind <> 'period' AND h.used > 0 AND h.times + h.bonus_times - h.used <= ${WARN_TIMES} THEN 'few ' || h.times + h.bonus_times END], NULL) AS why
      FROM holding h JOIN member m ON m.venue_id = h.venue_id AND m.id = h.member_id
      WHERE h.venue_id = ${ctx.venue.id} AND h.state = 'active' AND h.expires_on >= ${day}
        AND (h.expires_on <= ${addDays(day, WARN_DAYS)} OR h.kind <> 'period' AND h.used > 0 AND h.times + h.bonus_times - h.used <= ${WARN_TIMES})
      FOR UPDATE OF h SKIP LOCKED) x
    WHERE NOT x.warned @> x.why ORDER BY x.expires_on, x.id LIMIT ${BATCH}`.execute(ctx.db);
  for (const row of rows) {
    await setHolding(ctx, row.id, { warned: row.why });
    const soon = row.why.some((one) => one.startsWith("soon"));
    const { title, text } = soon ? ENDS : FEW;
    const values = { member: row.member, name: row.name, no: row.no, day: row.expires_on, left: row.left ?? "∞" };
    await addMessage(ctx, {
      kind: "system",
      title: (language) => fill(title[language], values),
      text: (language) => fill(text[language], values),
      resource: "memberCards",
      resourceId: row.id,
    });
  }
  return rows.length === BATCH;
}
const ENDS = {
  title: { zh: "{member}的{name}将于 {day} 到期", en: "{name} of {member} ends on {day}" },
  text: {
    zh: "卡号 {no}，剩余 {left} 次；可联系会员使用、续卡或延期",
    en: "Card {no}, {left} left; call the member to use, renew or extend it",
  },
};
const FEW = {
  title: { zh: "{member}的{name}只剩 {left} 次", en: "{name} of {member} has {left} left" },
  text: { zh: "卡号 {no}，{day} 到期；可联系会员续卡或加次", en: "Card {no}, until {day}; call the member to renew it or add times" },
};

export const cardJobs = [
  { name: "card.start", run: start, ...nightly("holding", sql`state = 'inactive'`), after: ["holding"] },
  { name: "card.expire", run: expire, ...nightly("holding", sql`(state = 'active' OR state = 'inactive')`), after: ["holding"] },
  { name: "card.warn", run: warn, ...nightly("holding", sql`state = 'active'`), after: ["holding"] },
] satisfies readonly Job[];
