/** Entries, their players and their payments. */
import { REASON } from "./game-words";
import { z } from "#zod";
import { PaymentIn } from "../booking/booking";
import { PAY_TYPE_LABELS } from "../core/pay-types";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, day, money, number, phone, reference, state, text } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { teamEntry } from "../core/states";
import { games } from "./games";
import { gameEvents } from "./game-events";
import { LABELS, ROW_LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** An entry: who plays in an event. */
export const gameTeams = defineResource({
  name: "gameTeams",
  one: { zh: "队伍", en: "Entry" },
  path: "/api/manage/competition/team",
  codes: { page: SCREENS.gameTeams, modify: "team_modify", export: "team_export", import: "team_modify" },
  title: "name",
  page: "/addedServices/team-list/:id",
  fields: {
    no: text({ zh: "报名号", en: "No.", readonly: true, search: "part", sort: true, width: 150 }),
    event: reference({ zh: "比赛项目", en: "Event", required: true, once: true, filter: true, of: () => targetOf(gameEvents) }),
    name: text({ zh: "队伍/选手", en: "Team or player", required: true, search: "pinyin", sort: true, max: 60, width: 160 }),
    state: state({ ...LABELS.state, machine: teamEntry, filter: true }),
    gameTitle: text({ zh: "赛事", en: "Game", computed: true, width: 160 }),
    game: reference({ zh: "赛事（筛选）", en: "Game (filter)", computed: true, filter: true, hidden: true, of: () => targetOf(games) }),
    club: text({ zh: "单位", en: "Club", search: "part", max: 60, hint: { zh: "抽签时同单位避开", en: "Kept apart by the draw" } }),
    captain: text({ zh: "队长", en: "Captain", required: true, search: "part", max: 40 }),
    phone: phone({ ...LABELS.phone, required: true, search: "prefix" }),
    member: reference({
      zh: "会员",
      en: "Member",
      hidden: true,
      hint: { zh: "用余额缴费时选", en: "Whose purse may pay" },
      of: () => MEMBERS,
    }),
    members: number({ zh: "队员数", en: "Players", computed: true, sum: true }),
    seed: number({ zh: "种子", en: "Seed", min: 1, max: 32, sort: true }),
    qualifying: bool({
      zh: "打资格赛",
      en: "Plays the qualifying",
      hidden: true,
      hint: { zh: "只用于“资格赛 + 淘汰”；不勾选则直接进正赛", en: "Of “Qualifying, then knockout” only; else it is in the main draw" },
    }),
    payState: choice({
      zh: "缴费",
      en: "Payment",
      computed: true,
      filter: true,
      choices: {
        unpaid: { zh: "未缴", en: "Unpaid" },
        paid: { zh: "已缴", en: "Paid" },
        refunded: { zh: "已退", en: "Refunded" },
        free: { zh: "免费", en: "Free" },
      },
    }),
    fee: money({ zh: "报名费", en: "Fee", computed: true }),
    paid: money({ zh: "已收", en: "Received", readonly: true, sum: true }),
    refunded: money({ zh: "已退", en: "Refunded", readonly: true, sum: true, hidden: true }),
    balance: money({ zh: "净收报名费", en: "Fee kept", computed: true, sum: true, hidden: true }),
    balanceFreeze: money({ zh: "在押保证金", en: "Deposit held", readonly: true, sum: true, hidden: true }),
    confirm: bool({ zh: "报名已确认", en: "Entry confirmed", computed: true, hidden: true }),
    audit: text({ zh: "审核说明", en: "Review", readonly: true, hidden: true }),
    winCount: number({ zh: "胜", en: "Won", readonly: true, hidden: true }),
    drawCount: number({ zh: "平", en: "Drawn", readonly: true, hidden: true }),
    lostCount: number({ zh: "负", en: "Lost", readonly: true, hidden: true }),
    abandonmentCount: number({ zh: "弃权", en: "Abandoned", readonly: true, hidden: true }),
    integral: number({ zh: "积分", en: "Points", readonly: true, hidden: true }),
    winIntegral: number({ zh: "胜场积分", en: "Points of wins", computed: true, hidden: true }),
    lostIntegral: number({ zh: "负场积分", en: "Points of losses", computed: true, hidden: true }),
    abandonmentIntegral: number({ zh: "弃权积分", en: "Points of walkovers lost", computed: true, hidden: true }),
    place: number({ zh: "名次", en: "Place", readonly: true, sort: true }),
    /** Names are kept from the public: prints mask them. */
    namesHidden: bool({ ...ROW_LABELS.namesHidden, computed: true, internal: true }),
    isTeam: bool({ ...ROW_LABELS.isTeam, computed: true, internal: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 300 }),
  },
  shared: { review: { path: "/api/manage/competition/game/confirm", actions: ["confirm", "refuse"] } },
  actions: {
    confirm: {
      label: { zh: "确认报名", en: "Confirm" },
      code: "game_confirm",
      bulk: true,
      confirm: { zh: "将检查队员人数、性别和年龄。", en: "Numbers, sexes and ages of its players are checked." },
    },
    refuse: { label: { zh: "不通过", en: "Refuse" }, code: "game_confirm", danger: true, fields: REASON },
    pay: {
      label: { zh: "缴费", en: "Take payment" },
      code: "entry_pay",
      extra: () => ({ payments: z.array(PaymentIn).max(8).default([]) }),
    },
    checkIn: { label: { zh: "签到", en: "Check in" }, code: "team_modify", bulk: true },
    giveBackDeposit: {
      label: { zh: "退保证金", en: "Give deposit back" },
      code: "entry_refund",
      states: ["paid", "checked_in"],
      confirm: { zh: "保证金按原方式退回。", en: "The deposit goes back the way it came." },
    },
    withdraw: {
      label: { zh: "退赛", en: "Withdraw" },
      code: "entry_refund",
      danger: true,
      fields: {
        keep: money({ zh: "扣留手续费", en: "Fee kept", hint: { zh: "其余原路退回", en: "The rest goes back the way it came" } }),
        ...REASON,
      },
    },
    abandon: { label: { zh: "弃赛", en: "Abandon" }, code: "team_modify", danger: true, fields: REASON },
  },
  views: {
    waiting: { label: { zh: "待审核", en: "To review" }, filters: { state: "applied" } },
    unpaid: { label: { zh: "待缴费", en: "To pay" }, filters: { state: "confirmed" } },
  },
  hint: { zh: "报名的队伍和选手；在赛事开放报名后添加", en: "Teams and players that entered; added once a game takes entries" },
  help: {
    zh: "流程：报名 → 确认 → 缴费 → 签到。缴费后退赛会原路退款，可扣留手续费；不到场记为弃赛，保证金不退，未缴费、未签到的也可以记。项目开赛前都可以退赛；抽签公布后退赛或弃赛，未打的对阵记为弃权，已打的成绩保留。赛事勾选了“不公开姓名”时，名单打印出来只留姓名首字；能导出名单的人可按“打印全名”，供自己使用。",
    en: "An entry is confirmed, paid and checked in. Withdrawing gives the money back, less what is kept; who abandons loses the deposit; a no-show can be recorded whether it has paid or not. An entry can withdraw until its event begins; once the draw is published, the matches that it has left are walkovers, and results stay. Where a game keeps names from the public, printed lists have first letters only; who may export them can press “Print whole names” for the desk’s own.",
  },
});

/** A player of an entry. */
export const gameTeamMembers = defineResource({
  name: "gameTeamMembers",
  one: { zh: "队员", en: "Player" },
  path: "/api/manage/competition/team-member",
  codes: { page: SCREENS.gameTeamMembers, modify: "team_modify", export: "team_export", import: "team_modify" },
  title: "name",
  page: "/addedServices/team-member-list/:id",
  fields: {
    team: reference({ zh: "队伍", en: "Entry", required: true, once: true, filter: true, of: () => targetOf(gameTeams) }),
    name: text({ zh: "姓名", en: "Name", required: true, search: "pinyin", sort: true, max: 40 }),
    sex: choice({
      zh: "性别",
      en: "Sex",
      required: true,
      filter: true,
      choices: { male: { zh: "男", en: "Male" }, female: { zh: "女", en: "Female" } },
    }),
    birthday: day({ zh: "出生日期", en: "Born" }),
    age: number({ zh: "参赛年龄", en: "Age at the game", computed: true }),
    phone: phone({ ...LABELS.phone, search: "prefix" }),
    eventTitle: text({ zh: "项目", en: "Event", computed: true }),
    texts: bool({
      zh: "同意收比赛短信",
      en: "Agrees to texts",
      filter: true,
      hint: { zh: "本人同意后才勾选：叫号、改时间、赛果", en: "Only once they agreed: called to court, new time, result" },
    }),
    captain: bool({ zh: "队长", en: "Captain", filter: true }),
    shirt: text({ zh: "号码", en: "Shirt no.", max: 6 }),
    position: text({ zh: "位置", en: "Position", max: 20, hidden: true }),
    replaced: text({ zh: "替换了", en: "Took the place of", readonly: true, hidden: true }),
    /** Names are kept from the public: prints mask them. */
    namesHidden: bool({ ...ROW_LABELS.namesHidden, computed: true, internal: true }),
    isTeam: bool({ ...ROW_LABELS.isTeam, computed: true, internal: true }),
  },
  actions: {
    replace: {
      label: { zh: "换人", en: "Replace" },
      code: "team_modify",
      fields: {
        name: text({ zh: "新队员姓名", en: "New player", required: true, max: 40 }),
        sex: choice({
          zh: "性别",
          en: "Sex",
          required: true,
          choices: { male: { zh: "男", en: "Male" }, female: { zh: "女", en: "Female" } },
        }),
        birthday: day({ zh: "出生日期", en: "Born" }),
        phone: phone({ ...LABELS.phone }),
      },
    },
  },
  hint: { zh: "各队的队员；也可以从 Excel 导入", en: "The players of each entry; Excel files can be imported" },
});

/** Payments of entries, one a row, as they came in. */
export const gamePayments = defineResource({
  name: "gamePayments",
  one: { zh: "缴费明细", en: "Payment details" },
  path: "/api/manage/competition/game_programs-order",
  codes: { page: SCREENS.gamePayments, export: "entry_payment_export" },
  title: "teamName",
  period: "createdAt",
  fields: {
    teamName: text({ zh: "队伍/选手", en: "Team or player", computed: true, search: "part", width: 150 }),
    no: text({ zh: "报名号", en: "Entry no.", computed: true, search: "prefix", width: 150 }),
    game: reference({ zh: "赛事", en: "Game", computed: true, filter: true, of: () => targetOf(games) }),
    event: reference({ zh: "项目", en: "Event", computed: true, filter: true, of: () => targetOf(gameEvents) }),
    type: choice({
      zh: "支付方式",
      en: "Method",
      filter: true,
      choices: PAY_TYPE_LABELS,
    }),
    amount: money({ zh: "实收", en: "Received", required: true, sum: true, sort: true, filter: true }),
    refunded: money({ zh: "已退", en: "Refunded", required: true, sum: true }),
    note: text({ zh: "备注", en: "Note", hidden: true }),
    operator: text({ zh: "收款人", en: "Operator" }),
    /** Names are kept from the public: prints mask them. */
    namesHidden: bool({ ...ROW_LABELS.namesHidden, computed: true, internal: true }),
    isTeam: bool({ ...ROW_LABELS.isTeam, computed: true, internal: true }),
  },
  help: {
    zh: "每行是一次收款，含报名费和保证金；退款按原方式记在同一行。默认看最近 31 天。",
    en: "A row is one payment of fee and deposit; what went back is in the same row. It opens on the last 31 days.",
  },
});
