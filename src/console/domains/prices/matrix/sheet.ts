/** The prices of a plan while they are edited: pure steps from one sheet to the next. Amounts in fen, half hours counted from midnight. */
import type { Input, Output } from "../../../../contract/core/call";
import { type Fen, fen, percentOf, yuan } from "../../../../contract/core/money";
import { GRANULE } from "../../../../contract/core/time";
import type { PlanPrices, pricePlans } from "../../../../contract/prices/price-plans";
import { readAmount } from "../../../../contract/core/typed/amount";
import { readPercent } from "../../../../contract/core/typed/number";

/** Classes of customer, each with a matrix of its own. */
export const CLASSES = ["walkIn", "member", "group"] as const;
export type PriceClass = (typeof CLASSES)[number];
export const DAYS = 7;
const HALVES = 48;
const MOST: Fen = 10_000_000;

/** Monday first × 48 half hours; null: nothing said. */
type Week<T> = readonly (readonly T[])[];
/** Typed or pasted text, by cell, from which no price can be parsed: it stays there for correction. */
type Unread = Readonly<Record<string, string>>;
export interface Sheet {
  readonly prices: Readonly<Record<PriceClass, Week<Fen | null>>>;
  readonly peak: Week<boolean>;
  readonly unread: Unread;
}

/** One cell: weekday 0…6 (Monday first) and half hour 0…47. */
export interface Spot {
  readonly day: number;
  readonly half: number;
}
/** A rectangle of cells, both corners included. */
export interface Area {
  readonly from: Spot;
  readonly to: Spot;
}
/** Every cell. */
const WEEK: Area = { from: { day: 0, half: 0 }, to: { day: DAYS - 1, half: HALVES - 1 } };
/** Opening hours by weekday, minutes from midnight. */
export interface Hours {
  readonly open: readonly number[];
  readonly close: readonly number[];
}

export const cellKey = (kind: PriceClass, { day, half }: Spot): string => `${kind}.${day}.${half}`;
export const isOpen = ({ open, close }: Hours, { day, half }: Spot): boolean =>
  half * GRANULE >= (open[day] ?? 0) && (half + 1) * GRANULE <= (close[day] ?? 0);

/** First half hour on sale on any day, and the one after the last. */
export function reach({ open, close }: Hours): { first: number; last: number } {
  const days = open.map((from, day) => [from, close[day] ?? 0] as const).filter(([from, to]) => to > from);
  if (days.length === 0) return { first: 0, last: HALVES };
  return {
    first: Math.floor(Math.min(...days.map(([from]) => from)) / GRANULE),
    last: Math.ceil(Math.max(...days.map(([, to]) => to)) / GRANULE),
  };
}

/** The rectangle between two corners. */
export const areaOf = (a: Spot, b: Spot): Area => ({
  from: { day: Math.min(a.day, b.day), half: Math.min(a.half, b.half) },
  to: { day: Math.max(a.day, b.day), half: Math.max(a.half, b.half) },
});
export const isWithinArea = ({ from, to }: Area, { day, half }: Spot): boolean =>
  day >= from.day && day <= to.day && half >= from.half && half <= to.half;

/** Cells of an area that are on sale. */
export function cellsOnSale({ from, to }: Area, hours: Hours): Spot[] {
  const spots: Spot[] = [];
  for (let day = from.day; day <= to.day; day++)
    for (let half = from.half; half <= to.half; half++) if (isOpen(hours, { day, half })) spots.push({ day, half });
  return spots;
}

/** The first cell on sale whose text is no price. */
export function firstUnread({ unread }: Sheet, hours: Hours): { readonly kind: PriceClass; readonly spot: Spot } | undefined {
  const cells = CLASSES.flatMap((kind) => cellsOnSale(WEEK, hours).map((spot) => ({ kind, spot })));
  return cells.find(({ kind, spot }) => cellKey(kind, spot) in unread);
}

/** Cells on sale to which the plan gives no price. */
export const blanks = (sheet: Sheet, hours: Hours): number =>
  cellsOnSale(WEEK, hours).filter(({ day, half }) => (sheet.prices.walkIn[day]?.[half] ?? null) === null).length;

const week = <T>(value: T): Week<T> => Array.from({ length: DAYS }, () => Array.from({ length: HALVES }, () => value));
export const EMPTY_SHEET: Sheet = { prices: { walkIn: week(null), member: week(null), group: week(null) }, peak: week(false), unread: {} };

/** The sheet of a saved plan. */
export function sheetOf({ prices, peak }: Pick<Output<typeof pricePlans.view>, "prices" | "peak">): Sheet {
  const of = (rows: PlanPrices["member"]): Week<Fen | null> =>
    rows?.map((row) => row.map((price) => (price === null ? null : fen(price)))) ?? week(null);
  return { prices: { walkIn: of(prices.walkIn), member: of(prices.member), group: of(prices.group) }, peak, unread: {} };
}

/** The sheet as it travels; a class that says nothing is left out. */
export function toDraft({ prices, peak }: Sheet): Pick<Input<typeof pricePlans.create>, "prices" | "peak"> {
  const text = (rows: Week<Fen | null>): (string | null)[][] =>
    rows.map((row) => row.map((price) => (price === null ? null : yuan(price))));
  const own = (rows: Week<Fen | null>): (string | null)[][] | null => (saysNothing(rows) ? null : text(rows));
  return {
    prices: { walkIn: text(prices.walkIn), member: own(prices.member), group: own(prices.group) },
    peak: peak.map((row) => [...row]),
  };
}
export const saysNothing = (rows: Week<Fen | null>): boolean => rows.every((row) => row.every((price) => price === null));

/** The price that counts at a cell: the class's own, else the walk-in's. */
export function priceAt({ prices }: Sheet, kind: PriceClass, { day, half }: Spot): { price: Fen | null; inherited: boolean } {
  const own = prices[kind][day]?.[half] ?? null;
  if (own !== null || kind === "walkIn") return { price: own, inherited: false };
  const price = prices.walkIn[day]?.[half] ?? null;
  return { price, inherited: price !== null };
}

const put = <T>(rows: Week<T>, spots: readonly Spot[], value: (spot: Spot) => T): Week<T> => {
  const next = rows.map((row) => [...row]);
  for (const spot of spots) {
    const row = next[spot.day];
    if (row) row[spot.half] = value(spot);
  }
  return next;
};
function write(sheet: Sheet, kind: PriceClass, spots: readonly Spot[], value: (spot: Spot) => Fen | null): Sheet {
  const keys = new Set(spots.map((spot) => cellKey(kind, spot)));
  return {
    ...sheet,
    prices: { ...sheet.prices, [kind]: put(sheet.prices[kind], spots, value) },
    unread: Object.fromEntries(Object.entries(sheet.unread).filter(([key]) => !keys.has(key))),
  };
}

/** Says one price, or none, at every cell. */
export const fill = (sheet: Sheet, kind: PriceClass, spots: readonly Spot[], price: Fen | null): Sheet =>
  write(sheet, kind, spots, () => price);

/** A change of prices: so much more or less, or so many percent. */
type Change = { readonly by: "amount"; readonly value: Fen } | { readonly by: "percent"; readonly value: number };

/** Makes every price of the cells dearer or cheaper, down to zero; cells without a price stay so. Percent is rounded once to the fen. */
export function adjust(sheet: Sheet, kind: PriceClass, spots: readonly Spot[], change: Change): Sheet {
  const priced = spots.filter((spot) => priceAt(sheet, kind, spot).price !== null);
  return write(sheet, kind, priced, (spot) => {
    const price = priceAt(sheet, kind, spot).price ?? 0;
    const next = change.by === "amount" ? price + change.value : percentOf(price, Math.max(0, 100 + change.value));
    return Math.min(MOST, Math.max(0, next));
  });
}

/** Gives days the prices and peak marks of another day, where both are on sale. */
export function copyDay(sheet: Sheet, kind: PriceClass, from: number, days: readonly number[], hours: Hours): Sheet {
  const spots = days
    .filter((day) => day !== from)
    .flatMap((day) => cellsOnSale({ from: { day, half: 0 }, to: { day, half: HALVES - 1 } }, hours))
    .filter(({ half }) => isOpen(hours, { day: from, half }));
  const next = write(sheet, kind, spots, ({ half }) => sheet.prices[kind][from]?.[half] ?? null);
  return { ...next, peak: put(sheet.peak, spots, ({ half }) => sheet.peak[from]?.[half] ?? false) };
}

/** Gives a class the prices that another class pays. */
export function copyClass(sheet: Sheet, from: PriceClass, to: PriceClass, hours: Hours): Sheet {
  const all = cellsOnSale(WEEK, hours);
  return write(sheet, to, all, (spot) => priceAt(sheet, from, spot).price);
}

/** Marks cells as peak; all of them marked already: takes the marks away. */
export function togglePeak(sheet: Sheet, spots: readonly Spot[]): Sheet {
  const on = !spots.every(({ day, half }) => sheet.peak[day]?.[half]);
  return { ...sheet, peak: put(sheet.peak, spots, () => on) };
}

/** Reads a typed price, fen; null: none; undefined: it can't be read. */
export function readPrice(text: string): Fen | null | undefined {
  const read = readAmount(text, { max: MOST });
  if (read.problem === undefined) return read.value;
  return read.isEmpty || /^[-—]$/.test(text.trim()) ? null : undefined;
}

const CHANGE_LIMITS = { negative: true, max: 99_999_999 } as const;
/** A whole price off is the most that a percentage takes; more is a slip of the hand. */
const PERCENT_LIMITS = { min: -100, max: 999_999 } as const;

/** Reads `+5`, `-2.5`, `+10%`; undefined where it is neither. */
export function readChange(text: string): Change | undefined {
  const isPercent = /[%％]\s*$/.test(text);
  const { value } = isPercent ? readPercent(text, PERCENT_LIMITS) : readAmount(text, CHANGE_LIMITS);
  return value === undefined ? undefined : { by: isPercent ? "percent" : "amount", value };
}

/** Says typed text at the cells: a price, or as unread text that stays to be mended. */
export function typeIn(sheet: Sheet, kind: PriceClass, spots: readonly Spot[], text: string): Sheet {
  const price = readPrice(text);
  if (price !== undefined) return fill(sheet, kind, spots, price);
  return { ...sheet, unread: { ...sheet.unread, ...Object.fromEntries(spots.map((spot) => [cellKey(kind, spot), text.trim()])) } };
}

/**
 * Pastes lines of tab-separated text. One value goes to every cell of the area; more go out from its first corner, cells that are not on
 * sale are passed over.
 */
export function paste(sheet: Sheet, kind: PriceClass, area: Area, text: string, hours: Hours): { sheet: Sheet; area: Area } {
  const rows = text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t"));
  const [only] = rows[0] ?? [];
  if (rows.length === 1 && rows[0]?.length === 1) return { sheet: typeIn(sheet, kind, cellsOnSale(area, hours), only ?? ""), area };
  let next = sheet;
  let to = area.from;
  rows.forEach((cells, down) =>
    cells.forEach((cell, right) => {
      const spot = { day: area.from.day + right, half: area.from.half + down };
      if (spot.day >= DAYS || spot.half >= HALVES || !isOpen(hours, spot)) return;
      next = typeIn(next, kind, [spot], cell);
      to = { day: Math.max(to.day, spot.day), half: Math.max(to.half, spot.half) };
    }),
  );
  return { sheet: next, area: { from: area.from, to } };
}

/** The area as lines of tab-separated prices, for a spreadsheet. */
export function copied(sheet: Sheet, kind: PriceClass, { from, to }: Area): string {
  const lines: string[] = [];
  for (let half = from.half; half <= to.half; half++) {
    const cells: string[] = [];
    for (let day = from.day; day <= to.day; day++) {
      const { price } = priceAt(sheet, kind, { day, half });
      cells.push(price === null ? "" : yuan(price));
    }
    lines.push(cells.join("\t"));
  }
  return lines.join("\n");
}

/** Cells whose own price or peak mark differs from the saved sheet, of one class or of all. */
export function changes(sheet: Sheet, saved: Sheet, only?: PriceClass): number {
  let count = 0;
  for (const kind of CLASSES.filter((each) => only === undefined || each === only))
    for (let day = 0; day < DAYS; day++)
      for (let half = 0; half < HALVES; half++) if (isChanged(sheet, saved, kind, { day, half })) count++;
  return count;
}
export const isChanged = (sheet: Sheet, saved: Sheet, kind: PriceClass, { day, half }: Spot): boolean =>
  sheet.prices[kind][day]?.[half] !== saved.prices[kind][day]?.[half] ||
  (kind === "walkIn" && sheet.peak[day]?.[half] !== saved.peak[day]?.[half]);

/** Steps of the heat colouring: the least of the class's own prices of each step 1…4, ascending; equal prices have equal steps. */
export function heatSteps(sheet: Sheet, kind: PriceClass, hours: Hours): readonly Fen[] {
  const all = cellsOnSale(WEEK, hours);
  const own = all.flatMap(({ day, half }) => sheet.prices[kind][day]?.[half] ?? []);
  const prices = [...new Set(own)].sort((a, b) => a - b);
  if (prices.length <= 4) return prices;
  return [0, 1, 2, 3].map((step) => prices[Math.floor((step * prices.length) / 4)] ?? 0);
}
/** The step of a price, 0 (below all) … 4. */
export const heatOf = (steps: readonly Fen[], price: Fen): number => steps.filter((least) => price >= least).length;

/** A price for a narrow cell: `45`, `45.5`. */
export const shortPrice = (price: Fen): string => yuan(price).replace(/\.?0+$/, "");
