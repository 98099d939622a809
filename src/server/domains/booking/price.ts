/**
 * Prices of places: one pure function from rules to fen, with the reason of every fen (product booking "Prices").
 *
 * Each half hour is priced by the first rule that matches: temporary price, then the plan of the season and weekday (a holiday is
 * priced as another weekday), then the program's default. On the sum of a line follow the member card's percent, a promotion and the
 * manual discount, each rounded once per line. Amounts in fen, times in minutes from midnight.
 */
import type { PriceStep, PriceTrace } from "../../../contract/booking";
import { type Fen, fen, percentOf, share, yuan } from "../../../contract/money";
import { clock, GRANULE, weekday } from "../../../contract/time";

/** Weekday (Monday first) × half hour of the day: fen per half hour, null where the plan says nothing. */
export interface PlanMatrix {
  walkIn: (number | null)[][];
  member?: (number | null)[][];
  group?: (number | null)[][];
  /** Marks evening and weekend prices, shown by shading. */
  peak?: boolean[][];
}
/** Who buys; a class that a plan does not name pays as a walk-in. */
export type Consumer = "walkIn" | "member" | "group";

/** When and for whom a rule stands. Empty lists: all; `cardTypeId` null: everyone. `to` is included, `end` is not. */
export interface RuleWindow {
  readonly from: string;
  readonly to: string;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekdays: readonly number[];
  readonly start: number;
  readonly end: number;
  readonly placeIds: readonly string[];
  readonly cardTypeId: string | null;
}
/** A price for some days, per half hour. */
export interface TemporaryRule extends RuleWindow {
  readonly name: string;
  readonly price: Fen;
}
export interface PlanRule {
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
  readonly name: string;
  readonly kind: "percent" | "minus" | "fixed";
  readonly value: number;
  readonly stackable: boolean;
}
/** The rules of one program. Temporary prices, plans and promotions in the order in which they are tried. */
export interface PriceRules {
  readonly program: string;
  /** Fen per half hour where no plan matches; null: not for sale without one. */
  readonly defaultPrice: Fen | null;
  /** By day. */
  readonly holidays: ReadonlyMap<string, { readonly name: string; readonly pricedAs: number }>;
  readonly temporary: readonly TemporaryRule[];
  readonly plans: readonly PlanRule[];
  readonly promotions: readonly PromotionRule[];
}

/** What is priced: one place, one day, `[start, end)` on half hours, and who buys. */
export interface PriceInput {
  readonly rules: PriceRules;
  readonly placeId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly consumer: Consumer;
  /** The member's card: its type and the percent of the price that it pays; null for a walk-in. */
  readonly card: { readonly id: string; readonly name: string; readonly percent: number } | null;
}

/** A step of a price, in fen; the wire's `PriceStep` says what each part is. */
export interface Step {
  readonly rule: PriceStep["rule"];
  readonly name: string;
  readonly matched: boolean;
  readonly amount: Fen;
  readonly detail: string;
}
/** A priced line: `price = list − discount`, and the sum of the steps' amounts is the price. */
export interface Priced {
  readonly list: Fen;
  readonly discount: Fen;
  readonly price: Fen;
  readonly steps: readonly Step[];
}

/** Price of one half hour of a place, before discounts. */
export interface HalfHour {
  readonly rule: "temporary" | "plan" | "default";
  readonly name: string;
  readonly price: Fen;
  readonly peak: boolean;
}

/** The weekday as which a day is priced: a holiday's own, else the calendar's. */
export const pricedAs = (rules: Pick<PriceRules, "holidays">, day: string): number => rules.holidays.get(day)?.pricedAs ?? weekday(day);

/** The first rule that prices the half hour from `minute`; null where none does. */
export function halfHour(
  rules: PriceRules,
  at: { placeId: string; day: string; minute: number; consumer: Consumer; cardTypeId: string | null },
): HalfHour | null {
  const stretch = { ...at, start: at.minute, end: at.minute + GRANULE };
  const temporary = rules.temporary.find((rule) => covers(rule, stretch));
  if (temporary) return { rule: "temporary", name: temporary.name, price: temporary.price, peak: false };
  const row = pricedAs(rules, at.day) - 1;
  const column = Math.floor(at.minute / GRANULE);
  for (const plan of rules.plans) {
    if (at.day < plan.from || at.day > plan.to || (plan.placeIds.length > 0 && !plan.placeIds.includes(at.placeId))) continue;
    const price = plan.matrix[at.consumer]?.[row]?.[column] ?? plan.matrix.walkIn[row]?.[column] ?? null;
    if (price !== null) return { rule: "plan", name: plan.name, price, peak: plan.matrix.peak?.[row]?.[column] ?? false };
  }
  if (rules.defaultPrice === null) return null;
  return { rule: "default", name: rules.program, price: rules.defaultPrice, peak: false };
}

/** Whether a rule stands over all of a stretch. */
function covers(rule: RuleWindow, at: { placeId: string; day: string; start: number; end: number; cardTypeId: string | null }): boolean {
  return (
    at.day >= rule.from &&
    at.day <= rule.to &&
    (rule.weekdays.length === 0 || rule.weekdays.includes(weekday(at.day))) &&
    at.start >= rule.start &&
    at.end <= rule.end &&
    (rule.placeIds.length === 0 || rule.placeIds.includes(at.placeId)) &&
    (rule.cardTypeId === null || rule.cardTypeId === at.cardTypeId)
  );
}

/** Prices one line, before any manual discount. Null where a half hour of it has no price. */
export function priceRun(input: PriceInput): Priced | null {
  const base = baseSteps(input);
  if (base === null) return null;
  const list = base.reduce((sum, step) => sum + step.amount, 0);
  const steps = [...base, ...discountSteps(input, list)];
  return priced(list, steps);
}

/**
 * Prices the lines of an order. A manual discount is shared over them in proportion to what each costs without it.
 * @returns null at the place of a line that has no price
 * @throws RangeError when the manual discount exceeds the sum
 */
export function priceOrder(inputs: readonly PriceInput[], manual: { amount: Fen; reason: string } | null): (Priced | null)[] {
  const lines = inputs.map(priceRun);
  if (manual === null || manual.amount === 0 || lines.includes(null)) return lines;
  const prices = lines.map((line) => line?.price ?? 0);
  if (manual.amount > prices.reduce((a, b) => a + b, 0)) throw new RangeError("the discount exceeds the price");
  const parts = share(manual.amount, prices);
  return lines.map((line, i) => line && less(line, { rule: "manual", name: "", amount: -(parts[i] ?? 0), detail: manual.reason }));
}

/** The same line given away: list price, discount 100 % (states.md "Free place"). */
export const freed = (line: Priced, reason: string): Priced => less(line, { rule: "free", name: "", amount: -line.price, detail: reason });

const less = (line: Priced, step: Omit<Step, "matched">): Priced => priced(line.list, [...line.steps, { ...step, matched: true }]);

function priced(list: Fen, steps: readonly Step[]): Priced {
  const price = steps.reduce((sum, step) => sum + step.amount, 0);
  return { list, discount: list - price, price, steps };
}

const missed = (rule: Step["rule"]): Step => ({ rule, name: "", matched: false, amount: 0, detail: "" });

/** One step for each rule that priced half hours of the line, and for those tried in vain; null where a half hour has no price. */
function baseSteps(input: PriceInput): Step[] | null {
  const { rules, day } = input;
  const found = new Map<string, { rule: HalfHour["rule"]; name: string; amount: Fen; stretches: Stretch[] }>();
  for (let minute = input.start; minute < input.end; minute += GRANULE) {
    const half = halfHour(rules, { ...input, minute, cardTypeId: input.card?.id ?? null });
    if (half === null) return null;
    const key = `${half.rule} ${half.name}`;
    const entry = found.get(key) ?? { rule: half.rule, name: half.name, amount: 0, stretches: [] };
    entry.amount += half.price;
    extend(entry.stretches, minute, half.price);
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
        detail: entry.stretches.map(stretchText).join(", "),
      }));
  const [temporary, plan, byDefault] = [of("temporary"), of("plan"), of("default")];
  if (temporary.length > 0 && plan.length === 0 && byDefault.length === 0) return temporary;
  const holiday = rules.holidays.get(day);
  return [
    ...(temporary.length > 0 ? temporary : [missed("temporary")]),
    holiday ? { rule: "holiday", name: holiday.name, matched: true, amount: 0, detail: `${day} → ${holiday.pricedAs}` } : missed("holiday"),
    ...(plan.length > 0 ? plan : [missed("plan")]),
    ...byDefault,
  ];
}

/** Half hours of one price that follow each other. */
interface Stretch {
  readonly start: number;
  end: number;
  readonly price: Fen;
}
function extend(stretches: Stretch[], minute: number, price: Fen): void {
  const last = stretches.at(-1);
  if (last && last.end === minute && last.price === price) last.end += GRANULE;
  else stretches.push({ start: minute, end: minute + GRANULE, price });
}
/** `18:00–19:30 3×40.00` */
const stretchText = ({ start, end, price }: Stretch): string => `${clock(start)}–${clock(end)} ${(end - start) / GRANULE}×${yuan(price)}`;

/** Member card, then promotion. */
function discountSteps(input: PriceInput, list: Fen): Step[] {
  const { card, rules } = input;
  const byCard = card === null ? list : percentOf(list, card.percent);
  const member: Step | undefined =
    card === null
      ? undefined
      : byCard < list
        ? { rule: "member", name: card.name, matched: true, amount: byCard - list, detail: `${card.percent}%` }
        : missed("member");
  const promotion = rules.promotions.find((rule) => covers(rule, { ...input, cardTypeId: card?.id ?? null }));
  const tried = rules.promotions.length > 0 ? [missed("promotion")] : [];
  const shown = member ? [member] : [];
  if (!promotion) return [...shown, ...tried];
  const halves = (input.end - input.start) / GRANULE;
  const before = promotion.stackable ? byCard : list;
  const { after, detail } = promoted(promotion, before, halves);
  if (after >= byCard) return [...shown, ...tried];
  const step: Step = { rule: "promotion", name: promotion.name, matched: true, amount: after - before, detail };
  return promotion.stackable ? [...shown, step] : [...(member ? [missed("member")] : []), step];
}

function promoted({ kind, value }: PromotionRule, before: Fen, halves: number): { after: Fen; detail: string } {
  if (kind === "percent") return { after: percentOf(before, value), detail: `${value}%` };
  if (kind === "minus") return { after: Math.max(0, before - value), detail: `−${yuan(value)}` };
  return { after: Math.min(before, value * halves), detail: `${halves}×${yuan(value)}` };
}

/** What a line's price gives to the wire, and what is kept with the sold line. */
export const toTrace = (line: Priced): PriceTrace => ({
  list: yuan(line.list),
  discount: yuan(line.discount),
  price: yuan(line.price),
  steps: line.steps.map((step) => ({ ...step, amount: yuan(step.amount) })),
});

const BASE: ReadonlySet<PriceStep["rule"]> = new Set<PriceStep["rule"]>(["temporary", "holiday", "plan", "default"]);

/**
 * Evaluates a trace again from what each step looked at, not from the sums that it says.
 * @throws Error when a step's own amount is not what its detail gives
 */
export function replay(trace: PriceTrace): { list: Fen; discount: Fen; price: Fen } {
  let list = 0;
  let price = 0;
  for (const step of trace.steps.filter(({ matched }) => matched)) {
    const amount = amountOf(step, price);
    if (amount !== fen(step.amount)) throw new Error(`${step.rule}: ${step.detail} gives ${yuan(amount)}, not ${step.amount}`);
    price += amount;
    if (BASE.has(step.rule)) list = price;
  }
  return { list, discount: list - price, price };
}

function amountOf({ rule, detail, amount }: PriceStep, before: Fen): Fen {
  const counted = [...detail.matchAll(/(\d+)×(\d+\.\d\d)/g)].reduce((sum, [, times, each]) => sum + Number(times) * fen(each ?? "0"), 0);
  if (BASE.has(rule)) return counted;
  if (rule === "free") return -before;
  if (rule !== "member" && rule !== "promotion") return fen(amount);
  if (detail.endsWith("%")) return percentOf(before, Number(detail.slice(0, -1))) - before;
  if (detail.startsWith("−")) return Math.max(0, before - fen(detail.slice(1))) - before;
  return Math.min(before, counted) - before;
}
