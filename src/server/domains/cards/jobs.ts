/** What time does to cards: those whose day has come start, those whose last day is over expire, and what is left of them is earned. */
import { type RawBuilder, sql } from "kysely";
import { type Ctx, today } from "../../http/context";
import { balanceOf, post } from "../../ledger/post";
import type { Job } from "../../scheduler";
import { BREAKAGE } from "./change";
import { activate, lockHolding, log, setHolding } from "./holding";

/** Cards looked at in one transaction. */
const BATCH = 50;

/** Takes cards of a condition for this run; those that another process has in hand are left to it. */
async function take(ctx: Ctx, condition: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT h.id FROM holding h WHERE h.venue_id = ${ctx.venue.id} AND ${condition} ORDER BY h.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

async function start(ctx: Ctx): Promise<boolean> {
  const ids = await take(ctx, sql<boolean>`h.state = 'inactive' AND h.activated_on <= ${today(ctx)}`);
  for (const id of ids) await activate(ctx, await lockHolding(ctx, id));
  if (ids.length > 0) ctx.emit({ type: "changed", data: { resource: "memberCards" } });
  return ids.length === BATCH;
}

/** Also what went back to a card after it had expired. */
async function expire(ctx: Ctx): Promise<boolean> {
  const ids = await take(
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

export const cardJobs = [
  { name: "card.start", run: start },
  { name: "card.expire", run: expire },
] satisfies readonly Job[];
