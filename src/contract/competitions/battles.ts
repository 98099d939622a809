/** Matches as records: their list, and every move from start to result. */
import { z } from "#zod";
import { gameEvents, games, referees } from "./competitions";
import { RUBBERS } from "./game-events";
import { REASON } from "./game-words";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, instant, number, reference, state, text } from "../core/resource/fields";
import { PLACES } from "../core/resource/targets";
import { battle } from "../core/states";
import { LABELS, ROW_LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Points of a set, home first. */
export const SetScore = z.tuple([z.int().min(0).max(999), z.int().min(0).max(999)]);
/** Winners of consecutive points. */
const Run = z
  .string()
  .max(999)
  .regex(/^[ha]*$/);
const SIDES = { home: { zh: "主队（上方）", en: "Home (upper)" }, away: { zh: "客队（下方）", en: "Away (lower)" } } as const;
const side = () => choice({ zh: "哪一方", en: "Which side", required: true, choices: SIDES });

/** A match between two entries. */
export const battles = defineResource({
  name: "battles",
  one: { zh: "对阵", en: "Match" },
  path: "/api/manage/competition/battle",
  codes: { page: SCREENS.battles, export: "schedule_export" },
  title: "title",
  sort: "startsAt,asc",
  fields: {
    title: text({ zh: "对阵", en: "Match", computed: true, search: "part", width: 220 }),
    rubber: choice({ ...LABELS.rubber, readonly: true, filter: true, hidden: true, choices: RUBBERS }),
    game: reference({ zh: "赛事", en: "Game", computed: true, filter: true, hidden: true, of: () => targetOf(games) }),
    event: reference({ zh: "项目", en: "Event", required: true, once: true, filter: true, of: () => targetOf(gameEvents) }),
    stage: number({ zh: "阶段", en: "Stage", required: true, readonly: true }),
    groupNo: text({ zh: "小组", en: "Group", computed: true }),
    round: number({ zh: "轮次", en: "Round", required: true, readonly: true, sort: true }),
    state: state({ ...LABELS.state, machine: battle, filter: true }),
    score: text({ zh: "比分", en: "Score", readonly: true, width: 140 }),
    winnerName: text({ zh: "胜方", en: "Winner", computed: true }),
    court: reference({ zh: "场地", en: "Court", readonly: true, filter: true, of: () => PLACES }),
    startsAt: instant({ ...LABELS.startsAt, readonly: true, filter: true, sort: true }),
    referee: reference({ zh: "裁判", en: "Referee", readonly: true, filter: true, of: () => targetOf(referees) }),
    reason: text({ zh: "说明", en: "Note", readonly: true, hidden: true }),
    /** Names are kept from the public: prints mask them. */
    namesHidden: bool({ ...ROW_LABELS.namesHidden, computed: true, internal: true }),
    isTeam: bool({ ...ROW_LABELS.isTeam, computed: true, internal: true }),
  },
  actions: {
    assign: {
      label: { zh: "派裁判", en: "Assign referee" },
      code: "schedule_modify",
      states: ["waiting", "ready", "running", "suspended"],
      fields: { referee: reference({ zh: "裁判", en: "Referee", required: true, of: () => targetOf(referees) }) },
    },
    start: { label: { zh: "开始", en: "Start" }, code: "score_modify" },
    score: {
      label: { zh: "计分", en: "Score" },
      code: "score_modify",
      states: ["running"],
      extra: () => ({
        sets: z.array(SetScore).max(15).default([]),
        /** Winners of the last points of each set, as far as known; "ha" is one for home, then one for away. */
        runs: z.array(Run).max(15).default([]),
        version: z.int().optional(),
      }),
    },
    finish: {
      label: { zh: "确认赛果", en: "Confirm result" },
      code: "score_modify",
      confirm: { zh: "确认后比分生效，胜者进入下一轮。", en: "The score then counts, and the winner advances." },
    },
    amend: {
      label: { zh: "更正比分", en: "Amend score" },
      code: "score_modify",
      states: ["finished"],
      fields: REASON,
      extra: () => ({
        sets: z.array(SetScore).min(1).max(15),
        version: z.int().optional(),
      }),
    },
    unstart: {
      label: { zh: "撤销开始", en: "Undo start" },
      code: "score_modify",
      confirm: { zh: "还没有比分的对阵回到待赛。", en: "A match without a score is ready again." },
    },
    suspend: { label: { zh: "中断", en: "Suspend" }, code: "score_modify", fields: REASON },
    resume: { label: { zh: "继续", en: "Resume" }, code: "score_modify" },
    walkover: { label: { zh: "弃权", en: "Walkover" }, code: "score_modify", danger: true, fields: { side: side(), ...REASON } },
    retire: { label: { zh: "退赛", en: "Retirement" }, code: "score_modify", danger: true, fields: { side: side(), ...REASON } },
    correct: { label: { zh: "更正赛果", en: "Correct result" }, code: "score_modify", danger: true, fields: REASON },
  },
  views: {
    running: { label: { zh: "比赛中", en: "Running" }, filters: { state: "running" } },
    ready: { label: { zh: "待赛", en: "Ready" }, filters: { state: "ready" } },
  },
  hint: { zh: "抽签后对阵显示在这里", en: "Matches stand here once an event is drawn" },
  help: {
    zh: "弃权、退赛里选的是不能继续的一方，对方获胜。后面的对阵还没有比分时，赛果可以更正：要写原因，之后重新计分确认；后面已开始但没有比分的对阵回到待定，因此自动产生的弃权一并撤销。胜方不变时，随时可以更正比分。",
    en: "In walkover and retirement choose who does not go on; the other side wins. A result can be corrected while no following match has a score, and is then scored and confirmed anew; matches that have begun without a score wait again, and walkovers that came of it are undone. A score that keeps the winner can be amended at any time.",
  },
});
