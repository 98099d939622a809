/** Discounts on the list price of one line: the member card's percent, and the promotion that makes the line cheapest. */
import { type Fen, percentOf, yuan } from "../../../contract/core/money";
import { GRANULE } from "../../../contract/core/time";
import type { PriceInput, Step } from "./price";
import { covers, type PromotionRule } from "./rules";

/** A rule that was tried and did not match. */
export const missedRule = (rule: Step["rule"]): Step => ({ rule, name: "", matched: false, amount: 0, detail: "" });

/** Member card, then promotion. Of several promotions that apply to the line, the one that makes it cheapest; of equal ones the older. */
export function discountSteps(input: PriceInput, list: Fen): Step[] {
  const { card, rules } = input;
  const percent = card === null ? 100 : (rules.base.get(card.id) ?? card.percent);
  const byCard = percentOf(list, percent);
  const member: Step | undefined =
    card === null
      ? undefined
      : byCard < list
        ? { rule: "member", name: card.name, matched: true, amount: byCard - list, detail: `${percent}%` }
        : missedRule("member");
  const memberStep = member ? [member] : [];
  if (rules.promotions.length === 0) return memberStep;
  const halves = (input.end - input.start) / GRANULE;
  const best = rules.promotions
    .filter((rule) => covers(rule, { ...input, cardTypeId: card?.id ?? null }))
    .map((rule) => ({ rule, ...promoted(rule, rule.stackable ? byCard : list, halves) }))
    .reduce<Promoted | undefined>((least, one) => (least === undefined || one.after < least.after ? one : least), undefined);
  if (!best || best.after >= byCard) return [...memberStep, missedRule("promotion")];
  const { rule, before, after, detail } = best;
  const step: Step = { rule: "promotion", name: rule.name, matched: true, amount: after - before, detail };
  return rule.stackable ? [...memberStep, step] : [...(member ? [missedRule("member")] : []), step];
}

interface Promoted {
  readonly rule: PromotionRule;
  readonly before: Fen;
  readonly after: Fen;
  readonly detail: string;
}

function promoted({ kind, value }: PromotionRule, before: Fen, halves: number): Omit<Promoted, "rule"> {
  if (kind === "percent") return { before, after: percentOf(before, value), detail: `${value}%` };
  if (kind === "minus") return { before, after: Math.max(0, before - value), detail: `−${yuan(value)}` };
  return { before, after: Math.min(before, value * halves), detail: `${halves}×${yuan(value)}` };
}
