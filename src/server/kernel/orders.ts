/** A booking order's row: locking it and moving its state by the table of `states.ts`. */
import type { Selectable, Updateable } from "kysely";
import {
  type ActionOf,
  bookingOrder,
  isElsewhere,
  next,
  type OrderKind,
  type OrderStatus,
  payStatus,
  type PayStatus,
} from "../../contract/core/states";
import type { Fen } from "../../contract/core/money";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import type { Tables } from "../db/tables";
import { word } from "./words";

export type OrderRow = Selectable<Tables["booking_order"]>;
type OrderAction = ActionOf<typeof bookingOrder>;

/**
 * The order, locked until the transaction ends. Its key stays free to be named: a payment that is written meanwhile names its order, and
 * would else wait for whoever holds the order and waits for the payment.
 * @throws AppError `missing`
 */
export async function lockOrder(ctx: Ctx, id: string): Promise<OrderRow> {
  const row = await ctx.db
    .selectFrom("booking_order")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? missingOrder(ctx);
}

/** @throws AppError `missing`, always */
export const missingOrder = (ctx: Ctx): never => {
  throw new AppError("missing", { what: word("order", ctx.language) });
};

/** The state that the clock has already made of a row, whether or not the scheduler has written it. */
export function stateNow(ctx: Ctx, order: Pick<OrderRow, "order_status" | "hold_until" | "ends_at">): OrderStatus {
  const status = order.order_status as OrderStatus;
  if (status === "held" && order.hold_until !== null && order.hold_until <= ctx.now) return "expired";
  if (order.ends_at > ctx.now) return status;
  if (status === "reserved" || status === "paid") return "no_show";
  return status === "checked_in" ? "finished" : status;
}

/** The refusal that names the state. */
export const wrongStateError = (ctx: Ctx, state: string, action: string): AppError =>
  new AppError("wrongState", { state: word(state, ctx.language), action: word(action, ctx.language) }, { state, action });

/**
 * Moves an order by one action: compare and swap on the row's state, which the clock may have made another (`stateNow`).
 * @param changes what else changes with it; asked only when the move is allowed
 * @throws AppError `wrongState`
 */
export async function moveOrder(
  ctx: Ctx,
  order: OrderRow,
  action: OrderAction,
  changes: () => Changes | Promise<Changes> = () => ({}),
): Promise<void> {
  const state = stateNow(ctx, order);
  const to = next(bookingOrder, state, action);
  if (to === undefined) throw wrongStateError(ctx, state, action);
  const updated = await ctx.db
    .updateTable("booking_order")
    .set({ ...(await changes()), order_status: to })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", order.id)
    .where("order_status", "=", order.order_status)
    .returning("id")
    .executeTakeFirst();
  if (!updated) throw wrongStateError(ctx, state, action);
  ctx.emit({ type: "booking_changed", orderId: order.id, data: { day: order.day } });
}
type Changes = Partial<Pick<OrderRow, "discount" | "total" | "paid" | "refunded" | "fee" | "pay_status" | "hold_until" | "reason">>;

/**
 * The order as it is, for a preview.
 * @throws AppError `missing`
 */
export async function readOrder(ctx: Ctx, id: string): Promise<OrderRow> {
  const row = await ctx.db
    .selectFrom("booking_order")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? missingOrder(ctx);
}

/**
 * The order's state, where it allows an action that leaves it as it is.
 * @throws AppError `wrongState`
 */
export function allowed(ctx: Ctx, order: OrderRow, action: OrderAction): OrderStatus {
  const state = stateNow(ctx, order);
  if (next(bookingOrder, state, action) === undefined) throw wrongStateError(ctx, state, action);
  return state;
}

/**
 * Refuses of an order what is done where it comes from, and says where that is (`isElsewhere`).
 * @throws AppError `underContract`, `underOpenPlay`, `underGame`
 */
export async function refuseElsewhere(ctx: Ctx, order: OrderRow, action: OrderAction): Promise<void> {
  const kind = order.kind as OrderKind;
  if (!isElsewhere(kind, action)) return;
  if (kind === "fixed") {
    const contract = await contractOf(ctx, order);
    if (!contract) return;
    throw new AppError("underContract", { no: contract.no }, { contractId: contract.id });
  }
  if (kind === "event") throw new AppError("underGame", { title: order.name }, { gameId: order.game_id });
  const { id, title } = await ctx.db
    .selectFrom("open_play")
    .select(["id", "title"])
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  throw new AppError("underOpenPlay", { title }, { openPlayId: id });
}

/** The fixed contract that answers for an order's money; undefined where none does: old fixed bookings have none. */
export const contractOf = (ctx: Ctx, order: Pick<OrderRow, "id">): Promise<{ id: string; no: string } | undefined> =>
  ctx.db
    .selectFrom("fixed_occurrence as f")
    .innerJoin("fixed_contract as k", (join) => join.onRef("k.venue_id", "=", "f.venue_id").onRef("k.id", "=", "f.contract_id"))
    .select(["k.id", "k.no"])
    .where("f.venue_id", "=", ctx.venue.id)
    .where("f.order_id", "=", order.id)
    .executeTakeFirst();

/** True if the due amount was paid: from then on changes of price move money at once. */
export const isPaid = (state: OrderStatus): boolean => state === "paid" || state === "checked_in";

/**
 * Changes an order's row that the caller has locked, and tells the screens of its day.
 * @param days other days that the change touches
 */
export async function updateOrder(
  ctx: Ctx,
  order: OrderRow,
  changes: Updateable<Tables["booking_order"]>,
  days: readonly string[] = [],
): Promise<void> {
  await ctx.db.updateTable("booking_order").set(changes).where("venue_id", "=", ctx.venue.id).where("id", "=", order.id).execute();
  for (const day of new Set([order.day, ...days])) ctx.emit({ type: "booking_changed", orderId: order.id, data: { day } });
}

/** Lines that end with a refund, and how many uses of package cards they give back. */
interface Ending {
  readonly lines: readonly { readonly id: string }[];
  readonly usesBack: number;
}

/**
 * The pay status once `refunded` fen in all and the uses of the lines that are `ending` go back; asked before they do. All went back where
 * neither money nor uses are left and nothing continues that was free from the start.
 * @throws AppError `wrongState`
 */
export async function refundedStatus(
  ctx: Ctx,
  order: OrderRow,
  refunded: Fen,
  { lines, usesBack }: Ending = { lines: [], usesBack: 0 },
): Promise<PayStatus> {
  const isSame = refunded === order.refunded && usesBack === 0;
  if (isSame && order.pay_status !== "part_refunded") return order.pay_status as PayStatus;
  const left = await leftOf(
    ctx,
    order.id,
    lines.map((line) => line.id),
  );
  const all = refunded === order.paid && left.uses === usesBack && left.free === 0;
  return nextPayStatus(ctx, order.pay_status, all ? "refundAll" : "refundPart");
}

/**
 * Uses of package cards that an order took and that did not go back; and its active lines that neither money nor a card pays, but for those
 * `ending`.
 */
async function leftOf(ctx: Ctx, orderId: string, ending: readonly string[]): Promise<{ uses: number; free: number }> {
  const lines = await ctx.db
    .selectFrom("booking_line")
    .select(["id", "status", "price", "uses", "uses_back"])
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "=", orderId)
    .execute();
  const isFree = (line: (typeof lines)[number]): boolean =>
    line.status === "active" && line.price === 0 && line.uses === 0 && !ending.includes(line.id);
  return { uses: lines.reduce((sum, line) => sum + line.uses - line.uses_back, 0), free: lines.filter(isFree).length };
}

/**
 * The pay status after `action`.
 * @throws AppError `wrongState`
 */
export function nextPayStatus(ctx: Ctx, from: string, action: ActionOf<typeof payStatus>): PayStatus {
  const to = next(payStatus, from, action);
  if (to === undefined) throw wrongStateError(ctx, from, action);
  return to;
}
