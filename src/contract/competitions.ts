/**
 * Competitions: games, their events (`game_programs` in paths), entries with their players, referees, and the money of entries (spec §3, §7
 * "Competitions"). Draws, schedules and scores are in `matches.ts`.
 */
import { z } from "zod";
import { PaymentIn } from "./booking";
import { Done, get, Id, PageQuery, pageOf, postJson, Reason, resource, SearchText } from "./call";
import { SPORT_NAMES } from "./enums";
import { PAY_TYPE_LABELS } from "./payTypes";
import { defineResource, targetOf } from "./resource/define";
import {
  bool,
  choice,
  day,
  instant,
  money,
  number,
  percent,
  phone,
  picture,
  reference,
  region,
  richText,
  state,
  text,
  words,
} from "./resource/fields";
import { MEMBERS, PROGRAMS } from "./resource/targets";
import { game, GameStatus, racecard, teamEntry } from "./states";
import { Day, MinuteOfDay } from "./time";

const base = "/api/manage/competition";

const NUMBERS_HINT = { zh: "0 表示不限", en: "0: no limit" };
const REASON = { reason: text({ zh: "原因", en: "Reason", required: true, long: true, max: 200 }) };

/** A game: a tournament or league with its events. The courts that it takes belong to it (`gameCourts`). */
export const games = defineResource({
  name: "games",
  one: { zh: "赛事", en: "Game" },
  path: `${base}/game`,
  codes: { page: "game_list", modify: "game_modify", export: "game_export" },
  title: "shortTitle",
  page: "/addedServices/game-list/:id",
  fields: {
    no: text({ zh: "编号", en: "No.", readonly: true, search: "prefix", sort: true, width: 150 }),
    shortTitle: text({ zh: "赛事名称", en: "Short title", required: true, search: "pinyin", sort: true, max: 40, width: 200 }),
    longTitle: text({ zh: "赛事全称", en: "Full title", long: true, max: 100, hidden: true }),
    status: state({ zh: "状态", en: "State", machine: game, filter: true }),
    gameStart: day({ zh: "比赛开始", en: "Play begins", required: true, filter: true, sort: true }),
    gameEnd: day({ zh: "比赛结束", en: "Play ends", required: true, filter: true, sort: true }),
    registrationStart: instant({ zh: "报名开始", en: "Sign-up opens", hidden: true }),
    registrationEnd: instant({ zh: "报名截止", en: "Sign-up closes", sort: true }),
    events: number({ zh: "项目数", en: "Events", computed: true }),
    applied: number({ zh: "报名数", en: "Entries", computed: true, sum: true }),
    confirmed: number({ zh: "已确认", en: "Confirmed", computed: true, sum: true }),
    maxQuota: number({ zh: "报名上限", en: "Quota", min: 0, max: 100_000, initial: 0, hint: NUMBERS_HINT, hidden: true }),
    leftQuota: number({ zh: "剩余名额", en: "Places left", computed: true }),
    received: money({ zh: "报名费实收", en: "Fees received", computed: true, sum: true }),
    gameType: choice({
      zh: "赛事类型",
      en: "Type",
      required: true,
      filter: true,
      choices: {
        venueGame: { zh: "场馆赛事", en: "Venue game" },
        clubGame: { zh: "俱乐部赛事", en: "Club game" },
        trainingGame: { zh: "培训赛事", en: "Training game" },
        platformGame: { zh: "平台赛事", en: "Platform game" },
      },
    }),
    businessCode: choice({
      zh: "主办方",
      en: "Organiser",
      required: true,
      hidden: true,
      choices: {
        venue: { zh: "场馆", en: "Venue" },
        platform: { zh: "平台", en: "Platform" },
        club: { zh: "俱乐部", en: "Club" },
        training: { zh: "培训机构", en: "Training institution" },
      },
    }),
    gameTypeLevel: choice({
      zh: "赛事级别",
      en: "Level",
      filter: true,
      hidden: true,
      choices: {
        friendly: { zh: "友谊赛", en: "Friendly" },
        district: { zh: "区级", en: "District" },
        city: { zh: "市级", en: "City" },
        province: { zh: "省级", en: "Province" },
        national: { zh: "全国", en: "National" },
      },
    }),
    tags: words({ zh: "标签", en: "Tags", hidden: true }),
    contact: text({ zh: "联系人", en: "Contact", search: "part", max: 40 }),
    mobile: phone({ zh: "联系电话", en: "Mobile", hidden: true }),
    country: text({ zh: "国家", en: "Country", formOnly: true, max: 40, initial: "中国" }),
    region: region({ zh: "省市区", en: "Province, city, area", hidden: true }),
    address: text({ zh: "详细地址", en: "Address", long: true, hidden: true, max: 120 }),
    longitude: text({ zh: "经度", en: "Longitude", formOnly: true, max: 12 }),
    latitude: text({ zh: "纬度", en: "Latitude", formOnly: true, max: 12 }),
    fee: money({ zh: "默认报名费", en: "Usual entry fee", formOnly: true, hint: { zh: "新建项目时带出", en: "Taken over by new events" } }),
    bail: money({
      zh: "保证金",
      en: "Deposit",
      hidden: true,
      hint: { zh: "随报名费收取，赛后退还；弃赛不退", en: "Taken with the fee, given back after the game; kept if abandoned" },
    }),
    ifFee: bool({ zh: "收费赛事", en: "Charged", computed: true, hidden: true }),
    memberType: choice({
      zh: "报名方式",
      en: "Entered by",
      required: true,
      hidden: true,
      choices: { personal: { zh: "个人", en: "Person" }, team: { zh: "队伍", en: "Team" } },
    }),
    minMembers: number({ zh: "每队最少人数", en: "Fewest members", min: 0, max: 200, initial: 0, formOnly: true }),
    maxMembers: number({ zh: "每队最多人数", en: "Most members", min: 0, max: 200, initial: 0, formOnly: true, hint: NUMBERS_HINT }),
    minMale: number({ zh: "最少男队员", en: "Fewest men", min: 0, max: 200, initial: 0, formOnly: true }),
    maxMale: number({ zh: "最多男队员", en: "Most men", min: 0, max: 200, initial: 0, formOnly: true, hint: NUMBERS_HINT }),
    minFeMale: number({ zh: "最少女队员", en: "Fewest women", min: 0, max: 200, initial: 0, formOnly: true }),
    maxFeMale: number({ zh: "最多女队员", en: "Most women", min: 0, max: 200, initial: 0, formOnly: true, hint: NUMBERS_HINT }),
    teamReview: bool({
      zh: "报名需审核",
      en: "Entries are reviewed",
      formOnly: true,
      hint: { zh: "不勾选：报名即确认", en: "Else an entry is confirmed at once" },
    }),
    concurrentItem: number({
      zh: "每人最多兼项",
      en: "Events a person may enter",
      min: 0,
      max: 20,
      initial: 0,
      formOnly: true,
      hint: NUMBERS_HINT,
    }),
    signIn: bool({ zh: "需现场签到", en: "Checked in on site", formOnly: true }),
    qualifying: bool({ zh: "资格赛", en: "Qualifying", hidden: true }),
    insurance: bool({ zh: "含保险", en: "Insured", hidden: true }),
    privacy: bool({ zh: "不公开姓名", en: "Names are not public", formOnly: true }),
    hiddenJoin: bool({ zh: "隐藏报名入口", en: "Sign-up is hidden", formOnly: true }),
    showAllTeam: bool({ zh: "公开全部队伍", en: "All entries are public", formOnly: true }),
    showStatus: bool({ zh: "公开展示", en: "Shown to the public", hidden: true }),
    cityGame: bool({ zh: "城市赛事", en: "City game", hidden: true }),
    recommend: bool({ zh: "推荐", en: "Recommended", filter: true, hidden: true }),
    top: bool({ zh: "置顶", en: "On top", hidden: true }),
    simulcast: bool({ zh: "直播", en: "Broadcast", hidden: true }),
    maxSimulcasts: number({ zh: "最多直播路数", en: "Broadcasts at once", min: 0, max: 50, initial: 0, formOnly: true }),
    roleTags: words({
      zh: "角色标签",
      en: "Role tags",
      hidden: true,
      hint: { zh: "如：领队、教练、队医", en: "Team leader, coach, doctor …" },
    }),
    pic: picture({ zh: "图片", en: "Picture", formOnly: true }),
    cover: picture({ zh: "封面", en: "Cover", formOnly: true }),
    poster: picture({ zh: "海报", en: "Poster", formOnly: true }),
    gameRule: richText({ zh: "竞赛规程", en: "Regulations", formOnly: true }),
    disclaimer: richText({ zh: "免责声明", en: "Disclaimer", formOnly: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 500 }),
    currentRacecard: text({ zh: "当前阶段", en: "Current stage", computed: true, hidden: true }),
    operator: text({ zh: "经办人", en: "Operator", readonly: true, hidden: true }),
    settledFees: money({ zh: "结算：报名费", en: "Settled: fees", readonly: true, hidden: true }),
    settledRefunds: money({ zh: "结算：退费", en: "Settled: refunds", readonly: true, hidden: true }),
    settledHandling: money({ zh: "结算：手续费", en: "Settled: handling", readonly: true, hidden: true }),
    settledNet: money({ zh: "结算：净额", en: "Settled: net", readonly: true, hidden: true }),
  },
  actions: {
    publish: { label: { zh: "发布", en: "Publish" }, code: "game_modify" },
    openSignUp: { label: { zh: "开放报名", en: "Open sign-up" }, code: "game_modify" },
    closeSignUp: { label: { zh: "截止报名", en: "Close sign-up" }, code: "game_modify" },
    start: { label: { zh: "开赛", en: "Start" }, code: "game_modify" },
    finish: {
      label: { zh: "结束比赛", en: "Finish" },
      code: "game_modify",
      confirm: { zh: "结束后不能再改比分和赛程。", en: "After it, scores and schedule can't be changed." },
    },
    settleAccounts: {
      label: { zh: "结算", en: "Settle" },
      code: "game_settle",
      fields: {
        handlingFee: percent({
          zh: "手续费率",
          en: "Handling fee",
          required: true,
          min: 0,
          max: 20,
          hint: { zh: "按报名费净收计算，计入成本", en: "Of the fees kept; booked as cost" },
        }),
      },
    },
    cancel: { label: { zh: "取消赛事", en: "Cancel game" }, code: "game_modify", danger: true, fields: REASON },
  },
  groups: [
    { title: { zh: "时间", en: "Time" }, fields: ["gameStart", "gameEnd", "registrationStart", "registrationEnd"] },
    {
      title: { zh: "报名", en: "Sign-up" },
      fields: [
        "memberType",
        "fee",
        "bail",
        "maxQuota",
        "concurrentItem",
        "teamReview",
        "signIn",
        "minMembers",
        "maxMembers",
        "minMale",
        "maxMale",
        "minFeMale",
        "maxFeMale",
      ],
    },
    {
      title: { zh: "地点与联系", en: "Place and contact" },
      fields: ["contact", "mobile", "country", "region", "address", "longitude", "latitude"],
    },
    {
      title: { zh: "展示", en: "Publicity" },
      fields: [
        "showStatus",
        "recommend",
        "top",
        "cityGame",
        "privacy",
        "hiddenJoin",
        "showAllTeam",
        "simulcast",
        "maxSimulcasts",
        "pic",
        "cover",
        "poster",
      ],
    },
    { title: { zh: "规程", en: "Rules" }, fields: ["qualifying", "insurance", "roleTags", "gameRule", "disclaimer", "memo"] },
    { title: { zh: "结算", en: "Settlement" }, fields: ["settledFees", "settledRefunds", "settledHandling", "settledNet"] },
  ],
  views: {
    open: { label: { zh: "报名中", en: "Signing up" }, filters: { status: "signing_up" } },
    running: { label: { zh: "进行中", en: "Running" }, filters: { status: "running" } },
  },
  hint: {
    zh: "从这里建立赛事：添加项目，开放报名，抽签，排赛程，计分，最后结算",
    en: "Begin here: add events, open sign-up, draw, schedule, score, and settle at the end",
  },
  help: {
    zh: "状态依次为：草稿、已发布、报名中、已截止、进行中、已结束、已结算。取消会把所有报名费和保证金原路退回；只有草稿可以删除。",
    en: "A game goes from draft over published, signing up, closed and running to finished and settled. Cancelling gives every fee and deposit back the way it came; only a draft can be deleted.",
  },
});

/** What a game counts by: points of its table, order of tie-breaks, rules of play (spec §3 gameType, scoreRule, placeRule …). */
export const gameSettings = defineResource({
  name: "gameSettings",
  one: { zh: "赛事设置", en: "Game settings" },
  path: `${base}/game-set`,
  codes: { page: "game_set", modify: "game_modify" },
  title: "gameTitle",
  without: ["create", "delete"],
  page: "/addedServices/game-set/:id",
  fields: {
    gameTitle: text({ zh: "赛事名称", en: "Game", computed: true, search: "part", width: 200 }),
    game: reference({ zh: "赛事", en: "Game", required: true, once: true, filter: true, hidden: true, of: () => targetOf(games) }),
    winIntegral: number({ zh: "胜一场积分", en: "Points for a win", required: true, min: 0, max: 100 }),
    lostIntegral: number({ zh: "负一场积分", en: "Points for a loss", required: true, min: 0, max: 100 }),
    abandonmentIntegral: number({ zh: "弃权积分", en: "Points for a walkover lost", required: true, min: -100, max: 100 }),
    placeRule: words({
      zh: "名次规则（依次比较）",
      en: "Tie-breaks, in order",
      choices: {
        points: { zh: "积分", en: "Points" },
        headToHead: { zh: "相互胜负", en: "Head to head" },
        setDifference: { zh: "净胜局", en: "Set difference" },
        pointDifference: { zh: "净胜分", en: "Point difference" },
        lot: { zh: "抽签", en: "By lot" },
      },
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
    scoreRule: text({ zh: "计分规则", en: "Scoring rule", long: true, hidden: true, max: 300 }),
    endInningRule: text({ zh: "终局规则", en: "End of a set", long: true, hidden: true, max: 300 }),
    mergerRuleCode: text({ zh: "并列规则", en: "Rule of equal places", long: true, hidden: true, max: 300 }),
    changeAttackRule: text({ zh: "换发球规则", en: "Change of service", long: true, hidden: true, max: 300 }),
    changePositionRule: text({ zh: "交换场地规则", en: "Change of ends", long: true, hidden: true, max: 300 }),
    propertyRules: text({ zh: "其他规则", en: "Other rules", long: true, hidden: true, max: 300 }),
  },
  hint: { zh: "每个赛事的积分、名次和计分规则", en: "Points, tie-breaks and scoring of each game" },
  help: {
    zh: "名次规则按所选顺序逐条比较；积分榜会写明由哪一条分出先后。比赛进行后修改，会立即按新规则重排积分榜。",
    en: "Tie-breaks are compared in the order chosen; the standings say which one decided. A change while a game runs sorts the table anew at once.",
  },
});

/** What people enter of a game: singles of a class, doubles, a team event. `program` is the sport. */
export const gameEvents = defineResource({
  name: "gameEvents",
  one: { zh: "比赛项目", en: "Event" },
  path: `${base}/game_programs`,
  codes: { page: "game_programs_list", modify: "program_modify", export: "program_export" },
  title: "title",
  page: "/addedServices/game_programs-list/:id",
  fields: {
    game: reference({ zh: "赛事", en: "Game", required: true, once: true, filter: true, of: () => targetOf(games) }),
    title: text({ zh: "项目名称", en: "Event", required: true, search: "pinyin", sort: true, max: 40, width: 160 }),
    state: state({ zh: "状态", en: "State", machine: racecard, filter: true }),
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
    maxQuota: number({ zh: "名额", en: "Quota", min: 0, max: 512, initial: 0, hint: NUMBERS_HINT }),
    seeds: number({ zh: "种子数", en: "Seeds", min: 0, max: 32, initial: 0 }),
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

/** How an event is played: its stages (spec §3 racecard). */
export const gameEventSettings = defineResource({
  name: "gameEventSettings",
  one: { zh: "比赛项目设置", en: "Event settings" },
  path: `${base}/game_programs-set`,
  codes: { page: "game_programs_set", modify: "program_modify" },
  title: "eventTitle",
  without: ["create", "delete"],
  page: "/addedServices/game_programs-set/:id",
  fields: {
    eventTitle: text({ zh: "项目", en: "Event", computed: true, search: "part", width: 160 }),
    gameTitle: text({ zh: "赛事", en: "Game", computed: true, width: 180 }),
    event: reference({
      zh: "比赛项目",
      en: "Event",
      required: true,
      once: true,
      filter: true,
      hidden: true,
      of: () => targetOf(gameEvents),
    }),
    racecardRule: choice({
      zh: "赛制",
      en: "Format",
      required: true,
      filter: true,
      choices: {
        knockout: { zh: "单败淘汰", en: "Single elimination" },
        roundRobin: { zh: "单循环", en: "Round robin" },
        groupsKnockout: { zh: "小组循环 + 淘汰", en: "Groups, then knockout" },
      },
    }),
    groupQuantity: number({ zh: "小组数", en: "Groups", required: true, min: 1, max: 64 }),
    winTeamQuantity: number({ zh: "每组出线", en: "Go through from a group", required: true, min: 1, max: 8 }),
    inningQuantity: number({
      zh: "局数（几局几胜）",
      en: "Best of",
      required: true,
      min: 1,
      max: 9,
      hint: { zh: "奇数", en: "An odd number" },
    }),
    winInningQuantity: number({ zh: "胜局数", en: "Sets to win", computed: true }),
    inningPoints: number({ zh: "每局分数", en: "Points of a set", required: true, min: 1, max: 200 }),
    winBy: number({ zh: "领先几分获胜", en: "To win by", required: true, min: 1, max: 5 }),
    inningCap: number({ zh: "封顶分", en: "Cap", required: true, min: 1, max: 300 }),
    immediatelyStop: bool({ zh: "分出胜负即停", en: "Stops once decided" }),
    inningMinutes: number({ zh: "每场分钟", en: "Minutes a match", required: true, min: 5, max: 480 }),
    restMinutes: number({ zh: "休息分钟", en: "Rest minutes", required: true, min: 0, max: 480 }),
    separateClubs: bool({ zh: "同单位避开", en: "Clubs kept apart" }),
    thirdPlace: bool({ zh: "加赛三四名", en: "Match for third place", hidden: true }),
  },
  help: {
    zh: "抽签时按这里的赛制生成阶段、小组和对阵；抽签后赛制不能再改，局数和时间仍可调整（已开始的对阵不变）。",
    en: "The draw makes stages, groups and matches by these settings. After it the format stays; sets and times may change for matches that have not begun.",
  },
});

/** An entry: who plays in an event (spec §3 gameTeam). */
export const gameTeams = defineResource({
  name: "gameTeams",
  one: { zh: "队伍", en: "Entry" },
  path: `${base}/team`,
  codes: { page: "team_list", modify: "team_modify", export: "team_export", import: "team_modify" },
  title: "name",
  page: "/addedServices/team-list/:id",
  fields: {
    no: text({ zh: "报名号", en: "No.", readonly: true, search: "prefix", sort: true, width: 150 }),
    event: reference({ zh: "比赛项目", en: "Event", required: true, once: true, filter: true, of: () => targetOf(gameEvents) }),
    name: text({ zh: "队伍/选手", en: "Team or player", required: true, search: "pinyin", sort: true, max: 60, width: 160 }),
    state: state({ zh: "状态", en: "State", machine: teamEntry, filter: true }),
    gameTitle: text({ zh: "赛事", en: "Game", computed: true, width: 160 }),
    game: reference({ zh: "赛事（筛选）", en: "Game (filter)", computed: true, filter: true, hidden: true, of: () => targetOf(games) }),
    club: text({ zh: "单位", en: "Club", search: "part", max: 60, hint: { zh: "抽签时同单位避开", en: "Kept apart by the draw" } }),
    captain: text({ zh: "队长", en: "Captain", required: true, search: "part", max: 40 }),
    phone: phone({ zh: "手机号", en: "Mobile", required: true, search: "prefix" }),
    member: reference({
      zh: "会员",
      en: "Member",
      hidden: true,
      hint: { zh: "用余额缴费时选", en: "Whose purse may pay" },
      of: () => MEMBERS,
    }),
    members: number({ zh: "队员数", en: "Players", computed: true, sum: true }),
    seed: number({ zh: "种子", en: "Seed", min: 1, max: 32, sort: true }),
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
    audit: text({ zh: "审核说明", en: "Review", readonly: true, hidden: true }),
    winCount: number({ zh: "胜", en: "Won", readonly: true, hidden: true }),
    lostCount: number({ zh: "负", en: "Lost", readonly: true, hidden: true }),
    abandonmentCount: number({ zh: "弃权", en: "Abandoned", readonly: true, hidden: true }),
    integral: number({ zh: "积分", en: "Points", readonly: true, hidden: true }),
    place: number({ zh: "名次", en: "Place", readonly: true, sort: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 300 }),
  },
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
    zh: "流程：报名 → 确认 → 缴费 → 签到。缴费后退赛会原路退款，可扣留手续费；签到后不到场记为弃赛，保证金不退。",
    en: "An entry is confirmed, paid and checked in. Withdrawing gives the money back, less what is kept; who abandons after check-in loses the deposit.",
  },
});

/** A player of an entry (spec §3 gameTeamMember, player). */
export const gameTeamMembers = defineResource({
  name: "gameTeamMembers",
  one: { zh: "队员", en: "Player" },
  path: `${base}/team-member`,
  codes: { page: "team_member_list", modify: "team_modify", export: "team_export", import: "team_modify" },
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
    phone: phone({ zh: "手机号", en: "Mobile", search: "prefix" }),
    eventTitle: text({ zh: "项目", en: "Event", computed: true }),
    captain: bool({ zh: "队长", en: "Captain", filter: true }),
    shirt: text({ zh: "号码", en: "Shirt no.", max: 6 }),
    position: text({ zh: "位置", en: "Position", max: 20, hidden: true }),
    replaced: text({ zh: "替换了", en: "Took the place of", readonly: true, hidden: true }),
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
        phone: phone({ zh: "手机号", en: "Mobile" }),
      },
    },
  },
  hint: { zh: "各队的队员；也可以从 Excel 导入", en: "The players of each entry; Excel files can be imported" },
});

/** A referee of the venue's register. */
export const referees = defineResource({
  name: "referees",
  one: { zh: "裁判", en: "Referee" },
  path: `${base}/referee`,
  codes: { page: "referee_list", modify: "referee_modify", export: "referee_modify", import: "referee_modify" },
  title: "name",
  page: "/addedServices/referee-list/:id",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "pinyin", sort: true, max: 40 }),
    sex: choice({ zh: "性别", en: "Sex", required: true, choices: { male: { zh: "男", en: "Male" }, female: { zh: "女", en: "Female" } } }),
    phone: phone({ zh: "手机号", en: "Mobile", required: true, unique: true, search: "prefix" }),
    level: choice({
      zh: "等级",
      en: "Grade",
      required: true,
      filter: true,
      choices: {
        third: { zh: "三级", en: "Third" },
        second: { zh: "二级", en: "Second" },
        first: { zh: "一级", en: "First" },
        national: { zh: "国家级", en: "National" },
        international: { zh: "国际级", en: "International" },
      },
    }),
    certificate: text({ zh: "证书编号", en: "Certificate", max: 40, search: "prefix" }),
    sports: words({
      zh: "项目",
      en: "Sports",
      filter: true,
      choices: SPORT_NAMES,
    }),
    active: bool({ zh: "可派遣", en: "Available", filter: true, initial: true }),
    matches: number({ zh: "执裁场次", en: "Matches", computed: true, sum: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 300 }),
  },
  hint: { zh: "登记裁判，排赛程和计分时派遣", en: "Referees that matches can be given to" },
});

/** Payments of entries, one a row, as they came in. */
export const gamePayments = defineResource({
  name: "gamePayments",
  one: { zh: "缴费明细", en: "Payment details" },
  path: `${base}/game_programs-order`,
  codes: { page: "game_programs_order_list", export: "entry_payment_export" },
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
  },
  help: {
    zh: "每行是一次收款，含报名费和保证金；退款按原方式记在同一行。默认看最近 31 天。",
    en: "A row is one payment of fee and deposit; what went back stands in the same row. It opens on the last 31 days.",
  },
});

/** A court taken for a game, in one run of slots. */
export const GamePlace = z.object({
  id: Id,
  gameId: Id,
  placeId: Id,
  placeName: z.string(),
  hallName: z.string(),
  day: Day,
  start: MinuteOfDay,
  end: MinuteOfDay,
});

const Named = z.object({ content: z.array(z.object({ id: Id, name: z.string() })) });

/** What is no part of a declaration. */
export const competitions = resource({
  gameStatus: postJson(`${base}/game/modify-status`, {
    summary: "Move a game on: publish, open or close sign-up, start, finish",
    code: "game_modify",
    input: z.object({ id: Id, action: z.enum(["publish", "openSignUp", "closeSignUp", "start", "finish"]) }),
    output: z.object({ id: Id, status: GameStatus }),
  }),
  confirmEntry: postJson(`${base}/game/confirm`, {
    summary: "Confirm or refuse an entry of a game",
    code: "game_confirm",
    input: z.object({ teamId: Id, confirm: z.boolean(), reason: Reason.optional() }),
    output: Done,
  }),
  openPrograms: get("/api/open/programs/search", {
    summary: "Events of the venue's games by name",
    code: ["game_list", "game_programs_list", "team_list"],
    input: z.object({ venueId: Id, q: SearchText.optional(), gameId: Id.optional() }),
    output: z.object({ content: z.array(z.object({ id: Id, name: z.string(), gameId: Id, gameTitle: z.string(), kind: z.string() })) }),
  }),
  roleTags: get("/api/open/game-role-tag/search", {
    summary: "Role tags that games of the venue use",
    code: ["game_list", "team_list"],
    input: z.object({ venueId: Id, q: SearchText.optional() }),
    output: Named,
  }),
  referees: get("/api/open/referee/search", {
    summary: "Referees by name or grade, a page",
    code: ["referee_list", "game_list", "schedule_list"],
    input: z.object({ venueId: Id, q: SearchText.optional() }).extend(PageQuery.shape),
    output: pageOf(z.object({ id: Id, name: z.string(), phone: z.string(), level: z.string(), games: z.number().int() })),
  }),
  placeDates: get("/api/open/game-place/getDateSearch", {
    summary: "Days on which a game has courts",
    code: "game_booking_place_list",
    input: z.object({ venueId: Id, gameId: Id }),
    output: z.object({ days: z.array(z.object({ day: Day, places: z.number().int() })) }),
  }),
  places: get("/api/open/game-booking-place/gameBookingPlaceSearch", {
    summary: "Courts taken for a game",
    code: "game_booking_place_list",
    input: z.object({ venueId: Id, gameId: Id, day: Day.optional() }),
    output: z.object({ content: z.array(GamePlace) }),
  }),
  applyCount: get("/api/open/game/get-game-apply-count", {
    summary: "How many entered a game",
    code: ["game_list", "team_list"],
    input: z.object({ venueId: Id, gameId: Id }),
    output: z.object({ applied: z.number().int(), leftQuota: z.number().int().nullable() }),
  }),
});
