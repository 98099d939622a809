/** Prices of the next seven days as sentences, from the rules by which the desk sells. */
import type { Language } from "../../../contract/core/enums";
import { showFen } from "../../../contract/core/money";
import { addDays, GRANULE, span, weekday } from "../../../contract/core/time";
import type { PriceLine } from "../../../public-site/venue";
import type { Ctx } from "../../http/context";
import { hoursOf, isOpen, type PlaceInfo } from "../../kernel/places";
import { placeLabels } from "../../kernel/place-words";
import { halfHour } from "../../kernel/price/price";
import type { PriceRules } from "../../kernel/price/rules";
import { loadRules } from "../../kernel/price/tariff";
import { weekdaysText } from "./weekdays";

const DAYS = 7;

interface Stretch {
  readonly start: number;
  end: number;
  readonly price: number;
  readonly isPerHead: boolean;
}

/** Returns the stretches of a day with one price each; half hours that are closed or have no price are left out. */
function stretchesOf(place: PlaceInfo, day: string, rules: PriceRules): Stretch[] {
  if (rules.holidays.get(day)?.kind === "closed") return [];
  const { open, close } = hoursOf(place, day);
  const found: Stretch[] = [];
  for (let minute = open; minute + GRANULE <= close; minute += GRANULE) {
    if (!isOpen(place, day, minute, minute + GRANULE)) continue;
    const half = halfHour(rules, { placeId: place.id, day, minute, consumer: "walkIn", cardTypeId: null });
    if (!half) continue;
    const isPerHead = half.unit === "head";
    const last = found.at(-1);
    if (last && last.end === minute && last.price === half.price && last.isPerHead === isPerHead) last.end += GRANULE;
    else found.push({ start: minute, end: minute + GRANULE, price: half.price, isPerHead });
  }
  return found;
}

function sentenceOf(days: string, stretches: readonly Stretch[], language: Language): string {
  const isZh = language === "zh";
  const parts = stretches.map(({ start, end, price, isPerHead }) =>
    isZh
      ? `${span(start, end)} 每${isPerHead ? "人" : ""}半小时 ${showFen(price)} 元`
      : `${span(start, end)} ¥${showFen(price)} per half hour${isPerHead ? " and person" : ""}`,
  );
  return `${days}${isZh ? "：" : ": "}${parts.join(isZh ? "，" : ", ")}${isZh ? "。" : "."}`;
}

/** Returns the prices without membership, courts and days of the same prices together. */
export async function priceSentences(ctx: Ctx, places: readonly PlaceInfo[], today: string): Promise<PriceLine[]> {
  const days = Array.from({ length: DAYS }, (_, i) => addDays(today, i)).sort((a, b) => weekday(a) - weekday(b));
  const rulesByProgram = await loadRules(ctx, places, today, addDays(today, DAYS - 1));
  const groups = new Map<string, { program: string; names: string[]; sentences: string[] }>();
  for (const place of places) {
    const rules = rulesByProgram.get(place.programId);
    if (!rules) continue;
    const weekdaysByPrices = new Map<string, { readonly stretches: Stretch[]; readonly weekdays: number[] }>();
    for (const day of days) {
      const stretches = stretchesOf(place, day, rules);
      if (stretches.length === 0) continue;
      const key = JSON.stringify(stretches);
      const known = weekdaysByPrices.get(key) ?? { stretches, weekdays: [] };
      known.weekdays.push(weekday(day));
      weekdaysByPrices.set(key, known);
    }
    if (weekdaysByPrices.size === 0) continue;
    const sentences = [...weekdaysByPrices.values()].map(({ stretches, weekdays }) =>
      sentenceOf(weekdaysText(weekdays, ctx.language), stretches, ctx.language),
    );
    const key = JSON.stringify([place.programId, sentences]);
    const group = groups.get(key) ?? { program: place.programName, names: [], sentences };
    group.names.push(place.name);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ program, names, sentences }) => ({
    program,
    courts: placeLabels(names, ctx.language),
    sentences,
  }));
}
