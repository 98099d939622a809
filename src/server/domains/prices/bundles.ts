/** Bundles: what is sold together. How they are booked: `booking/bundles.ts`. */
import { sql } from "kysely";
import { bundles } from "../../../contract/prices/bundles";
import type { Parsed } from "../../../contract/core/call";
import { fen } from "../../../contract/core/money";
import { callsOf } from "../../../contract/core/resource/calls";
import { clock } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { loadPlaces } from "../../kernel/places";
import { servicesOf } from "../../resource/serve";
import { bundleChange, type RuleChange } from "./rule-change";
import { type Changing, checkNamed, lifeOf, repricing, ruleSource } from "./window";

const calls = callsOf(bundles);

export const {
  routes,
  list,
  view,
  create,
  modify,
  turn,
  delete: remove,
} = servicesOf(bundles, {
  ...ruleSource,
  table: "bundle",
  columns: { ...ruleSource.columns, state: lifeOf(sql.ref("t.enabled")) },
  saving: async (ctx, draft) => {
    await checkPlaces(ctx, draft.placeIds, draft.start);
    return draft;
  },
  actions: { turn: (_, __, { on }) => Promise.resolve({ on }) },
  around: repricing(changeTo),
});

/**
 * The bundle as it would be: as a draft says, switched on or off, or gone.
 * @throws AppError `missing`
 */
export async function changeTo(ctx: Ctx, { id, draft, on = false }: Changing<Parsed<typeof calls.create>>): Promise<RuleChange> {
  const before = id === undefined ? null : await view(ctx, { id });
  const then = draft ?? (before && { ...before, price: fen(before.price), on });
  const day = today(ctx);
  const after = then?.on && then.from <= day && then.to >= day ? { ...then, id: id ?? "~" } : null;
  const ids = [...(before?.placeIds ?? []), ...(after?.placeIds ?? [])];
  const programs = (await loadPlaces(ctx, { ids })).map((place) => place.programId);
  return bundleChange(id ?? null, after, [...new Set(programs)]);
}

/** Places that can be taken together: on offer, and none overlapping another. */
async function checkPlaces(ctx: Ctx, placeIds: readonly string[], start: number): Promise<void> {
  await checkNamed(ctx, { programId: null, placeIds });
  const rows = await ctx.db
    .selectFrom("place")
    .select(["id", "name", "unit_ids", "active"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [...placeIds])
    .orderBy("position")
    .execute();
  const off = rows.find((row) => !row.active);
  if (off) throw new AppError("placeChanged", { place: off.name });
  for (const [i, a] of rows.entries()) {
    const b = rows.slice(i + 1).find((row) => row.unit_ids.some((unit) => a.unit_ids.includes(unit)));
    if (b) throw new AppError("linkedChosen", { a: a.name, b: b.name, time: clock(start) });
  }
}
