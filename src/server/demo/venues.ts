/** The demo's three venues: what they are, what they sell, at which prices. Amounts in fen, times in minutes. */
import type { Insertable } from "kysely";
import type { PackageCardTable } from "../domains/cards/rows";
import type { Sport } from "../../contract/core/enums";
import { percentOf } from "../../contract/core/money";
import type { PlanMatrix } from "../kernel/price/rules";

interface DemoHall {
  readonly name: string;
  readonly program: string;
  readonly sells: "places" | "capacity";
  /** Place name → names of the units it covers. */
  readonly places: Readonly<Record<string, readonly string[]>>;
  readonly open: number;
  readonly close: number;
}
export interface DemoPlan {
  readonly program: string;
  readonly name: string;
  /** Fen per half hour: weekday day, weekday evening (from 18:00), weekend day, weekend evening. */
  readonly prices: readonly [number, number, number, number];
}
type CardColumns = Partial<
  Pick<
    Insertable<PackageCardTable>,
    | "kind"
    | "activation"
    | "weekdays"
    | "start_minute"
    | "end_minute"
    | "every_sport"
    | "most_a_day"
    | "people"
    | "transferable"
    | "transfer_fee"
    | "refundable"
    | "refund_percent"
  >
>;
export interface DemoVenue {
  readonly id: string;
  readonly name: string;
  readonly area: string;
  readonly address: string;
  readonly phone: string;
  readonly mainTag: Sport;
  readonly tags: readonly Sport[];
  readonly programs: readonly { readonly name: string; readonly sport: Sport; readonly slotMinutes: 30 | 60 }[];
  readonly halls: readonly DemoHall[];
  readonly plans: readonly DemoPlan[];
  readonly members: number;
  /** Orders, sales and recharges on a normal weekday. */
  readonly pace: {
    readonly orders: number;
    readonly sales: number;
    readonly recharges: number;
    readonly sessions: number;
    readonly cards: number;
  };
  readonly packageCards: readonly {
    readonly name: string;
    readonly program: string;
    readonly price: number;
    readonly times: number;
    readonly bonus: number;
    readonly days: number;
    /** Further columns of its definition. */
    readonly more?: CardColumns;
  }[];
}

const courts = (from: number, to: number): Record<string, string[]> =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [String(from + i), [`${from + i}`]]));

export const DEMO_VENUES: readonly DemoVenue[] = [
  {
    id: "10001",
    name: "源深体育中心羽毛球馆",
    area: "浦东新区",
    address: "张杨路 1458 号",
    phone: "021-58601120",
    mainTag: "badminton",
    tags: ["badminton", "basketball"],
    programs: [
      { name: "羽毛球", sport: "badminton", slotMinutes: 30 },
      { name: "篮球", sport: "basketball", slotMinutes: 30 },
    ],
    halls: [
      { name: "羽毛球馆", program: "羽毛球", sells: "places", places: courts(1, 10), open: 360, close: 1380 },
      { name: "贵宾馆", program: "羽毛球", sells: "places", places: { V1: ["V1"] }, open: 480, close: 1320 },
      {
        name: "篮球馆",
        program: "篮球",
        sells: "places",
        places: { 全场: ["东", "西"], 东半: ["东"], 西半: ["西"] },
        open: 480,
        close: 1320,
      },
    ],
    plans: [
      { program: "羽毛球", name: "秋冬羽毛球", prices: [2500, 4000, 4000, 5000] },
      { program: "篮球", name: "秋冬篮球", prices: [6000, 9000, 8000, 11000] },
    ],
    members: 1100,
    pace: { orders: 54, sales: 22, recharges: 5, sessions: 0, cards: 1 },
    packageCards: [
      {
        name: "羽毛球 20 次卡",
        program: "羽毛球",
        price: 118_000,
        times: 20,
        bonus: 2,
        days: 365,
        more: { transfer_fee: 2_000, refund_percent: 10 },
      },
      { name: "羽毛球 10 次卡", program: "羽毛球", price: 64_000, times: 10, bonus: 0, days: 180, more: { activation: "firstUse" } },
      {
        name: "工作日白天 20 次卡",
        program: "羽毛球",
        price: 78_000,
        times: 20,
        bonus: 0,
        days: 365,
        more: { weekdays: ["1", "2", "3", "4", "5"], start_minute: 480, end_minute: 1_080, transferable: false },
      },
      { name: "全馆通用 50 次卡", program: "羽毛球", price: 325_000, times: 50, bonus: 5, days: 700, more: { every_sport: true } },
      {
        name: "羽毛球 30 天期限卡",
        program: "羽毛球",
        price: 36_000,
        times: 0,
        bonus: 0,
        days: 30,
        more: { kind: "period", most_a_day: 1, people: 1 },
      },
      { name: "体验 3 次卡", program: "羽毛球", price: 9_900, times: 3, bonus: 0, days: 21, more: { refundable: false, people: 1 } },
    ],
  },
  {
    id: "10002",
    name: "东方体育中心游泳馆（前滩店）",
    area: "浦东新区",
    address: "泳耀路 300 号",
    phone: "021-20231688",
    mainTag: "swimming",
    tags: ["swimming"],
    programs: [{ name: "游泳", sport: "swimming", slotMinutes: 60 }],
    halls: [
      { name: "标准池", program: "游泳", sells: "capacity", places: { 泳池: ["泳池"] }, open: 360, close: 1320 },
      { name: "训练泳道", program: "游泳", sells: "places", places: { "1 道": ["L1"], "2 道": ["L2"] }, open: 360, close: 1320 },
    ],
    plans: [{ program: "游泳", name: "泳道包时", prices: [6000, 9000, 9000, 10000] }],
    members: 620,
    pace: { orders: 4, sales: 15, recharges: 2, sessions: 20, cards: 3 },
    packageCards: [
      { name: "游泳 10 次卡", program: "游泳", price: 45_000, times: 10, bonus: 1, days: 180 },
      { name: "游泳 30 次卡", program: "游泳", price: 120_000, times: 30, bonus: 4, days: 365 },
      {
        name: "游泳月卡",
        program: "游泳",
        price: 39_900,
        times: 0,
        bonus: 0,
        days: 30,
        more: { kind: "period", most_a_day: 1, people: 1 },
      },
    ],
  },
  {
    id: "10003",
    name: "联洋社区篮球馆",
    area: "浦东新区",
    address: "芳甸路 200 号",
    phone: "021-68563300",
    mainTag: "basketball",
    tags: ["basketball"],
    programs: [{ name: "篮球", sport: "basketball", slotMinutes: 60 }],
    halls: [
      {
        name: "A 馆",
        program: "篮球",
        sells: "places",
        places: { "A 全场": ["A东", "A西"], "A 东": ["A东"], "A 西": ["A西"] },
        open: 480,
        close: 1320,
      },
      {
        name: "B 馆",
        program: "篮球",
        sells: "places",
        places: { "B 全场": ["B东", "B西"], "B 东": ["B东"], "B 西": ["B西"] },
        open: 480,
        close: 1320,
      },
    ],
    plans: [{ program: "篮球", name: "篮球包场", prices: [5000, 8000, 7000, 10000] }],
    members: 280,
    pace: { orders: 13, sales: 9, recharges: 1, sessions: 0, cards: 0 },
    packageCards: [],
  },
];

/** The card type that is good at all venues. */
export const ROAMS = "钻石卡";
export const CARD_TYPES = [
  { name: "普通会员", colour: 500, place: 100, product: 100, months: 0, ahead: 14, weight: 30 },
  { name: "银卡", colour: 600, place: 95, product: 98, months: 24, ahead: 14, weight: 28 },
  { name: "金卡", colour: 300, place: 85, product: 90, months: 24, ahead: 21, weight: 24 },
  { name: "钻石卡", colour: 700, place: 80, product: 85, months: 24, ahead: 30, weight: 8 },
  { name: "亲子卡", colour: 200, place: 88, product: 95, months: 12, ahead: 14, weight: 7 },
  { name: "企业卡", colour: 400, place: 75, product: 90, months: 12, ahead: 30, weight: 3 },
] as const;

export const OFFERS = [
  { name: "充 200", pay: 20_000, principal: 20_000, gift: 0 },
  { name: "充 500 送 50", pay: 50_000, principal: 50_000, gift: 5_000 },
  { name: "充 1,000 送 120", pay: 100_000, principal: 100_000, gift: 12_000 },
  { name: "充 2,000 送 300", pay: 200_000, principal: 200_000, gift: 30_000 },
] as const;

/** Offers that are over: nobody is offered them, the list keeps them. */
export const PAST_OFFERS = [
  { name: "国庆充 500 送 80", pay: 50_000, principal: 50_000, gift: 8_000, per_person: 1, memo: "国庆假期活动，每人一次" },
  { name: "开业充 1,000 送 200", pay: 100_000, principal: 100_000, gift: 20_000, per_person: 2, memo: "开业活动" },
] as const;

export const PRODUCTS = [
  {
    class: "饮料",
    name: "宝矿力水特 电解质饮料 500ml",
    barcode: "6917878036571",
    unit: "瓶",
    price: 700,
    cost: 420,
    low: 48,
    pack: ["箱", 15],
  },
  { class: "饮料", name: "农夫山泉 550ml", barcode: "6921168509256", unit: "瓶", price: 300, cost: 110, low: 72, pack: ["箱", 24] },
  {
    class: "饮料",
    name: "红牛 维生素功能饮料 250ml",
    barcode: "6920202888883",
    unit: "罐",
    price: 700,
    cost: 460,
    low: 36,
    pack: ["箱", 24],
  },
  { class: "饮料", name: "东鹏特饮 500ml", barcode: "6934502300389", unit: "瓶", price: 600, cost: 370, low: 36, pack: ["箱", 15] },
  {
    class: "羽毛球",
    name: "尤尼克斯 AS-05 羽毛球（12 只装）",
    barcode: "4550086452324",
    unit: "筒",
    price: 13_500,
    cost: 10_200,
    low: 24,
    pack: ["箱", 10],
  },
  {
    class: "羽毛球",
    name: "李宁 A+90 羽毛球（12 只装）",
    barcode: "6957219810439",
    unit: "筒",
    price: 9_800,
    cost: 7_300,
    low: 20,
    pack: ["箱", 25],
  },
  {
    class: "手胶与穿线",
    name: "胜利 GR262 手胶",
    barcode: "4719865321453",
    unit: "条",
    price: 1_200,
    cost: 620,
    low: 20,
    pack: ["盒", 30],
  },
  {
    class: "手胶与穿线",
    name: "李宁 GP218 防滑手胶（龙骨）",
    barcode: "6957219821565",
    unit: "条",
    price: 1_000,
    cost: 520,
    low: 20,
    pack: ["盒", 30],
  },
  { class: "手胶与穿线", name: "BG65 穿线（含 24 磅拉线）", barcode: null, unit: "次", price: 5_000, cost: 0, low: 0, pack: ["", 1] },
  { class: "租借", name: "球拍租借", barcode: null, unit: "次", price: 2_000, cost: 0, low: 0, pack: ["", 1] },
  { class: "租借", name: "储物柜过夜", barcode: null, unit: "次", price: 1_000, cost: 0, low: 0, pack: ["", 1] },
  {
    class: "用品",
    name: "成人毛巾（纯棉加厚）",
    barcode: "6970123450010",
    unit: "条",
    price: 2_500,
    cost: 1_150,
    low: 15,
    pack: ["包", 10],
  },
  { class: "用品", name: "运动袜 中筒 男女同款", barcode: "6970123450027", unit: "双", price: 1_800, cost: 800, low: 20, pack: ["包", 12] },
  {
    class: "用品",
    name: "红双喜 乒乓球 三星 10 只装",
    barcode: "6901295010313",
    unit: "盒",
    price: 3_600,
    cost: 2_450,
    low: 10,
    pack: ["箱", 20],
  },
] as const;

/** Suppliers: name, contact, telephone, days to pay. The first delivers the opening stock. */
export const SUPPLIERS = [
  ["浦东体育用品批发", "沈建国", "021-58820011", 30],
  ["上海瀚动体育用品有限公司", "顾晓燕", "021-62310877", 45],
  ["源深饮料配送中心", "马师傅", "13901750026", 15],
] as const;

/** A plan's matrix from four prices: weekday day and evening, weekend day and evening; evening starts at 18:00. Groups pay nine tenths. */
export function matrix([day, evening, weekendDay, weekendEvening]: DemoPlan["prices"]): PlanMatrix {
  const row = (early: number, late: number): number[] => Array.from({ length: 48 }, (_, half) => (half >= 36 ? late : early));
  const week = [0, 1, 2, 3, 4].map(() => row(day, evening)).concat([0, 1].map(() => row(weekendDay, weekendEvening)));
  const group = week.map((day) => day.map((price) => percentOf(price, 90)));
  return { walkIn: week, group, peak: week.map((_, weekday) => Array.from({ length: 48 }, (_, half) => half >= 36 || weekday > 4)) };
}

/** Sessions of the swimming pool: every two hours, capacity and price. */
export const POOL_SESSIONS = { length: 120, capacity: 80, price: 4_500 } as const;

/** Demo accounts; every password is the same and printed at start. */
export const DEMO_PASSWORD = "Venue2026!";
/** By which the demo's administrators and managers approve. */
export const DEMO_PIN = "2026";
export const ACCOUNTS = [
  { username: "admin", name: "林婉清", role: "administrator", venues: ["10001", "10002", "10003"] },
  { username: "manager", name: "周凯", role: "manager", venues: ["10001", "10002", "10003"] },
  { username: "cashier", name: "陈晓", role: "cashier", venues: ["10001"] },
  { username: "swim", name: "何静", role: "swimming-desk", venues: ["10002"] },
  { username: "coach", name: "王师傅", role: "coach", venues: ["10001"] },
] as const;
