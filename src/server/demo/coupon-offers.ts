/** The demo's own coupons: offers, some given to members, some used on courts of tomorrow, one that has ended. */
import { booking } from "../../contract/booking/booking";
import { couponOffers } from "../../contract/marketing/coupon-offers";
import { callsOf } from "../../contract/core/resource/calls";
import { addDays, dayOf } from "../../contract/core/time";
import { placeOrder } from "../domains/booking/create";
import { couponOfferRoutes } from "../domains/marketing/coupon-offers";
import type { Ctx, Operator } from "../http/context";
import { loadPlaces } from "../kernel/places";
import { at, entered } from "./act";
import { freePlace } from "./open-play";

const h = (hours: number): number => hours * 60;
const DESK: Operator = { id: "3", name: "陈晓" };
const USED = 5;
/** Days from today on which an offer begins and ends; how many members hold one. */
const OFFERS = [
  {
    name: "新会员立减 20",
    kind: "amount",
    amount: "20.00",
    least: "60.00",
    goodFor: "both",
    from: -20,
    to: 60,
    stock: 500,
    promoCode: "NEW20",
    given: 0,
  },
  { name: "好久不见 8 折券", kind: "percent", percent: 20, goodFor: "booking", from: -10, to: 30, stock: 200, promoCode: "", given: 24 },
  { name: "生日免一小时", kind: "hour", goodFor: "booking", from: -30, to: 60, stock: 100, promoCode: "", given: 12 },
  { name: "水吧 9 折", kind: "percent", percent: 10, goodFor: "product", from: -5, to: 20, stock: 300, promoCode: "BAR90", given: 8 },
  {
    name: "国庆满 100 减 30",
    kind: "amount",
    amount: "30.00",
    least: "100.00",
    goodFor: "booking",
    from: -60,
    to: -40,
    stock: 50,
    promoCode: "GQ30",
    given: 6,
  },
] as const;

/** Makes the offers, gives coupons to members, and uses a promo code where the venue sells courts. */
export async function makeCouponOffers(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const today = dayOf(system.now, system.venue.zone);
  const session = { person: "" };
  const members = await system.db
    .selectFrom("member")
    .select("id")
    .where("venue_id", "=", system.venue.id)
    .where("state", "=", "active")
    .orderBy("id")
    .limit(60)
    .execute();
  const { create, give } = callsOf(couponOffers);
  const [creates, gives] = [create, give].map((call) => couponOfferRoutes.find((route) => route.call === call));
  if (creates?.in !== "venue" || gives?.in !== "venue") return;
  for (const [n, { from, to, given, ...offer }] of OFFERS.entries()) {
    const day = addDays(today, Math.max(from, -60));
    const ctx = at(system, { day, minute: h(9) + n, person: DESK, moves: true }, session, tick);
    const days = { startsOn: addDays(today, from), endsOn: addDays(today, to) };
    const made = (await creates.service(ctx, entered(create, { ...offer, ...days, perMember: 1 }) as never)) as { readonly id: string };
    for (const { id: member } of members.slice(n * 7, n * 7 + given))
      await gives.service(ctx, entered(give, { id: made.id, member }) as never);
  }
  const ctx = at(system, { day: today, minute: h(8), person: DESK, moves: true }, session, tick);
  const tomorrow = addDays(today, 1);
  const places = await loadPlaces(ctx);
  for (const [i, { id: memberId }] of members.slice(-USED).entries()) {
    const start = h(10 + 2 * i);
    const place = await freePlace(ctx, places, tomorrow, start);
    if (!place) continue;
    const runs = [{ placeId: place.id, start, end: start + h(2) }];
    await placeOrder(ctx, entered(booking.create, { day: tomorrow, runs, memberId, mode: "reserve", couponCode: "NEW20" }));
  }
}
