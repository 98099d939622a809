/** The price rules of a venue, read for some days, and the list prices of whole days that the grid shows. */
import { type RawBuilder, sql } from "kysely";
import type { DayKind } from "../../../contract/core/enums";
import { yuan } from "../../../contract/core/money";
import { GRANULE } from "../../../contract/core/time";
import { type Ctx, memoizePerService } from "../../http/context";
import { hoursOf, type PlaceInfo } from "../places";
import { halfHour, pricedAs } from "./price";
import {
  inOrder,
  onDay,
  type PlanRule,
  type PriceRules,
  type PromotionRule,
  type SheetPrices,
  type SyncedDay,
  syncedKey,
  type TemporaryRule,
} from "./rules";

/** All rules that may count for some places and days. */
interface RuleRow {
  readonly plans: readonly (PlanRule & { programId: string })[];
  readonly holidays: readonly { day: string; name: string; pricedAs: number; kind: DayKind }[];
  readonly temporary: readonly (TemporaryRule & { programId: string })[];
  readonly promotions: readonly (PromotionRule & { programId: string | null })[];
  readonly base: readonly { programId: string; cardTypeId: string; percent: number }[];
  readonly synced: readonly (Omit<SyncedDay, "prices"> & { placeId: string; day: string })[];
  readonly sheets: readonly { id: string; prices: SheetPrices }[];
}

const idsOf = (places: readonly Pick<PlaceInfo, "id">[]): string[] => [...new Set(places.map((place) => place.id))].sort();

/** Reads what `loadRules` of these places will need, in one batch with other queries: it then has its answer already. */
export async function readAhead(ctx: Ctx, places: readonly Pick<PlaceInfo, "id">[], from: string, to: string): Promise<void> {
  await readRules(ctx, { placeIds: idsOf(places), from, to });
}

/** Rules by program, for the days from `from` to `to`. One query, whatever the number of rules, programs and days. */
export async function loadRules(ctx: Ctx, places: readonly PlaceInfo[], from: string, to: string): Promise<Map<string, PriceRules>> {
  const programs = new Map(places.map((place) => [place.programId, place]));
  if (programs.size === 0) return new Map();
  const read = await readRules(ctx, { placeIds: idsOf(places), from, to });
  const holidays = new Map(read.holidays.map(({ day, ...special }) => [day, special]));
  const sheets = new Map(read.sheets.map((sheet) => [sheet.id, sheet.prices]));
  const synced = new Map(
    read.synced.flatMap(({ placeId, day, ...rest }) => {
      const prices = sheets.get(rest.sheetId);
      return prices ? [[syncedKey(placeId, day), { ...rest, prices }] as const] : [];
    }),
  );
  return new Map(
    [...programs].map(([id, place]) => {
      const mine = (rule: { programId: string | null }): boolean => rule.programId === null || rule.programId === id;
      const rules = {
        program: place.programName,
        defaultPrice: place.defaultPrice,
        holidays,
        synced,
        temporary: read.temporary.filter(mine),
        plans: read.plans.filter(mine),
        base: new Map(read.base.filter(mine).map((base) => [base.cardTypeId, base.percent])),
        promotions: read.promotions.filter(mine),
      };
      return [id, inOrder(rules)] as const;
    }),
  );
}

const RULE_WINDOW = sql`'from', valid_from, 'to', valid_to, 'weekdays', weekdays, 'start', start_minute, 'end', end_minute,
  'placeIds', place_ids, 'cardTypeId', card_type_id`;

interface Wanted {
  readonly placeIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

const readRules = memoizePerService(async (ctx: Ctx, { placeIds, from, to }: Wanted): Promise<RuleRow> => {
  const own = sql`venue_id = ${ctx.venue.id}`;
  const programs = sql`(SELECT ids FROM programs)::text[]`;
  const valid = sql`valid_from <= ${to}::date AND valid_to >= ${from}::date`;
  const inDays = sql`day BETWEEN ${from}::date AND ${to}::date`;
  const synced = sql`${own} AND place_id = ANY(${placeIds}::text[]) AND ${inDays}`;
  const all = (object: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
    sql`(SELECT coalesce(json_agg(json_build_object(${object})), '[]') FROM ${rest})`;
  const { rows } = await sql<RuleRow>`WITH programs AS MATERIALIZED (
      SELECT array_agg(DISTINCT h.program_id) AS ids FROM place p JOIN hall h ON h.venue_id = p.venue_id AND h.id = p.hall_id
      WHERE p.venue_id = ${ctx.venue.id} AND p.id = ANY(${placeIds}::text[])
    )
    SELECT
    ${all(
      sql`'id', id, 'programId', program_id, 'name', name, 'priority', priority, 'from', valid_from, 'to', valid_to, 'placeIds', place_ids, 'matrix', matrix`,
      sql`price_plan WHERE ${own} AND program_id = ANY(${programs}) AND enabled AND ${valid}`,
    )} AS plans,
    ${all(sql`'day', day, 'name', name, 'pricedAs', priced_as, 'kind', kind`, sql`holiday WHERE ${own} AND ${inDays}`)} AS holidays,
    ${all(
      sql`'id', id, 'programId', program_id, 'name', name, 'price', price, 'unit', unit, ${RULE_WINDOW}`,
      sql`temporary_price WHERE ${own} AND program_id = ANY(${programs}) AND ${valid}`,
    )} AS temporary,
    ${all(
      sql`'id', id, 'programId', program_id, 'name', name, 'kind', kind, 'value', coalesce(percent, amount), 'stackable', stackable, ${RULE_WINDOW}`,
      sql`promotion WHERE ${own} AND (program_id IS NULL OR program_id = ANY(${programs})) AND enabled AND ${valid}`,
    )} AS promotions,
    ${all(
      sql`'programId', program_id, 'cardTypeId', card_type_id, 'percent', percent`,
      sql`base_discount WHERE ${own} AND program_id = ANY(${programs})`,
    )} AS base,
    ${all(
      sql`'placeId', place_id, 'day', day, 'planName', plan_name, 'on', synced_on, 'sheetId', sheet_id`,
      sql`synced_day WHERE ${synced}`,
    )} AS synced,
    ${all(
      sql`'id', id, 'prices', prices`,
      sql`price_sheet WHERE ${own} AND id IN (SELECT sheet_id FROM synced_day WHERE ${synced})`,
    )} AS sheets`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error("no rules");
  return row;
});

/** List prices of a day: one per slot from the hall's opening, yuan text; null where none is set. */
interface Tariff {
  readonly prices: (string | null)[];
  readonly peak: boolean[];
}

/** Collects tariffs, each once. `of` gives the index of a place's tariff on a day. */
export function tariffBook(): { readonly tariffs: Tariff[]; of(place: PlaceInfo, day: string, rules: PriceRules): number } {
  const tariffs: Tariff[] = [];
  const byKind = new Map<string, number>();
  const byContent = new Map<string, number>();
  const numbers = new Map<object, number>();
  const numberOf = (rule: object): number => numbers.get(rule) ?? numbers.set(rule, numbers.size).size - 1;
  /** Places of one hall under the same rules, on days priced alike, need no second look. */
  const kindOf = (place: PlaceInfo, day: string, rules: PriceRules): string => {
    const { open, close } = hoursOf(place, day);
    const plans = rules.plans.filter((plan) => onDay(plan, place.id, day)).map(numberOf);
    const temporary = rules.temporary.filter((rule) => rule.cardTypeId === null && onDay(rule, place.id, day)).map(numberOf);
    const sheet = rules.synced.get(syncedKey(place.id, day))?.sheetId ?? "";
    return [place.programId, place.slotMinutes, open, close, pricedAs(rules, day), plans.join(), temporary.join(), sheet].join("|");
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
