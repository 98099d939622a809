/** A series before it is booked: each occurrence with its day, place and price, and its conflicts. */
import type { Choice, FixedPlan, PlannedOccurrence } from "../../../contract/fixed/fixed";
import { type Fen, yuan } from "../../../contract/core/money";
import { addDays, GRANULE, instant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { consumerOf } from "../../kernel/price/chosen";
import { type GroundHolder, surveyGround, type Wanted } from "../../kernel/occupancy/survey";
import { holidaysOf } from "../../kernel/holidays";
import { loadPlaces, type PlaceInfo } from "../../kernel/places";
import { type Priced, priceRun, toTrace } from "../../kernel/price/price";
import { loadRules } from "../../kernel/price/tariff";
import { occurrenceDays } from "./recurrence";
import type { Terms } from "./terms";
import { word } from "./words";

/** An occurrence that could be booked, or what keeps it from that. */
export interface Planned extends Wanted {
  /** The place of the pattern, where another one was chosen. */
  readonly swappedFrom: PlaceInfo | null;
  readonly holiday: string | null;
  readonly priced: Priced;
  readonly skipped: boolean;
  readonly problem: PlannedOccurrence["problem"];
  readonly holder: GroundHolder | null;
  readonly free: readonly PlaceInfo[];
}
export interface Series {
  readonly from: string;
  readonly to: string;
  readonly planned: readonly Planned[];
  readonly holidays: readonly { readonly day: string; readonly name: string }[];
}

/** As many occurrences as a term may have. */
const MOST = 800;

/**
 * Plans the occurrences of the terms over a range of days: every place on every day of the pattern, except skipped holidays and days on
 * which the venue is closed.
 * @param contractId whose kept slots count as free
 */
export async function planTerm(
  ctx: Ctx,
  terms: Terms,
  range: { from: string; to: string },
  choices: readonly Choice[],
  contractId: string | null,
): Promise<Series> {
  const all = occurrenceDays(terms.rule, terms.from, range.to, { from: range.from, except: terms.except });
  const special = await holidaysOf(ctx, all);
  const skips = (day: string): boolean => {
    const kind = special.get(day)?.kind;
    return kind === "closed" || (terms.skipHolidays && kind === "holiday");
  };
  const candidates = all
    .filter((day) => !skips(day))
    .flatMap((day) => terms.places.map((place) => ({ day, place, start: terms.start, end: terms.end })));
  if (candidates.length > MOST) throw new AppError("fixedTooMany", { max: MOST });
  const planned = await planSeries(ctx, terms, candidates, choices, contractId);
  return { ...range, planned, holidays: all.filter(skips).map((day) => ({ day, name: special.get(day)?.name ?? "" })) };
}

/**
 * Prices what is wanted and finds the conflicts. A handful of queries, however long the series.
 * @throws AppError `missing` where a place to swap to is none of these halls
 */
export async function planSeries(
  ctx: Ctx,
  terms: Terms,
  wanted: readonly Wanted[],
  choices: readonly Choice[],
  contractId: string | null,
): Promise<Planned[]> {
  if (wanted.length === 0) return [];
  const halls = [...new Set(wanted.map(({ place }) => place.hallId))];
  const places = (await Promise.all(halls.map((hallId) => loadPlaces(ctx, { hallId })))).flat();
  const byId = new Map(places.map((place) => [place.id, place]));
  const chosen = new Map(choices.map((choice) => [`${choice.day} ${choice.placeId}`, choice]));
  const days = wanted.map(({ day }) => day).sort();
  const [special, ground, priceOf] = await Promise.all([
    holidaysOf(ctx, days),
    surveyGround(ctx, places, wanted, contractId),
    pricer(ctx, terms, places, days[0] ?? "", days.at(-1) ?? ""),
  ]);
  // Two occurrences of a series cannot share cells: the later one is in conflict.
  const claimed = new Set<string>();
  const isFree = (place: PlaceInfo, want: Wanted): boolean =>
    ground(place, want).holder === null && !cellsOf(place, want).some((cell) => claimed.has(cell));
  return wanted.map((want): Planned => {
    const choice = chosen.get(`${want.day} ${want.place.id}`);
    const other = choice?.swapTo ? byId.get(choice.swapTo) : undefined;
    if (choice?.swapTo && !other) throw new AppError("missing", { what: word("place", ctx.language) });
    const place = other ?? want.place;
    const priced = priceOf(place, want);
    const { problem: lacks, holder } = ground(place, want);
    const skipped = choice !== undefined && choice.swapTo === null;
    const cells = skipped ? [] : cellsOf(place, want);
    const problem = lacks ?? (cells.some((cell) => claimed.has(cell)) ? "taken" : priced === null ? "noPrice" : null);
    if (problem === null) for (const cell of cells) claimed.add(cell);
    const pattern = new Set(wanted.filter(({ day }) => day === want.day).map((one) => one.place.id));
    return {
      ...want,
      place,
      swappedFrom: other ? want.place : null,
      holiday: special.get(want.day)?.name ?? null,
      priced: priced ?? NOTHING,
      skipped,
      problem,
      holder,
      free:
        lacks === "closed" || (problem === null && other === undefined)
          ? []
          : places.filter((one) => one.hallId === want.place.hallId && !pattern.has(one.id) && isFree(one, want)),
    };
  });
}

/** Keys of the cells of a place over a stretch, by unit and half hour. */
const cellsOf = (place: PlaceInfo, { day, start, end }: Wanted): string[] =>
  place.unitIds.flatMap((unit) => Array.from({ length: (end - start) / GRANULE }, (_, i) => `${day} ${unit} ${start + i * GRANULE}`));

const NOTHING: Priced = { list: 0, discount: 0, price: 0, steps: [] };

/** Prices a wanted occurrence: nothing by itself where a card is used, the agreed price, or the tariff of its day. */
async function pricer(
  ctx: Ctx,
  terms: Terms,
  places: readonly PlaceInfo[],
  from: string,
  to: string,
): Promise<(place: PlaceInfo, want: Wanted) => Priced | null> {
  const step = (rule: "default" | "bundle", name: string, amount: Fen, detail: string): Priced => ({
    list: amount,
    discount: 0,
    price: amount,
    steps: [{ rule, name, matched: true, amount, detail }],
  });
  if (terms.payMode === "card") {
    const times = step("default", word("byCard", ctx.language), 0, `${terms.timesPerUse}×0.00`);
    return () => times;
  }
  const { agreedPrice } = terms;
  if (agreedPrice !== null) {
    const agreed = step("default", word("agreed", ctx.language), agreedPrice, `1×${yuan(agreedPrice)}`);
    return () => agreed;
  }
  const rules = await loadRules(ctx, places, from, to);
  const { member, asGroup } = terms;
  return (place, { day, start, end }) => {
    const ofProgram = rules.get(place.programId);
    if (!ofProgram) return null;
    return priceRun({
      rules: ofProgram,
      placeId: place.id,
      day,
      start,
      end,
      consumer: consumerOf(member, asGroup),
      card: member && { id: member.cardTypeId, name: member.cardTypeName, percent: member.placePercent },
    });
  };
}

/** The occurrences that are to be booked: neither skipped nor with a problem. */
export const bookable = (series: Pick<Series, "planned">): Planned[] =>
  series.planned.filter((one) => !one.skipped && one.problem === null);

/**
 * A series as the wire carries it.
 * @param credit of a prepaid term: what is prepaid already, fen; undefined where nothing is paid at booking
 */
export function toPlan(series: Series, credit?: Fen): FixedPlan {
  const ready = bookable(series);
  const total = ready.reduce((sum, one) => sum + one.priced.price, 0);
  return {
    from: series.from,
    to: series.to,
    occurrences: series.planned.map((one) => ({
      day: one.day,
      placeId: one.place.id,
      placeName: one.place.name,
      swappedFrom: one.swappedFrom?.id ?? null,
      start: one.start,
      end: one.end,
      holiday: one.holiday,
      price: yuan(one.priced.price),
      trace: toTrace(one.priced),
      skipped: one.skipped,
      problem: one.problem,
      holder: one.holder && { name: one.holder.name, at: one.holder.at.toISOString(), orderId: one.holder.orderId },
      free: one.free.map((place) => ({ placeId: place.id, placeName: place.name })),
    })),
    holidays: [...series.holidays],
    count: ready.length,
    conflicts: series.planned.filter((one) => !one.skipped && one.problem !== null).length,
    total: yuan(total),
    due: yuan(credit === undefined ? 0 : Math.max(0, total - credit)),
  };
}

/** First day of the term after one that ends. */
export const dayAfter = (day: string): string => addDays(day, 1);
/** When an occurrence begins. */
export const startsAt = (ctx: Ctx, { day, start }: Pick<Wanted, "day" | "start">): Date => instant(day, start, ctx.venue.zone);
