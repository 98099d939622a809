/** States of the venue, its staff, content and coaches. */
import { z } from "#zod";
import { labelled } from "../resource/label";
import { machine } from "./machine";

/** Message of the message centre. */
export const message = labelled(machine({ unread: { read: "read", clear: "cleared" }, read: { clear: "cleared" }, cleared: {} }), {
  unread: ["未读", "Unread", "waiting"],
  read: ["已读", "Read", "neutral"],
  cleared: ["已清除", "Cleared", "neutral"],
});

/** Run of the price sync. */
export const priceSync = machine({ running: { finish: "done", cancel: "cancelled" }, done: {}, cancelled: {} });
export const PriceSyncState = z.enum(["running", "done", "cancelled"]);

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

/**
 * Content. `submit` sends it to who may publish; what is published or hidden becomes a draft again to be edited anew. `edit` is saving it:
 * what is hidden is a draft again by it, so that only what was reviewed is shown again.
 */
export const publication = labelled(
  machine({
    draft: { edit: "draft", submit: "in_review" },
    in_review: { publish: "published", reject: "draft" },
    published: { hide: "hidden", revise: "draft" },
    hidden: { edit: "draft", show: "published", revise: "draft" },
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
