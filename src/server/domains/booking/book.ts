/** Writing an order: the occupancy first, then the money, then the document. */
import { charge } from "../../ledger/charge";
import type { BookingOrder } from "../../../contract/booking/booking-order";
import type { OrderSource } from "../../../contract/core/enums";
import { MINUTE } from "../../../contract/core/time";
import type { z } from "zod";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { type PaymentEntry } from "../../payment/collect";
import { type ChosenLine, sumOf } from "../../kernel/price/chosen";
import { lockMember, type MemberInfo } from "../../kernel/booker";
import { spanOf } from "../../kernel/order-lines";
import { redeemUses } from "./card-uses";
import { incomeLegs } from "../../ledger/order-legs";
import { toTrace } from "../../kernel/price/price";
import { reserveCells } from "../../kernel/occupancy/reserve";
import { word } from "./words";

/** The content of the order. */
export interface OrderDraft {
  readonly day: string;
  /** At least one, of `chooseRuns` and `priceChosen`. */
  readonly lines: readonly ChosenLine[];
  readonly member: MemberInfo | null;
  /** A walk-in's, where there is no member. */
  readonly name: string;
  readonly phone: string;
  readonly status: "held" | "reserved" | "paid";
  readonly payments: readonly PaymentEntry[];
  /** Name of the ledger's operation for what is posted. */
  readonly operation: "place" | "free place";
  readonly discountReason: string;
  readonly remark: string;
  readonly source: z.infer<typeof OrderSource>;
  /** True if a group books, at group prices. */
  readonly asGroup?: boolean;
  /** Until when an unpaid hold lasts; the policy's minutes when left out. */
  readonly holdUntil?: Date;
  /** Kind of the order; "single" if omitted. */
  readonly kind?: BookingOrder["kind"];
  /** The game whose courts they are. */
  readonly gameId?: string;
}

/**
 * Takes the cells and writes the order.
 * @returns the order's id
 * @throws AppError `slotTaken`, `memberState`, `paymentSum`, `memberNeeded`, `balanceShort`
 */
export async function book(ctx: Ctx, draft: OrderDraft): Promise<string> {
  const lines = draft.lines.map((line) => ({ ...line, holderId: ctx.newId() }));
  await reserveCells(ctx, draft.day, lines);
  await redeemUses(
    ctx,
    lines.map((line) => ({ ...line, day: draft.day })),
  );
  const [, no] = await Promise.all([draft.member ? lockBooker(ctx, draft.member) : undefined, orderNumber(ctx)]);
  return writeOrder(ctx, { ...draft, lines }, no);
}

/** The next order's number. Locks the day's counter until commit, so it comes after whatever may wait. */
export const orderNumber = (ctx: Ctx): Promise<string> => documentNumber(ctx, "order", today(ctx));

/** A draft whose lines hold their cells: `holderId` is the line's id. */
export interface GroundedDraft extends OrderDraft {
  readonly lines: readonly (ChosenLine & { readonly holderId: string })[];
}

/**
 * Writes an order over cells that its lines hold already: takes the money of a paid order, writes lines and postings.
 * @param no of `orderNumber`
 * @returns the order's id
 * @throws AppError `paymentSum`, `memberNeeded`, `balanceShort`
 */
export async function writeOrder(ctx: Ctx, draft: GroundedDraft, no: string): Promise<string> {
  const first = draft.lines[0];
  if (!first) throw new RangeError("an order needs a line");
  const id = ctx.newId();
  const lines = draft.lines.map((line) => ({ ...line, id: line.holderId, trace: toTrace(line.priced) }));
  const paid = draft.status === "paid";
  const { list, discount, total } = sumOf(draft.lines);
  const due = paid ? total : 0;
  const document = { kind: "order", id, no } as const;
  ctx.write(
    ctx.db
      .insertInto("booking_order")
      .values({
        venue_id: ctx.venue.id,
        id,
        no,
        source: draft.source,
        kind: draft.kind ?? "single",
        member_id: draft.member?.id ?? null,
        card_type_id: draft.member?.cardTypeId ?? null,
        name: draft.member?.name ?? draft.name,
        phone: draft.member?.phone ?? draft.phone,
        as_group: draft.asGroup ?? false,
        program_id: first.place.programId,
        ...spanOf(
          ctx,
          lines.map((line) => ({ ...line, placeName: line.place.name, day: draft.day })),
        ),
        list,
        discount,
        total,
        paid: due,
        order_status: draft.status,
        pay_status: paid ? "paid" : "unpaid",
        hold_until: draft.status === "held" ? (draft.holdUntil ?? holdEnd(ctx, first.place)) : null,
        discount_reason: draft.discountReason,
        remark: draft.remark,
        game_id: draft.gameId ?? null,
        person_id: ctx.person.id,
        operator: ctx.person.name,
        created_at: ctx.now,
      })
      .execute(),
  );
  ctx.write(
    ctx.db
      .insertInto("booking_line")
      .values(
        lines.map((line) => ({
          venue_id: ctx.venue.id,
          id: line.id,
          order_id: id,
          place_id: line.place.id,
          day: draft.day,
          start_minute: line.start,
          end_minute: line.end,
          list: line.priced.list,
          discount: line.priced.discount,
          price: line.priced.price,
          trace: JSON.stringify(line.trace),
          holding_id: line.card?.holdingId ?? null,
          uses: line.card?.uses ?? 0,
        })),
      )
      .execute(),
  );
  const posted = lines.map((line) => ({ trace: line.trace, programId: line.place.programId, day: draft.day }));
  await charge(ctx, document, {
    operation: draft.operation,
    reason: draft.discountReason,
    payments: draft.payments,
    due,
    memberId: draft.member?.id,
    legs: paid ? incomeLegs(posted, draft.member?.cardTypeId ?? null) : [],
  });
  ctx.emit({ type: "booking_changed", orderId: id, data: { day: draft.day } });
  return id;
}

/** Holds the member's row, and refuses one whose account was frozen or closed meanwhile. */
async function lockBooker(ctx: Ctx, { id, name }: MemberInfo): Promise<void> {
  const row = await lockMember(ctx, id);
  if (row?.state !== "active") {
    const state = row?.state ?? "closed";
    throw new AppError("memberState", { name, state: word(state, ctx.language) }, { state });
  }
}

/** When an unpaid hold of a place made now runs out. */
export const holdEnd = (ctx: Ctx, of: { readonly holdMinutes: number | null }): Date =>
  new Date(ctx.now.getTime() + (of.holdMinutes ?? ctx.venue.hold_minutes) * MINUTE);
