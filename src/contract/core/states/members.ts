/** States of members and their cards. */
import { z } from "#zod";
import { labelled } from "../resource/label";
import { machine } from "./machine";

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
    active: {
      pause: "paused",
      useUp: "used_up",
      undoFirstUse: "inactive",
      expire: "expired",
      transfer: "transferred",
      exchange: "exchanged",
      refund: "refunded",
    },
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

const requiredFlag = () =>
  machine({
    requested: { approve: "approved", refuse: "refused", withdraw: "withdrawn" },
    approved: { finish: "done", fail: "failed" },
    done: {},
    failed: {},
    refused: {},
    withdrawn: {},
  });
const ASKED = {
  requested: ["待审批", "To decide", "waiting"],
  approved: ["已通过", "Approved", "success"],
  failed: ["未成", "Failed", "error"],
  refused: ["未通过", "Refused", "error"],
  withdrawn: ["已撤回", "Withdrawn", "neutral"],
} as const;
/** Transfer between members: approving carries it out, or says why it failed. */
export const transfer = labelled(requiredFlag(), { ...ASKED, done: ["已转账", "Done", "success"] });
/** Change of a balance by hand: approving posts it, or says why it failed. */
export const adjustment = labelled(requiredFlag(), { ...ASKED, done: ["已调整", "Done", "success"] });
