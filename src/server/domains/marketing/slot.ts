/** The court of a voucher of court time: booked in its holder's name and paid by the voucher, whose use has earned the money. */
import type { redemption } from "../../../contract/marketing/groupon";
import type { Parsed } from "../../../contract/core/call";
import { clock } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { bookingMember } from "../../kernel/booker";
import { placesFreed } from "../../kernel/followers";
import { chooseRuns } from "../../kernel/occupancy/choose";
import { lockOrder, stateNow } from "../../kernel/orders";
import { placeLabel } from "../../kernel/place-words";
import { priceChosen } from "../../kernel/price/chosen";
import { vouched } from "../../kernel/price/price";
import { refuse } from "../../resource/refuse";
import { book } from "../booking/book";
import { cancelOrder, FREE_OF_FEE } from "../booking/cancel";
import { unlock } from "../booking/lock";
import type { Pair } from "./voucher-view";

/**
 * Books the court that a use takes; the order costs nothing beside it.
 * @throws AppError `refused` for a court of another kind, `slotTaken`, `noPrice`, `memberState`, and what a slot that cannot be booked is refused with
 */
export async function bookSlot(
  ctx: Ctx,
  { voucher, goods }: Pair,
  { slot, times }: Parsed<typeof redemption.redeem>,
): Promise<{ orderId: string | null; slot: string }> {
  if (slot === undefined) return { orderId: null, slot: "" };
  if (goods.redeems !== "slot" || goods.minutes === null)
    throw refuse(ctx, { zh: "这张券不兑换场地，没有核销", en: "This voucher is not for court time; nothing was redeemed" });
  const run = { placeId: slot.placeId, start: slot.start, end: slot.start + goods.minutes * times };
  const chosen = await chooseRuns(ctx, slot.day, [run]);
  const [first] = chosen;
  if (first?.place.programId !== goods.program_id)
    throw refuse(ctx, {
      zh: "这张券不能用于该场地，没有核销；请选其他场地",
      en: "This voucher is not for that court; nothing was redeemed. Choose another",
    });
  const member = voucher.member_id === null ? null : await bookingMember(ctx, voucher.member_id);
  const lines = await priceChosen(ctx, slot.day, chosen, null);
  const orderId = await book(ctx, {
    day: slot.day,
    lines: lines.map((line) => ({ ...line, priced: vouched(line.priced, goods.title, voucher.voucher_code) })),
    member,
    name: voucher.holder,
    phone: voucher.phone,
    status: "paid",
    payments: [],
    operation: "place",
    discountReason: "",
    remark: `${goods.title} ${voucher.voucher_code}`,
    source: "groupBuy",
    kind: "deal",
  });
  return { orderId, slot: `${slot.day} ${placeLabel(first.place.name, ctx.language)} ${clock(run.start)}–${clock(run.end)}` };
}

/**
 * Cancels the booking of a use that is undone; one that was cancelled meanwhile stays so.
 * @throws AppError `refused` where money was taken for it besides, or once somebody came or did not
 */
export async function cancelSlot(ctx: Ctx, orderId: string, reason: string): Promise<void> {
  const order = await lockOrder(ctx, orderId);
  const state = stateNow(ctx, order);
  if (state === "cancelled") return;
  if (state !== "paid")
    throw refuse(
      ctx,
      {
        zh: "这次核销订的场（{no}）客人已经到场或未到，没有撤销",
        en: "The court of this redemption ({no}) was played or missed; it stays",
      },
      { no: order.no },
    );
  if (order.paid > order.refunded)
    throw refuse(
      ctx,
      {
        zh: "这次核销订的场（{no}）另收了款，没有撤销；请先在订单里退款或取消",
        en: "Money was taken besides for the court of this redemption ({no}); it stays. Refund or cancel the order first",
      },
      { no: order.no },
    );
  await placesFreed(ctx, await cancelOrder(ctx, order, FREE_OF_FEE, reason));
}

/** Frees the lock of a use of before courts were booked; one that somebody released by hand meanwhile stays released. */
export async function freeLock(ctx: Ctx, id: string): Promise<void> {
  const held = await ctx.db
    .selectFrom("place_lock")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("status", "=", "locked")
    .executeTakeFirst();
  if (held) await unlock(ctx, { id });
}
