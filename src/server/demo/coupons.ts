/** The demo's coupons of the authority: three schemes registered, some of the first used for courts of yesterday. */
import { booking } from "../../contract/booking/booking";
import { couponCodes } from "../../contract/coupon/coupon";
import { fen, yuan } from "../../contract/core/money";
import type { Call } from "../../contract/core/call";
import { couponSettlements } from "../../contract/coupon/coupon-settlements";
import { callsOf } from "../../contract/core/resource/calls";
import { couponSettlementRoutes } from "../domains/coupon/settlements";
import { addDays, wall } from "../../contract/core/time";
import { arrive } from "../domains/booking/check-in";
import { placeOrder } from "../domains/booking/create";
import { loadPlaces } from "../kernel/places";
import { quote } from "../domains/booking/quote";
import { register } from "../domains/coupon/coupons";
import type { Ctx, Operator } from "../http/context";
import { at, entered } from "./act";
import { freePlace } from "./open-play";
import { people } from "./people";
import { random } from "./random";

const h = (hours: number): number => hours * 60;
const DESK: Operator = { id: "3", name: "陈晓" };
const USED = 6;
/** Days from today on which a scheme begins and ends. */
const SCHEMES = [
  { scheme: "全民健身消费券", prefix: "QM26", face: 2_000, threshold: 8_000, from: -20, to: 40, count: 24 },
  { scheme: "亲子运动券", prefix: "QZ26", face: 1_050, threshold: 0, from: -20, to: 10, count: 12 },
  { scheme: "夏季健身券", prefix: "XJ26", face: 3_000, threshold: 10_000, from: -80, to: -25, count: 6 },
] as const;
const codeOf = (prefix: string, i: number): string =>
  `${prefix}-${String(i * 7_919 + 10_007)
    .padStart(6, "0")
    .slice(-6)}`;

/** Registers the venue's coupons; where it sells courts, walk-ins of yesterday paid with some of them. */
export async function makeCoupons(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today } = wall(system.now, system.venue.zone);
  const yesterday = addDays(today, -1);
  const session = { person: "" };
  const ctx = at(system, { day: yesterday, minute: h(9), person: DESK, moves: true }, session, tick);
  for (const { scheme, prefix, face, threshold, from, to, count } of SCHEMES) {
    const codes = Array.from({ length: count }, (_, i) => codeOf(prefix, i));
    const days = { startsOn: addDays(today, from), endsOn: addDays(today, to) };
    await register(
      ctx,
      entered(couponCodes.register, { scheme, face: yuan(face), threshold: yuan(threshold), ...days, couponCodes: codes }),
    );
  }
  const places = await loadPlaces(ctx);
  const [{ prefix, face, threshold }] = SCHEMES;
  const guests = people(random("coupons", ctx.venue.id), USED);
  for (const [i, { name, phone }] of guests.entries()) {
    const start = h(10 + i);
    const place = await freePlace(ctx, places, yesterday, start);
    if (!place) continue;
    const wish = { day: yesterday, runs: [{ placeId: place.id, start, end: start + h(2) }] };
    const { total } = await quote(ctx, entered(booking.quote, { venueId: ctx.venue.id, ...wish }));
    if (fen(total) < threshold) continue;
    const payments = [
      { type: "SportsExpertUserCoupon" as const, amount: yuan(face), coupon: codeOf(prefix, i) },
      { type: "WeChat" as const, amount: yuan(fen(total) - face) },
    ];
    const id = await placeOrder(ctx, entered(booking.create, { ...wish, name, phone, mode: "pay", payments }));
    await arrive(at(system, { day: yesterday, minute: start - 5, person: DESK, moves: true }, session, tick), { id, undo: false });
  }
  await settle(at(system, { day: today, minute: h(9), person: DESK, moves: true }, session, tick), SCHEMES[0].scheme, yesterday);
}

/** Puts what was used of a scheme into a settlement, handed in for review. */
async function settle(ctx: Ctx, scheme: string, until: string): Promise<void> {
  const used = await ctx.db
    .selectFrom("coupon")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", "used")
    .executeTakeFirst();
  const { create, submit } = callsOf(couponSettlements);
  const serve = (call: Call) => couponSettlementRoutes.find((route) => route.call === call);
  const [makes, submits] = [serve(create), serve(submit)];
  if (!used || makes?.in !== "venue" || submits?.in !== "venue") return;
  const made = (await makes.service(ctx, entered(create, { scheme, until }) as never)) as { readonly id: string };
  await submits.service(ctx, { id: made.id } as never);
}
