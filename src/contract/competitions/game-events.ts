/** Events of games (`game_programs` in paths) and how they are played. */
import { FORMATS, MADE_WITH_OWNER, NUMBERS_HINT, OWNER } from "./game-words";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, instant, money, number, reference, state, text, words } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { PROGRAMS } from "../core/resource/targets";
import { racecard } from "../core/states";
import { games } from "./games";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

const NUMBERED = { 1: ["第一", "First"], 2: ["第二", "Second"], 3: ["第三", "Third"] } as const;
const RUBBER_KINDS = {
  MS: ["男单", "men’s singles"],
  WS: ["女单", "women’s singles"],
  MD: ["男双", "men’s doubles"],
  WD: ["女双", "women’s doubles"],
  XD: ["混双", "mixed doubles"],
} as const;
/** Rubbers that a tie may have: "MS1" is the first men's singles. */
export const RUBBERS: Readonly<Record<string, Label>> = Object.fromEntries(
  Object.entries(NUMBERED).flatMap(([number, [zh, en]]) =>
    Object.entries(RUBBER_KINDS).map(([kind, [kindZh, kindEn]]) => [`${kind}${number}`, { zh: `${zh}${kindZh}`, en: `${en} ${kindEn}` }]),
  ),
);

/** Events that people enter in a game: singles of a class, doubles, a team event. `program` is the sport. */
export const gameEvents = defineResource({
  name: "gameEvents",
  one: { zh: "比赛项目", en: "Event" },
  path: "/api/manage/competition/game_programs",
  codes: { page: SCREENS.gameEvents, modify: "program_modify", export: "program_export" },
  title: "title",
  page: "/addedServices/game_programs-list/:id",
  fields: {
    game: reference({ zh: "赛事", en: "Game", required: true, once: true, filter: true, of: () => targetOf(games) }),
    title: text({ zh: "项目名称", en: "Event", required: true, search: "pinyin", sort: true, max: 40, width: 160 }),
    state: state({ ...LABELS.state, machine: racecard, filter: true }),
    kind: choice({
      zh: "类别",
      en: "Kind",
      required: true,
      filter: true,
      choices: {
        singles: { zh: "单打", en: "Singles" },
        doubles: { zh: "双打", en: "Doubles" },
        mixed: { zh: "混双", en: "Mixed doubles" },
        team: { zh: "团体", en: "Team" },
      },
    }),
    gender: choice({
      zh: "性别",
      en: "Sex",
      required: true,
      filter: true,
      choices: { open: { zh: "不限", en: "Open" }, male: { zh: "男子", en: "Men" }, female: { zh: "女子", en: "Women" } },
    }),
    program: reference({ zh: "运动项目", en: "Sport", hidden: true, of: () => PROGRAMS }),
    minAge: number({ zh: "最小年龄", en: "Least age", min: 0, max: 120, hint: { zh: "按比赛开始日计算", en: "On the first day of play" } }),
    maxAge: number({ zh: "最大年龄", en: "Greatest age", min: 0, max: 120 }),
    fee: money({ zh: "报名费", en: "Entry fee", required: true, sort: true }),
    maxQuota: number({ ...LABELS.maxQuota, min: 0, max: 512, initial: 0, hint: NUMBERS_HINT }),
    seeds: number({ ...LABELS.seeds, min: 0, max: 32, initial: 0 }),
    applied: number({ zh: "报名数", en: "Entries", computed: true, sum: true }),
    paid: number({ zh: "已缴费", en: "Paid", computed: true, sum: true }),
    received: money({ zh: "实收", en: "Received", computed: true, sum: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 500 }),
  },
  hint: { zh: "给赛事添加项目：男单、女双、混双、团体……", en: "Add the events of a game: men’s singles, mixed doubles, teams …" },
  help: {
    zh: "混双固定为一男一女；团体的人数和男女人数按赛事设置。抽签后不能再改类别、性别和种子数。",
    en: "Mixed doubles are one man and one woman; sizes of teams are those of the game. After the draw, kind, sex and seeds stay as they are.",
  },
});

const BY_SETS = { when: { counting: ["sets"] } } as const;
const TIMED = { when: { counting: ["timed"] } } as const;
const NO_CAP = { zh: "0 表示不封顶", en: "0: none" };

/** Settings of an event's play: its stages. */
export const gameEventSettings = defineResource({
  name: "gameEventSettings",
  one: { zh: "比赛项目设置", en: "Event settings" },
  path: "/api/manage/competition/game_programs-set",
  codes: { page: SCREENS.gameEventSettings, modify: "program_modify" },
  title: "eventTitle",
  without: MADE_WITH_OWNER,
  page: "/addedServices/game_programs-set/:id",
  fields: {
    eventTitle: text({ zh: "项目", en: "Event", computed: true, search: "part", width: 160 }),
    gameTitle: text({ zh: "赛事", en: "Game", computed: true, width: 180 }),
    event: reference({ zh: "比赛项目", en: "Event", ...OWNER, of: () => targetOf(gameEvents) }),
    racecardRule: choice({ zh: "赛制", en: "Format", required: true, filter: true, choices: FORMATS }),
    groupQuantity: number({ zh: "小组数", en: "Groups", required: true, min: 1, max: 64 }),
    winTeamQuantity: number({ zh: "每组出线", en: "Go through from a group", required: true, min: 1, max: 8 }),
    bestNextQuantity: number({
      zh: "另取最佳的下一名次",
      en: "Best of the next place",
      hidden: true,
      otherwise: 0,
      initial: 0,
      min: 0,
      max: 63,
      when: { racecardRule: ["groupsKnockout"] },
      hint: {
        zh: "如 6 组各取 2 名，再取 4 个成绩最好的第三名填 4；各组人数不同时，与排在最小组人数之后者的成绩不计（UEFA）",
        en: "For example 4: the first two of six groups and the four best thirds. Where groups differ in size, results against those placed below the size of the smallest group don’t count (UEFA)",
      },
    }),
    qualifierQuantity: number({
      zh: "资格赛出线",
      en: "Come out of the qualifying",
      hidden: true,
      otherwise: 4,
      initial: 4,
      min: 1,
      max: 32,
      when: { racecardRule: ["qualifying"] },
      hint: {
        zh: "报名里勾选“打资格赛”的分成这么多区，每区胜者进入正赛预留的签位",
        en: "Entries marked “Plays the qualifying” are drawn into so many brackets; each winner takes a line of the main draw",
      },
    }),
    swissRounds: number({
      zh: "轮数",
      en: "Rounds",
      hidden: true,
      otherwise: 0,
      initial: 0,
      min: 0,
      max: 20,
      when: { racecardRule: ["swiss"] },
      hint: {
        zh: "0 表示按人数：与同样人数的淘汰赛轮数相同",
        en: "0: as many as a knockout of so many entries has",
      },
    }),
    groupTeamQuantity: number({ zh: "每组队数", en: "Entries of a group", computed: true }),
    counting: choice({
      zh: "计分方式",
      en: "Counted by",
      otherwise: "sets",
      hidden: true,
      choices: { sets: { zh: "按局（羽毛球、网球、排球）", en: "Sets" }, timed: { zh: "按节累计（篮球、足球）", en: "Timed periods" } },
    }),
    inningQuantity: number({
      zh: "局数（几局几胜）或节数",
      en: "Best of, or periods",
      required: true,
      min: 1,
      max: 9,
      hint: { zh: "局数为奇数", en: "Of sets an odd number" },
      width: 190,
    }),
    winInningQuantity: number({ zh: "胜局数", en: "Sets to win", computed: true }),
    inningPoints: number({ zh: "每局分数", en: "Points of a set", otherwise: 21, min: 1, max: 200, ...BY_SETS }),
    winBy: number({ zh: "领先几分获胜", en: "To win by", otherwise: 2, min: 1, max: 5, ...BY_SETS }),
    inningCap: number({ zh: "封顶分", en: "Cap", otherwise: 30, min: 0, max: 300, hint: NO_CAP, ...BY_SETS }),
    decidingPoints: number({
      zh: "决胜局分数",
      en: "Points of the last set",
      hidden: true,
      min: 1,
      max: 200,
      hint: {
        zh: "不填则与其他局相同；网球抢十填 10，排球第五局填 15",
        en: "Empty: as the others. 10 for a match tie-break, 15 in volleyball",
      },
      ...BY_SETS,
    }),
    decidingCap: number({ zh: "决胜局封顶分", en: "Cap of the last set", hidden: true, min: 0, max: 300, hint: NO_CAP, ...BY_SETS }),
    periodMinutes: number({ zh: "每节分钟", en: "Minutes of a period", hidden: true, min: 1, max: 60, ...TIMED }),
    draws: bool({
      zh: "小组赛可以打平",
      en: "Group matches may be draws",
      hidden: true,
      hint: { zh: "淘汰赛打平时加时，直到分出胜负", en: "In a knockout more periods are played until somebody leads" },
      ...TIMED,
    }),
    immediatelyStop: bool({ zh: "分出胜负即停", en: "Stops once decided", ...BY_SETS }),
    playersScore: bool({
      zh: "选手自行记分",
      en: "Players score themselves",
      hidden: true,
      hint: {
        zh: "一方用自己的 PIN 录入赛果，另一方确认；有异议的由记录台决定",
        en: "One side enters the result with its PIN, the other confirms it; the desk decides what is disputed",
      },
    }),
    inningMinutes: number({ zh: "每场分钟", en: "Minutes a match", required: true, min: 5, max: 480 }),
    restMinutes: number({ zh: "休息分钟", en: "Rest minutes", required: true, min: 0, max: 480 }),
    separateClubs: bool({ zh: "同单位避开", en: "Clubs kept apart" }),
    thirdPlace: bool({ zh: "加赛三四名", en: "Match for third place", hidden: true }),
    placesTo: choice({
      zh: "名次赛",
      en: "Place matches",
      otherwise: "none",
      hidden: true,
      when: { racecardRule: ["knockout", "groupsKnockout", "qualifying"] },
      choices: {
        none: { zh: "不打", en: "None" },
        "8": { zh: "打到第 8 名", en: "Down to place 8" },
        "16": { zh: "打到第 16 名", en: "Down to place 16" },
        "32": { zh: "打到第 32 名", en: "Down to place 32" },
        all: { zh: "打出全部名次", en: "Every place" },
      },
      hint: { zh: "同一轮负者继续打，分出名次；含三四名", en: "Losers of a round play on for its places, third place included" },
    }),
    consolation: choice({
      zh: "安慰赛",
      en: "Consolation",
      otherwise: "none",
      hidden: true,
      when: { racecardRule: ["knockout", "qualifying"] },
      choices: {
        none: { zh: "不打", en: "None" },
        plate: { zh: "银盘赛：首场负者另打一个淘汰赛", en: "Plate: who loses the first match" },
        feedIn: { zh: "补入制：八强之前每轮负者陆续补入", en: "Feed-in: losers up to the quarter-finals" },
      },
      hint: {
        zh: "轮空和弃权不算首场；弃权不到的人不能打安慰赛",
        en: "Byes and walkovers are no first match; who did not come has no place in the plate",
      },
    }),
    start: instant({ zh: "首场开始", en: "First match", computed: true, hidden: true }),
    end: instant({ zh: "末场结束", en: "Last match ends", computed: true, hidden: true }),
    crossing: text({
      zh: "淘汰赛对位表",
      en: "Crossing of groups",
      hidden: true,
      max: 400,
      when: { racecardRule: ["groupsKnockout"] },
      hint: {
        zh: "如 A1-B2 C1-D2 B1-A2 D1-C2，按签位从上到下；“A1-”为轮空；不填则抽签",
        en: "For example A1-B2 C1-D2 B1-A2 D1-C2, from the top line down; “A1-” is a bye. Empty: by lot",
      },
    }),
    entries: number({ zh: "参赛数", en: "Entries", computed: true, hidden: true }),
    openMatches: number({ zh: "未开始的对阵", en: "Matches not begun", computed: true, hidden: true }),
    begunMatches: number({ zh: "已开始的对阵", en: "Matches begun", computed: true, hidden: true }),
    grandReset: bool({
      zh: "总决赛可加赛",
      en: "Grand final may be played again",
      hidden: true,
      initial: true,
      when: { racecardRule: ["doubleElimination"] },
      hint: { zh: "胜者组冠军首场失利时再赛一场", en: "Where the one who never lost loses it" },
    }),
    allRubbers: bool({ zh: "团体赛打满各盘", en: "All rubbers of a tie are played", hidden: true }),
    rubbers: words({
      zh: "团体赛各盘（按出场顺序）",
      en: "Rubbers of a tie, in order",
      hidden: true,
      choices: RUBBERS,
      hint: { zh: "只用于团体项目，奇数盘", en: "Of team events; an odd number" },
    }),
  },
  help: {
    zh: "抽签时按这里的赛制生成阶段、小组和对阵；抽签后赛制不能再改，撤销抽签后才能改。第一场对阵开始后，局数、分数和计分方式不能再改。每场分钟和休息分钟随时可改，只影响未开始的对阵。",
    en: "The draw makes stages, groups and matches by these settings. After it the format stays until the draw is undone. Once a match has begun, sets, points and scoring stay. Minutes of matches and rest may change at any time, for matches that have not begun.",
  },
});
