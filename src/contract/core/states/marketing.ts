/** States of activities, coupons, group-buy goods, reviews and messages to customers. */
import { labelled } from "../resource/label";
import { machine } from "./machine";

/** Review of a customer. */
export const review = labelled(machine({ visible: { hide: "hidden" }, hidden: { show: "visible" } }), {
  visible: ["显示中", "Shown", "success"],
  hidden: ["已隐藏", "Hidden", "neutral"],
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
export const customerMessage = labelled(
  machine({
    waiting: { markSent: "sent", drop: "dropped", fail: "failed" },
    failed: { retry: "waiting", markSent: "sent", drop: "dropped" },
    sent: {},
    dropped: {},
  }),
  {
    waiting: ["待发", "Waiting", "waiting"],
    failed: ["发送失败", "Failed", "error"],
    sent: ["已发", "Sent", "success"],
    dropped: ["不发", "Dropped", "neutral"],
  },
);
