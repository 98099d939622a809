/** Promotions as the list, its form and its file show and change them. */
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Page, Parsed } from "../../../contract/call";
import { type Promotion, type PromotionDraft, type PromotionFilter, PromotionKind, type promotions } from "../../../contract/discounts";
import { fieldLabel } from "../../../contract/fields";
import { yuan } from "../../../contract/money";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { changing } from "./plan-effect";
import { promotionChange, type RuleChange } from "./rule-change";
import { checkNamed, inStates, placeNamesOf, placesText, stateOf, windowCells, windowColumns, windowOf, windowTitles } from "./window";
import { word, wordOf } from "./words";

type Filter = z.output<typeof PromotionFilter>;
type Draft = z.output<typeof PromotionDraft>;
const SORTABLE: Sortable = {
  id: "r.id",
  createdAt: "r.created_at",
  name: "r.name",
  from: "r.valid_from",
  to: "r.valid_to",
  programName: { nullable: "g.name" },
  cardTypeName: { nullable: "c.name" },
  kind: "r.kind",
  on: "r.enabled",
};

/** A page, the newest first unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof promotions.list>): Promise<Page<Promotion>> {
  return mapPage(await pageOf(ctx, matching(ctx, input), input, SORTABLE, "createdAt,desc"), (row) => toPromotion(ctx, row));
}

/**
 * One of them.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<Promotion> {
  const row = await matching(ctx, {}).where("r.id", "=", id).executeTakeFirst();
  if (!row) throw missing(ctx);
  return toPromotion(ctx, row);
}

/**
 * Adds a promotion. What is sold from now on is priced by it; what is sold stays, what is unpaid is re-priced when told.
 * @throws AppError `missing`: program, place or card type
 */
export async function create(ctx: Ctx, input: Parsed<typeof promotions.create>): Promise<Promotion> {
  await checkNamed(ctx, input);
  const id = ctx.newId();
  const values = { venue_id: ctx.venue.id, id, ...columns(input), created_at: ctx.now };
  await changing(ctx, await changeTo(ctx, { draft: input }), input.unpaid, () => ctx.db.insertInto("promotion").values(values).execute());
  return changed(ctx, id);
}

/** Changes a promotion. @throws AppError `missing` */
export async function modify(ctx: Ctx, input: Parsed<typeof promotions.modify>): Promise<Promotion> {
  await checkNamed(ctx, input);
  await changing(ctx, await changeTo(ctx, { id: input.id, draft: input }), input.unpaid, () =>
    ctx.db.updateTable("promotion").set(columns(input)).where("venue_id", "=", ctx.venue.id).where("id", "=", input.id).execute(),
  );
  return changed(ctx, input.id);
}

/** Switches a promotion on or off. @throws AppError `missing` */
export async function turn(ctx: Ctx, { id, on, unpaid }: Parsed<typeof promotions.turn>): Promise<Promotion> {
  await changing(ctx, await changeTo(ctx, { id, on }), unpaid, () =>
    ctx.db.updateTable("promotion").set({ enabled: on }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute(),
  );
  return changed(ctx, id);
}

/** Deletes a promotion; sold lines keep their trace. @throws AppError `missing` */
export async function remove(ctx: Ctx, { id, unpaid }: Parsed<typeof promotions.delete>): Promise<Record<string, never>> {
  const { numDeletedRows } = await changing(ctx, await changeTo(ctx, { id }), unpaid, () =>
    ctx.db.deleteFrom("promotion").where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirst(),
  );
  if (numDeletedRows !== 1n) throw missing(ctx);
  ctx.emit({ type: "changed", data: { resource: "promotions", id } });
  return {};
}

/**
 * The promotion as it stands, and as it would be: as a draft says, switched on or off, or gone.
 * @throws AppError `missing`
 */
export async function changeTo(
  ctx: Ctx,
  { id, draft, on }: { id?: string | undefined; draft?: Draft | undefined; on?: boolean | undefined },
): Promise<RuleChange> {
  const row = id === undefined ? null : await promotionRow(ctx, id);
  const rule = row && { ...windowOf(row), ...named(row), value: row.percent ?? row.amount ?? 0 };
  // A new promotion has no id yet: the last of all.
  const drafted = draft && { ...draft, id: id ?? "~", value: (draft.kind === "percent" ? draft.percent : draft.amount) ?? 0 };
  return promotionChange(row?.enabled ? rule : null, draft ? (draft.on && drafted ? drafted : null) : on ? rule : null);
}
const named = (row: Awaited<ReturnType<typeof promotionRow>>) => ({
  id: row.id,
  name: row.name,
  programId: row.program_id,
  kind: PromotionKind.parse(row.kind),
  stackable: row.stackable,
});
async function promotionRow(ctx: Ctx, id: string) {
  const row = await ctx.db.selectFrom("promotion").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirst();
  if (!row) throw missing(ctx);
  return row;
}

/** The promotions of the filter as an Excel file. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const { language } = ctx;
  const label = (name: string): string => fieldLabel(name, language);
  const columnsOf: ExcelColumn[] = [
    { title: label("name"), type: "text", width: 24 },
    { title: label("programId"), type: "text" },
    { title: label("placeIds"), type: "text", width: 24 },
    { title: label("cardTypeId"), type: "text" },
    ...windowTitles(language),
    { title: label("kind"), type: "text" },
    { title: label("percent"), type: "number" },
    { title: label("amount"), type: "money" },
    { title: label("stackable"), type: "text" },
    { title: label("state"), type: "text" },
  ];
  const query = matching(ctx, input).orderBy("r.created_at", "desc").orderBy("r.id", "desc");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      yield [
        row.name,
        row.program ?? word("allPrograms", language),
        row.place_ids.length === 0 ? word("allPlaces", language) : placesText(row.place_names, ctx.language),
        row.card_type ?? word("everyone", language),
        ...windowCells(row, language),
        wordOf(row.kind, language),
        row.percent,
        row.amount,
        word(row.stackable ? "yes" : "no", language),
        word(stateOf(ctx, row), language),
      ];
    }
  }
  return streamExcel(`${word("promotion", language)}.xlsx`, columnsOf, rows(), ctx.venue.zone);
}

const missing = (ctx: Ctx): AppError => new AppError("missing", { what: word("promotion", ctx.language) });

function changed(ctx: Ctx, id: string): Promise<Promotion> {
  ctx.emit({ type: "changed", data: { resource: "promotions", id } });
  return view(ctx, { id });
}

const columns = (draft: Draft) => ({
  ...windowColumns(draft),
  name: draft.name,
  program_id: draft.programId,
  kind: draft.kind,
  percent: draft.kind === "percent" ? draft.percent : null,
  amount: draft.kind === "percent" ? null : draft.amount,
  stackable: draft.stackable,
  enabled: draft.on,
});

function matching(ctx: Ctx, filter: Filter) {
  let query = ctx.db
    .selectFrom("promotion as r")
    .leftJoin("program as g", (join) => join.onRef("g.venue_id", "=", "r.venue_id").onRef("g.id", "=", "r.program_id"))
    .leftJoin("card_type as c", (join) => join.onRef("c.venue_id", "=", "r.venue_id").onRef("c.id", "=", "r.card_type_id"))
    .where("r.venue_id", "=", ctx.venue.id)
    .selectAll("r")
    .select(["g.name as program", "c.name as card_type", placeNamesOf("r").as("place_names")]);
  if (filter.q) query = query.where(sql<SqlBool>`position(${filter.q.toLowerCase()} in lower(r.name)) > 0`);
  if (filter.programId?.length) query = query.where("r.program_id", "in", filter.programId);
  if (filter.cardTypeId?.length) query = query.where("r.card_type_id", "in", filter.cardTypeId);
  if (filter.state?.length) query = query.where(inStates(ctx, "r", filter.state, sql.ref("r.enabled")));
  return query;
}

type Row = Awaited<ReturnType<ReturnType<typeof matching>["execute"]>>[number];
const toPromotion = (ctx: Ctx, row: Row): Promotion => ({
  id: row.id,
  name: row.name,
  programId: row.program_id,
  programName: row.program ?? "",
  placeNames: placesText(row.place_names, ctx.language),
  cardTypeName: row.card_type ?? "",
  ...windowOf(row),
  kind: PromotionKind.parse(row.kind),
  percent: row.percent,
  amount: row.amount === null ? null : yuan(row.amount),
  stackable: row.stackable,
  on: row.enabled,
  state: stateOf(ctx, row),
  createdAt: row.created_at.toISOString(),
});
