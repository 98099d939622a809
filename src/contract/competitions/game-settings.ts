/** Scoring settings of games. */
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, number, percent, reference, text, words } from "../core/resource/fields";
import { MADE_WITH_OWNER, OWNER } from "./game-words";
import { games } from "./games";
import { SCREENS } from "../core/pages";

/** Tie-breaks as they are called; "tied" ones count only matches among those still equal. */
export const TIE_RULE_LABELS = {
  points: { zh: "积分", en: "Points" },
  wins: { zh: "胜场", en: "Matches won" },
  buchholz: { zh: "对手分", en: "Buchholz" },
  buchholzCut: { zh: "对手分（去最低）", en: "Buchholz cut 1" },
  sonnebornBerger: { zh: "小分", en: "Sonneborn-Berger" },
  headToHead: { zh: "相互胜负", en: "Head to head" },
  headToHeadOfTwo: { zh: "相互胜负（仅两者相同）", en: "Head to head (of two)" },
  tiedWins: { zh: "相互间胜场", en: "Matches won among the tied" },
  rubberDifference: { zh: "净胜盘", en: "Rubber difference" },
  setDifference: { zh: "净胜局", en: "Set difference" },
  pointDifference: { zh: "净胜分", en: "Point difference" },
  pointsFor: { zh: "总得分", en: "Points won" },
  setRatio: { zh: "局数胜负比", en: "Set ratio" },
  pointRatio: { zh: "得失分比", en: "Point ratio" },
  tiedRubberRatio: { zh: "相互间盘数胜负比", en: "Rubber ratio among the tied" },
  tiedSetRatio: { zh: "相互间局数胜负比", en: "Set ratio among the tied" },
  tiedPointRatio: { zh: "相互间得失分比", en: "Point ratio among the tied" },
  tiedPointDifference: { zh: "相互间净胜分", en: "Point difference among the tied" },
  tiedPointsFor: { zh: "相互间得分", en: "Points among the tied" },
  lot: { zh: "抽签", en: "By lot" },
} as const;

/** Sports whose regulations a game can follow. */
export const SPORT_LABELS = {
  badminton: { zh: "羽毛球（BWF）", en: "Badminton (BWF)" },
  tableTennis: { zh: "乒乓球（ITTF）", en: "Table tennis (ITTF)" },
  tennis: { zh: "网球（ATP/ITF）", en: "Tennis (ATP/ITF)" },
  volleyball: { zh: "排球（FIVB）", en: "Volleyball (FIVB)" },
  basketball: { zh: "篮球（FIBA）", en: "Basketball (FIBA)" },
  football: { zh: "足球（FIFA）", en: "Football (FIFA)" },
  other: { zh: "其他", en: "Other" },
} as const;

const AS_OTHERS = { zh: "不填则与其他胜负相同", en: "Empty: like the others" };

/** Scoring settings of a game: points of its table, order of tie-breaks, rules of play. */
export const gameSettings = defineResource({
  name: "gameSettings",
  one: { zh: "赛事设置", en: "Game settings" },
  path: "/api/manage/competition/game-set",
  codes: { page: SCREENS.gameSettings, modify: "game_modify" },
  title: "gameTitle",
  without: MADE_WITH_OWNER,
  page: "/addedServices/game-set/:id",
  fields: {
    gameTitle: text({ zh: "赛事名称", en: "Game", computed: true, search: "part", width: 200 }),
    game: reference({ zh: "赛事", en: "Game", ...OWNER, of: () => targetOf(games) }),
    sport: choice({
      zh: "规程",
      en: "Regulations",
      otherwise: "other",
      filter: true,
      choices: SPORT_LABELS,
      hint: {
        zh: "选择后带出该项目的积分、名次规则和退出处理，可再修改",
        en: "Fills in points, tie-breaks and withdrawals of the sport; you can change them",
      },
    }),
    leaving: choice({
      zh: "小组赛中途退出",
      en: "Leaving a group",
      otherwise: "keep",
      hidden: true,
      choices: {
        keep: { zh: "保留已赛成绩", en: "Keep results" },
        annul: { zh: "退出者成绩全部取消", en: "Annul all results of who has left" },
        annulIncomplete: { zh: "退出、弃权或中途退赛者成绩全部取消", en: "Annul also after a walkover or retirement" },
      },
    }),
    winIntegral: number({ zh: "胜一场积分", en: "Points for a win", required: true, min: 0, max: 100 }),
    narrowWinIntegral: number({
      zh: "决胜局取胜积分",
      en: "Points for a win in the last set",
      hint: AS_OTHERS,
      min: 0,
      max: 100,
      hidden: true,
    }),
    narrowLossIntegral: number({
      zh: "决胜局落败积分",
      en: "Points for a loss in the last set",
      hint: AS_OTHERS,
      min: 0,
      max: 100,
      hidden: true,
    }),
    drawIntegral: number({ zh: "平一场积分", en: "Points for a draw", otherwise: 1, min: 0, max: 100, hidden: true }),
    lostIntegral: number({ zh: "负一场积分", en: "Points for a loss", required: true, min: 0, max: 100 }),
    abandonmentIntegral: number({ zh: "弃权积分", en: "Points for a walkover lost", required: true, min: -100, max: 100 }),
    placeRule: words({
      zh: "名次规则（依次比较）",
      en: "Tie-breaks, in order",
      choices: TIE_RULE_LABELS,
    }),
    orderOfPlay: choice({
      zh: "出场方式",
      en: "Order of play",
      otherwise: "fixed",
      hidden: true,
      choices: { fixed: { zh: "固定时间", en: "Fixed times" }, queue: { zh: "依次叫号", en: "Call queue" } },
      hint: {
        zh: "依次叫号：场地空出、双方休息够了就叫下一场，不按时间",
        en: "Call queue: the next match goes on when a court is free and its players are rested, without times",
      },
    }),
    callMinutes: number({
      zh: "叫号后到场时限",
      en: "Minutes to come after a call",
      unit: { zh: "分钟", en: "min" },
      otherwise: 10,
      min: 1,
      max: 60,
      hidden: true,
    }),
    textCalled: bool({ zh: "短信：叫号", en: "Text: called to court", hidden: true }),
    textMoved: bool({ zh: "短信：改时间", en: "Text: new time", hidden: true }),
    textResult: bool({ zh: "短信：赛果", en: "Text: result", hidden: true }),
    textMost: number({
      zh: "每人每天最多短信",
      en: "Texts a person a day at most",
      otherwise: 8,
      min: 1,
      max: 50,
      hidden: true,
      hint: { zh: "只发给同意接收的队员", en: "Only players who agreed get any" },
    }),
    textLanguage: choice({
      zh: "短信语言",
      en: "Language of texts",
      otherwise: "zh",
      hidden: true,
      choices: { zh: { zh: "中文", en: "Chinese" }, en: { zh: "英文", en: "English" } },
    }),
    scoreUnit: choice({
      zh: "计分单位",
      en: "Score counts",
      required: true,
      choices: { point: { zh: "分", en: "Points" }, goal: { zh: "球", en: "Goals" }, set: { zh: "局", en: "Sets" } },
    }),
    winWhenBigScore: bool({ zh: "高分者胜", en: "The higher score wins", hidden: true }),
    weights: percent({ zh: "级别系数", en: "Weight of its level", required: true, min: 0, max: 1000, hidden: true }),
    inningRefereeQuantity: number({ zh: "每场裁判数", en: "Referees a match", required: true, min: 0, max: 20 }),
    /** A match of a group has begun: points, tie-breaks and withdrawals stay. */
    isCounting: bool({ zh: "积分规则已锁定", en: "Points are locked", computed: true, hidden: true }),
    scoreRule: text({ zh: "计分规则", en: "Scoring rule", long: true, hidden: true, max: 300 }),
    endInningRule: text({ zh: "终局规则", en: "End of a set", long: true, hidden: true, max: 300 }),
    mergerRuleCode: text({ zh: "并列规则", en: "Rule of equal places", long: true, hidden: true, max: 300 }),
    changeAttackRule: text({ zh: "换发球规则", en: "Change of service", long: true, hidden: true, max: 300 }),
    changePositionRule: text({ zh: "交换场地规则", en: "Change of ends", long: true, hidden: true, max: 300 }),
    propertyRules: text({ zh: "其他规则", en: "Other rules", long: true, hidden: true, max: 300 }),
  },
  hint: { zh: "每个赛事的积分、名次和计分规则", en: "Points, tie-breaks and scoring of each game" },
  help: {
    zh: "先选规程，再按需要修改。名次规则按所选顺序逐条比较；积分榜会写明由哪一条分出先后。任一小组赛开始后，规程、积分、名次规则和退出处理不能再改；每场裁判数和说明文字仍可修改。",
    en: "Choose the regulations, then change what you need. Tie-breaks are compared in the order chosen; the standings say which one decided. Once a match of a group has begun, regulations, points, tie-breaks and withdrawals stay; referees and notes may still change.",
  },
});
