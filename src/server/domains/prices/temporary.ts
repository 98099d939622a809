/** Temporary prices as the list, its form and its file show and change them, and as the open call gives them by member level. */
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Output, Page, Parsed } from "../../../contract/call";
import { fieldLabel } from "../../../contract/fields";
import { fen, yuan } from "../../../contract/money";
import {
  type pricing,
  type TemporaryPriceDraft,
  type TemporaryPriceFilter,
  TemporaryPriceRow,
  type temporaryPrices,
} from "../../../contract/pricing";
import { weekday } from "../../../contract/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { changing } from "./plan-effect";
import { type RuleChange, temporaryChange } from "./rule-change";
import { checkNamed, inStates, placeNamesOf, placesText, stateOf, windowCells, windowColumns, windowOf, windowTitles } from "./window";
import { word } from "./words";

type Filter = z.output<typeof TemporaryPriceFilter>;
const SORTABLE: Sortable = {
  id: "r.id",
  createdAt: "r.created_at",
  name: "r.name",
  from: "r.valid_from",
  to: "r.valid_to",
  programName: "g.name",
  cardTypeName: { nullable: "c.name" },
  price: "r.price",
};

/** A page, the newest first unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof temporaryPrices.list>): Promise<Page<TemporaryPriceRow>> {
  return mapPage(await pageOf(ctx, matching(ctx, input), input, SORTABLE, "createdAt,desc"), (row) => toRow(ctx, row));
}

/**
 * One of them.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<TemporaryPriceRow> {
  const row = await matching(ctx, {}).where("r.id", "=", id).executeTakeFirst();
  if (!row) throw missing(ctx);
  return toRow(ctx, row);
}

/** The temporary prices that some buyer could meet in the same half hour of the same place. A warning: which one counts is settled. */
export async function overlaps(ctx: Ctx, input: Parsed<typeof temporaryPrices.overlaps>): Promise<Output<typeof temporaryPrices.overlaps>> {
  let query = matching(ctx, {})
    .where("r.program_id", "=", input.programId)
    .where("r.valid_from", "<=", input.to)
    .where("r.valid_to", ">=", input.from)
    .where("r.start_minute", "<", input.end)
    .where("r.end_minute", ">", input.start)
    .orderBy("r.created_at", "desc")
    .limit(20);
  if (input.id !== undefined) query = query.where("r.id", "<>", input.id);
  if (input.weekdays.length > 0) query = query.where(sql<SqlBool>`(r.weekdays = '{}' OR r.weekdays && ${input.weekdays}::int[])`);
  if (input.placeIds.length > 0) query = query.where(sql<SqlBool>`(r.place_ids = '{}' OR r.place_ids && ${input.placeIds}::text[])`);
  if (input.cardTypeId !== null) {
    const { cardTypeId } = input;
    query = query.where((eb) => eb.or([eb("r.card_type_id", "is", null), eb("r.card_type_id", "=", cardTypeId)]));
  }
  return { content: (await query.execute()).map((row) => toRow(ctx, row)) };
}

/**
 * Adds a temporary price. What is sold from now on is priced by it; what is sold stays, what is unpaid is re-priced when told.
 * @throws AppError `missing`: program, place or card type
 */
export async function create(ctx: Ctx, input: Parsed<typeof temporaryPrices.create>): Promise<TemporaryPriceRow> {
  await checkNamed(ctx, input);
  const id = ctx.newId();
  const values = { venue_id: ctx.venue.id, id, ...columns(input), operator: ctx.person.name, created_at: ctx.now };
  await changing(ctx, await changeTo(ctx, { draft: input }), input.unpaid, () =>
    ctx.db.insertInto("temporary_price").values(values).execute(),
  );
  return changed(ctx, id);
}

/** Changes a temporary price. @throws AppError `missing` */
export async function modify(ctx: Ctx, input: Parsed<typeof temporaryPrices.modify>): Promise<TemporaryPriceRow> {
  await checkNamed(ctx, input);
  const values = { ...columns(input), operator: ctx.person.name };
  await changing(ctx, await changeTo(ctx, { id: input.id, draft: input }), input.unpaid, () =>
    ctx.db.updateTable("temporary_price").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", input.id).execute(),
  );
  return changed(ctx, input.id);
}

/** Deletes a temporary price; sold lines keep their trace. @throws AppError `missing` */
export async function remove(ctx: Ctx, { id, unpaid }: Parsed<typeof temporaryPrices.delete>): Promise<Record<string, never>> {
  const { numDeletedRows } = await changing(ctx, await changeTo(ctx, { id }), unpaid, () =>
    ctx.db.deleteFrom("temporary_price").where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirst(),
  );
  if (numDeletedRows !== 1n) throw missing(ctx);
  ctx.emit({ type: "changed", data: { resource: "temporaryPrices", id } });
  return {};
}

/**
 * The temporary price as it stands, and as it would be: as a draft says, or gone.
 * @throws AppError `missing`
 */
export async function changeTo(
  ctx: Ctx,
  { id, draft }: { id?: string | undefined; draft?: z.output<typeof TemporaryPriceDraft> | undefined },
): Promise<RuleChange> {
  // A new price has no id yet: the newest of all.
  const after = draft ? { ...draft, id: id ?? "~" } : null;
  if (id === undefined) return temporaryChange(null, after);
  const { programId, name, price, unit, ...window } = await view(ctx, { id });
  return temporaryChange({ ...window, id, programId, name, price: fen(price), unit }, after);
}

/** What counts for a card type, and for everyone: on a day, or from today on. Without a card type, all. */
export async function byLevel(
  ctx: Ctx,
  { cardTypeId, day }: Parsed<typeof pricing.temporaryByLevel>,
): Promise<Output<typeof pricing.temporaryByLevel>> {
  let query = matching(ctx, {}).where("r.valid_to", ">=", day ?? today(ctx));
  if (cardTypeId !== undefined) {
    query = query.where((eb) => eb.or([eb("r.card_type_id", "is", null), eb("r.card_type_id", "=", cardTypeId)]));
  }
  if (day !== undefined)
    query = query.where("r.valid_from", "<=", day).where(sql<SqlBool>`(r.weekdays = '{}' OR ${weekday(day)}::int = ANY(r.weekdays))`);
  const rows = await query
    .orderBy(sql`r.card_type_id IS NULL`)
    .orderBy("r.id", "desc")
    .execute();
  return { content: rows.map((row) => toRow(ctx, row)) };
}

/** The temporary prices of the filter as an Excel file. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const { language } = ctx;
  const label = (name: string): string => fieldLabel(name, language);
  const columnsOf: ExcelColumn[] = [
    { title: label("name"), type: "text", width: 24 },
    { title: label("programId"), type: "text" },
    { title: label("placeIds"), type: "text", width: 24 },
    { title: label("cardTypeId"), type: "text" },
    ...windowTitles(language),
    { title: label("price"), type: "money" },
    { title: label("unit"), type: "text" },
    { title: label("reason"), type: "text", width: 24 },
    { title: label("operatorId"), type: "text" },
    { title: label("state"), type: "text" },
  ];
  const query = matching(ctx, input).orderBy("r.created_at", "desc").orderBy("r.id", "desc");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      yield [
        row.name,
        row.program,
        row.place_ids.length === 0 ? word("allPlaces", language) : placesText(row.place_names, ctx.language),
        row.card_type ?? word("everyone", language),
        ...windowCells(row, language),
        row.price,
        word(row.unit === "head" ? "head" : "perPlace", language),
        row.reason,
        row.operator,
        word(stateOf(ctx, row), language),
      ];
    }
  }
  return streamExcel(`${word("temporary", language)}.xlsx`, columnsOf, rows(), ctx.venue.zone);
}

const missing = (ctx: Ctx): AppError => new AppError("missing", { what: word("temporary", ctx.language) });

function changed(ctx: Ctx, id: string): Promise<TemporaryPriceRow> {
  ctx.emit({ type: "changed", data: { resource: "temporaryPrices", id } });
  return view(ctx, { id });
}

const columns = (draft: z.output<typeof TemporaryPriceDraft>) => ({
  ...windowColumns(draft),
  name: draft.name,
  program_id: draft.programId,
  price: draft.price,
  unit: draft.unit,
  reason: draft.reason,
});

function matching(ctx: Ctx, filter: Filter) {
  let query = ctx.db
    .selectFrom("temporary_price as r")
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "r.venue_id").onRef("g.id", "=", "r.program_id"))
    .leftJoin("card_type as c", (join) => join.onRef("c.venue_id", "=", "r.venue_id").onRef("c.id", "=", "r.card_type_id"))
    .where("r.venue_id", "=", ctx.venue.id)
    .selectAll("r")
    .select(["g.name as program", "c.name as card_type", placeNamesOf("r").as("place_names")]);
  if (filter.q) {
    const q = filter.q.toLowerCase();
    query = query.where(sql<SqlBool>`(position(${q} in lower(r.name)) > 0 OR position(${q} in lower(r.reason)) > 0)`);
  }
  if (filter.programId?.length) query = query.where("r.program_id", "in", filter.programId);
  if (filter.cardTypeId?.length) query = query.where("r.card_type_id", "in", filter.cardTypeId);
  if (filter.state?.length) query = query.where(inStates(ctx, "r", filter.state));
  return query;
}

type Row = Awaited<ReturnType<ReturnType<typeof matching>["execute"]>>[number];
const toRow = (ctx: Ctx, row: Row): TemporaryPriceRow => ({
  id: row.id,
  name: row.name,
  programId: row.program_id,
  programName: row.program,
  placeNames: placesText(row.place_names, ctx.language),
  cardTypeName: row.card_type ?? "",
  ...windowOf(row),
  price: yuan(row.price),
  unit: TemporaryPriceRow.shape.unit.parse(row.unit),
  reason: row.reason,
  state: stateOf(ctx, row),
  operator: row.operator,
  createdAt: row.created_at.toISOString(),
});
