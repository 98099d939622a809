/** Membership that ends with its last day, and is renewed. */
import { sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import type { Member, members } from "../../../contract/members/members";
import { member as machine, next } from "../../../contract/core/states";
import { addMonths } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { type Job, nightly } from "../../kernel/due";
import { view } from "./list";
import { word } from "./words";

/** Members looked at in one transaction. */
const BATCH = 200;

/** Ends the membership of those whose last day is over; those that another process has in hand are left to it. */
async function expire(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    UPDATE member SET state = 'expired', state_reason = '' WHERE venue_id = ${ctx.venue.id} AND id IN (
      SELECT id FROM member WHERE venue_id = ${ctx.venue.id} AND state = 'active' AND expires_on < ${today(ctx)}
      ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING id`.execute(ctx.db);
  if (rows.length > 0) ctx.emit({ type: "changed", data: { resource: "members" } });
  return rows.length === BATCH;
}

/** Frozen members keep their state: they end once they are unfrozen. */
export const memberJobs = [
  { name: "member.expire", run: expire, ...nightly("member", sql`state = 'active' AND expires_on IS NOT NULL`) },
] satisfies readonly Job[];

/**
 * Prolongs a membership by months: from its last day while it runs, from today when it is over, which makes it active again. Charges nothing.
 * @throws AppError `missing`, `wrongState`: frozen, closing or closed; `refused` where the membership has no end
 */
export async function renew(ctx: Ctx, { id, months }: Parsed<typeof members.renew>): Promise<Member> {
  const row = await ctx.db
    .selectFrom("member")
    .select(["state", "expires_on"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("member", ctx.language) });
  const state = row.state === "active" ? "active" : next(machine, row.state, "renew");
  if (!state || row.expires_on === null)
    throw new AppError(
      "wrongState",
      { state: word(row.state, ctx.language), action: word("renew", ctx.language) },
      { state: row.state, action: "renew" },
    );
  const day = today(ctx);
  const from = row.expires_on > day ? row.expires_on : day;
  await ctx.db
    .updateTable("member")
    .set({ state, state_reason: "", expires_on: addMonths(from, months) })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  ctx.emit({ type: "changed", data: { resource: "members", id } });
  return view(ctx, { id });
}
