/** Ledger postings of orders (ledger.md "place at list 100 …" and its mirror). */
import type { PriceTrace } from "../../contract/booking/booking";
import { type Fen, fen } from "../../contract/core/money";
import type { Ctx } from "../http/context";
import type { Account } from "./accounts";
import type { Leg } from "./post";

/** Posting data of a line. `subject` of the income is the program, of the member's discount the card type. */
interface PostedLine {
  readonly trace: PriceTrace;
  readonly programId: string;
  readonly day: string;
}

const DISCOUNTS: Readonly<Record<string, Account>> = {
  member: "discount.member",
  promotion: "discount.promotion",
  bundle: "discount.bundle",
  coupon: "discount.coupon",
  manual: "discount.manual",
  free: "discount.manual",
};

/**
 * True if uses of a package card or a voucher cover the line: they have earned it (income.card_use, income.groupon), and it posts nothing
 * of its own.
 */
const isCovered = ({ trace }: PostedLine): boolean =>
  trace.steps.some((step) => (step.rule === "card" || step.rule === "voucher") && step.matched);

/** Income at list price and the discounts beside it, earned on the play day. */
export function incomeLegs(lines: readonly PostedLine[], cardTypeId: string | null): Leg[] {
  const charged = lines.filter((line) => !isCovered(line));
  const legs = charged.flatMap((line): Leg[] => [
    ...line.trace.steps.flatMap((step): Leg[] => {
      const account = DISCOUNTS[step.rule];
      if (!account || !step.matched) return [];
      const subject = account === "discount.member" && cardTypeId !== null ? { subject: cardTypeId } : {};
      return [{ account, amount: -fen(step.amount), earnedOn: line.day, ...subject }];
    }),
    { account: "income.place", amount: -fen(line.trace.list), subject: line.programId, earnedOn: line.day },
  ]);
  return mergeLegs(legs);
}

/**
 * Returns the postings of active lines: income and discounts, and as a manual discount the amounts refunded although the lines remain
 * active.
 */
export const activeLegs = (lines: readonly (PostedLine & { readonly refunded: Fen })[], cardTypeId: string | null): Leg[] =>
  mergeLegs([
    ...incomeLegs(lines, cardTypeId),
    ...lines.map((line): Leg => ({ account: "discount.manual", amount: line.refunded, earnedOn: line.day })),
  ]);

/** The same legs the other way round. */
const reverseLegs = (legs: readonly Leg[]): Leg[] => legs.map((leg) => ({ ...leg, amount: -leg.amount }));

/** Legs of one account, subject, day and class of goods as one. */
export function mergeLegs(legs: readonly Leg[]): Leg[] {
  const merged = new Map<string, Leg>();
  for (const leg of legs) {
    const key = [leg.account, leg.subject, leg.earnedOn, leg.taxClass].join("|");
    const known = merged.get(key);
    merged.set(key, known ? { ...known, amount: known.amount + leg.amount } : leg);
  }
  return [...merged.values()];
}

/** The mirror of what an order has posted so far on income, discounts and its prepaid account. */
export const mirrorOf = async (ctx: Ctx, orderId: string): Promise<Leg[]> => reverseLegs(await postedOf(ctx, orderId));

/**
 * The mirror of what standing lines of an order have posted, on the accounts where it stands: bundles had no account of their own at first
 * and were posted as promotions.
 */
export async function mirrorOfLines(
  ctx: Ctx,
  order: { readonly id: string; readonly card_type_id: string | null },
  lines: readonly (PostedLine & { readonly refunded: Fen })[],
): Promise<Leg[]> {
  const legs = reverseLegs(activeLegs(lines, order.card_type_id));
  if (!legs.some((leg) => leg.account === DISCOUNTS["bundle"])) return legs;
  const posted = await postedOf(ctx, order.id);
  return mergeLegs(
    legs.flatMap((leg): Leg[] => {
      if (leg.account !== DISCOUNTS["bundle"]) return [leg];
      const stands = posted.find((one) => one.account === leg.account && one.earnedOn === leg.earnedOn)?.amount ?? 0;
      const here = Math.max(leg.amount, -stands);
      return [
        { ...leg, amount: here },
        { ...leg, account: "discount.promotion", amount: leg.amount - here },
      ];
    }),
  );
}

/** Returns an order's postings so far on income, discounts and its prepaid account, one leg for each account, subject and day. */
async function postedOf(ctx: Ctx, orderId: string): Promise<Leg[]> {
  const rows = await ctx.db
    .selectFrom("ledger_tx as t")
    .innerJoin("posting as p", (join) => join.onRef("p.venue_id", "=", "t.venue_id").onRef("p.tx_id", "=", "t.id"))
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.document_kind", "=", "order")
    .where("t.document_id", "=", orderId)
    .where((eb) =>
      eb.or([eb("p.account", "in", ["income.place", "prepaid.order"]), eb("p.account", "in", [...new Set(Object.values(DISCOUNTS))])]),
    )
    // Money that another document collected for this one is refunded as money, not mirrored.
    .where((eb) => eb.or([eb("p.account", "<>", "prepaid.order"), eb("p.subject", "=", orderId)]))
    .groupBy(["p.account", "p.subject", "p.earned_on"])
    .orderBy("p.account")
    .orderBy("p.subject")
    .select(["p.account", "p.subject", "p.earned_on", (eb) => eb.fn.sum<number>("p.amount").as("amount")])
    .execute();
  return rows.map((row) => ({
    account: row.account as Account,
    subject: row.subject,
    amount: row.amount,
    ...(row.earned_on === null ? {} : { earnedOn: row.earned_on }),
  }));
}
