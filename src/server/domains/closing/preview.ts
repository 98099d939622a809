/** Effect of a closing, in wire format. */
import type { ClosingPreview } from "../../../contract/closing/closing";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import type { Ctx } from "../../http/context";
import type { ClosingInput } from "./hits";
import { type Plan, plan } from "./plan";

/**
 * Lists what a closing hits, what becomes of each, and what is locked. Nothing happens.
 * @throws AppError `closingTooLong`, `slotClosed`, `missing`
 */
export const preview = async (ctx: Ctx, input: ClosingInput): Promise<ClosingPreview> => toPreview(await plan(ctx, input));

/** A plan on the wire. */
export function toPreview({ hits, locks, fingerprint }: Plan): ClosingPreview {
  const refunded = hits.filter((hit) => hit.to === null);
  /** By order the first line that is refunded and that its voucher paid. */
  const vouched = new Map([...refunded].reverse().flatMap((hit) => (hit.voucherUses > 0 ? [[hit.orderId, hit.lineId] as const] : [])));
  return {
    fingerprint,
    hits: hits.map((hit) => ({
      orderId: hit.orderId,
      lineId: hit.lineId,
      orderNo: hit.orderNo,
      name: hit.name,
      phone: maskPhone(hit.phone),
      memberId: hit.memberId,
      placeId: hit.place.id,
      placeName: hit.place.name,
      day: hit.day,
      start: hit.start,
      end: hit.end,
      orderStatus: hit.state,
      price: yuan(hit.price),
      proposal: hit.to === null ? "refund" : "move",
      toPlaceId: hit.found?.id ?? null,
      toPlaceName: hit.found?.name ?? null,
      refund: yuan(hit.to === null ? hit.worth : 0),
      cardUses: hit.to === null ? hit.cardUses : 0,
      voucherUses: vouched.get(hit.orderId) === hit.lineId ? hit.voucherUses : 0,
    })),
    locks: locks.map(({ place, day, start, end }) => ({ placeId: place.id, placeName: place.name, day, start, end })),
    moves: hits.length - refunded.length,
    refunds: refunded.length,
    refundTotal: yuan(refunded.reduce((sum, hit) => sum + hit.worth, 0)),
  };
}
