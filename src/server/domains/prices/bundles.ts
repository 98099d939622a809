/** Bundles as the list, its form and its file show and change them. How they are booked: `booking/bundles.ts`. */
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Page, Parsed } from "../../../contract/call";
import { fieldLabel } from "../../../contract/fields";
import { fen, yuan } from "../../../contract/money";
import type { Bundle, BundleDraft, BundleFilter, bundles } from "../../../contract/places";
import { clock } from "../../../contract/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { loadPlaces } from "../../kernel/places";
import { changing } from "./plan-effect";
import { bundleChange, type RuleChange } from "./rule-change";
import { checkNamed, inStates, placeNamesOf, placesText, stateOf, windowCells, windowTitles } from "./window";
import { word } from "./words";

type Filter = z.output<typeof BundleFilter>;
const SORTABLE: Sortable = {
  id: "r.id",
  createdAt: "r.created_at",
  name: "r.name",
  minutes: "r.minutes",
  price: "r.price",
  from: "r.valid_from",
  to: "r.valid_to",
  on: "r.enabled",
};

/** A page, the newest first unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof bundles.list>): Promise<Page<Bundle>> {
  return mapPage(await pageOf(ctx, matching(ctx, input), input, SORTABLE, "createdAt,desc"), (row) => toBundle(ctx, row));
}

/**
 * One of them.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<Bundle> {
  const row = await matching(ctx, {}).where("r.id", "=", id).executeTakeFirst();
  if (!row) throw missing(ctx);
  return toBundle(ctx, row);
}

/**
 * Adds a bundle. What is booked from now on and makes it up costs its price, where that is the cheaper.
 * @throws AppError `missing`: a place; `placeChanged`: one that is switched off; `linkedChosen`: places that exclude each other
 */
export async function create(ctx: Ctx, input: Parsed<typeof bundles.create>): Promise<Bundle> {
  await checkPlaces(ctx, input.placeIds, input.start);
  const id = ctx.newId();
  const values = { venue_id: ctx.venue.id, id, ...columns(input), created_at: ctx.now };
  await changing(ctx, await changeTo(ctx, { draft: input }), input.unpaid, () => ctx.db.insertInto("bundle").values(values).execute());
  return changed(ctx, id);
}

/** Changes a bundle; what is sold stays. @throws AppError `missing`, `placeChanged`, `linkedChosen` */
export async function modify(ctx: Ctx, input: Parsed<typeof bundles.modify>): Promise<Bundle> {
  await checkPlaces(ctx, input.placeIds, input.start);
  await changing(ctx, await changeTo(ctx, { id: input.id, draft: input }), input.unpaid, () =>
    ctx.db.updateTable("bundle").set(columns(input)).where("venue_id", "=", ctx.venue.id).where("id", "=", input.id).execute(),
  );
  return changed(ctx, input.id);
}

/** Switches a bundle on or off. @throws AppError `missing` */
export async function turn(ctx: Ctx, { id, on, unpaid }: Parsed<typeof bundles.turn>): Promise<Bundle> {
  await changing(ctx, await changeTo(ctx, { id, on }), unpaid, () =>
    ctx.db.updateTable("bundle").set({ enabled: on }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute(),
  );
  return changed(ctx, id);
}

/** Deletes a bundle; sold lines keep their trace. @throws AppError `missing` */
export async function remove(ctx: Ctx, { id, unpaid }: Parsed<typeof bundles.delete>): Promise<Record<string, never>> {
  const { numDeletedRows } = await changing(ctx, await changeTo(ctx, { id }), unpaid, () =>
    ctx.db.deleteFrom("bundle").where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirst(),
  );
  if (numDeletedRows !== 1n) throw missing(ctx);
  ctx.emit({ type: "changed", data: { resource: "bundles", id } });
  return {};
}

/**
 * The bundle as it would be: as a draft says, switched on or off, or gone.
 * @throws AppError `missing`
 */
export async function changeTo(
  ctx: Ctx,
  { id, draft, on = false }: { id?: string | undefined; draft?: z.output<typeof BundleDraft> | undefined; on?: boolean | undefined },
): Promise<RuleChange> {
  const before = id === undefined ? null : await view(ctx, { id });
  const then = draft ?? (before && { ...before, price: fen(before.price), on });
  const day = today(ctx);
  const after = then?.on && then.from <= day && then.to >= day ? { ...then, id: id ?? "~" } : null;
  const ids = [...(before?.placeIds ?? []), ...(after?.placeIds ?? [])];
  const programs = (await loadPlaces(ctx, { ids })).map((place) => place.programId);
  return bundleChange(id ?? null, after, [...new Set(programs)]);
}

/** The bundles of the filter as an Excel file. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const { language } = ctx;
  const label = (name: string): string => fieldLabel(name, language);
  const titles: ExcelColumn[] = [
    { title: label("name"), type: "text", width: 24 },
    { title: label("placeIds"), type: "text", width: 32 },
    { title: label("minutes"), type: "number" },
    { title: label("price"), type: "money" },
    ...windowTitles(language),
    { title: label("state"), type: "text" },
  ];
  const query = matching(ctx, input).orderBy("r.created_at", "desc").orderBy("r.id", "desc");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      yield [
        row.name,
        placesText(row.place_names, ctx.language),
        row.minutes,
        row.price,
        ...windowCells(row, language),
        word(stateOf(ctx, row) === "current" ? "onSale" : stateOf(ctx, row), language),
      ];
    }
  }
  return streamExcel(`${word("bundles", language)}.xlsx`, titles, rows(), ctx.venue.zone);
}

const missing = (ctx: Ctx): AppError => new AppError("missing", { what: word("bundle", ctx.language) });

function changed(ctx: Ctx, id: string): Promise<Bundle> {
  ctx.emit({ type: "changed", data: { resource: "bundles", id } });
  return view(ctx, { id });
}

/** Places that can be taken together: on offer, and none on the ground of another. */
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

const columns = (draft: Parsed<typeof bundles.create>) => ({
  name: draft.name,
  place_ids: [...new Set(draft.placeIds)],
  minutes: draft.minutes,
  price: draft.price,
  valid_from: draft.from,
  valid_to: draft.to,
  weekdays: [...new Set(draft.weekdays)].sort((a, b) => a - b),
  start_minute: draft.start,
  end_minute: draft.end,
  enabled: draft.on,
});

function matching(ctx: Ctx, filter: Filter) {
  let query = ctx.db
    .selectFrom("bundle as r")
    .where("r.venue_id", "=", ctx.venue.id)
    .selectAll("r")
    .select(placeNamesOf("r").as("place_names"));
  if (filter.q) query = query.where(sql<SqlBool>`position(${filter.q.toLowerCase()} in lower(r.name)) > 0`);
  if (filter.state?.length) query = query.where(inStates(ctx, "r", filter.state, sql.ref("r.enabled")));
  return query;
}

type Row = Awaited<ReturnType<ReturnType<typeof matching>["execute"]>>[number];
const toBundle = (ctx: Ctx, row: Row): Bundle => ({
  id: row.id,
  name: row.name,
  placeIds: row.place_ids,
  placeNames: placesText(row.place_names, ctx.language),
  minutes: row.minutes,
  price: yuan(row.price),
  from: row.valid_from,
  to: row.valid_to,
  weekdays: row.weekdays,
  start: row.start_minute,
  end: row.end_minute,
  on: row.enabled,
  state: stateOf(ctx, row),
  createdAt: row.created_at.toISOString(),
});
