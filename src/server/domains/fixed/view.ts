/** One contract whole: its occurrences, payments, and every change in words. */
import type { FixedDetail, Occurrence } from "../../../contract/fixed/fixed";
import type { PaymentType } from "../../../contract/core/enums";
import { showFen, yuan } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { missingContract } from "./contract";
import { contractsWithTotals, toFixed } from "./list";
import { holidaysOf } from "../../kernel/holidays";
import { paymentsOf } from "../../kernel/payments";
import { word } from "./words";

/**
 * A contract whole.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, input: { id: string }): Promise<FixedDetail> {
  const row = await contractsWithTotals(ctx).where("k.id", "=", input.id).executeTakeFirst();
  if (!row) return missingContract(ctx);
  const card =
    row.holding_id === null
      ? undefined
      : await ctx.db
          .selectFrom("holding")
          .select(["name", "times", "bonus_times", "used"])
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", row.holding_id)
          .executeTakeFirst();
  const fees = await ctx.db
    .selectFrom("fixed_hold as h")
    .innerJoin("place_lock as l", (join) => join.onRef("l.venue_id", "=", "h.venue_id").onRef("l.id", "=", "h.lock_id"))
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.contract_id", "=", row.id)
    .where("l.status", "=", "locked")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return {
    ...toFixed(ctx, row),
    placeIds: row.place_ids,
    skipHolidays: row.skip_holidays,
    except: row.except_days,
    holdingId: row.holding_id,
    holdingName: card?.name ?? null,
    holdingLeft: card ? card.times + card.bonus_times - card.used : null,
    timesPerUse: row.times_per_use,
    agreedPrice: row.agreed_price === null ? null : yuan(row.agreed_price),
    rule: row.rule,
    remark: row.remark,
    occurrences: await occurrencesOf(ctx, row.id),
    payments: await paidOf(ctx, row.id),
    changes: await changesOf(ctx, row.id),
    hold: fees.count > 0 ? { count: fees.count, until: row.to_day } : null,
  };
}

async function occurrencesOf(ctx: Ctx, id: string): Promise<Occurrence[]> {
  const rows = await ctx.db
    .selectFrom("fixed_occurrence as c")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "c.venue_id").onRef("o.id", "=", "c.order_id"))
    .innerJoin("place as p", (join) => join.onRef("p.venue_id", "=", "c.venue_id").onRef("p.id", "=", "c.place_id"))
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.contract_id", "=", id)
    .orderBy("c.day")
    .orderBy("c.start_minute")
    .orderBy("p.position")
    .orderBy("c.id")
    .selectAll("c")
    .select(["o.no as order_no", "o.order_status", "o.starts_at", "p.name as place_name"])
    .execute();
  const special = await holidaysOf(
    ctx,
    rows.map((row) => row.day),
  );
  return rows.map((row) => ({
    id: row.id,
    orderId: row.order_id,
    orderNo: row.order_no,
    day: row.day,
    placeId: row.place_id,
    placeName: row.place_name,
    start: row.start_minute,
    end: row.end_minute,
    holiday: special.get(row.day)?.name ?? null,
    price: yuan(row.price),
    state: row.state as Occurrence["state"],
    missed: row.missed,
    note: word(row.note, ctx.language),
    open: row.state === "planned" && row.order_status === "paid" && row.starts_at > ctx.now,
  }));
}

async function paidOf(ctx: Ctx, id: string): Promise<FixedDetail["payments"]> {
  const rows = await paymentsOf(ctx, "fixed", id);
  return rows.map((row) => ({
    id: row.id,
    type: row.type as PaymentType,
    amount: yuan(row.amount),
    refunded: yuan(row.refunded),
    state: row.state as FixedDetail["payments"][number]["state"],
    tendered: row.tendered === null ? null : yuan(row.tendered),
    at: row.at.toISOString(),
    operator: row.operator,
    note: row.note,
  }));
}

/** Every change of the contract from the audit log, oldest first; what one transaction changed in several steps is one line. */
async function changesOf(ctx: Ctx, id: string): Promise<FixedDetail["changes"]> {
  const rows = await ctx.db
    .selectFrom("audit_log")
    .select(["at", "operator", "action", "before", "after"])
    .where("venue_id", "=", ctx.venue.id)
    .where("object", "=", "fixed_contract")
    .where("object_id", "=", id)
    .orderBy("id")
    .execute();
  const say = (name: string): string => word(name, ctx.language);
  return rows.map(({ at, operator, action, before, after }) => {
    const state = typeof after?.["state"] === "string" ? [...(before ? [before["state"]] : []), after["state"]].map(String).map(say) : [];
    const paid = before ? Number(after?.["paid"] ?? 0) - Number(before["paid"] ?? 0) : 0;
    const until = before && typeof after?.["to_day"] === "string" ? `${say("to")} ${after["to_day"]}` : "";
    const parts = [state.join(" → "), paid === 0 ? "" : `${say("paid")} ${paid > 0 ? "+" : ""}${showFen(paid)}`, until];
    return {
      at: at.toISOString(),
      operator,
      action: say(action) === action ? say("changed") : say(action),
      detail: parts.filter((part) => part !== "").join(ctx.language === "zh" ? "，" : ", "),
    };
  });
}
