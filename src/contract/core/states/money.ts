/** States of payments, sales, shifts, settlements and goods. */
import { z } from "#zod";
import { labelled } from "../resource/label";
import { machine } from "./machine";

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

/** True if a fixed contract is responsible for an order's money: until the use is settled, the order's own pay status has no meaning. */
export const paysByContract = ({ source, payStatus: pays }: { readonly source: string; readonly payStatus: string }): boolean =>
  source === "fixed" && pays === "unpaid";

/** True if an order cost nothing, because it was free or covered by a package card: nobody paid for it, though nothing is due. */
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
  // A provider's signed notification of a payment overrides an earlier unpaid state.
  refused: { succeed: "succeeded" },
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
  hung: ["挂单", "On hold", "waiting"],
  paid: ["已付", "Paid", "success"],
  partly_returned: ["部分退货", "Partly returned", "warning"],
  returned: ["已退货", "Returned", "neutral"],
  void: ["已作废", "Void", "error"],
  abandoned: ["已放弃", "Abandoned", "neutral"],
});
export const SaleState = z.enum(["open", "hung", "paid", "partly_returned", "returned", "void", "abandoned"]);

/** Coupon of the authority. `expire` is made by the clock, `giveBack` by the refund of all that it paid; it pays no second time. */
export const coupon = labelled(
  machine({
    issued: { use: "used", expire: "expired" },
    used: { collect: "to_settle", giveBack: "returned" },
    to_settle: { settle: "settled", giveBack: "returned" },
    settled: { giveBack: "returned" },
    returned: {},
    expired: {},
  }),
  {
    issued: ["未使用", "Unused", "neutral"],
    used: ["已使用", "Used", "success"],
    to_settle: ["待结算", "To settle", "waiting"],
    settled: ["已结算", "Settled", "neutral"],
    returned: ["已退回", "Given back", "warning"],
    expired: ["已过期", "Expired", "neutral"],
  },
);

/** Cashier shift. */
export const shift = machine({ open: { count: "counting" }, counting: { close: "closed", reopen: "open" }, closed: {} });

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
    approved: ["已通过", "Approved", "success"],
    rejected: ["已驳回", "Rejected", "error"],
    paid_out: ["已到账", "Paid out", "success"],
  },
);

/**
 * Invoice against a document. The invoice service answers what is sending or reversing; it may reject it. What it never answered is asked again under
 * the same number, or resolved by a person who looked it up.
 */
export const invoice = labelled(
  machine({
    requested: { send: "sending", issue: "issued", cancel: "cancelled" },
    sending: { send: "sending", issue: "issued", markNotIssued: "requested" },
    issued: { sendReversal: "reversing", reverse: "reversed" },
    reversing: { sendReversal: "reversing", reverse: "reversed", markNotReversed: "issued" },
    reversed: {},
    cancelled: {},
  }),
  {
    requested: ["待开票", "To issue", "waiting"],
    sending: ["开票中", "Sending", "live"],
    issued: ["已开票", "Issued", "success"],
    reversing: ["红冲中", "Reversing", "live"],
    reversed: ["已红冲", "Reversed", "error"],
    cancelled: ["已撤销", "Cancelled", "neutral"],
  },
);

/** Vouchers exported to the accountant's program. A void lets the next batch have its postings. */
export const journalBatch = labelled(machine({ exported: { void: "voided" }, voided: {} }), {
  exported: ["已导出", "Exported", "success"],
  voided: ["已作废", "Voided", "neutral"],
});

/** Document that moves goods. A draft may also be deleted; `void` makes counter-movements. */
export const stockDocument = labelled(machine({ draft: { post: "posted" }, posted: { void: "voided" }, voided: {} }), {
  draft: ["草稿", "Draft", "neutral"],
  posted: ["已过账", "Posted", "success"],
  voided: ["已作废", "Voided", "error"],
});

/** Account at a bank; a closed one takes no further movements. */
export const bankAccount = labelled(machine({ active: { close: "closed" }, closed: { reopen: "active" } }), {
  active: ["使用中", "In use", "success"],
  closed: ["已停用", "Closed", "neutral"],
});

/** Cash deposited into a bank account, or a channel's payout to it. `reverse` makes the counter-movement. */
export const bankMovement = labelled(machine({ posted: { reverse: "reversed" }, reversed: {} }), {
  posted: ["已入账", "Posted", "success"],
  reversed: ["已冲销", "Reversed", "neutral"],
});

/** Line of a bank statement: matched with a movement of the books, or booked by itself. */
export const bankLine = labelled(
  machine({ unmatched: { match: "matched", book: "booked" }, matched: { release: "unmatched" }, booked: { release: "unmatched" } }),
  {
    unmatched: ["未核对", "Unmatched", "warning"],
    matched: ["已核对", "Matched", "success"],
    booked: ["已记账", "Booked", "success"],
  },
);
