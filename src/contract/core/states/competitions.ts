/** States of games, entries, draws and matches. */
import { z } from "#zod";
import { labelled } from "../resource/label";
import { machine } from "./machine";

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

/** Entry of a game. Free entries are paid with nothing; whoever is confirmed may withdraw until its event has begun. */
export const teamEntry = labelled(
  machine({
    applied: { confirm: "confirmed", refuse: "refused", withdraw: "withdrawn" },
    confirmed: { pay: "paid", abandon: "abandoned", withdraw: "withdrawn" },
    paid: { checkIn: "checked_in", abandon: "abandoned", withdraw: "withdrawn" },
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
 * A match, and each of its sets. `correct` needs a reason and is over once a following match has a score;
 * `unstart` takes a start back while there is no score. What is decided without it is dropped: a
 * rubber of a tie that is won, the second grand final.
 */
export const battle = labelled(
  machine({
    waiting: { ready: "ready", drop: "dropped" },
    ready: { start: "running", walkover: "walkover", drop: "dropped" },
    running: { finish: "finished", walkover: "walkover", retire: "retired", suspend: "suspended", unstart: "ready" },
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
