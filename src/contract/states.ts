/**
 * The state machines of `docs/states.md`: one table each, used by the server (which moves it allows), the screens (which actions
 * they offer) and the tests (every pair). A table reads: state → action → next state.
 */
import { z } from "zod";
import { labelled } from "./resource/label";

type Table = Record<string, Record<string, string>>;

/** A state machine over a table. */
export interface Machine<T extends Table> {
  readonly table: T;
  readonly states: readonly (keyof T & string)[];
}
export const machine = <const T extends Table>(table: T): Machine<T> => ({ table, states: Object.keys(table) });

export type StateOf<M> = M extends Machine<infer T> ? keyof T & string : never;
type Actions<T extends Table> = { [S in keyof T]: keyof T[S] & string }[keyof T];
export type ActionOf<M> = M extends Machine<infer T> ? Actions<T> : never;

/** The state that `action` leads to from `from`, or `undefined` where the table has no such move. */
export function next<T extends Table>(m: Machine<T>, from: string, action: Actions<T>): (keyof T & string) | undefined {
  return m.table[from]?.[action];
}
/** The actions offered in a state. */
export const actions = <T extends Table>(m: Machine<T>, state: string): Actions<T>[] => Object.keys(m.table[state] ?? {});
/** The states from which `action` is allowed: for `UPDATE … WHERE status IN (…)`. */
export const sources = <T extends Table>(m: Machine<T>, action: Actions<T>): (keyof T & string)[] =>
  m.states.filter((state) => m.table[state]?.[action] !== undefined);

/** What changes an order's lines or adds goods to it, and leaves its state as it is. */
const changes = <S extends string>(state: S) => ({ move: state, extend: state, refundLines: state, addProducts: state }) as const;

/**
 * Booking order. `pay` = paid in full; `expire`, `miss`, `finish` are made by the clock, `retake` by a payment that arrives late while the
 * slot is still free.
 */
export const bookingOrder = machine({
  held: { pay: "paid", payPart: "held", reserve: "reserved", expire: "expired", cancel: "cancelled", ...changes("held") },
  reserved: { pay: "paid", payPart: "reserved", cancel: "cancelled", miss: "no_show", ...changes("reserved") },
  paid: { checkIn: "checked_in", cancel: "cancelled", miss: "no_show", refundAmount: "paid", ...changes("paid") },
  checked_in: {
    undoCheckIn: "paid",
    cancel: "cancelled",
    finish: "finished",
    refundAmount: "checked_in",
    ...changes("checked_in"),
  },
  no_show: { checkIn: "checked_in", refundAmount: "no_show" },
  finished: { refundAmount: "finished", addProducts: "finished" },
  cancelled: {},
  expired: { retake: "held", refundAmount: "expired" },
});
export const OrderStatus = z.enum(["held", "reserved", "paid", "checked_in", "no_show", "finished", "cancelled", "expired"]);
export type OrderStatus = z.infer<typeof OrderStatus>;

export const OrderKind = z.enum(["single", "fixed", "deal", "event", "openPlay"]);
export type OrderKind = z.infer<typeof OrderKind>;

const LINES = ["move", "extend", "refundLines", "refundAmount"] as const;
/**
 * What an order of a kind leaves to what made it: a fixed contract answers for the money of its uses, and who joined an event or open play,
 * what it costs and where else it is played is kept there.
 */
const ELSEWHERE: Record<OrderKind, readonly ActionOf<typeof bookingOrder>[]> = {
  single: [],
  deal: [],
  fixed: LINES,
  event: [...LINES, "cancel"],
  openPlay: [...LINES, "cancel"],
};
/** Whether an action is not the order's own but done where the order comes from: at its fixed contract, event or open play. */
export const isElsewhere = (kind: OrderKind, action: ActionOf<typeof bookingOrder>): boolean => ELSEWHERE[kind].includes(action);
/** The actions that the desk is offered of an order of this kind, in this state. */
export const orderActions = (kind: OrderKind, state: string): ActionOf<typeof bookingOrder>[] =>
  actions(bookingOrder, state).filter((action) => !isElsewhere(kind, action));

/** A lock of a place. */
export const placeLock = machine({ locked: { unlock: "released" }, released: {} });

/** An entry of the waitlist. `offer`, `lapse` and `expire` are made by the clock or by slots that come free; `requeue` once only. */
export const waitlistEntry = machine({
  waiting: { offer: "offered", withdraw: "withdrawn", expire: "expired" },
  offered: { accept: "accepted", lapse: "lapsed", withdraw: "withdrawn" },
  lapsed: { requeue: "waiting" },
  accepted: {},
  withdrawn: {},
  expired: {},
});
export const WaitlistState = z.enum(["waiting", "offered", "accepted", "lapsed", "withdrawn", "expired"]);
export type WaitlistState = z.infer<typeof WaitlistState>;

/**
 * Pay status of any document of money. `unpay`: the line that was all that is paid, by a package card, is taken off an order that
 * continues.
 */
export const payStatus = machine({
  unpaid: { payPart: "part_paid", payAll: "paid" },
  part_paid: { payPart: "part_paid", payAll: "paid", unpay: "unpaid", refundPart: "part_refunded", refundAll: "refunded" },
  paid: { refundPart: "part_refunded", refundAll: "refunded" },
  part_refunded: { refundPart: "part_refunded", refundAll: "refunded" },
  refunded: {},
});
export const PayStatus = z.enum(["unpaid", "part_paid", "paid", "part_refunded", "refunded"]);
export type PayStatus = z.infer<typeof PayStatus>;

/** Whether a fixed contract answers for an order's money: until the use is settled its own pay status says nothing. */
export const paysByContract = ({ source, payStatus: pays }: { readonly source: string; readonly payStatus: string }): boolean =>
  source === "fixed" && pays === "unpaid";

/** Whether an order cost nothing, given away or covered by a package card: nobody paid for it, though nothing is due. */
export const costsNothing = ({ payStatus: pays, total }: { readonly payStatus: string; readonly total: number | string }): boolean =>
  pays === "paid" && Number(total) === 0;

/** One payment attempt. */
export const payment = machine({
  created: { send: "processing", cancel: "cancelled" },
  processing: { succeed: "succeeded", refuse: "refused", lose: "unknown" },
  unknown: { succeed: "succeeded", refuse: "refused" },
  succeeded: { refund: "refunding" },
  refunding: { refunded: "refunded", fail: "refund_failed" },
  refund_failed: { refund: "refunding" },
  refused: {},
  cancelled: {},
  refunded: {},
});
export const PaymentState = z.enum([
  "created",
  "processing",
  "succeeded",
  "refused",
  "unknown",
  "cancelled",
  "refunding",
  "refunded",
  "refund_failed",
]);

export const paymentStates = labelled(payment, {
  created: ["待发送", "Created", "waiting"],
  processing: ["处理中", "Processing", "waiting"],
  unknown: ["待确认", "Unknown", "warning"],
  succeeded: ["已收", "Received", "success"],
  refunding: ["退款中", "Refunding", "waiting"],
  refunded: ["已退款", "Refunded", "neutral"],
  refund_failed: ["退款失败", "Refund failed", "error"],
  refused: ["被拒", "Refused", "error"],
  cancelled: ["已取消", "Cancelled", "neutral"],
});

/** A session of a hall sold by capacity. */
export const hallBooking = machine({
  draft: { shelve: "on_shelf", cancel: "cancelled" },
  on_shelf: { unshelve: "off_shelf", finish: "finished", cancel: "cancelled" },
  off_shelf: { shelve: "on_shelf", finish: "finished", cancel: "cancelled" },
  finished: {},
  cancelled: {},
});
export const HallBookingStatus = z.enum(["draft", "on_shelf", "off_shelf", "finished", "cancelled"]);

/**
 * Places that somebody took in a session. `checkIn` counts attendees and moves nothing; once somebody came in it is not cancelled alone.
 */
export const sessionBooking = machine({ booked: { checkIn: "booked", cancel: "cancelled" }, cancelled: {} });
export const SessionBookingStatus = z.enum(["booked", "cancelled"]);

/** Open play. `confirm` is made by whoever joins as the last that it needs, `fail` and `finish` by the clock. */
export const openPlayEvent = machine({
  draft: { open: "open", cancel: "cancelled" },
  open: { confirm: "confirmed", fail: "failed", cancel: "cancelled" },
  confirmed: { finish: "finished", cancel: "cancelled" },
  finished: {},
  failed: {},
  cancelled: {},
});
export const OpenPlayState = z.enum(["draft", "open", "confirmed", "finished", "failed", "cancelled"]);
export type OpenPlayState = z.infer<typeof OpenPlayState>;

/**
 * Attendees who joined an open play. `checkIn` counts who came, `miss` is made by the clock when nobody of them did, `payOut` hands
 * over cash that the clock gave back.
 */
export const openPlayTicket = machine({
  joined: { checkIn: "joined", leave: "left", miss: "no_show", payOut: "joined" },
  no_show: { checkIn: "joined", payOut: "no_show" },
  left: { payOut: "left" },
});
export const OpenPlayTicketState = z.enum(["joined", "no_show", "left"]);

/**
 * Contract of a fixed booking. `expire` is made by the clock; renewing an active contract lengthens it and moves nothing. Ending settles
 * what is prepaid and unused, of an expired contract too: a term can be over with uses left.
 */
export const fixedContract = machine({
  draft: { activate: "active", end: "ended" },
  active: { pause: "paused", expire: "expired", end: "ended" },
  paused: { resume: "active", expire: "expired", end: "ended" },
  expired: { renew: "active", end: "ended" },
  ended: {},
});
export const FixedState = z.enum(["draft", "active", "paused", "expired", "ended"]);
export type FixedState = z.infer<typeof FixedState>;

/** One place booking of a fixed contract. `use`, `miss` and `settle` are made when its time is over. */
export const fixedOccurrence = machine({
  planned: { leave: "leave", move: "moved", cancel: "cancelled", use: "used", miss: "no_show" },
  used: { settle: "settled" },
  no_show: { settle: "settled" },
  leave: {},
  moved: {},
  cancelled: {},
  settled: {},
});
export const OccurrenceState = z.enum(["planned", "used", "no_show", "leave", "moved", "cancelled", "settled"]);
export type OccurrenceState = z.infer<typeof OccurrenceState>;

/** Member. */
export const member = machine({
  active: { freeze: "frozen", expire: "expired", startClosing: "closing", merge: "closed" },
  frozen: { unfreeze: "active", startClosing: "closing" },
  expired: { renew: "active", startClosing: "closing", merge: "closed" },
  closing: { close: "closed", withdrawClosing: "active" },
  closed: {},
});
export const MemberState = z.enum(["active", "frozen", "expired", "closing", "closed"]);
export type MemberState = z.infer<typeof MemberState>;

/** A package card that a member holds. */
export const holding = labelled(
  machine({
    inactive: { activate: "active", expire: "expired", transfer: "transferred", exchange: "exchanged", refund: "refunded" },
    active: { pause: "paused", useUp: "used_up", expire: "expired", transfer: "transferred", exchange: "exchanged", refund: "refunded" },
    paused: { resume: "active", expire: "expired", transfer: "transferred", exchange: "exchanged", refund: "refunded" },
    used_up: { restore: "active" },
    expired: { restore: "active" },
    transferred: {},
    exchanged: {},
    refunded: {},
  }),
  {
    inactive: ["未启用", "Not started", "neutral"],
    active: ["使用中", "Active", "success"],
    paused: ["已暂停", "Paused", "waiting"],
    used_up: ["已用完", "Used up", "neutral"],
    expired: ["已过期", "Expired", "error"],
    transferred: ["已转让", "Transferred", "neutral"],
    exchanged: ["已换卡", "Exchanged", "neutral"],
    refunded: ["已退卡", "Refunded", "warning"],
  },
);
export const HoldingState = z.enum(["inactive", "active", "paused", "used_up", "expired", "transferred", "exchanged", "refunded"]);

/** Run that moves many members to another card type. */
export const cardTypeMove = labelled(
  machine({
    running: { finish: "done", stop: "stopped" },
    stopped: { undo: "undoing" },
    done: { undo: "undoing" },
    undoing: { finishUndo: "undone" },
    undone: {},
  }),
  {
    running: ["进行中", "Running", "live"],
    stopped: ["已停止", "Stopped", "warning"],
    done: ["已完成", "Done", "success"],
    undoing: ["撤销中", "Being undone", "live"],
    undone: ["已撤销", "Undone", "neutral"],
  },
);

/** Cashier sale. */
export const sale = machine({
  open: { hang: "hung", pay: "paid", abandon: "abandoned" },
  hung: { recall: "open", abandon: "abandoned" },
  paid: { returnPart: "partly_returned", returnAll: "returned", void: "void" },
  partly_returned: { returnPart: "partly_returned", returnAll: "returned" },
  returned: {},
  void: {},
  abandoned: {},
});
export const saleStates = labelled(sale, {
  open: ["开单中", "Open", "waiting"],
  hung: ["挂单", "Hung", "waiting"],
  paid: ["已付", "Paid", "success"],
  partly_returned: ["部分退货", "Partly returned", "warning"],
  returned: ["已退货", "Returned", "neutral"],
  void: ["已作废", "Void", "error"],
  abandoned: ["已放弃", "Abandoned", "neutral"],
});
export const SaleState = z.enum(["open", "hung", "paid", "partly_returned", "returned", "void", "abandoned"]);

/** Coupon of the authority. `expire` is made by the clock, `giveBack` by the refund of all that it paid; it pays no second time. */
export const coupon = machine({
  issued: { use: "used", expire: "expired" },
  used: { collect: "to_settle", giveBack: "returned" },
  to_settle: { settle: "settled", giveBack: "returned" },
  settled: { giveBack: "returned" },
  returned: {},
  expired: {},
});
export const CouponState = z.enum(["issued", "used", "to_settle", "settled", "returned", "expired"]);
export type CouponState = z.infer<typeof CouponState>;

/** Cashier shift. */
export const shift = machine({ open: { count: "counting" }, counting: { close: "closed", reopen: "open" }, closed: {} });

/** Message of the message centre. */
export const message = machine({ unread: { read: "read", clear: "cleared" }, read: { clear: "cleared" }, cleared: {} });
export const MessageState = z.enum(["unread", "read", "cleared"]);

/** Game of a competition. `cancel` refunds all fees; a draft may also be deleted. */
export const game = labelled(
  machine({
    draft: { publish: "published", cancel: "cancelled" },
    published: { openSignUp: "signing_up", cancel: "cancelled" },
    signing_up: { closeSignUp: "closed", cancel: "cancelled" },
    closed: { openSignUp: "signing_up", start: "running", cancel: "cancelled" },
    running: { finish: "finished", cancel: "cancelled" },
    finished: { settleAccounts: "settled" },
    settled: {},
    cancelled: {},
  }),
  {
    draft: ["草稿", "Draft", "neutral"],
    published: ["已发布", "Published", "waiting"],
    signing_up: ["报名中", "Signing up", "success"],
    closed: ["报名截止", "Sign-up closed", "warning"],
    running: ["进行中", "Running", "live"],
    finished: ["已结束", "Finished", "neutral"],
    settled: ["已结算", "Settled", "neutral"],
    cancelled: ["已取消", "Cancelled", "error"],
  },
);
export const GameStatus = z.enum(["draft", "published", "signing_up", "closed", "running", "finished", "settled", "cancelled"]);

/** Run of the price sync. */
export const priceSync = machine({ running: { finish: "done", cancel: "cancelled" }, done: {}, cancelled: {} });
export const PriceSyncState = z.enum(["running", "done", "cancelled"]);

/** Settlement of the authority's coupons. */
export const couponSettlement = labelled(
  machine({
    draft: { submit: "submitted" },
    submitted: { approve: "approved", reject: "rejected" },
    approved: { payOut: "paid_out" },
    rejected: { submit: "submitted" },
    paid_out: {},
  }),
  {
    draft: ["草稿", "Draft", "neutral"],
    submitted: ["待审核", "To review", "waiting"],
    approved: ["待到账", "To be paid", "live"],
    rejected: ["被驳回", "Rejected", "error"],
    paid_out: ["已到账", "Paid out", "success"],
  },
);

/** Goods that are sent; `none`, of orders that send nothing, is no state of a delivery. `reship` is the way back. */
export const shipping = labelled(
  machine({ waiting: { deliver: "delivered" }, delivered: { receive: "received", reship: "returned" }, received: {}, returned: {} }),
  {
    waiting: ["待发货", "To deliver", "waiting"],
    delivered: ["已发货", "Delivered", "live"],
    received: ["已收货", "Received", "success"],
    returned: ["已退货", "Returned", "neutral"],
  },
);

/** An entry of other income or cost, kept by hand. */
export const manualEntry = labelled(machine({ recorded: { void: "voided" }, voided: {} }), {
  recorded: ["已入账", "Recorded", "success"],
  voided: ["已作废", "Voided", "neutral"],
});

/** Qualification application. `expire` is made by the clock. */
export const qualification = labelled(
  machine({
    draft: { submit: "submitted" },
    submitted: { approve: "approved", reject: "rejected" },
    approved: { expire: "expired" },
    rejected: { submit: "submitted" },
    expired: {},
  }),
  {
    draft: ["草稿", "Draft", "neutral"],
    submitted: ["待审核", "To review", "waiting"],
    approved: ["已通过", "Approved", "success"],
    rejected: ["未通过", "Rejected", "error"],
    expired: ["已过期", "Expired", "neutral"],
  },
);

/** Audit of who wants to be on the platform: clubs, threading masters, coaches, training institutions. */
export const audit = labelled(
  machine({
    applied: { approve: "approved", refuse: "refused" },
    approved: { suspend: "suspended" },
    suspended: { resume: "approved" },
    refused: { apply: "applied" },
  }),
  {
    applied: ["待审核", "To review", "waiting"],
    approved: ["已通过", "Approved", "success"],
    suspended: ["已暂停", "Suspended", "warning"],
    refused: ["未通过", "Refused", "error"],
  },
);

/** Content. `submit` sends it to who may publish; what is published or hidden becomes a draft again to be edited anew. */
export const publication = labelled(
  machine({
    draft: { submit: "in_review" },
    in_review: { publish: "published", reject: "draft" },
    published: { hide: "hidden", revise: "draft" },
    hidden: { show: "published", revise: "draft" },
  }),
  {
    draft: ["草稿", "Draft", "neutral"],
    in_review: ["审核中", "In review", "waiting"],
    published: ["已发布", "Published", "success"],
    hidden: ["已隐藏", "Hidden", "warning"],
  },
);

/** A coach's class. `finish` credits the coach's share, by the desk or by the clock. */
export const coachClass = labelled(machine({ planned: { finish: "finished", cancel: "cancelled" }, finished: {}, cancelled: {} }), {
  planned: ["已排", "Planned", "live"],
  finished: ["已上", "Given", "success"],
  cancelled: ["已取消", "Cancelled", "neutral"],
});

/** An attendee of a class. */
export const classBooking = labelled(
  machine({ booked: { attend: "attended", cancel: "cancelled" }, attended: { undo: "booked" }, cancelled: {} }),
  {
    booked: ["已报名", "Booked", "success"],
    attended: ["已签到", "Checked in", "live"],
    cancelled: ["已退课", "Cancelled", "neutral"],
  },
);

/** A coach's request to draw on the balance; `payOut` posts to the ledger. */
export const withdrawing = labelled(
  machine({
    requested: { approve: "approved", refuse: "refused" },
    approved: { payOut: "paid_out", refuse: "refused" },
    paid_out: {},
    refused: {},
  }),
  {
    requested: ["待审核", "Requested", "waiting"],
    approved: ["待付款", "To pay", "live"],
    paid_out: ["已付", "Paid out", "success"],
    refused: ["未通过", "Refused", "error"],
  },
);

/** Settlement of a period; an approved one locks its period. */
export const settlement = labelled(
  machine({
    draft: { submit: "submitted" },
    submitted: { approve: "approved", reject: "rejected" },
    rejected: { submit: "submitted" },
    approved: { payOut: "paid_out" },
    paid_out: {},
  }),
  {
    draft: ["草稿", "Draft", "neutral"],
    submitted: ["待审批", "To decide", "waiting"],
    approved: ["已通过，已锁定", "Approved, locked", "success"],
    rejected: ["已驳回", "Rejected", "error"],
    paid_out: ["已到账", "Paid out", "success"],
  },
);

/** Transfer between members: approving carries it out, or says why it failed. */
export const transfer = labelled(
  machine({
    requested: { approve: "approved", refuse: "refused", withdraw: "withdrawn" },
    approved: { finish: "done", fail: "failed" },
    done: {},
    failed: {},
    refused: {},
    withdrawn: {},
  }),
  {
    requested: ["待审批", "To decide", "waiting"],
    approved: ["已通过", "Approved", "success"],
    done: ["已转账", "Done", "success"],
    failed: ["未成", "Failed", "error"],
    refused: ["未通过", "Refused", "error"],
    withdrawn: ["已撤回", "Withdrawn", "neutral"],
  },
);

/** Review of a customer. */
export const review = labelled(machine({ visible: { hide: "hidden" }, hidden: { show: "visible" } }), {
  visible: ["显示中", "Shown", "success"],
  hidden: ["已隐藏", "Hidden", "neutral"],
});

/** Person of the staff. `lock` is made by wrong passwords, and is over by itself after a while. */
export const user = labelled(
  machine({
    active: { disable: "disabled", lock: "locked" },
    locked: { unlock: "active", disable: "disabled" },
    disabled: { enable: "active" },
  }),
  { active: ["在用", "Active", "success"], locked: ["已锁定", "Locked", "warning"], disabled: ["已停用", "Disabled", "neutral"] },
);

/** Release note. A published one is not edited: it is withdrawn and another one written. */
export const updateNotice = labelled(machine({ draft: { publish: "published" }, published: { withdraw: "withdrawn" }, withdrawn: {} }), {
  draft: ["草稿", "Draft", "neutral"],
  published: ["已发布", "Published", "success"],
  withdrawn: ["已撤回", "Withdrawn", "warning"],
});
/** Entry of a game. Free entries are paid with nothing; whoever is confirmed may withdraw until the game runs. */
export const teamEntry = labelled(
  machine({
    applied: { confirm: "confirmed", refuse: "refused", withdraw: "withdrawn" },
    confirmed: { pay: "paid", withdraw: "withdrawn" },
    paid: { checkIn: "checked_in", withdraw: "withdrawn" },
    checked_in: { abandon: "abandoned", withdraw: "withdrawn" },
    refused: {},
    withdrawn: {},
    abandoned: {},
  }),
  {
    applied: ["待审核", "To review", "waiting"],
    confirmed: ["待缴费", "To pay", "warning"],
    paid: ["已缴费", "Paid", "success"],
    checked_in: ["已签到", "Checked in", "success"],
    refused: ["未通过", "Refused", "error"],
    withdrawn: ["已退赛", "Withdrawn", "neutral"],
    abandoned: ["弃赛", "Abandoned", "error"],
  },
);

/** Stage of an event, its groups and rounds. `redraw` needs a reason and is over once the draw is published. */
export const racecard = labelled(
  machine({ planned: { draw: "drawn" }, drawn: { redraw: "planned", start: "running" }, running: { finish: "finished" }, finished: {} }),
  {
    planned: ["待抽签", "To draw", "waiting"],
    drawn: ["已抽签", "Drawn", "success"],
    running: ["进行中", "Running", "live"],
    finished: ["已结束", "Finished", "neutral"],
  },
);

/**
 * A match, and each of its sets. `correct` needs a reason and is over once the next round has begun. What is decided without it is dropped: a
 * rubber of a tie that is won, the second grand final.
 */
export const battle = labelled(
  machine({
    waiting: { ready: "ready", drop: "dropped" },
    ready: { start: "running", walkover: "walkover", drop: "dropped" },
    running: { finish: "finished", walkover: "walkover", retire: "retired", suspend: "suspended" },
    suspended: { resume: "running" },
    finished: { correct: "running" },
    walkover: { correct: "running" },
    retired: { correct: "running" },
    dropped: { restore: "waiting" },
  }),
  {
    waiting: ["待定", "Waiting", "neutral"],
    ready: ["待赛", "Ready", "waiting"],
    running: ["比赛中", "Running", "live"],
    suspended: ["中断", "Suspended", "warning"],
    finished: ["已结束", "Finished", "success"],
    walkover: ["弃权", "Walkover", "neutral"],
    retired: ["退赛", "Retired", "neutral"],
    dropped: ["不用打", "Not needed", "neutral"],
  },
);
/** Document that moves goods. A draft may also be deleted; `void` makes counter-movements. */
export const stockDocument = labelled(machine({ draft: { post: "posted" }, posted: { void: "voided" }, voided: {} }), {
  draft: ["草稿", "Draft", "neutral"],
  posted: ["已过账", "Posted", "success"],
  voided: ["已作废", "Voided", "error"],
});
/** Activity. `start` and `finish` are made by the clock; `cancel` gives everybody all of it back. "Full" is derived. */
export const activity = labelled(
  machine({
    draft: { publish: "published", cancel: "cancelled" },
    published: { close: "closed", start: "running", cancel: "cancelled" },
    closed: { reopen: "published", start: "running", cancel: "cancelled" },
    running: { finish: "finished", cancel: "cancelled" },
    finished: {},
    cancelled: {},
  }),
  {
    draft: ["草稿", "Draft", "neutral"],
    published: ["报名中", "Sign-up open", "live"],
    closed: ["停止报名", "Sign-up closed", "waiting"],
    running: ["进行中", "Running", "live"],
    finished: ["已结束", "Finished", "success"],
    cancelled: ["已取消", "Cancelled", "error"],
  },
);

/** Somebody's sign-up for an activity. `dissolve` is made by the cancelling of the activity. */
export const activityJoin = labelled(
  machine({
    joined: { checkIn: "checked_in", leave: "left", dissolve: "left" },
    checked_in: { undoCheckIn: "joined", dissolve: "left" },
    left: {},
  }),
  {
    joined: ["已报名", "Signed up", "waiting"],
    checked_in: ["已签到", "Checked in", "success"],
    left: ["已取消", "Cancelled", "neutral"],
  },
);

/** An offer of the venue's own coupons: whether more are given. `end` is made by the clock, `extend` by a later last day. */
export const couponOffer = labelled(
  machine({ live: { stop: "stopped", end: "ended" }, stopped: { resume: "live", end: "ended" }, ended: { extend: "live" } }),
  {
    live: ["发放中", "On offer", "live"],
    stopped: ["已停发", "Stopped", "neutral"],
    ended: ["已结束", "Ended", "neutral"],
  },
);

/** A coupon of the venue. `release` ends one that a promo code made; one that was given goes back to its member. `expire` is made by the clock. */
export const memberCoupon = labelled(
  machine({
    issued: { use: "used", expire: "expired", withdraw: "withdrawn" },
    used: { giveBack: "issued", release: "withdrawn" },
    expired: {},
    withdrawn: {},
  }),
  {
    issued: ["未用", "Unused", "live"],
    used: ["已用", "Used", "success"],
    expired: ["已过期", "Expired", "neutral"],
    withdrawn: ["已收回", "Withdrawn", "error"],
  },
);

/** Group-buy goods. `finish` is made by the clock; `cancel` gives back what is unused of its vouchers. */
export const grouponGoods = labelled(
  machine({
    draft: { shelve: "on_shelf", cancel: "cancelled" },
    on_shelf: { unshelve: "off_shelf", finish: "finished", cancel: "cancelled" },
    off_shelf: { shelve: "on_shelf", finish: "finished", cancel: "cancelled" },
    finished: {},
    cancelled: {},
  }),
  {
    draft: ["草稿", "Draft", "neutral"],
    on_shelf: ["在售", "On sale", "live"],
    off_shelf: ["已下架", "Off sale", "waiting"],
    finished: ["已结束", "Finished", "success"],
    cancelled: ["已取消", "Cancelled", "error"],
  },
);

/** A voucher that was sold. `expire` is made by the clock; undoing a use of the same day goes back as far as what is left used. */
export const voucher = labelled(
  machine({
    unused: { usePart: "part_used", useUp: "used", expire: "expired", refund: "refunded" },
    part_used: {
      usePart: "part_used",
      useUp: "used",
      undoPart: "part_used",
      undoAll: "unused",
      expire: "expired",
      refund: "refunded",
    },
    used: { undoPart: "part_used", undoAll: "unused" },
    expired: {},
    refunded: {},
  }),
  {
    unused: ["未使用", "Unused", "waiting"],
    part_used: ["部分使用", "Partly used", "live"],
    used: ["已用完", "Used up", "success"],
    expired: ["已过期", "Expired", "neutral"],
    refunded: ["已退款", "Refunded", "error"],
  },
);

/** Message to a customer, until somebody or a channel has sent it. */
export const customerMessage = labelled(machine({ waiting: { markSent: "sent", drop: "dropped" }, sent: {}, dropped: {} }), {
  waiting: ["待发", "Waiting", "waiting"],
  sent: ["已发", "Sent", "success"],
  dropped: ["不发", "Dropped", "neutral"],
});
