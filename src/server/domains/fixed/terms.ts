/** Terms of a contract, from a person's entry or from a kept row, with the people and places that they name. */
import type { FixedTerms } from "../../../contract/fixed/fixed";
import type { z } from "zod";
import { daysBetween } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError, badField, badInput } from "../../http/error";
import { bookerOf, bookingMember, type MemberInfo } from "../../kernel/booker";
import { loadPlaces, type PlaceInfo } from "../../kernel/places";
import { placeLabel } from "../../kernel/place-words";
import type { ContractRow } from "./contract";
import { weeklyRule } from "./recurrence";
import { word } from "./words";

type TermsInput = z.output<typeof FixedTerms>;

/** Input of a series. Money in fen. */
export interface Terms {
  readonly member: MemberInfo | null;
  readonly name: string;
  readonly phone: string;
  readonly places: readonly PlaceInfo[];
  readonly weekdays: readonly number[];
  readonly everyWeeks: number;
  readonly rule: string;
  readonly except: readonly string[];
  readonly skipHolidays: boolean;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
  /** Null: by the tariff of each day. */
  readonly agreedPrice: number | null;
  readonly payMode: string;
  readonly holdingId: string | null;
  readonly timesPerUse: number;
  readonly asGroup: boolean;
  readonly remark: string;
}

/** The longest term, days: a year and a day, and a leap year has it too. */
export const LONGEST_TERM = 366;

/**
 * Checks what a person entered.
 * @throws AppError `badInput`, `missing`, `memberState`, `memberNeeded`, `linkedChosen`
 */
export async function termsOf(ctx: Ctx, input: TermsInput): Promise<Terms> {
  const errors: Record<string, string> = {};
  if (input.end <= input.start) errors["end"] = "end";
  if (input.to < input.from || daysBetween(input.from, input.to) > LONGEST_TERM) errors["to"] = "to";
  if (input.priceBasis === "agreed" && input.unitPrice === undefined && input.payMode !== "card") errors["unitPrice"] = "required";
  if (input.payMode === "card" && input.holdingId === undefined) errors["holdingId"] = "required";
  if (input.memberId === undefined && !input.name?.trim()) errors["name"] = "required";
  if (input.memberId === undefined && !input.phone) errors["phone"] = "required";
  if (Object.keys(errors).length > 0) throw badInput(errors);
  if (input.memberId === undefined && (input.payMode === "card" || input.payMode === "purse")) throw new AppError("memberNeeded");
  const member = await bookerOf(ctx, input);
  if (input.payMode === "card") await checkHolding(ctx, input.holdingId ?? "", input.memberId ?? "");
  const weekdays = [...new Set(input.weekdays)].sort((a, b) => a - b);
  return {
    member,
    name: member?.name ?? input.name ?? "",
    phone: member?.phone ?? input.phone ?? "",
    places: await placesOf(ctx, input.placeIds),
    weekdays,
    everyWeeks: input.everyWeeks,
    rule: weeklyRule(weekdays, input.everyWeeks),
    except: input.except,
    skipHolidays: input.skipHolidays,
    start: input.start,
    end: input.end,
    from: input.from,
    to: input.to,
    agreedPrice: input.priceBasis === "agreed" ? (input.unitPrice ?? 0) : null,
    payMode: input.payMode,
    holdingId: input.payMode === "card" ? (input.holdingId ?? null) : null,
    timesPerUse: input.timesPerUse,
    asGroup: input.asGroup,
    remark: input.remark,
  };
}

/**
 * The terms that a contract keeps.
 * @throws AppError `missing`, `memberState`
 */
export async function termsOfRow(ctx: Ctx, row: ContractRow): Promise<Terms> {
  return {
    member: row.member_id === null ? null : await bookingMember(ctx, row.member_id),
    name: row.name,
    phone: row.phone,
    places: await placesOf(ctx, row.place_ids),
    weekdays: row.weekdays,
    everyWeeks: row.every_weeks,
    rule: row.rule,
    except: row.except_days,
    skipHolidays: row.skip_holidays,
    start: row.start_minute,
    end: row.end_minute,
    from: row.from_day,
    to: row.to_day,
    agreedPrice: row.price_basis === "agreed" ? row.agreed_price : null,
    payMode: row.pay_mode,
    holdingId: row.holding_id,
    timesPerUse: row.times_per_use,
    asGroup: row.as_group,
    remark: row.remark,
  };
}

async function placesOf(ctx: Ctx, ids: readonly string[]): Promise<PlaceInfo[]> {
  const places = await loadPlaces(ctx, { ids: [...new Set(ids)] });
  if (places.length < new Set(ids).size) throw new AppError("missing", { what: word("place", ctx.language) });
  for (const [i, a] of places.entries()) {
    const b = places.slice(i + 1).find((other) => other.unitIds.some((unit) => a.unitIds.includes(unit)));
    if (b) throw new AppError("linkedChosen", { a: placeLabel(a.name, ctx.language), b: placeLabel(b.name, ctx.language), time: "" });
  }
  const program = places[0]?.programId;
  if (places.some((place) => place.programId !== program)) throw badField("placeIds", "oneProgram");
  return places;
}

async function checkHolding(ctx: Ctx, id: string, memberId: string): Promise<void> {
  const holding = await ctx.db
    .selectFrom("holding")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (!holding) throw new AppError("missing", { what: word("card", ctx.language) });
}
