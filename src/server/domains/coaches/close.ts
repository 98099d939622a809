/** Classes whose court is closed: moved with it, or cancelled with everything given back. */
import type { Fen } from "../../../contract/core/money";
import { coachClass, sources } from "../../../contract/core/states";
import type { Ctx } from "../../http/context";
import { cancel } from "./classes";
import type { ClassRow } from "./lock";

/** The classes whose court these orders hold, in the order in which they are locked. */
const classesOn = (ctx: Ctx, orderIds: readonly string[]) =>
  ctx.db
    .selectFrom("coach_class")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("order_id", "in", [...orderIds, ""])
    .where("order_id", "<>", "")
    .where("state", "in", sources(coachClass, "cancel"))
    .orderBy("id");

/** Locks the classes whose court these orders hold: nobody joins or leaves them until the transaction ends. */
export const lockCourts = (ctx: Ctx, orderIds: readonly string[]): Promise<ClassRow[]> => classesOn(ctx, orderIds).forUpdate().execute();

/** Returns the refund of cancelling the classes on the courts of these orders now, fen, by order; other orders are omitted. */
export async function refundsOfCourts(ctx: Ctx, orderIds: readonly string[]): Promise<Map<string, Fen>> {
  const classes = await classesOn(ctx, orderIds).execute();
  const paid = await ctx.db
    .selectFrom("coach_booking")
    .where("venue_id", "=", ctx.venue.id)
    .where("coach_class_id", "in", [...classes.map((one) => one.id), ""])
    .where("pay_by", "<>", "Card")
    .groupBy("coach_class_id")
    .select(["coach_class_id", (eb) => eb.fn.sum<number>(eb("amount", "-", eb.ref("refunded"))).as("amount")])
    .execute();
  const amounts = new Map(paid.map((row) => [row.coach_class_id, row.amount]));
  return new Map(classes.map((one) => [one.order_id, amounts.get(one.id) ?? 0]));
}

/** Lets the class whose court an order holds be given at another place. */
export async function moveCourt(ctx: Ctx, orderId: string, placeId: string): Promise<void> {
  for (const one of await lockCourts(ctx, [orderId])) await set(ctx, one, { place_id: placeId });
}

/**
 * Cancels the class whose court an order holds: everybody gets everything back.
 * @returns whether the order is a class's
 */
export async function closeClass(ctx: Ctx, orderId: string, reason: string): Promise<boolean> {
  const [one] = await lockCourts(ctx, [orderId]);
  if (!one) return false;
  await cancel(ctx, one, reason);
  await set(ctx, one, { state: "cancelled", reason });
  return true;
}

async function set(ctx: Ctx, one: ClassRow, changes: Partial<Pick<ClassRow, "place_id" | "state" | "reason">>): Promise<void> {
  await ctx.db.updateTable("coach_class").set(changes).where("venue_id", "=", ctx.venue.id).where("id", "=", one.id).execute();
  ctx.emit({ type: "changed", data: { resource: "coachClasses", id: one.id } });
}
