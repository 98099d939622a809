/** The first changes of a sync or a release, as its preview lists them. */
import { type Fen, yuan } from "../../../contract/core/money";
import type { SyncSample } from "../../../contract/prices/price-sync";
import type { PlaceInfo } from "../../kernel/places";

const MOST = 100;

/** A slot of a place and day, and what becomes of it; walk-in prices in fen, null where there is none. */
export interface Outcome<O extends SyncSample["outcome"]> {
  readonly place: Pick<PlaceInfo, "id" | "name" | "hallName">;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly outcome: O | "same";
  readonly from: Fen | null;
  readonly to: Fen | null;
}

const text = (price: Fen | null): string | null => (price === null ? null : yuan(price));

/** The first stretches that would change: slots of one price and outcome that follow each other are one. */
export function samplesOf<O extends SyncSample["outcome"]>(slots: readonly Outcome<O>[]): SyncSample[] {
  const samples: SyncSample[] = [];
  for (const { place, day, start, end, outcome, ...prices } of slots) {
    if (outcome === "same") continue;
    const [from, to] = [text(prices.from), text(prices.to)];
    const last = samples.at(-1);
    const goes = last?.placeId === place.id && last.day === day && last.end === start;
    if (goes && last.outcome === outcome && last.from === from && last.to === to) last.end = end;
    else if (samples.length < MOST)
      samples.push({ day, placeId: place.id, placeName: place.name, hallName: place.hallName, start, end, outcome, from, to });
    else return samples;
  }
  return samples;
}
