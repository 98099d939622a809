/** Evaluates a price again from its trace: whoever keeps a trace can prove its fen, however the rules have changed since. */
import type { PriceStep, PriceTrace } from "../../../contract/booking/booking";
import { type Fen, fen, percentOf, share, yuan } from "../../../contract/core/money";

const BASE: ReadonlySet<PriceStep["rule"]> = new Set<PriceStep["rule"]>(["temporary", "holiday", "plan", "default"]);
/** True if a step of this rule sets the list price, from which discounts are deducted. */
export const isBase = (rule: PriceStep["rule"]): boolean => BASE.has(rule);

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
    if (isBase(step.rule)) list = price;
  }
  return { list, discount: list - price, price };
}

/** `3×40.00`, or per head `3×15.00×4`. */
const COUNTED = /(\d+)×(\d+\.\d\d)(?:×(\d+))?/g;

function amountOf({ rule, detail, amount }: PriceStep, before: Fen): Fen {
  const counted = (): Fen =>
    [...detail.matchAll(COUNTED)].reduce(
      (sum, [, times, each, attendees]) => sum + Number(times) * fen(each ?? "0") * Number(attendees ?? 1),
      0,
    );
  if (isBase(rule)) return counted();
  if (rule === "free" || rule === "card" || rule === "voucher") return -before;
  if (rule === "bundle") return sharedPart(detail) - before;
  if (rule === "coupon") return -sharedPart(detail);
  // A discount by hand is what a person entered: there is nothing behind it to look at.
  if (rule === "manual") return fen(amount);
  if (detail.endsWith("%")) return percentOf(before, Number(detail.slice(0, -1))) - before;
  if (detail.startsWith("−")) return Math.max(0, before - fen(detail.slice(1))) - before;
  return Math.min(before, counted()) - before;
}

/** Returns the number of attendees that a sold line was priced for; undefined if none of its prices is per head. */
export function attendeesOf({ steps }: PriceTrace): number | undefined {
  const details = steps.filter((step) => step.matched && isBase(step.rule)).map((step) => step.detail);
  const found = details.flatMap((detail) => [...detail.matchAll(COUNTED)].flatMap(([, , , count]) => count ?? []));
  return found[0] === undefined ? undefined : Number(found[0]);
}

/** Formats a line's share of an amount that the lines of an order share: `198.00 ÷ 100.00:80.00 #2` is the second's part. */
export const sharedText = (total: Fen, weights: readonly Fen[], at: number): string =>
  `${yuan(total)} ÷ ${weights.map(yuan).join(":")} #${at + 1}`;

function sharedPart(detail: string): Fen {
  const match = /^(\d+\.\d\d) ÷ ([\d.:]+) #(\d+)$/.exec(detail);
  if (!match) throw new Error(`no shared amount: ${detail}`);
  const [, total = "0", weights = "", at] = match;
  return share(fen(total), weights.split(":").map(fen))[Number(at) - 1] ?? 0;
}
