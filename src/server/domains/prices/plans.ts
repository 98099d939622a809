/** Price plans as the list and its file show them. */
import { sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import type { z } from "zod";
import type { Page, Parsed } from "../../../contract/core/call";
import { fieldLabel } from "../../../contract/core/fields";
import { yuan } from "../../../contract/core/money";
import {
  type PricePlan,
  type PricePlanDetail,
  type PricePlanFilter,
  type pricePlans,
  ruleLife,
} from "../../../contract/prices/price-plans";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { fromMatrix, rangeOf } from "./matrix";
import { lifeOf, placeNames, placesText } from "./window";
import { word } from "./words";

type Filter = z.output<typeof PricePlanFilter>;
const SORTABLE: Sortable = {
  id: "t.id",
  name: "t.name",
  programName: "g.name",
  priority: "t.priority",
  from: "t.valid_from",
  to: "t.valid_to",
  on: "t.enabled",
};

/** A page, in the order in which plans are tried unless sorted. */
export async function list(ctx: Ctx, input: Parsed<typeof pricePlans.list>): Promise<Page<PricePlan>> {
  return mapPage(await pageOf(ctx, matching(ctx, input), input, SORTABLE, "priority,desc"), (row) => toPlan(ctx, row));
}

/**
 * One of them, whole.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<PricePlanDetail> {
  const row = await matching(ctx, {}).where("t.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: word("plan", ctx.language) });
  return { ...toPlan(ctx, row), ...fromMatrix(row.matrix) };
}

/** The plans of the filter as an Excel file. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const { language } = ctx;
  const label = (name: string): string => fieldLabel(name, language);
  const columns: ExcelColumn[] = [
    { title: label("name"), type: "text", width: 24 },
    { title: label("programId"), type: "text" },
    { title: label("priority"), type: "number" },
    { title: label("from"), type: "day" },
    { title: label("to"), type: "day" },
    { title: label("placeIds"), type: "text", width: 24 },
    { title: word("lowest", language), type: "money" },
    { title: word("highest", language), type: "money" },
    { title: label("state"), type: "text" },
  ];
  const query = matching(ctx, input).orderBy("t.priority", "desc").orderBy("t.id");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) {
      const { lowest, highest } = rangeOf(row.matrix.walkIn);
      const places = row.place_ids.length === 0 ? word("allPlaces", language) : placesText(row.place_names, ctx.language);
      yield [
        row.name,
        row.program,
        row.priority,
        row.valid_from,
        row.valid_to,
        places,
        lowest,
        highest,
        ruleLife.labels[row.state][language],
      ];
    }
  }
  return streamExcel(`${word("plan", language)}.xlsx`, columns, rows(), ctx.venue.zone);
}

function matching(ctx: Ctx, filter: Filter) {
  const state = lifeOf(sql.ref("t.enabled"))(ctx);
  let query = ctx.db
    .selectFrom("price_plan as t")
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "t.venue_id").onRef("g.id", "=", "t.program_id"))
    .where("t.venue_id", "=", ctx.venue.id)
    .selectAll("t")
    .select(["g.name as program", placeNames.as("place_names"), state.as("state")]);
  if (filter.q) query = query.where(contains(filter.q, sql.ref("t.name")));
  if (filter.programId?.length) query = query.where("t.program_id", "in", filter.programId);
  if (filter.state?.length) query = query.where(sql<SqlBool>`${state} = any(${filter.state})`);
  return query;
}

type Row = Awaited<ReturnType<ReturnType<typeof matching>["execute"]>>[number];
function toPlan(ctx: Ctx, row: Row): PricePlan {
  const { lowest, highest } = rangeOf(row.matrix.walkIn);
  return {
    id: row.id,
    name: row.name,
    programId: row.program_id,
    programName: row.program,
    priority: row.priority,
    from: row.valid_from,
    to: row.valid_to,
    placeIds: row.place_ids,
    placeNames: placesText(row.place_names, ctx.language),
    on: row.enabled,
    state: row.state,
    lowest: yuan(lowest),
    highest: yuan(highest),
  };
}
