/** Games: tournaments and leagues with their events. */
import { addProblem } from "../core/between";
import { GAME_BUSINESS, NUMBERS_HINT, REASON } from "./game-words";
import { defineResource, targetOf } from "../core/resource/define";
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
} from "../core/resource/fields";
import { game } from "../core/states";
import { organizations } from "../unions/unions";
import { LABELS, ROW_LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

const SPANS = [
  ["minMembers", "maxMembers"],
  ["minMale", "maxMale"],
  ["minFeMale", "maxFeMale"],
] as const;
type GameDraft = {
  readonly gameStart: string;
  readonly gameEnd: string;
  readonly registrationStart: string | null;
  readonly registrationEnd: string | null;
} & { readonly [K in (typeof SPANS)[number][number]]: number | null };

/** A game: a tournament or league with its events. The courts that it takes belong to it (`gameCourts`). */
export const games = defineResource({
  name: "games",
  one: { zh: "赛事", en: "Game" },
  path: "/api/manage/competition/game",
  codes: { page: SCREENS.games, modify: "game_modify", export: "game_export" },
  title: "shortTitle",
  page: "/addedServices/game-list/:id",
  fields: {
    no: text({ zh: "编号", en: "No.", readonly: true, search: "prefix", sort: true, width: 150 }),
    shortTitle: text({ zh: "赛事名称", en: "Short title", required: true, search: "pinyin", sort: true, max: 40, width: 200 }),
    longTitle: text({ ...LABELS.longTitle, long: true, max: 100, hidden: true }),
    status: state({ zh: "状态", en: "State", machine: game, filter: true }),
    gameStart: day({ zh: "比赛开始", en: "Play begins", required: true, filter: true, sort: true }),
    gameEnd: day({ zh: "比赛结束", en: "Play ends", required: true, filter: true, sort: true }),
    registrationStart: instant({ zh: "报名开始", en: "Sign-up opens", hidden: true }),
    registrationEnd: instant({
      zh: "报名截止",
      en: "Sign-up closes",
      sort: true,
      hint: { zh: "到时不再收报名；留空则由“截止报名”决定", en: "No entries after it; left empty, “Close sign-up” decides" },
    }),
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
      initial: GAME_BUSINESS,
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
    organization: reference({ zh: "主办机构", en: "Organization", hidden: true, of: () => targetOf(organizations) }),
    tags: words({ ...LABELS.tags, hidden: true }),
    contact: text({ ...LABELS.contact, search: "part", max: 40 }),
    mobile: phone({ zh: "联系电话", en: "Mobile", hidden: true }),
    country: text({ ...LABELS.country, formOnly: true, max: 40, initial: "中国" }),
    region: region({ zh: "省市区", en: "Province, city, area", hidden: true }),
    address: text({ zh: "详细地址", en: "Address", long: true, hidden: true, max: 120 }),
    longitude: text({ ...LABELS.longitude, formOnly: true, max: 12 }),
    latitude: text({ ...LABELS.latitude, formOnly: true, max: 12 }),
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
    drawUnpaid: bool({
      zh: "未缴费可以抽签",
      en: "Unpaid entries are drawn",
      formOnly: true,
      hint: { zh: "不勾选：要缴费的队伍缴清后才能抽签", en: "Else entries pay before the draw" },
    }),
    signIn: bool({ zh: "需现场签到", en: "Checked in on site", formOnly: true }),
    qualifying: bool({ ...LABELS.qualifying, hidden: true }),
    insurance: bool({ zh: "含保险", en: "Insured", hidden: true }),
    privacy: bool({
      ...ROW_LABELS.namesHidden,
      formOnly: true,
      hint: {
        zh: "大屏、抽签展示和打印件上，选手姓名只留首字",
        en: "Hall screen, shown draw and prints keep only the first letter of players’ names",
      },
    }),
    hiddenJoin: bool({ zh: "隐藏报名入口", en: "Sign-up is hidden", formOnly: true }),
    showAllTeam: bool({ zh: "公开全部队伍", en: "All entries are public", formOnly: true }),
    showStatus: bool({ zh: "公开展示", en: "Shown to the public", hidden: true }),
    cityGame: bool({ zh: "城市赛事", en: "City game", hidden: true }),
    recommend: bool({ zh: "推荐", en: "Recommended", filter: true, hidden: true }),
    top: bool({ zh: "置顶", en: "On top", hidden: true }),
    simulcast: bool({ zh: "直播", en: "Broadcast", hidden: true }),
    maxSimulcasts: number({ zh: "最多直播路数", en: "Broadcasts at once", min: 0, max: 50, initial: 0, formOnly: true }),
    roleTags: words({
      ...LABELS.roleTags,
      hidden: true,
      hint: { zh: "如：领队、教练、队医", en: "Team leader, coach, doctor …" },
    }),
    pic: picture({ ...LABELS.pic, formOnly: true }),
    cover: picture({ ...LABELS.cover, formOnly: true }),
    poster: picture({ ...LABELS.poster, formOnly: true }),
    gameRule: richText({ zh: "竞赛规程", en: "Regulations", formOnly: true }),
    disclaimer: richText({ ...LABELS.disclaimer, formOnly: true }),
    memo: text({ zh: "备注", en: "Note", long: true, hidden: true, max: 500 }),
    publish: bool({ zh: "已发布", en: "Published", computed: true, hidden: true }),
    currentRacecard: text({ zh: "当前阶段", en: "Current stage", computed: true, hidden: true }),
    operator: text({ zh: "经办人", en: "Operator", readonly: true, hidden: true }),
    settledFees: money({ zh: "结算：报名费", en: "Settled: fees", readonly: true, hidden: true }),
    settledRefunds: money({ zh: "结算：退费", en: "Settled: refunds", readonly: true, hidden: true }),
    settledHandling: money({ zh: "结算：手续费", en: "Settled: handling", readonly: true, hidden: true }),
    settledNet: money({ zh: "结算：净额", en: "Settled: net", readonly: true, hidden: true }),
  },
  shared: {
    modifyStatus: {
      path: "/api/manage/competition/game/modify-status",
      actions: ["publish", "openSignUp", "closeSignUp", "start", "finish"],
    },
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
  check: (draft: GameDraft, issues) => {
    if (draft.gameEnd < draft.gameStart)
      addProblem(issues, "gameEnd", { zh: "比赛结束不能早于开始", en: "Play can’t end before it begins" });
    const { registrationStart: opens, registrationEnd: closes } = draft;
    if (opens !== null && closes !== null && new Date(closes) <= new Date(opens))
      addProblem(issues, "registrationEnd", { zh: "报名截止要晚于报名开始", en: "Sign-up must close after it opens" });
    for (const [least, most] of SPANS)
      if ((draft[most] ?? 0) > 0 && (draft[least] ?? 0) > (draft[most] ?? 0))
        addProblem(issues, most, { zh: "不能少于最少人数（0 表示不限）", en: "Not below the least (0: no limit)" });
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
        "drawUnpaid",
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
