/** Reconciliation: a WeChat or Alipay bill held against what was taken. */
import { z } from "#zod";
import { ById, FILE_BYTES, get, Id, PageQuery, pageOf, postJson, Reason, resource, SearchText } from "../core/call";
import { Yuan } from "../core/money";
import { Day, Instant } from "../core/time";

export const BillChannel = z.enum(["wechat", "alipay"]);
export type BillChannel = z.infer<typeof BillChannel>;
/** Result of a row: both sides agree, only we have it, only they have it, the amounts differ, a fee. */
export const RESULTS = ["matched", "ours", "theirs", "amount", "fee"] as const;
export const BillResult = z.enum(RESULTS);
export type BillResult = z.infer<typeof BillResult>;

/**
 * Handling of a difference: explained, with nothing posted (the next day's bill has it); posted to our books as in the bill; claimed from
 * the channel, by a ticket, until it settles; or identified as the channel's fee.
 */
export const HANDLINGS = ["explain", "correct", "claim", "fee"] as const;
export const Handling = z.enum(HANDLINGS);
export type Handling = z.infer<typeof Handling>;

/** End of a claim: paid through the channel's account or by transfer, or written off. */
export const CLAIM_ENDS = ["channel", "transfer", "lost"] as const;
export const ClaimEnd = z.enum(CLAIM_ENDS);
export type ClaimEnd = z.infer<typeof ClaimEnd>;

/** A row: a payment, a refund or the fees. Amounts are signed; the difference is theirs less ours. */
export const BillRow = z.object({
  id: Id,
  result: BillResult,
  way: z.enum(["pay", "refund", "fee"]),
  at: Instant.nullable(),
  ourNo: z.string(),
  channelNo: z.string(),
  matter: z.string(),
  ours: Yuan,
  theirs: Yuan,
  difference: Yuan,
  note: z.string(),
  handledBy: z.string(),
  /** Null as long as nobody handled it. */
  handling: Handling.nullable(),
  /** Null as long as a claim is open, and where there is none. */
  claim: z.object({ end: ClaimEnd, note: z.string(), by: z.string() }).nullable(),
});
export type BillRow = z.infer<typeof BillRow>;

/** A claim that is open, with its bill. `owed`: what the channel owes us; below zero: what we owe it. */
export const OpenClaim = z.object({
  id: Id,
  channel: BillChannel,
  day: Day,
  ourNo: z.string(),
  channelNo: z.string(),
  owed: Yuan,
  note: z.string(),
});
export type OpenClaim = z.infer<typeof OpenClaim>;

const Side = z.object({ taken: Yuan, takenCount: z.number().int(), refunded: Yuan, refundedCount: z.number().int(), fee: Yuan, net: Yuan });
/** A bill with what its rows come to. `ties`: our net and the differences make the bill's own net, to the fen. */
export const Bill = z.object({
  id: Id,
  channel: BillChannel,
  day: Day,
  fileName: z.string(),
  state: z.enum(["open", "done"]),
  operator: z.string(),
  loadedAt: Instant,
  ours: Side,
  theirs: Side,
  results: z.array(z.object({ result: BillResult, count: z.number().int(), difference: Yuan })),
  open: z.number().int(),
  ties: z.boolean(),
});
export type Bill = z.infer<typeof Bill>;

/** Longest bill that is taken, characters. */
export const LONGEST_BILL = 4_000_000;
const base = "/api/manage/venue/reconciliation";
export const reconciliation = resource({
  bill: get(`${base}/bill`, {
    summary: "The bill of a channel and day, without a day its newest; null where none is loaded",
    code: "reconciliation",
    input: z.object({ channel: BillChannel, day: Day.optional() }),
    output: z.object({ bill: Bill.nullable() }),
  }),
  rows: get(`${base}/rows`, {
    summary: "Rows of a bill, those with differences first, a page",
    code: "reconciliation",
    input: ById.extend({ result: BillResult.optional(), q: SearchText.optional() }).extend(PageQuery.shape),
    output: pageOf(BillRow),
  }),
  load: postJson(`${base}/load`, {
    summary: "Take a channel's bill of a day, as the channel's site gives it; loaded again, it takes the place of the one before",
    code: "reconciliation_load",
    bodyLimit: FILE_BYTES,
    input: z.object({
      channel: BillChannel,
      day: Day,
      fileName: z.string().trim().min(1).max(120),
      content: z.string().min(1).max(LONGEST_BILL),
    }),
    output: Bill,
  }),
  handle: postJson(`${base}/handle`, {
    summary: "Handle a difference: what is done, and why; all but an explanation is posted",
    code: "reconciliation_load",
    input: ById.extend({ handling: Handling, note: Reason }),
    output: BillRow,
  }),
  reopen: postJson(`${base}/reopen`, {
    summary: "Open a handled difference again: what it posted is reversed",
    code: "reconciliation_load",
    input: ById.extend({ note: Reason }),
    output: BillRow,
  }),
  claims: get(`${base}/claims`, {
    summary: "Claims on a channel that are open, oldest first, and what they come to",
    code: "reconciliation",
    input: z.object({ channel: BillChannel }),
    output: z.object({ content: z.array(OpenClaim), count: z.number().int(), owed: Yuan }),
  }),
  settleClaim: postJson(`${base}/settle-claim`, {
    summary: "Settle a claim on a channel, once: what came back is posted, what was given up is a cost",
    code: "reconciliation_load",
    input: ById.extend({ end: ClaimEnd, note: Reason }),
    output: BillRow,
  }),
  finish: postJson(`${base}/finish`, {
    summary: "Finish a bill whose differences are all handled: its fees are posted as costs",
    code: "reconciliation_load",
    input: ById,
    output: Bill,
  }),
});
