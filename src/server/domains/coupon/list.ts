/** Coupons as the log, its sums, its file and the desk see them. */
import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import type { Output, Page, Parsed } from "../../../contract/call";
import { Coupon, type coupon, type CouponFilter } from "../../../contract/coupon";
import { fieldLabel } from "../../../contract/fields";
import { yuan } from "../../../contract/money";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import { usableCoupon } from "../../payment/coupon";
import type { CouponTable } from "./rows";
import { stateWord, word } from "./words";

type Filter = z.output<typeof CouponFilter>;
const SORTABLE: Sortable = {
  id: "id",
  createdAt: "created_at",
  code: "code",
  scheme: "scheme",
  face: "face",
  startsOn: "starts_on",
  endsOn: "ends_on",
  used: "used",
  usedAt: { nullable: "used_at" },
};

/** A page, newest first. */
export async function list(ctx: Ctx, input: Parsed<typeof coupon.list>): Promise<Page<Coupon>> {
  return mapPage(await pageOf(ctx, matching(ctx, input).selectAll(), input, SORTABLE, "createdAt,desc"), toCoupon);
}

/** Sums over the filter. */
export async function sums(ctx: Ctx, input: Filter): Promise<Output<typeof coupon.sums>> {
  const row = await matching(ctx, input)
    .select([
      sql<number>`count(*)`.as("count"),
      sql<number>`coalesce(sum(face), 0)`.as("face"),
      sql<number>`coalesce(sum(used), 0)`.as("used"),
      sql<number>`coalesce(sum(used - given_back), 0)`.as("subsidy"),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, face: yuan(row.face), used: yuan(row.used), subsidy: yuan(row.subsidy) };
}

/**
 * The coupon of a code, where it can pay today.
 * @throws AppError `couponUnknown`, `couponSpent`, `couponEnded`
 */
export const find = async (ctx: Ctx, { code }: Parsed<typeof coupon.find>): Promise<Coupon> => toCoupon(await usableCoupon(ctx, code));

/** The rows of the filter as an Excel file, newest first. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const { language } = ctx;
  const columns: ExcelColumn[] = [
    { title: fieldLabel("couponCodes", language), type: "text" },
    { title: fieldLabel("scheme", language), type: "text" },
    { title: fieldLabel("face", language), type: "money" },
    { title: fieldLabel("threshold", language), type: "money" },
    { title: fieldLabel("startsOn", language), type: "day" },
    { title: fieldLabel("endsOn", language), type: "day" },
    { title: word("state", language), type: "text" },
    { title: word("used", language), type: "money" },
    { title: word("subsidy", language), type: "money" },
    { title: word("document", language), type: "text" },
    { title: word("usedAt", language), type: "instant" },
  ];
  const query = matching(ctx, input).selectAll().orderBy("created_at", "desc").orderBy("id", "desc");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query))
      yield [
        row.code,
        row.scheme,
        row.face,
        row.threshold,
        row.starts_on,
        row.ends_on,
        stateWord(row.state, language),
        row.used,
        row.used - row.given_back,
        row.document_no,
        row.used_at,
      ];
  }
  return streamExcel(`${word("file", language)}.xlsx`, columns, rows(), ctx.venue.zone);
}

function matching(ctx: Ctx, { q, state, from, to }: Filter) {
  let query = ctx.db.selectFrom("coupon").where("venue_id", "=", ctx.venue.id);
  if (q) {
    const part = q.toLowerCase();
    query = query.where((eb) =>
      eb.or([
        eb(sql`position(${part} in lower(code))`, ">", 0),
        eb(sql`position(${part} in lower(scheme))`, ">", 0),
        eb(sql`position(${part} in lower(coalesce(document_no, '')))`, ">", 0),
      ]),
    );
  }
  if (state) query = query.where("state", "=", state);
  if (from) query = query.where("ends_on", ">=", from);
  if (to) query = query.where("starts_on", "<=", to);
  return query;
}

const toCoupon = (row: Selectable<CouponTable>): Coupon => ({
  id: row.id,
  code: row.code,
  scheme: row.scheme,
  face: yuan(row.face),
  threshold: yuan(row.threshold),
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  state: Coupon.shape.state.parse(row.state),
  used: yuan(row.used),
  subsidy: yuan(row.used - row.given_back),
  documentKind: row.document_kind,
  documentNo: row.document_no,
  usedAt: row.used_at?.toISOString() ?? null,
  operator: row.operator,
  createdAt: row.created_at.toISOString(),
});
