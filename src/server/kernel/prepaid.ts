/**
 * Legal limits of prepaid money, as rules with region and dates. A rule that has ended no longer binds; a
 * new one is a new line.
 */
import { sql } from "kysely";
import { type Fen, yuan } from "../../contract/core/money";
import { type Ctx, today } from "../http/context";
import { AppError } from "../http/error";
import { balanceOf } from "../ledger/post";
import { addMonths, DAY_MINUTES, MINUTE } from "../../contract/core/time";
import { refuse } from "../resource/refuse";
import { speaker } from "../words";

const word = speaker({
  shanghaiStored: { zh: "沪体规文〔2025〕1号：储值余额", en: "Shanghai 沪体规文〔2025〕1号: stored value" },
  shanghaiCard: { zh: "沪体规文〔2025〕1号：会员卡", en: "Shanghai 沪体规文〔2025〕1号: member cards" },
  shanghaiPerson: { zh: "沪体规文〔2025〕1号：每人预付总额", en: "Shanghai 沪体规文〔2025〕1号: all prepaid of a person" },
});

/** The days in which what was prepaid may be taken back in full (members-and-cards, "7-day cooling-off"). */
const COOLING_OFF_DAYS = 7;

/** Rule that limits the stored value of one member, or all prepaid money of a person (stored value and package cards). */
interface PrepaidRule {
  readonly name: "shanghaiStored" | "shanghaiPerson";
  readonly of: "stored" | "person";
  /** Start of the names of the provinces where it binds. */
  readonly region: string;
  readonly from: string;
  readonly to: string;
  /** Fen. */
  readonly limit: number;
}
const SHANGHAI = { region: "上海", from: "2025-01-01", to: "2026-12-31" } as const;
const RULES: readonly PrepaidRule[] = [
  { ...SHANGHAI, name: "shanghaiStored", of: "stored", limit: 500_000 },
  { ...SHANGHAI, name: "shanghaiPerson", of: "person", limit: 2_000_000 },
];

/** One member card: its price in fen, and the months that it may run. */
const CARD_RULES = [{ ...SHANGHAI, name: "shanghaiCard", limit: 500_000, months: 24 }] as const;

/** Texts for the action that did not happen, by requested action. */
const NOTHING = {
  saved: { zh: "没有保存", en: "nothing was saved" },
  sold: { zh: "没有售卡", en: "nothing was sold" },
  changed: { zh: "没有改动", en: "nothing was changed" },
} as const;

/** A package card as the law looks at it. */
interface CardTerms {
  /** Total price paid for it, fen; absent where nothing is paid now. */
  readonly price?: Fen;
  /** The day on which it was sold, and the last one on which it may be good; none where they stay. */
  readonly runs?: { readonly from: string; readonly until: string };
}

/**
 * Refuses a package card that is dearer or runs longer than the venue's region allows.
 * @param how what does not happen then, and the fields that say the price and the time
 */
export function checkCardRule(
  ctx: Ctx,
  { price = 0, runs }: CardTerms,
  how: { readonly not: keyof typeof NOTHING; readonly price?: string; readonly until?: string },
): void {
  const day = today(ctx);
  const rule = CARD_RULES.find(({ region, from, to }) => ctx.venue.province.startsWith(region) && from <= day && day <= to);
  if (!rule) return;
  const nothing = NOTHING[how.not][ctx.language];
  const named = { rule: word(rule.name, ctx.language), limit: yuan(rule.limit), months: rule.months, nothing };
  if (price > rule.limit)
    throw refuse(
      ctx,
      { zh: "{rule}单张不超过 {limit}，{nothing}", en: "{rule}: a card costs {limit} at most; {nothing}" },
      named,
      how.price,
    );
  if (runs && runs.until > addMonths(runs.from, rule.months))
    throw refuse(
      ctx,
      {
        zh: "{rule}有效期自售出起不超过 {months} 个月，{nothing}",
        en: "{rule}: a card runs {months} months from its sale at most; {nothing}",
      },
      named,
      how.until,
    );
}

/**
 * Refuses what would take a member over a limit of the venue's region. Where money moves, the caller holds the member's row lock.
 * @param memberId null: somebody who is enrolled with it, and has prepaid nothing so far
 * @param stored fen that would be added to the stored value (what the member pays, not gifts)
 * @param cards fen that would be added in package cards
 * @throws AppError `prepaidLimit` naming the rule, the limit, and what it would come to
 */
export async function checkPrepaidLimits(ctx: Ctx, memberId: string | null, add: { stored?: number; cards?: number }): Promise<void> {
  const day = today(ctx);
  const binding = RULES.filter((rule) => ctx.venue.province.startsWith(rule.region) && rule.from <= day && day <= rule.to);
  if (binding.length === 0) return;
  const [purse, cards] =
    memberId === null ? [0, 0] : await Promise.all([balanceOf(ctx, "purse.principal", memberId), cardValue(ctx, memberId)]);
  const stored = purse + (add.stored ?? 0);
  const person = stored + cards + (add.cards ?? 0);
  for (const rule of binding) {
    const added = rule.of === "stored" ? (add.stored ?? 0) : (add.stored ?? 0) + (add.cards ?? 0);
    const after = rule.of === "stored" ? stored : person;
    if (added > 0 && after > rule.limit) {
      throw new AppError(
        "prepaidLimit",
        { rule: word(rule.name, ctx.language), limit: yuan(rule.limit), after: yuan(after) },
        { rule: rule.name, limit: yuan(rule.limit), after: yuan(after) },
      );
    }
  }
}

async function cardValue(ctx: Ctx, memberId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom("balance as b")
    .innerJoin("holding as h", (join) => join.onRef("h.venue_id", "=", "b.venue_id").onRef("h.id", "=", "b.subject"))
    .where("b.venue_id", "=", ctx.venue.id)
    .where("b.account", "=", "card.value")
    .where("h.member_id", "=", memberId)
    .select(sql<number>`coalesce(sum(b.amount), 0)`.as("sum"))
    .executeTakeFirstOrThrow();
  return row.sum;
}

/** The instant at which the cooling-off ends of what was paid at `at`. */
export const coolingOffStart = (at: Date): Date => new Date(at.getTime() - COOLING_OFF_DAYS * DAY_MINUTES * MINUTE);
export const coolingOffEnd = (at: Date): Date => new Date(at.getTime() + COOLING_OFF_DAYS * DAY_MINUTES * MINUTE);
