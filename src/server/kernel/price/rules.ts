/** The rules that a price comes from, as `price.ts` reads them. Amounts in fen, times in minutes from midnight, days as YYYY-MM-DD. */
import type { DayKind } from "../../../contract/core/enums";
import type { Fen } from "../../../contract/core/money";
import { weekday } from "../../../contract/core/time";

/** Weekday (Monday first) × half hour of the day: fen per half hour, null where the plan says nothing. */
export interface PlanMatrix {
  walkIn: (number | null)[][];
  member?: (number | null)[][];
  group?: (number | null)[][];
  /** Marks evening and weekend prices, shown by shading. */
  peak?: boolean[][];
}
/** A day of a matrix: one price for each half hour. */
export interface SheetPrices {
  walkIn: (number | null)[];
  member?: (number | null)[];
  group?: (number | null)[];
  peak?: boolean[];
}
/** Class of buyer; a class that a plan does not name pays as a walk-in. */
export type Consumer = "walkIn" | "member" | "group";

/** When and for whom a rule applies. Empty lists: all; `cardTypeId` null: everyone. `to` is included, `end` is not. */
interface RuleWindow {
  readonly from: string;
  readonly to: string;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekdays: readonly number[];
  readonly start: number;
  readonly end: number;
  readonly placeIds: readonly string[];
  readonly cardTypeId: string | null;
}
/** A price for some days, per half hour of the place or of each head. */
export interface TemporaryRule extends RuleWindow {
  readonly id: string;
  readonly name: string;
  readonly price: Fen;
  readonly unit: "place" | "head";
}
export interface PlanRule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly from: string;
  readonly to: string;
  /** Empty: all of the program. */
  readonly placeIds: readonly string[];
  readonly matrix: PlanMatrix;
}
/**
 * A promotion on a whole line: pay `value` percent, or `value` fen less, or at most `value` fen a half hour. One that does not stack
 * replaces the member's discount where it is the better of the two.
 */
export interface PromotionRule extends RuleWindow {
  readonly id: string;
  readonly name: string;
  readonly kind: "percent" | "minus" | "fixed";
  readonly value: number;
  readonly stackable: boolean;
}
/** A plan's prices, written down for a place and day. */
export interface SyncedDay {
  readonly planName: string;
  /** Day of the sync. */
  readonly on: string;
  readonly sheetId: string;
  readonly prices: SheetPrices;
}
/** The rules of one program, as `inOrder` puts them. */
export interface PriceRules {
  readonly program: string;
  /** Fen per half hour where no plan matches; null: not for sale without one. */
  readonly defaultPrice: Fen | null;
  /** By day. */
  readonly holidays: ReadonlyMap<string, { readonly name: string; readonly pricedAs: number; readonly kind?: DayKind }>;
  readonly temporary: readonly TemporaryRule[];
  /** By `syncedKey`. */
  readonly synced: ReadonlyMap<string, SyncedDay>;
  readonly plans: readonly PlanRule[];
  /** Percent of the price that a card type pays, where it is not the card type's own. */
  readonly base: ReadonlyMap<string, number>;
  readonly promotions: readonly PromotionRule[];
}

/** Key of a place's day in `PriceRules.synced`. */
export const syncedKey = (placeId: string, day: string): string => `${placeId} ${day}`;

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const forAll = (rule: RuleWindow): number => (rule.cardTypeId === null ? 1 : 0);

/**
 * Rules in the order in which they are tried, whatever order they come in: temporary prices for a card type before those for everyone,
 * then the newer (ids are in order of time); plans by priority; promotions by age, of which the cheapest counts anyway.
 */
export const inOrder = (rules: PriceRules): PriceRules => ({
  ...rules,
  temporary: rules.temporary.toSorted((a, b) => forAll(a) - forAll(b) || byId(b, a)),
  plans: rules.plans.toSorted((a, b) => b.priority - a.priority || byId(a, b)),
  promotions: rules.promotions.toSorted(byId),
});

/** True if a rule applies at a place on a day, at some hour. */
export const onDay = (
  rule: Pick<RuleWindow, "from" | "to" | "placeIds"> & Partial<Pick<RuleWindow, "weekdays">>,
  placeId: string,
  day: string,
): boolean =>
  day >= rule.from &&
  day <= rule.to &&
  (rule.weekdays === undefined || rule.weekdays.length === 0 || rule.weekdays.includes(weekday(day))) &&
  (rule.placeIds.length === 0 || rule.placeIds.includes(placeId));

/** True if a rule applies to all of a stretch. */
export const covers = (
  rule: RuleWindow,
  at: { placeId: string; day: string; start: number; end: number; cardTypeId: string | null },
): boolean =>
  onDay(rule, at.placeId, at.day) &&
  at.start >= rule.start &&
  at.end <= rule.end &&
  (rule.cardTypeId === null || rule.cardTypeId === at.cardTypeId);
