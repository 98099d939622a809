/** Requests to take more cash out of a drawer than it should hold, which a second person decides. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { DrawerRequest, shifts } from "../../../contract/shift/shift";
import type { Ctx } from "../../http/context";
import { cashIn } from "../../kernel/drawer";
import { requireSecondPerson } from "../../kernel/second-person";
import { openShift } from "../../ledger/tender";
import { refuse } from "../../resource/refuse";
import { ALL, changed, missing } from "./shift";

const requestRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom("drawer_request as r")
    .innerJoin("shift as s", (join) => join.onRef("s.venue_id", "=", "r.venue_id").onRef("s.id", "=", "r.shift_id"))
    .selectAll("r")
    .select(["s.no", "s.state as shift_state"])
    .where("r.venue_id", "=", ctx.venue.id);
type RequestRow = Awaited<ReturnType<ReturnType<typeof requestRows>["execute"]>>[number];

const toRequest = (ctx: Ctx, row: RequestRow): DrawerRequest => ({
  id: row.id,
  shiftNo: row.no,
  amount: yuan(row.amount),
  held: ctx.codes.has(ALL) ? yuan(row.held) : null,
  reason: row.reason,
  state: row.state,
  requestedBy: row.requested_by,
  decidedBy: row.decided_by,
  at: row.created_at.toISOString(),
  isMine: row.requester === ctx.person.id,
});
const requestById = async (ctx: Ctx, id: string): Promise<DrawerRequest> =>
  toRequest(ctx, await requestRows(ctx).where("r.id", "=", id).executeTakeFirstOrThrow());

const MOST_REQUESTS = 50;

/** Returns the requests of shifts that are open, the newest first. */
export async function requests(ctx: Ctx): Promise<Output<typeof shifts.requests>> {
  let rows = requestRows(ctx).where("s.state", "=", sql.lit("open")).orderBy("r.id", "desc").limit(MOST_REQUESTS);
  if (!ctx.codes.has(ALL)) rows = rows.where("r.requester", "=", ctx.person.id);
  return { content: (await rows.execute()).map((row) => toRequest(ctx, row)) };
}

/**
 * Requests to take more cash out of the drawer than it should hold.
 * @throws AppError `refused` where as many wait as one drawer may have
 */
export async function request(ctx: Ctx, { amount, reason }: Parsed<typeof shifts.request>): Promise<DrawerRequest> {
  const shiftId = await openShift(ctx);
  const waiting = await ctx.db
    .selectFrom("drawer_request")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("shift_id", "=", shiftId)
    .where("state", "in", ["waiting", "approved"])
    .limit(MOST_REQUESTS)
    .execute();
  if (waiting.length >= MOST_REQUESTS)
    throw refuse(ctx, {
      zh: "这个钱箱已有太多申请在等，没有提交；请先处理完它们",
      en: "Too many requests of this drawer are waiting; nothing was sent. Have them decided first",
    });
  const id = ctx.newId();
  await ctx.db
    .insertInto("drawer_request")
    .values({
      venue_id: ctx.venue.id,
      id,
      shift_id: shiftId,
      amount,
      held: await cashIn(ctx, shiftId),
      reason,
      requester: ctx.person.id,
      requested_by: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  changed(ctx, shiftId);
  return requestById(ctx, id);
}

/**
 * Decides a request to take more cash out of a drawer than it should hold.
 * @throws AppError `missing`, `ownRequest`, `refused` once it was decided or its shift is counted
 */
export async function decide(ctx: Ctx, { id, approved }: Parsed<typeof shifts.decide>): Promise<DrawerRequest> {
  const row = await requestRows(ctx).where("r.id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw missing(ctx);
  requireSecondPerson(ctx, row.requester);
  if (row.state !== "waiting" || row.shift_state !== "open")
    throw refuse(ctx, {
      zh: "这个申请已处理过，或它的班次已开始清点；没有改变",
      en: "This request was decided already, or its shift is being counted; nothing changed",
    });
  await ctx.db
    .updateTable("drawer_request")
    .set({ state: approved ? "approved" : "refused", decided_by: ctx.person.name, decided_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  changed(ctx, row.shift_id);
  return requestById(ctx, id);
}
