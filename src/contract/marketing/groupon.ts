/** Group-buy goods, the vouchers sold of them, and their redemption. */
import { addProblem } from "../core/between";
import { z } from "#zod";
import { Payments } from "../booking/booking-order";
import { get, Id, MobileOrNone, postJson, Reason, resource } from "../core/call";
import { PriceIn, Yuan } from "../core/money";
import { wholeNumber } from "../core/numbers";
import { packageCards } from "../cards/package-cards";
import { products } from "../stock/products";
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, instant, money, number, phone, pictures, reference, richText, state, text, words } from "../core/resource/fields";
import { MEMBERS, PROGRAMS } from "../core/resource/targets";
import { grouponGoods as machine, voucher as voucherMachine } from "../core/states";
import { Day, Instant, MinuteOfDay } from "../core/time";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Most times that one voucher is good for. */
export const MOST_TIMES = 100;
export const REDEEMS = {
  ticket: { zh: "门票/服务", en: "Entry or service" },
  slot: LABELS.slot,
  product: { zh: "商品", en: "Product" },
  card: { zh: "次卡", en: "Package card" },
} as const;
const WEEKDAYS = {
  "1": { zh: "周一", en: "Mon" },
  "2": { zh: "周二", en: "Tue" },
  "3": { zh: "周三", en: "Wed" },
  "4": { zh: "周四", en: "Thu" },
  "5": { zh: "周五", en: "Fri" },
  "6": { zh: "周六", en: "Sat" },
  "7": { zh: "周日", en: "Sun" },
} as const;

export const grouponGoods = defineResource({
  name: "grouponGoods",
  one: { zh: "团购商品", en: "Group-buy goods" },
  path: "/api/manage/venue/groupon-goods",
  codes: { page: SCREENS.grouponGoods, modify: "groupon_goods_modify", export: "groupon_goods_export" },
  title: "title",
  page: "/marketing/groupon-goods-list/:id",
  fields: {
    title: text({ ...LABELS.title, required: true, search: "part", sort: true, max: 60 }),
    state: state({ ...LABELS.state, machine, filter: true }),
    price: money({ zh: "团购价", en: "Group price", required: true, sort: true }),
    marketPrice: money({ zh: "门市价", en: "Market price", required: true, hidden: true }),
    stock: number({ zh: "总库存", en: "Stock", required: true, min: 1, max: 1_000_000, initial: 100, sum: true }),
    left: number({ zh: "剩余", en: "Left", required: true, readonly: true, sum: true, sort: true }),
    sold: number({ zh: "已售", en: "Sold", computed: true, sum: true, sort: true }),
    redeemed: number({ zh: "已核销（次）", en: "Redeemed (times)", computed: true, sum: true }),
    refunded: number({ zh: "已退", en: "Refunded", computed: true, sum: true }),
    received: money({ zh: "实收", en: "Received", computed: true, sum: true, sort: true }),
    perPerson: number({
      zh: "每人限购",
      en: "Per person",
      required: true,
      min: 0,
      max: 1_000,
      initial: 0,
      hidden: true,
      hint: { zh: "0 为不限", en: "0: no limit" },
    }),
    saleFrom: instant({ zh: "开售时间", en: "On sale from", required: true, hidden: true }),
    saleTo: instant({ zh: "停售时间", en: "On sale until", required: true, filter: true, sort: true }),
    useFrom: day({ zh: "可用日期起", en: "Good from", required: true, hidden: true }),
    useTo: day({ zh: "可用日期止", en: "Good until", required: true, sort: true }),
    validDays: number({
      zh: "购买后有效天数",
      en: "Days after the sale",
      min: 1,
      max: 3_650,
      hidden: true,
      hint: { zh: "留空则到“可用日期止”", en: "Empty: until “Good until”" },
    }),
    weekdays: words({
      zh: "可用星期",
      en: "Good on",
      choices: WEEKDAYS,
      hidden: true,
      hint: { zh: "留空为每天", en: "Empty: every day" },
    }),
    excluded: words({
      zh: "不可用日期",
      en: "Not good on",
      max: 60,
      hidden: true,
      hint: { zh: "格式 2026-10-01，回车分隔", en: "As 2026-10-01; Enter ends each" },
    }),
    times: number({ zh: "每张可用次数", en: "Times a voucher", required: true, min: 1, max: MOST_TIMES, initial: 1 }),
    refundRule: choice({
      zh: "退款规则",
      en: "Refunds",
      required: true,
      hidden: true,
      choices: {
        anytime: { zh: "未用可随时退", en: "What is unused, any time" },
        never: { zh: "售出不退", en: "None" },
      },
    }),
    redeems: choice({ zh: "兑换内容", en: "Redeems", required: true, choices: REDEEMS, filter: true }),
    program: reference({
      zh: "运动项目",
      en: "Sport",
      hidden: true,
      of: () => PROGRAMS,
      hint: { zh: "场地时段必选", en: "For court time" },
    }),
    minutes: number({
      zh: "每次分钟数",
      en: "Minutes each time",
      min: 30,
      max: 1_440,
      hidden: true,
      hint: { zh: "场地时段必填", en: "For court time" },
    }),
    product: reference({
      zh: "商品",
      en: "Product",
      hidden: true,
      of: () => targetOf(products),
      hint: { zh: "商品必选，核销时扣门市库存", en: "For products: redeeming takes them from the shop's stock" },
    }),
    packageCard: reference({
      zh: "次卡",
      en: "Package card",
      hidden: true,
      of: () => targetOf(packageCards),
      hint: {
        zh: "次卡必选，核销时开到会员名下，券款成为卡的价值",
        en: "For package cards: redeeming opens one in the member's name, worth what the voucher was paid",
      },
    }),
    pictures: pictures({ ...LABELS.pictures, max: 9, hidden: true }),
    content: richText({ zh: "详情", en: "What it is", formOnly: true }),
    reason: text({ zh: "取消原因", en: "Why cancelled", readonly: true, hidden: true, long: true }),
  },
  actions: {
    shelve: { label: { zh: "上架", en: "Put on sale" }, code: "groupon_goods_modify", bulk: true },
    unshelve: { label: { zh: "下架", en: "Take off sale" }, code: "groupon_goods_modify", bulk: true },
    cancel: {
      label: { zh: "取消商品", en: "Cancel goods" },
      code: "groupon_refund",
      danger: true,
      confirm: {
        zh: "所有还有余额的券按原付款方式退回未用部分，之后不能再核销。",
        en: "What is unused of every voucher goes back by the method that paid it; none can be redeemed after.",
      },
      fields: { reason: text({ zh: "取消原因", en: "Why cancelled", required: true, long: true, max: 200 }) },
    },
  },
  check: (
    draft: {
      readonly saleFrom: string;
      readonly saleTo: string;
      readonly useFrom: string;
      readonly useTo: string;
      readonly redeems: string;
      readonly program: string | null;
      readonly minutes: number | null;
      readonly product: string | null;
      readonly packageCard: string | null;
      readonly times: number;
    },
    issues,
  ) => {
    if (new Date(draft.saleTo) <= new Date(draft.saleFrom))
      addProblem(issues, "saleTo", { zh: "停售时间要晚于开售时间", en: "The end of the sale must be after its start" });
    if (draft.useTo < draft.useFrom)
      addProblem(issues, "useTo", { zh: "可用日期止不能早于可用日期起", en: "The last day can't be before the first day" });
    if (draft.redeems === "slot" && draft.program === null)
      addProblem(issues, "program", { zh: "场地时段要选运动项目", en: "Court time needs a sport" });
    if (draft.redeems === "slot" && (draft.minutes === null || draft.minutes % 30 !== 0))
      addProblem(issues, "minutes", { zh: "场地时段要写每次分钟数，30 的倍数", en: "Enter the minutes of each use, a multiple of 30" });
    if (draft.redeems === "product" && draft.product === null)
      addProblem(issues, "product", { zh: "兑换商品要选商品", en: "Choose the product that it redeems" });
    if (draft.redeems === "card" && draft.packageCard === null)
      addProblem(issues, "packageCard", { zh: "兑换次卡要选次卡", en: "Choose the package card that it redeems" });
    if (draft.redeems === "card" && draft.times !== 1)
      addProblem(issues, "times", {
        zh: "兑换次卡的券只用 1 次，次数由次卡决定",
        en: "A voucher for a package card is redeemed once; the card has its own number of uses",
      });
  },
  views: {
    selling: { label: { zh: "在售", en: "On sale" }, filters: { state: "on_shelf" } },
    draft: { label: { zh: "草稿", en: "Drafts" }, filters: { state: "draft" } },
  },
  groups: [
    { title: { zh: "价格和库存", en: "Price and stock" }, fields: ["title", "price", "marketPrice", "stock", "perPerson"] },
    {
      title: { zh: "销售和使用时间", en: "Sale and use" },
      fields: ["saleFrom", "saleTo", "useFrom", "useTo", "validDays", "weekdays", "excluded"],
    },
    {
      title: { zh: "兑换", en: "What it redeems" },
      fields: ["redeems", "times", "program", "minutes", "product", "packageCard", "refundRule"],
    },
    { title: { zh: "展示", en: "Looks" }, fields: ["pictures", "content"] },
  ],
  hint: { zh: "建团购商品并上架，售出的券在“核销”里使用", en: "Make goods and put them on sale; vouchers are used under Redemption" },
  help: {
    zh: "券款在核销前是预收，核销时才计收益；过期未用的计为过期收益。有券售出后，次数、兑换内容和退款规则不能改。",
    en: "Money of a voucher is held until it is redeemed and earned then; what expires is breakage. Once one is sold, times, what it redeems and the refund rule stay.",
  },
});

export const vouchers = defineResource({
  name: "vouchers",
  one: { zh: "团购券", en: "Voucher" },
  path: "/api/manage/venue/voucher",
  codes: { page: SCREENS.vouchers, export: "groupon_goods_export" },
  title: "voucherCode",
  period: "createdAt",
  page: "/marketing/voucher-list/:id",
  fields: {
    voucherCode: text({ ...LABELS.voucherCode, required: true, search: "prefix", width: 150 }),
    state: state({ ...LABELS.state, machine: voucherMachine, filter: true }),
    goods: reference({ zh: "团购商品", en: "Goods", required: true, filter: true, of: () => targetOf(grouponGoods) }),
    holder: text({ zh: "持有人", en: "Holder", required: true, search: "part", width: 110 }),
    phone: phone({ ...LABELS.phone, search: "prefix" }),
    member: reference({ zh: "会员", en: "Member", filter: true, hidden: true, of: () => MEMBERS }),
    price: money({ zh: "售价", en: "Price", required: true, sum: true, sort: true }),
    times: number({ ...LABELS.times, required: true, sum: true }),
    used: number({ zh: "已用", en: "Used", required: true, sum: true }),
    refunded: money({ zh: "已退", en: "Refunded", required: true, sum: true }),
    worth: money({ zh: "未核销余额", en: "Not yet earned", computed: true, sum: true }),
    validFrom: day({ zh: "有效期起", en: "Good from", required: true, hidden: true }),
    validTo: day({ zh: "有效期止", en: "Good until", required: true, filter: true, sort: true }),
    no: text({ zh: "单号", en: "No.", required: true, search: "prefix", hidden: true }),
    operator: text({ zh: "经办", en: "By", required: true, hidden: true }),
    reason: text({ zh: "退款原因", en: "Why refunded", hidden: true, long: true }),
  },
  actions: {
    refund: {
      label: { zh: "退款", en: "Refund" },
      code: "groupon_refund",
      danger: true,
      confirm: {
        zh: "未核销的余额按原付款方式退回，券随即作废。",
        en: "What is not yet earned goes back by the method that paid it; the voucher is void then.",
      },
      fields: { reason: text({ zh: "退款原因", en: "Why refunded", required: true, long: true, max: 200 }) },
    },
  },
  views: {
    open: { label: { zh: "可用", en: "Good" }, filters: { state: "unused,part_used" } },
    refunded: { label: { zh: "已退款", en: "Refunded" }, filters: { state: "refunded" } },
  },
  hint: { zh: "在团购商品里给会员或散客售券", en: "Sell vouchers to members and walk-ins from the goods" },
});

/** A voucher as the redemption desk sees it. */
export const VoucherLook = z.object({
  id: Id,
  voucherCode: z.string(),
  goods: z.string(),
  redeems: z.enum(["ticket", "slot", "product", "card"]),
  what: z.string(),
  program: Id.nullable(),
  minutes: z.number().int().nullable(),
  state: z.enum(["unused", "part_used", "used", "expired", "refunded"]),
  holder: z.string(),
  phone: z.string(),
  validFrom: Day,
  validTo: Day,
  /** When it can be used, in words. */
  days: z.string(),
  times: z.number().int(),
  left: z.number().int(),
  /** Earnings of the next use. */
  each: Yuan,
  /** Why it can't be used now; "": it can. */
  problem: z.string(),
});
export type VoucherLook = z.infer<typeof VoucherLook>;
/** One redemption. */
export const VoucherUse = z.object({
  id: Id,
  at: Instant,
  voucherCode: z.string(),
  goods: z.string(),
  holder: z.string(),
  times: z.number().int(),
  /** Times left after it. */
  left: z.number().int(),
  all: z.number().int(),
  value: Yuan,
  operator: z.string(),
  undoneAt: Instant.nullable(),
  undoneBy: z.string(),
  /** "3 号 19:00–20:00", or "". */
  slot: z.string(),
});
export type VoucherUse = z.infer<typeof VoucherUse>;

const VoucherCode = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, ""))
  .pipe(z.string().min(1).max(32));
const base = "/api/manage/venue/goods-sign-in";
export const redemption = resource({
  sell: postJson("/api/manage/venue/groupon-goods/sell", {
    summary: "Sell a voucher to a member or a walk-in and take its price",
    code: "groupon_sell",
    input: z.object({
      goodsId: Id,
      memberId: Id.optional(),
      name: z.string().trim().max(40).optional(),
      phone: MobileOrNone.optional(),
      payments: Payments.default([]),
      /** Price that the desk showed; refused when it is another by now. */
      expectedPrice: PriceIn.optional(),
    }),
    output: VoucherLook,
  }),
  find: get(`${base}/find`, {
    summary: "A voucher by its code, and whether it can be used now",
    code: "goods_signin_list",
    input: z.object({ voucherCode: VoucherCode }),
    output: VoucherLook,
  }),
  redeem: postJson(`${base}/redeem`, {
    summary: "Use a voucher; a court time books its court",
    code: "voucher_redeem",
    input: z.object({
      id: Id,
      times: wholeNumber(1, MOST_TIMES).default(1),
      /** Court, day and minute of a voucher of court time; left out: the court is booked by hand. */
      slot: z.object({ placeId: Id, day: Day, start: MinuteOfDay }).optional(),
    }),
    output: z.object({ use: VoucherUse, voucher: VoucherLook }),
  }),
  undo: postJson(`${base}/undo`, {
    summary: "Take back a redemption of today",
    code: "voucher_undo",
    input: z.object({ id: Id, reason: Reason }),
    output: z.object({ use: VoucherUse, voucher: VoucherLook }),
  }),
  today: get(`${base}/today`, {
    summary: "The redemptions of today, newest first, and their sums",
    code: "goods_signin_list",
    output: z.object({ content: z.array(VoucherUse), times: z.number().int(), value: Yuan, undone: z.number().int() }),
  }),
});
