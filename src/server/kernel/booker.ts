/** Members who may take part in what the venue sells. */
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { word } from "./words";

/** A member who may book. */
export interface MemberInfo {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly cardTypeId: string;
  readonly cardTypeName: string;
  readonly placePercent: number;
  /** When members of the card type may book and play. */
  readonly allows?: Allowed;
}

/**
 * A member who may book.
 * @throws AppError `missing`, `memberState`
 */
export async function bookingMember(ctx: Ctx, id: string): Promise<MemberInfo> {
  const row = await ctx.db
    .selectFrom("member as m")
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .select(["m.id", "m.name", "m.phone", "m.state", "t.id as cardTypeId", "t.name as cardTypeName", "t.place_percent as placePercent"])
    .select(["t.days_ahead as daysAhead", "t.usable_from as usableFrom", "t.usable_to as usableTo"])
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("member", ctx.language) });
  refuseInactive(ctx, row);
  const { daysAhead, usableFrom, usableTo, ...member } = row;
  return { ...member, allows: { daysAhead, usableFrom, usableTo } };
}

/**
 * The member who books; null for a walk-in or a group.
 * @throws AppError `missing`, `memberState`, `groupMember`
 */
export async function bookerOf(
  ctx: Ctx,
  { memberId, asGroup }: { readonly memberId?: string | undefined; readonly asGroup: boolean },
): Promise<MemberInfo | null> {
  if (memberId === undefined) return null;
  if (asGroup) throw new AppError("groupMember");
  return bookingMember(ctx, memberId);
}

/**
 * Refuses a member who is frozen, closing or closed.
 * @throws AppError `memberState`
 */
export function refuseInactive(ctx: Ctx, member: { readonly name: string; readonly state: string }): void {
  const { name, state } = member;
  if (state !== "active") throw new AppError("memberState", { name, state: word(state, ctx.language) }, { state });
}

/**
 * Holds the member's row until this change ends. Whatever moves a member's money comes here before it takes a number or a purse, so that
 * no two wait for each other in a circle: see "Locks" in docs/ledger.md. Rows that only name the member can still be written.
 */
export const lockMember = (ctx: Ctx, id: string): Promise<{ id: string; name: string; state: string } | undefined> =>
  ctx.db
    .selectFrom("member")
    .select(["id", "name", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Locks a member whose package card is to go on, and refuses one whose account is closed: nothing could be paid out of it any more.
 * @throws AppError `memberState`
 */
export async function lockCardOwner(ctx: Ctx, id: string): Promise<void> {
  const member = await ctx.db
    .selectFrom("member")
    .select(["name", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (member.state === "closed") refuseInactive(ctx, member);
}

/** Rights that a card type grants its holders. */
export interface Allowed {
  /** Days; null: as the venue allows. */
  readonly daysAhead: number | null;
  /** Hours of each day of the week, Monday first, minutes from midnight; none where both ends are equal. */
  readonly usableFrom: readonly number[];
  readonly usableTo: readonly number[];
}
