/** Timed transitions of contracts: uses are settled, renewals offered, terms end (states.md, moves marked ⏱). */
import { type RawBuilder, sql } from "kysely";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { earliest, type Job, nightly } from "../../kernel/due";
import { addMessage } from "../../kernel/messages";
import { placesFreed } from "../../kernel/followers";
import { lockContract, moveContract, setContract } from "./contract";
import { holdNextTerm, OFFER_DAYS, releaseHold } from "./hold";
import { settleEnded } from "./money";
import { patternText, word } from "./words";

/** Contracts looked at in one transaction. */
const BATCH = 20;

/** Takes contracts of a condition for this run; those that another process has in hand are left to it. */
async function claimContracts(ctx: Ctx, condition: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT k.id FROM fixed_contract k WHERE k.venue_id = ${ctx.venue.id} AND ${condition} ORDER BY k.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(
    ctx.db,
  );
  return rows.map((row) => row.id);
}

/** Cancels in the contract everything cancelled in the grid. Our own notes are names of words: shown in the reader's language. */
async function follow(ctx: Ctx): Promise<void> {
  await sql`
    UPDATE fixed_occurrence c SET state = 'cancelled', note = 'inGrid' FROM booking_order o
    WHERE c.venue_id = ${ctx.venue.id} AND c.state = 'planned' AND o.venue_id = c.venue_id AND o.id = c.order_id AND o.order_status = 'cancelled'`.execute(
    ctx.db,
  );
}

/** Uses that are over. One that a card cannot bear waits until the member has one that can. */
async function settle(ctx: Ctx): Promise<boolean> {
  const ids = await claimContracts(
    ctx,
    sql<boolean>`EXISTS (SELECT FROM fixed_occurrence c JOIN booking_order o ON o.venue_id = c.venue_id AND o.id = c.order_id
      WHERE c.venue_id = k.venue_id AND c.contract_id = k.id AND c.ends_at <= ${ctx.now} AND o.order_status <> 'cancelled' AND (c.state = 'planned'
        OR c.state IN ('used', 'no_show') AND EXISTS (SELECT FROM holding h WHERE h.venue_id = k.venue_id AND h.member_id = k.member_id
          AND h.state IN ('inactive', 'active') AND h.expires_on >= ${today(ctx)} AND h.times + h.bonus_times - h.used >= k.times_per_use)))`,
  );
  let settled = 0;
  for (const id of ids) settled += await settleEnded(ctx, id);
  return ids.length === BATCH && settled > 0;
}

/** Offers renewal: a message, a mark in the list, and the slots of the next term kept. */
async function offerRenewal(ctx: Ctx): Promise<boolean> {
  const day = today(ctx);
  const ids = await claimContracts(
    ctx,
    sql<boolean>`k.state = 'active' AND k.offered_at IS NULL AND NOT k.declined AND k.to_day >= ${day} AND k.to_day <= ${addDays(day, OFFER_DAYS)}
      AND (k.member_id IS NULL OR EXISTS (SELECT FROM member m WHERE m.venue_id = k.venue_id AND m.id = k.member_id AND m.state = 'active'))`,
  );
  for (const id of ids) {
    const row = await lockContract(ctx, id);
    await holdNextTerm(ctx, row);
    await setContract(ctx, id, { offered_at: ctx.now });
    await addMessage(ctx, {
      kind: "booking",
      title: (language) => word("renewalTitle", language, { name: row.name }),
      text: (language) => word("renewalText", language, { pattern: patternText(row, language), to: row.to_day }),
      resource: "fixed",
      resourceId: id,
    });
  }
  return ids.length === BATCH;
}

/** Terms that are over. */
async function expire(ctx: Ctx): Promise<boolean> {
  const ids = await claimContracts(ctx, sql<boolean>`k.state IN ('active', 'paused') AND k.to_day < ${today(ctx)}`);
  for (const id of ids) {
    await moveContract(ctx, await lockContract(ctx, id), "expire");
    await placesFreed(ctx, await releaseHold(ctx, id));
  }
  return ids.length === BATCH;
}

export const fixedJobs = [
  { name: "fixed.follow", run: follow, after: ["booking_order"] },
  { name: "fixed.settle", run: settle, ...earliest("fixed_occurrence", "ends_at", sql`state = 'planned'`), after: ["holding"] },
  { name: "fixed.offer", run: offerRenewal, ...nightly("fixed_contract", sql`state = 'active'`), after: ["fixed_contract", "member"] },
  { name: "fixed.expire", run: expire, ...nightly("fixed_contract", sql`state IN ('active', 'paused')`) },
] satisfies readonly Job[];
