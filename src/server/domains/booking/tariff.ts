/** The price rules of a venue, read for some days, and the list prices of whole days that the grid shows. */
import { yuan } from "../../../contract/money";
import { GRANULE } from "../../../contract/time";
import type { Ctx } from "../../http/context";
import { hoursOf, type PlaceInfo } from "./places";
import { halfHour, type PlanRule, pricedAs, type PriceRules } from "./price";

/** Rules by program, for the days from `from` to `to`. Two queries, whatever the number of programs and days. */
export async function loadRules(ctx: Ctx, places: readonly PlaceInfo[], from: string, to: string): Promise<Map<string, PriceRules>> {
  const programs = new Map(places.map((place) => [place.programId, place]));
  if (programs.size === 0) return new Map();
  const [plans, holidays] = await Promise.all([
    ctx.db
      .selectFrom("price_plan")
      .select(["program_id", "name", "priority", "valid_from as from", "valid_to as to", "place_ids as placeIds", "matrix"])
      .where("venue_id", "=", ctx.venue.id)
      .where("program_id", "in", [...programs.keys()])
      .where("valid_from", "<=", to)
      .where("valid_to", ">=", from)
      .orderBy("priority", "desc")
      .orderBy("id")
      .execute(),
    ctx.db
      .selectFrom("holiday")
      .select(["day", "name", "priced_as"])
      .where("venue_id", "=", ctx.venue.id)
      .where("day", ">=", from)
      .where("day", "<=", to)
      .execute(),
  ]);
  const byDay = new Map(holidays.map((row) => [row.day, { name: row.name, pricedAs: row.priced_as }]));
  return new Map(
    [...programs].map(([id, place]) => [
      id,
      {
        program: place.programName,
        defaultPrice: place.defaultPrice,
        holidays: byDay,
        temporary: [],
        plans: plans.filter((plan) => plan.program_id === id),
        promotions: [],
      },
    ]),
  );
}

/** List prices of a day: one per slot from the hall's opening, yuan text; null where none is set. */
export interface Tariff {
  readonly prices: (string | null)[];
  readonly peak: boolean[];
}

/** Collects tariffs, each once. `of` gives the index of a place's tariff on a day. */
export function tariffBook(): { readonly tariffs: Tariff[]; of(place: PlaceInfo, day: string, rules: PriceRules): number } {
  const tariffs: Tariff[] = [];
  const byKind = new Map<string, number>();
  const byContent = new Map<string, number>();
  const plansOf = new Map<PlanRule, number>();
  /** Places of one hall under the same plans, on days priced alike, need no second look. */
  const kindOf = (place: PlaceInfo, day: string, rules: PriceRules): string => {
    const { open, close } = hoursOf(place, day);
    const plans = rules.plans
      .filter((plan) => day >= plan.from && day <= plan.to && (plan.placeIds.length === 0 || plan.placeIds.includes(place.id)))
      .map((plan) => plansOf.get(plan) ?? plansOf.set(plan, plansOf.size).size - 1);
    const windows = rules.temporary.length > 0 ? `${place.id} ${day}` : "";
    return [place.programId, place.slotMinutes, open, close, pricedAs(rules, day), plans.join(), windows].join("|");
  };
  return {
    tariffs,
    of(place, day, rules) {
      const kind = kindOf(place, day, rules);
      const known = byKind.get(kind);
      if (known !== undefined) return known;
      const tariff = tariffOf(place, day, rules);
      const content = JSON.stringify(tariff);
      let index = byContent.get(content);
      if (index === undefined) {
        index = tariffs.push(tariff) - 1;
        byContent.set(content, index);
      }
      byKind.set(kind, index);
      return index;
    },
  };
}

function tariffOf(place: PlaceInfo, day: string, rules: PriceRules): Tariff {
  const { open, close } = hoursOf(place, day);
  const prices: (string | null)[] = [];
  const peak: boolean[] = [];
  for (let start = open; start + place.slotMinutes <= close; start += place.slotMinutes) {
    const halves = Array.from({ length: place.slotMinutes / GRANULE }, (_, i) =>
      halfHour(rules, { placeId: place.id, day, minute: start + i * GRANULE, consumer: "walkIn", cardTypeId: null }),
    );
    const sum = halves.reduce<number | null>((total, half) => (total === null || half === null ? null : total + half.price), 0);
    prices.push(sum === null ? null : yuan(sum));
    peak.push(halves.some((half) => half?.peak ?? false));
  }
  return { prices, peak };
}
