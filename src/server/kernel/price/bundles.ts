/** Bundles as booking meets them: places that are sold together at one price. */
import { sql, type SqlBool } from "kysely";
import type { Fen } from "../../../contract/core/money";
import { weekday } from "../../../contract/core/time";
import { type Ctx, memoizePerService, today } from "../../http/context";
import type { PlaceInfo } from "../places";

/** A bundle on sale today. */
export interface BundleRule {
  readonly id: string;
  readonly name: string;
  readonly placeIds: readonly string[];
  readonly minutes: number;
  readonly price: Fen;
  /** Weekdays (none: every day) and hours that are played. */
  readonly weekdays: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** The bundles on sale today that are made of some of these places. */
export const bundlesOver = (ctx: Ctx, places: readonly Pick<PlaceInfo, "id">[]): Promise<BundleRule[]> =>
  readBundles(ctx, [...new Set(places.map((place) => place.id))].sort());

const readBundles = memoizePerService((ctx: Ctx, placeIds: readonly string[]): Promise<BundleRule[]> =>
  ctx.db
    .selectFrom("bundle")
    .select(["id", "name", "place_ids as placeIds", "minutes", "price", "weekdays", "start_minute as start", "end_minute as end"])
    .where("venue_id", "=", ctx.venue.id)
    .where("enabled", "=", true)
    .where("valid_from", "<=", today(ctx))
    .where("valid_to", ">=", today(ctx))
    .where(sql<SqlBool>`place_ids <@ ${placeIds}::text[]`)
    .orderBy("price")
    .orderBy("id")
    .execute(),
);

/**
 * The cheapest bundle that the runs make up: all of its places and no other, at one time, for its minutes, in its hours. Undefined where
 * there is none, or where the runs cost no more without it. Pure.
 * @param single what the runs cost one by one, fen
 */
export function fittingBundle(
  sold: readonly BundleRule[],
  day: string,
  runs: readonly { readonly place: Pick<PlaceInfo, "id">; readonly start: number; readonly end: number }[],
  single: Fen,
): BundleRule | undefined {
  const [first] = runs;
  if (!first || runs.some((run) => run.start !== first.start || run.end !== first.end)) return undefined;
  const ids = new Set(runs.map((run) => run.place.id));
  return sold
    .filter(
      (bundle) =>
        bundle.price < single &&
        bundle.placeIds.length === ids.size &&
        bundle.placeIds.every((id) => ids.has(id)) &&
        bundle.minutes === first.end - first.start &&
        first.start >= bundle.start &&
        first.end <= bundle.end &&
        (bundle.weekdays.length === 0 || bundle.weekdays.includes(weekday(day))),
    )
    .reduce<BundleRule | undefined>((best, bundle) => (best === undefined || bundle.price < best.price ? bundle : best), undefined);
}
