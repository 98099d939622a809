/** Shifts of the till: float, paid in and out, blind count by tender, over or short, X and Z. */
import { z } from "#zod";
import { ById, Done, get, Id, PageQuery, pageOf, postJson, Reason, resource } from "../core/call";
import { Approved } from "../sale/approvals";
import { StreamName } from "../finance/day-reports";
import { Yuan, YuanAbove0, YuanIn } from "../core/money";
import { Instant } from "../core/time";

/** Tenders that are counted. */
export const COUNTED = ["cash", "bank_card", "wechat", "alipay", "transfer", "other"] as const;
export const Counted = z.enum(COUNTED);
export type Counted = z.infer<typeof Counted>;

/** Drawer movements beside sales: change from the safe, money into the safe, other income, other costs. */
export const MOVES = ["draw", "drop", "paidIn", "paidOut"] as const;
export const ShiftMoveKind = z.enum(MOVES);
export type ShiftMoveKind = z.infer<typeof ShiftMoveKind>;

export const ShiftState = z.enum(["open", "counting", "closed"]);

/** One movement of the drawer that no customer made. `amount` is signed: below zero it left the drawer. */
export const ShiftMove = z.object({
  id: Id,
  at: Instant,
  kind: z.string(),
  amount: Yuan,
  reason: z.string(),
  operator: z.string(),
  /** A counter-movement can still take it back. */
  isReversible: z.boolean(),
});

/** A request to take more cash out of a drawer than it should hold. Approved, it serves once, for exactly its amount. */
export const DrawerRequest = z.object({
  id: Id,
  shiftNo: z.string(),
  amount: Yuan,
  /** Expected cash in the drawer at that time; null for people who count it blind. */
  held: Yuan.nullable(),
  reason: z.string(),
  state: z.enum(["waiting", "approved", "refused", "used"]),
  requestedBy: z.string(),
  decidedBy: z.string(),
  at: Instant,
  /** Requested by this person, who can't decide it. */
  isMine: z.boolean(),
});
export type DrawerRequest = z.infer<typeof DrawerRequest>;

/** A tender of a shift. Counted and difference are null until the count is handed in. */
export const ShiftTender = z.object({
  tender: Counted,
  /** Movements without a customer: float, change from the safe, drops, paid in and out. */
  moved: Yuan,
  taken: Yuan,
  refunded: Yuan,
  /** Payments of customers. */
  count: z.number().int(),
  expected: Yuan,
  counted: Yuan.nullable(),
  difference: Yuan.nullable(),
});
/** Takings of a shift, from the ledger: by tender, and by business as in the day report; both add up to `taken`, `refunded` and `net`. */
export const ShiftReport = z.object({
  tenders: z.array(ShiftTender),
  streams: z.array(z.object({ stream: StreamName, count: z.number().int(), taken: Yuan, refunded: Yuan, net: Yuan })),
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
export const ShiftDetail = Shift.extend({
  moves: z.array(ShiftMove),
  /** Approvals by a second person of cash paid out of the drawer. */
  approvals: z.array(Approved),
  report: ShiftReport.nullable(),
});
export type ShiftDetail = z.infer<typeof ShiftDetail>;

const base = "/api/manage/venue/shift";
export const shifts = resource({
  current: get(`${base}/current`, {
    summary: "The person's shift that is open, and the one that is being counted",
    code: "shift",
    output: z.object({
      open: ShiftDetail.nullable(),
      counting: ShiftDetail.nullable(),
      /** The open drawer of somebody else at this till, and whether this person works in it. */
      atTill: z.object({ id: Id, no: z.string(), operator: z.string(), joined: z.boolean() }).nullable(),
    }),
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
  reverseMove: postJson(`${base}/reverse-move`, {
    summary: "Take a cash movement of a shift back by a counter-movement in the drawer of now, with the reason",
    code: "shift",
    input: z.object({ id: Id, reason: Reason }),
    output: ShiftDetail,
  }),
  join: postJson(`${base}/join`, {
    summary: "Work in the open drawer of somebody else at this till; what one takes names oneself",
    code: "shift",
    input: ById,
    output: Done,
  }),
  requests: get(`${base}/drawer-request-list`, {
    summary: "Requests to take more cash out of a drawer than it should hold: one's own, or all with shift_report",
    code: "shift",
    output: z.object({ content: z.array(DrawerRequest) }),
  }),
  request: postJson(`${base}/drawer-request-create`, {
    summary: "Request to take more cash out of one's drawer than it should hold",
    code: "shift",
    input: z.object({ amount: YuanAbove0, reason: Reason }),
    output: DrawerRequest,
  }),
  decide: postJson(`${base}/drawer-request-decide`, {
    summary: "Approve or refuse such a request of somebody else",
    code: "shift_report",
    input: ById.extend({ approved: z.boolean() }),
    output: DrawerRequest,
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
