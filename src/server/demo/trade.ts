/** Customers' activities at a venue in a day: book, arrive, play, recharge, buy and swim; each plans its moments. */
import { booking } from "../../contract/booking/booking";
import { members } from "../../contract/members/members";
import { percentOf, yuan } from "../../contract/core/money";
import { addDays, wall } from "../../contract/core/time";
import { cancel } from "../domains/booking/cancel";
import { arrive } from "../domains/booking/check-in";
import { placeOrder } from "../domains/booking/create";
import { lock } from "../domains/booking/lock";
import { sellCard } from "../domains/cards/sell";
import { recharge } from "../domains/members/recharge";
import { createSale } from "../domains/sale/create";
import { bookSession } from "../domains/capacitySessions/book";
import { receive } from "../domains/stock/receive";
import type { Ctx } from "../http/context";
import { entered } from "./act";
import type { Desk, DeskMember, DeskPlace } from "./desk";
import { pay, TENDERS } from "./pay";
import { GROUPS } from "./people";
import type { Random } from "./random";
import { OFFERS } from "./venues";

export type Task = (ctx: Ctx) => Promise<void>;
export interface Day {
  readonly ctx: Ctx;
  readonly r: Random;
  readonly desk: Desk;
  readonly day: string;
  /** Minute at which the day stops; 1440 for a whole one. */
  readonly until: number;
  readonly walkIns: readonly { readonly name: string; readonly phone: string }[];
  /** `moves`: the task changes rows that are there, rather than making new ones. */
  plan(minute: number, task: Task, moves?: boolean): void;
}

const OPENS = 480;
const CLOSES = 1_310;
/** Those who booked earlier for today come, a few do not. */
export async function planArrivals(self: Day): Promise<void> {
  const { ctx, r, day } = self;
  const orders = await ctx.db
    .selectFrom("booking_order")
    .select(["id", "start_minute"])
    .where("venue_id", "=", ctx.venue.id)
    .where("day", "=", day)
    .where("order_status", "=", "paid")
    .orderBy("id")
    .execute();
  for (const order of orders) if (r.chance(0.96)) self.plan(Math.max(0, order.start_minute + r.int(-12, 8)), comeIn(order.id), true);
}

const comeIn =
  (id: string): Task =>
  (ctx) =>
    arrive(ctx, { id, undo: false });

/** Somebody wants a place: mostly in the evening, mostly soon. */
export function planBooking(self: Day): void {
  const { r, desk, day } = self;
  const ahead = r.weighted([
    [0, 30],
    [1, 26],
    [2, 14],
    [3, 9],
    [5, 7],
    [7, 8],
    [9, 3],
    [12, 3],
  ] as const);
  const on = addDays(day, ahead);
  const minute = r.int(OPENS - 60, CLOSES);
  const hour = r.weighted([
    [7, 3],
    [9, 8],
    [10, 7],
    [13, 6],
    [14, 9],
    [15, 9],
    [16, 9],
    [17, 8],
    [18, 16],
    [19, 18],
    [20, 14],
    [21, 6],
  ] as const);
  for (let attempt = 0; attempt < 6; attempt++) {
    const place = r.pick(desk.places);
    const slots =
      (r.weighted([
        [2, 3],
        [3, 3],
        [4, 8],
        [6, 1],
      ] as const) *
        30) /
      place.slotMinutes;
    const start = Math.max(place.open, hour * 60 + (r.chance(0.35) ? 30 : 0));
    const first = place.open + Math.ceil((start - place.open) / place.slotMinutes) * place.slotMinutes;
    const end = first + Math.max(1, Math.round(slots)) * place.slotMinutes;
    if (end > place.close || (ahead === 0 && first <= minute + 5) || !desk.isFree(place, on, first, end)) continue;
    desk.take(place, on, first, end);
    const member = r.chance(0.78) ? r.pick(desk.members) : undefined;
    self.plan(minute, book(self, { place, on, first, end, member }));
    return;
  }
}

/** Chooses the booker and the channel: members mostly at the desk or in the mini-program, groups by contract, some with a deal. */
function book(self: Day, want: { place: DeskPlace; on: string; first: number; end: number; member: DeskMember | undefined }): Task {
  const { r, desk, day } = self;
  const { place, on, first, end, member } = want;
  const isGroup = r.chance(0.45);
  const guest = isGroup ? { name: r.pick(GROUPS) } : r.pick(self.walkIns);
  const isDeal = !member && !isGroup && r.chance(0.6);
  const origin = member
    ? ({ source: r.chance(0.35) ? "miniProgram" : "desk" } as const)
    : isGroup
      ? ({ source: "fixed", kind: "fixed" } as const)
      : isDeal
        ? ({ source: "groupBuy", kind: "deal" } as const)
        : ({ source: "desk" } as const);
  const cancels = on !== day && r.chance(0.04);
  const comes = r.chance(0.96);
  const splits = r.chance(0.12);
  return async (ctx) => {
    const total = desk.price(place, on, first, end, member);
    if (total === undefined || total === 0) return;
    const input = entered(booking.create, {
      day: on,
      runs: [{ placeId: place.id, start: first, end }],
      ...(member ? { memberId: member.id } : guest),
      mode: "pay",
      payments: isDeal ? [{ type: "Other", amount: yuan(total), note: "美团" }] : pay(r, total, member, splits),
    });
    const id = await placeOrder(ctx, input, origin);
    const minute = wall(ctx.now, ctx.venue.zone).minute;
    if (cancels) {
      self.plan(
        minute + r.int(10, 120),
        async (later) => {
          await cancel(later, { id, reason: "临时有事", waiveFee: false });
          desk.release(place, on, first, end);
        },
        true,
      );
    } else if (on === day && comes) self.plan(Math.max(first + r.int(-10, 8), minute + 1), comeIn(id), true);
  };
}

/** A tournament takes neighbouring courts next weekend. */
export function planEvent(self: Day): void {
  const { desk, day } = self;
  const on = addDays(day, 7);
  const first = 780;
  const end = 1_080;
  const free = desk.places.filter((place) => place.units.length === 1 && place.slotMinutes === 30 && desk.isFree(place, on, first, end));
  const courts = free.slice(-3);
  if (courts.length < 3) return;
  for (const place of courts) desk.take(place, on, first, end);
  self.plan(600, async (ctx) => {
    const total = courts.reduce((sum, place) => sum + (desk.price(place, on, first, end) ?? 0), 0);
    const runs = courts.map((place) => ({ placeId: place.id, start: first, end }));
    const payments = [{ type: "Transfer" as const, amount: yuan(total) }];
    await placeOrder(ctx, entered(booking.create, { day: on, runs, name: "浦东新区业余羽毛球团体赛", mode: "pay", payments }), {
      source: "competition",
      kind: "event",
    });
  });
}

export function planRecharge(self: Day): void {
  const { r, desk } = self;
  const member = r.pick(desk.members);
  const offer = r.weighted(OFFERS.map((one, i) => [one, [3, 5, 4, 2][i] ?? 1] as const));
  const method = r.weighted(TENDERS);
  self.plan(r.int(OPENS, CLOSES), async (ctx) => {
    if (member.principal + offer.principal > 480_000) return;
    await recharge(
      ctx,
      entered(members.recharge, { memberId: member.id, offerId: desk.offers.get(offer.pay) ?? "", pay: yuan(offer.pay), method }),
    );
    member.principal += offer.principal;
    member.gift += offer.gift;
  });
}

export function planSale(self: Day): void {
  const { r, desk } = self;
  const lines = Array.from(
    {
      length: r.weighted([
        [1, 6],
        [2, 3],
        [3, 1],
      ] as const),
    },
    () => ({
      product: r.pick(desk.products),
      quantity: r.weighted([
        [1, 7],
        [2, 2],
        [4, 1],
      ] as const),
    }),
  );
  const member = r.chance(0.55) ? r.pick(desk.members) : undefined;
  self.plan(r.int(OPENS, CLOSES), async (ctx) => {
    const distinctLines = [...new Map(lines.map((line) => [line.product.id, line] as const)).values()].filter(
      ({ product, quantity }) => !product.stocked || product.left >= quantity,
    );
    if (distinctLines.length === 0) return;
    for (const { product, quantity } of distinctLines) product.left -= quantity;
    const total = distinctLines.reduce(
      (sum, { product, quantity }) => sum + percentOf(product.price * quantity, member?.productPercent ?? 100),
      0,
    );
    const payments = pay(r, total, member, false).map(({ type, amount }) => ({ type, amount: Number(amount.replace(".", "")) }));
    await createSale(ctx, {
      memberId: member?.id,
      lines: distinctLines.map(({ product, quantity }) => ({ productId: product.id, quantity })),
      payments,
    });
  });
}

export function planRestock(self: Day): void {
  const { desk, r } = self;
  const low = desk.products.filter((product) => product.stocked && product.left < product.lowLimit && r.chance(0.6));
  if (low.length === 0) return;
  self.plan(
    570,
    async (ctx) => {
      for (const product of low) product.left += product.lowLimit * 3;
      await receive(ctx, {
        warehouse: "shop",
        supplier: "浦东体育用品批发",
        lines: low.map((product) => ({ productId: product.id, quantity: product.lowLimit * 3, unitCost: product.cost })),
      });
    },
    true,
  );
}

export function planCardSale(self: Day): void {
  const { r, desk } = self;
  if (desk.cards.length === 0) return;
  const card = r.pick(desk.cards);
  const member = r.pick(desk.members);
  const type = r.weighted(TENDERS);
  self.plan(r.int(OPENS, CLOSES), async (ctx) => {
    const id = await sellCard(ctx, { memberId: member.id, packageCardId: card.id, payments: [{ type, amount: card.price }] });
    desk.holdings.push({ id, memberId: member.id, left: card.times });
  });
}

/** A swimmer, or a family: by card where they hold one. */
export function planSwim(self: Day): void {
  const { r, desk } = self;
  if (desk.sessions.length === 0) return;
  const session = r.weighted(desk.sessions.map((one) => [one, one.start >= 1_020 ? 3 : 1] as const));
  const holding = desk.holdings.length > 0 && r.chance(0.45) ? r.pick(desk.holdings) : undefined;
  const attendees = r.weighted([
    [1, 5],
    [2, 3],
    [3, 1],
  ] as const);
  const member = r.chance(0.5) ? r.pick(desk.members) : undefined;
  const guest = r.pick(self.walkIns);
  self.plan(Math.max(0, session.start - r.int(-20, 25)), async (ctx) => {
    if (session.left < attendees) return;
    session.left -= attendees;
    if (holding && holding.left >= attendees) {
      holding.left -= attendees;
      await bookSession(ctx, { hallBookingId: session.id, attendees, memberId: holding.memberId, holdingId: holding.id, payments: [] });
      return;
    }
    const payments = pay(r, session.price * attendees, member, false).map(({ type, amount }) => ({
      type,
      amount: Number(amount.replace(".", "")),
    }));
    await bookSession(ctx, { hallBookingId: session.id, attendees, ...(member ? { memberId: member.id } : guest), payments });
  });
}

/** Plans open items for the viewer to see: unpaid holds, a reservation, a court under repair. */
export function planOpenEnds(self: Day): void {
  const { r, desk, day, until } = self;
  const soon = (place: DeskPlace): number =>
    place.open + Math.max(0, Math.ceil((until + 20 + r.int(0, 120) - place.open) / place.slotMinutes)) * place.slotMinutes;
  for (let i = 0; i < 40; i++) {
    const place = r.pick(desk.places);
    const start = soon(place);
    const end = start + Math.max(60, place.slotMinutes);
    if (i > 3 || end > place.close || !desk.isFree(place, day, start, end)) continue;
    desk.take(place, day, start, end);
    const guest = r.pick(self.walkIns);
    const kind = i === 0 ? "lock" : i === 3 ? "reserve" : "hold";
    self.plan(until - 1 - i * 2, async (ctx) => {
      const runs = [{ placeId: place.id, start, end }];
      if (kind === "lock") await lock(ctx, { day, runs, reason: "地胶维修" });
      else await placeOrder(ctx, entered(booking.create, { day, runs, ...guest, mode: kind, payments: [] }));
    });
  }
}
