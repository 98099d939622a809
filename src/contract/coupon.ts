/**
 * Coupons of the authority (sports coupons): registered by their codes, taken at the desk as money that the authority owes (ledger
 * `receivable.coupon`). One coupon pays once; its states are the machine `coupon`.
 */
import { z } from "zod";
import { ById, Done, download, get, Id, pageOf, PageQuery, postJson, resource, SearchText, XLSX } from "./call";
import { Yuan, YuanAbove0, YuanIn } from "./money";
import { CouponState } from "./states";
import { Day, Instant } from "./time";

const FORMAT = { params: { rule: "format" }, message: "format" };
const plain = (text: string): string => text.replace(/\s/g, "").toUpperCase();
const isCode = (code: string): boolean => /^[\w-]{4,40}$/.test(code);
/** As it is printed or scanned: capitals, without blanks. */
export const CouponCode = z.string().transform(plain).refine(isCode, FORMAT);

/** A row of the log. */
export const Coupon = z.object({
  id: Id,
  code: z.string(),
  scheme: z.string(),
  face: Yuan,
  /** What there must be to pay for it to be taken; zero: any amount. */
  threshold: Yuan,
  startsOn: Day,
  endsOn: Day,
  state: CouponState,
  /** What it paid; less than its face where less was due. */
  used: Yuan,
  /** What the authority owes for it: what it paid less what went back. */
  subsidy: Yuan,
  /** The document that it paid, and when. */
  documentKind: z.string().nullable(),
  documentNo: z.string().nullable(),
  usedAt: Instant.nullable(),
  operator: z.string().nullable(),
  createdAt: Instant,
});
export type Coupon = z.infer<typeof Coupon>;

/** Filters of the log; they narrow together. */
export const CouponFilter = z.object({
  q: SearchText.optional().describe("part of a code, a scheme or a document's number"),
  state: CouponState.optional(),
  from: Day.optional().describe("good on this day or later"),
  to: Day.optional().describe("good on this day or earlier"),
});

/** Sums over the whole filter. */
export const CouponSums = z.object({ count: z.number().int(), face: Yuan, used: Yuan, subsidy: Yuan });

/** Most codes that are registered at once. */
export const MOST_CODES = 500;
/** Coupons of one scheme as the authority handed them out. */
export const CouponBatch = z
  .object({
    scheme: z.string().trim().min(1).max(60),
    face: YuanAbove0,
    threshold: YuanIn,
    startsOn: Day,
    endsOn: Day,
    couponCodes: z
      .array(z.string())
      .min(1)
      .max(MOST_CODES)
      .transform((codes) => codes.map(plain))
      .refine((codes) => codes.every(isCode), FORMAT),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, { path: ["endsOn"], params: { rule: "notBefore" }, message: "notBefore" });

export const coupon = resource({
  list: get("/api/manage/venue/coupon/list", {
    summary: "Coupon log, a page",
    code: "coupon_log_list",
    input: CouponFilter.extend(PageQuery.shape),
    output: pageOf(Coupon),
  }),
  sums: get("/api/manage/venue/coupon/sums", {
    summary: "Sums over the filter",
    code: "coupon_log_list",
    input: CouponFilter,
    output: CouponSums,
  }),
  find: get("/api/manage/venue/coupon/find", {
    summary: "The coupon of a code that a customer shows, where it can pay today",
    code: "coupon_use",
    input: z.object({ code: CouponCode }),
    output: Coupon,
  }),
  register: postJson("/api/manage/venue/coupon/register", {
    summary: "Register coupons of one scheme by their codes; all of them or none",
    code: "coupon_modify",
    input: CouponBatch,
    output: z.object({ count: z.number().int() }),
  }),
  withdraw: postJson("/api/manage/venue/coupon/withdraw", {
    summary: "Take back a coupon that was registered by mistake and has not been used",
    code: "coupon_modify",
    input: ById,
    output: Done,
  }),
  excel: download("/api/manage/venue/coupon/excelExport", {
    summary: "Coupons of the filter as an Excel file",
    code: "coupon_export",
    input: CouponFilter,
    file: XLSX,
  }),
});
