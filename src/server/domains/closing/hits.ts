/** The lines that a closing hits, as they are booked now. */
import type { Parsed } from "../../../contract/core/call";
import type { closing } from "../../../contract/closing/closing";
import type { Fen } from "../../../contract/core/money";
import type { OrderStatus } from "../../../contract/core/states";
import { instant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { isPaid, stateNow } from "../../kernel/orders";
import type { PlaceInfo } from "../../kernel/places";
import { isVouched } from "../../kernel/vouchers";
import { shares, unitsOf } from "./occupied";
import type { Owing } from "./worth";

export type ClosingInput = Parsed<typeof closing.preview>;

const HIT: readonly OrderStatus[] = ["held", "reserved", "paid", "checked_in"];

/** A line that the closing hits. */
export interface Hit {
  readonly orderId: string;
  readonly lineId: string;
  readonly orderNo: string;
  readonly name: string;
  readonly phone: string;
  readonly memberId: string | null;
  readonly place: PlaceInfo;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly state: OrderStatus;
  readonly price: Fen;
  /**
   * Refund for it, fen. For a part payment, with the first line of its order: the amount beyond the cost of the rest; for the order of an
   * open play or a coach's class: its part of the participants' payments.
   */
  readonly worth: Fen;
  /** Uses of a package card and of a voucher that paid it: refunding it gives them back. A voucher's are said with one line of its order. */
  readonly cardUses: number;
  readonly voucherUses: number;
  /** The nearest free place at the same time; null: none, or it is to be refunded all the same. */
  readonly to: PlaceInfo | null;
  /** Free place that was found, if any, regardless of the choice. */
  readonly found: PlaceInfo | null;
}
/** Active lines that overlap the closed places in the closed time, in the order in which they are looked after. */
export async function hitsOf(
  ctx: Ctx,
  input: ClosingInput,
  all: readonly PlaceInfo[],
  places: readonly PlaceInfo[],
): Promise<{ hits: Hit[]; orders: Map<string, Owing> }> {
  const units = unitsOf(places);
  const touched = all.filter((place) => shares(place, units));
  const byId = new Map(touched.map((place) => [place.id, place]));
  const rows = await ctx.db
    .selectFrom("booking_line as l")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "l.venue_id").onRef("o.id", "=", "l.order_id"))
    .select([
      "l.id",
      "l.order_id",
      "l.place_id",
      "l.day",
      "l.start_minute",
      "l.end_minute",
      "l.price",
      "l.refunded",
      "l.uses",
      "l.uses_back",
      "l.trace",
    ])
    .select(["o.no", "o.name", "o.phone", "o.member_id", "o.order_status", "o.pay_status", "o.hold_until", "o.ends_at"])
    .select(["o.total", "o.paid", "o.refunded as given_back"])
    .select((eb) =>
      eb
        .selectFrom("booking_line as s")
        .select((sub) => sub.fn.countAll<number>().as("n"))
        .whereRef("s.venue_id", "=", "l.venue_id")
        .whereRef("s.order_id", "=", "l.order_id")
        .where("s.status", "=", "active")
        .as("lines"),
    )
    .select((eb) =>
      eb
        .selectFrom("voucher_use as u")
        .select((sub) => sub.fn.sum<number>("u.times").as("n"))
        .whereRef("u.venue_id", "=", "l.venue_id")
        .whereRef("u.order_id", "=", "l.order_id")
        .where("u.undone_at", "is", null)
        .as("voucher_uses"),
    )
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.status", "=", "active")
    .where("l.day", ">=", input.from)
    .where("l.day", "<=", input.to)
    .where("l.place_id", "in", [...byId.keys()])
    .where("l.start_minute", "<", input.end)
    .where("l.end_minute", ">", input.start)
    .orderBy("l.day")
    .orderBy("l.start_minute")
    .orderBy("l.id")
    .execute();
  const orders = new Map(rows.map((row) => [row.order_id, { total: row.total, left: row.paid - row.given_back, lines: row.lines ?? 0 }]));
  const hits = rows.flatMap((row): Hit[] => {
    const place = byId.get(row.place_id);
    const state = stateNow(ctx, row);
    if (!place || !HIT.includes(state) || instant(row.day, row.end_minute, ctx.venue.zone) <= ctx.now) return [];
    const worth = isPaid(state) && row.pay_status !== "unpaid" ? row.price - row.refunded : 0;
    const { no, name, phone } = row;
    const who = { orderId: row.order_id, lineId: row.id, orderNo: no, name, phone, memberId: row.member_id };
    const when = { place, day: row.day, start: row.start_minute, end: row.end_minute };
    const uses = { cardUses: row.uses - row.uses_back, voucherUses: isVouched([row]) ? (row.voucher_uses ?? 0) : 0 };
    return [{ ...who, ...when, state, price: row.price, worth, ...uses, to: null, found: null }];
  });
  const rank = new Map(all.map((place, i) => [place.id, i]));
  const order = (hit: Hit): number => rank.get(hit.place.id) ?? 0;
  hits.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.start - b.start || order(a) - order(b)));
  return { hits, orders };
}
