/** Shifts of the till: float, paid in and out, blind count by tender, over or short, X and Z. */
import { z } from "#zod";
import { ById, get, Id, PageQuery, pageOf, postJson, Reason, resource } from "./call";
import { Yuan, YuanAbove0, YuanIn } from "./money";
import { Instant } from "./time";

/** Tenders that are counted. */
export const COUNTED = ["cash", "bank_card", "wechat", "alipay", "transfer", "other"] as const;
export const Counted = z.enum(COUNTED);
export type Counted = z.infer<typeof Counted>;

/** What moves the drawer beside sales: change from the safe, money into the safe, other income, other costs. */
export const MOVES = ["draw", "drop", "paidIn", "paidOut"] as const;
export const ShiftMoveKind = z.enum(MOVES);
export type ShiftMoveKind = z.infer<typeof ShiftMoveKind>;

export const ShiftState = z.enum(["open", "counting", "closed"]);

/** One movement of the drawer that no customer made. `amount` is signed: below zero it left the drawer. */
export const ShiftMove = z.object({ id: Id, at: Instant, kind: z.string(), amount: Yuan, reason: z.string(), operator: z.string() });

/** A tender of a shift. Counted and difference are null until the count is handed in. */
export const ShiftTender = z.object({
  tender: Counted,
  /** Float, and what was drawn, dropped, paid in and out. */
  moved: Yuan,
  taken: Yuan,
  refunded: Yuan,
  /** Payments of customers. */
  count: z.number().int(),
  expected: Yuan,
  counted: Yuan.nullable(),
  difference: Yuan.nullable(),
});
/** What a shift took, from the ledger: by tender, and by what was paid for. */
export const ShiftReport = z.object({
  tenders: z.array(ShiftTender),
  kinds: z.array(z.object({ kind: z.string(), count: z.number().int(), amount: Yuan })),
  taken: Yuan,
  refunded: Yuan,
  net: Yuan,
});
export type ShiftReport = z.infer<typeof ShiftReport>;

/** A shift as a row. */
export const Shift = z.object({
  id: Id,
  no: z.string(),
  state: ShiftState,
  operator: z.string(),
  mine: z.boolean(),
  openedAt: Instant,
  countingAt: Instant.nullable(),
  submittedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  receivedBy: z.string(),
  note: z.string(),
  /** Counted less expected, over all tenders; null until handed in. */
  difference: Yuan.nullable(),
});
export type Shift = z.infer<typeof Shift>;

/** A shift whole. `report` is null where it may not be seen: a count is blind until it is handed in. */
export const ShiftDetail = Shift.extend({ moves: z.array(ShiftMove), report: ShiftReport.nullable() });
export type ShiftDetail = z.infer<typeof ShiftDetail>;

const base = "/api/manage/venue/shift";
export const shifts = resource({
  current: get(`${base}/current`, {
    summary: "The person's shift that is open, and the one that is being counted",
    code: "shift",
    output: z.object({ open: ShiftDetail.nullable(), counting: ShiftDetail.nullable() }),
  }),
  list: get(`${base}/list`, {
    summary: "Shifts, the newest first: one's own, or all with shift_report",
    code: "shift",
    input: PageQuery,
    output: pageOf(Shift),
  }),
  view: get(`${base}/view`, { summary: "One shift whole", code: "shift", input: ById, output: ShiftDetail }),
  open: postJson(`${base}/open`, {
    summary: "Open a shift with a float from the safe",
    code: "shift",
    input: z.object({ float: YuanIn }),
    output: ShiftDetail,
  }),
  move: postJson(`${base}/move`, {
    summary: "Draw change from the safe, drop money into it, pay in or out for something else",
    code: "shift",
    input: z.object({ kind: ShiftMoveKind, amount: YuanAbove0, reason: Reason }),
    output: ShiftDetail,
  }),
  count: postJson(`${base}/count`, {
    summary: "Begin to count: what is taken from now on is the next shift's",
    code: "shift",
    output: ShiftDetail,
  }),
  reopen: postJson(`${base}/reopen`, {
    summary: "Give up counting and go on, while nothing was handed in",
    code: "shift",
    output: ShiftDetail,
  }),
  submit: postJson(`${base}/submit`, {
    summary: "Hand in the count; it shows what was expected and can't be changed any more",
    code: "shift",
    input: z.object({ counts: z.partialRecord(Counted, YuanIn) }),
    output: ShiftDetail,
  }),
  close: postJson(`${base}/close`, {
    summary: "Close a counted shift: differences are posted as over or short, the cash goes into the safe",
    code: "shift",
    input: z.object({ id: Id, note: z.string().trim().max(200).default(""), receivedBy: z.string().trim().min(1).max(40) }),
    output: ShiftDetail,
  }),
});
