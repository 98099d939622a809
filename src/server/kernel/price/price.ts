/**
 * Prices of places: one pure function from rules to fen, with the reason of every fen.
 *
 * Each half hour is priced by the first rule that matches: temporary price, then the plan of the season and weekday (a holiday is
 * priced as another weekday; a synced day has its plan's prices written down), then the program's default. On the sum of a line follow
 * the member card's percent and a promotion, or a bundle's part instead of both; then a coupon and the manual discount, shared over the
 * lines of the order. Each is rounded once per line. Amounts in fen, times in minutes from midnight.
 */
import type { PriceStep, PriceTrace } from "../../../contract/booking/booking";
import { type Fen, share, yuan } from "../../../contract/core/money";
import { clock, GRANULE, weekday } from "../../../contract/core/time";
import { discountSteps, missedRule } from "./discount";
import { type Consumer, covers, onDay, type PriceRules, syncedKey } from "./rules";
import { isBase, sharedText } from "./replay";

/** Input of a price: one place, one day, `[start, end)` on half hours, and the buyer. */
export interface PriceInput {
  readonly rules: PriceRules;
  readonly placeId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly consumer: Consumer;
  /** Number of attendees, where a price is per head; default 1. */
  readonly attendees?: number | undefined;
  /** The member's card: its type and the percent of the price that it pays, unless the program has another; null for a walk-in. */
  readonly card: { readonly id: string; readonly name: string; readonly percent: number } | null;
}

/** A step of a price, in fen; the wire's `PriceStep` says what each part is. */
export interface Step {
  readonly rule: PriceStep["rule"];
  readonly name: string;
  readonly matched: boolean;
  readonly amount: Fen;
  readonly detail: string;
  readonly consumer?: PriceStep["consumer"];
}
/** A priced line: `price = list − discount`, and the sum of the steps' amounts is the price. */
export interface Priced {
  readonly list: Fen;
  readonly discount: Fen;
  readonly price: Fen;
  readonly steps: readonly Step[];
}

/** Price of one half hour of a place, before discounts. */
interface HalfHour {
  readonly rule: "temporary" | "plan" | "default";
  readonly name: string;
  /** Price of the place, or of each attendee. */
  readonly price: Fen;
  readonly unit: "place" | "head";
  readonly peak: boolean;
  /** The day on which the price was written down, for a synced one. */
  readonly synced: string;
  /** Class of buyer to which a plan's price is limited; undefined for a price for everybody. */
  readonly consumer?: PriceStep["consumer"];
}

/** The weekday as which a day is priced: a holiday's own, else the calendar's. */
export const pricedAs = (rules: Pick<PriceRules, "holidays">, day: string): number => rules.holidays.get(day)?.pricedAs ?? weekday(day);

/** The first rule that prices the half hour from `minute`; null where none does. */
export function halfHour(
  rules: PriceRules,
  at: { placeId: string; day: string; minute: number; consumer: Consumer; cardTypeId: string | null },
): HalfHour | null {
  if (rules.temporary.length > 0) {
    const stretch = { ...at, start: at.minute, end: at.minute + GRANULE };
    const rule = rules.temporary.find((one) => covers(one, stretch));
    if (rule) return { rule: "temporary", name: rule.name, price: rule.price, unit: rule.unit, peak: false, synced: "" };
  }
  const half = Math.floor(at.minute / GRANULE);
  const synced = rules.synced.get(syncedKey(at.placeId, at.day));
  if (synced) {
    const own = synced.prices[at.consumer]?.[half] ?? null;
    const price = own ?? synced.prices.walkIn[half] ?? null;
    const peak = synced.prices.peak?.[half] ?? false;
    if (price !== null)
      return { rule: "plan", name: synced.planName, price, unit: "place", peak, synced: synced.on, ...ownOf(at.consumer, own) };
  }
  const row = pricedAs(rules, at.day) - 1;
  for (const plan of rules.plans) {
    if (!onDay(plan, at.placeId, at.day)) continue;
    const own = plan.matrix[at.consumer]?.[row]?.[half] ?? null;
    const price = own ?? plan.matrix.walkIn[row]?.[half] ?? null;
    const peak = plan.matrix.peak?.[row]?.[half] ?? false;
    if (price !== null) return { rule: "plan", name: plan.name, price, unit: "place", peak, synced: "", ...ownOf(at.consumer, own) };
  }
  if (rules.defaultPrice === null) return null;
  return { rule: "default", name: rules.program, price: rules.defaultPrice, unit: "place", peak: false, synced: "" };
}

const ownOf = (consumer: Consumer, own: Fen | null): Pick<HalfHour, "consumer"> =>
  own === null || consumer === "walkIn" ? {} : { consumer };

/** Prices one line, before any manual discount. Null where a half hour of it has no price. */
export function priceRun(input: PriceInput): Priced | null {
  const base = baseSteps(input);
  if (base === null) return null;
  const list = base.reduce((sum, step) => sum + step.amount, 0);
  const steps = [...base, ...discountSteps(input, list)];
  return priced(list, steps);
}

/** The discounts of an order as a whole. */
export interface OrderPrices {
  /** The lines together at one price, instead of member's discount and promotion; dearer than their list prices, it counts for nothing. */
  readonly bundle?: { readonly name: string; readonly price: Fen } | null;
  /** Coupon of the order. If it is worth more than the lines, the rest is lost. */
  readonly coupon?: { readonly name: string; readonly amount: Fen } | null;
}

/**
 * Prices the lines of an order. A bundle's price is shared over them in proportion to their list prices; a coupon, then a manual
 * discount, in proportion to what each costs without it.
 * @returns null at the place of a line that has no price
 * @throws RangeError when the manual discount exceeds the sum
 */
export function priceOrder(
  inputs: readonly PriceInput[],
  manual: { amount: Fen; reason: string } | null,
  { bundle = null, coupon = null }: OrderPrices = {},
): (Priced | null)[] {
  const found = inputs.map(priceRun);
  const lines = found.filter((line) => line !== null);
  if (lines.length < found.length) return found;
  const bundled = bundle === null ? lines : asBundle(lines, bundle);
  const coupled = coupon === null ? bundled : lessCoupon(bundled, coupon);
  if (manual === null || manual.amount === 0) return coupled;
  const prices = coupled.map((line) => line.price);
  if (manual.amount > sum(prices)) throw new RangeError("the discount exceeds the price");
  const parts = share(manual.amount, prices);
  return coupled.map((line, i) => less(line, { rule: "manual", name: "", amount: -(parts[i] ?? 0), detail: manual.reason }));
}

const sum = (amounts: readonly Fen[]): Fen => amounts.reduce((a, b) => a + b, 0);

/** Lines at one price together, each its part; the parts sum to it to the fen. */
function asBundle(lines: readonly Priced[], { name, price }: { name: string; price: Fen }): Priced[] {
  const lists = lines.map((line) => line.list);
  if (price > sum(lists)) return lines.map((line) => priced(line.list, [...line.steps, missedRule("bundle")]));
  const parts = share(price, lists);
  return lines.map((line, i) => {
    const base = line.steps.filter((step) => isBase(step.rule));
    const amount = (parts[i] ?? 0) - line.list;
    return priced(line.list, [...base, { rule: "bundle", name, matched: true, amount, detail: sharedText(price, lists, i) }]);
  });
}

function lessCoupon(lines: readonly Priced[], { name, amount }: { name: string; amount: Fen }): Priced[] {
  const prices = lines.map((line) => line.price);
  const used = Math.min(amount, sum(prices));
  if (used === 0) return [...lines];
  const parts = share(used, prices);
  return lines.map((line, i) => less(line, { rule: "coupon", name, amount: -(parts[i] ?? 0), detail: sharedText(used, prices, i) }));
}

/** The same line given away: list price, discount 100 % (states.md "Free place"). */
export const priceForFree = (line: Priced, reason: string): Priced =>
  less(line, { rule: "free", name: "", amount: -line.price, detail: reason });

/** The same line covered by uses of a package card instead of money. @param detail the card's number and the uses */
export const covered = (line: Priced, name: string, detail: string): Priced =>
  less(line, { rule: "card", name, amount: -line.price, detail });

/** The same line paid by a group-buy voucher, which has earned it. @param detail the voucher's code */
export const vouched = (line: Priced, name: string, detail: string): Priced =>
  less(line, { rule: "voucher", name, amount: -line.price, detail });

const less = (line: Priced, step: Omit<Step, "matched">): Priced => priced(line.list, [...line.steps, { ...step, matched: true }]);

function priced(list: Fen, steps: readonly Step[]): Priced {
  const price = steps.reduce((sum, step) => sum + step.amount, 0);
  return { list, discount: list - price, price, steps };
}

/** One step for each rule that priced half hours of the line, and for those tried in vain; null where a half hour has no price. */
function baseSteps(input: PriceInput): Step[] | null {
  const { rules, day } = input;
  const found = new Map<string, Pick<HalfHour, "rule" | "name" | "synced" | "consumer"> & { amount: Fen; stretches: Stretch[] }>();
  for (let minute = input.start; minute < input.end; minute += GRANULE) {
    const half = halfHour(rules, { ...input, minute, cardTypeId: input.card?.id ?? null });
    if (half === null) return null;
    const attendees = half.unit === "head" ? (input.attendees ?? 1) : null;
    const { rule, name, synced, consumer } = half;
    const key = `${rule} ${synced} ${consumer ?? ""} ${name}`;
    const entry = found.get(key) ?? { rule, name, synced, ...(consumer ? { consumer } : {}), amount: 0, stretches: [] };
    entry.amount += half.price * (attendees ?? 1);
    extend(entry.stretches, minute, half.price, attendees);
    found.set(key, entry);
  }
  const of = (rule: HalfHour["rule"]): Step[] =>
    [...found.values()]
      .filter((entry) => entry.rule === rule)
      .map((entry) => ({
        rule,
        name: entry.name,
        matched: true,
        amount: entry.amount,
        detail: `${entry.stretches.map(stretchText).join(", ")}${entry.synced === "" ? "" : ` ⟳ ${entry.synced}`}`,
        ...(entry.consumer ? { consumer: entry.consumer } : {}),
      }));
  const [temporary, plan, byDefault] = [of("temporary"), of("plan"), of("default")];
  if (temporary.length > 0 && plan.length === 0 && byDefault.length === 0) return temporary;
  const holiday = rules.holidays.get(day);
  return [
    ...(temporary.length > 0 ? temporary : [missedRule("temporary")]),
    holiday
      ? { rule: "holiday", name: holiday.name, matched: true, amount: 0, detail: `${day} → ${holiday.pricedAs}` }
      : missedRule("holiday"),
    ...(plan.length > 0 ? plan : [missedRule("plan")]),
    ...byDefault,
  ];
}

/** Half hours of one price that follow each other; the attendees where the price is per head. */
interface Stretch {
  readonly start: number;
  end: number;
  readonly price: Fen;
  readonly attendees: number | null;
}
function extend(stretches: Stretch[], minute: number, price: Fen, attendees: number | null): void {
  const last = stretches.at(-1);
  if (last && last.end === minute && last.price === price && last.attendees === attendees) last.end += GRANULE;
  else stretches.push({ start: minute, end: minute + GRANULE, price, attendees });
}
/** `18:00–19:30 3×40.00`; per head `18:00–19:30 3×15.00×4`. */
const stretchText = ({ start, end, price, attendees }: Stretch): string =>
  `${clock(start)}–${clock(end)} ${(end - start) / GRANULE}×${yuan(price)}${attendees === null ? "" : `×${attendees}`}`;

/** Builds the price trace of a line for the wire and for storage with the sold line. */
export const toTrace = (line: Priced): PriceTrace => ({
  list: yuan(line.list),
  discount: yuan(line.discount),
  price: yuan(line.price),
  steps: line.steps.map((step) => ({ ...step, amount: yuan(step.amount) })),
});
