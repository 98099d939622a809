/** Money of members: what moved on their accounts, what they bought, what they brought in all, cards opened. */
import { KIND_LABELS, type LogKind, PURSE_LABELS } from "./account-logs";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, day, instant, money, number, phone, reference, text } from "../core/resource/fields";
import { defineReport, type ReportQuery } from "../core/resource/report";
import { CARD_TYPES, MEMBERS } from "../core/resource/targets";
import { textOf } from "../core/resource/text";
import { packageCards } from "../cards/package-cards";
import { address, daysBehind } from "../core/rows-behind";
import { LABELS } from "../core/resource/labels";
import { REPORT_TITLES, SCREENS } from "../core/pages";

/** One line for each document that moved a member's purses, both purses side by side; the posting by posting form is the account log. */
export const userAccountLogs = defineResource({
  name: "userAccountLogs",
  one: { zh: "用户账户流水", en: "Account movement" },
  path: "/api/manage/venue/user-account-log",
  codes: { page: SCREENS.userAccountLogs, export: "user_account_log_export" },
  title: "no",
  period: "createdAt",
  time: { zh: "时间", en: "Time" },
  sort: "createdAt,desc",
  fields: {
    no: text({ zh: "单号", en: "Document", search: "prefix", width: 170 }),
    member: reference({ zh: "会员", en: "Member", filter: true, of: () => MEMBERS }),
    cardNo: text({ zh: "卡号", en: "Card no.", search: "prefix" }),
    kind: choice({ ...LABELS.kind, choices: KIND_LABELS, filter: true }),
    principal: money({
      zh: "本金变动",
      en: "Principal",
      sum: true,
      hint: { zh: "存入为正，支出为负", en: "In is positive, out negative" },
    }),
    gift: money({ zh: "赠送变动", en: "Gift", sum: true }),
    amount: money({ zh: "合计变动", en: "Total", sum: true, filter: true }),
    principalAfter: money({ zh: "变动后本金", en: "Principal after" }),
    giftAfter: money({ zh: "变动后赠送", en: "Gift after" }),
    supportCashOut: bool({
      zh: "可提现",
      en: "Can be paid out",
      computed: true,
      hidden: true,
      hint: { zh: "只有本金可以退给会员", en: "Only the principal is ever paid out" },
    }),
    cashOuted: bool({
      zh: "已提现",
      en: "Paid out",
      computed: true,
      hidden: true,
      hint: { zh: "本金已退给会员", en: "The principal went back to the member" },
    }),
    operator: text({ zh: "操作人", en: "Operator", search: "prefix" }),
    reason: text({ ...LABELS.reason, long: true, hidden: true }),
  },
  views: {
    in: { label: { zh: "充值", en: "Recharges" }, filters: { kind: "recharge" } },
    back: { label: { zh: "退款与撤销", en: "Back and revoked" }, filters: { kind: "refund,revocation" } },
  },
  hint: { zh: "会员每一笔单据对本金和赠送的影响都在这里", en: "What each document did to a member's purses" },
  help: {
    zh: "一行是一张单据：本金和赠送并排，存入为正、支出为负，变动后余额为空表示该钱包没有动。按会员筛选即可看到某人的全部往来；逐笔记账请看“会员账户流水”。",
    en: "One row is one document: both purses side by side, in positive and out negative; an empty balance after says that this purse did not move. Filter by member for one person's account; each single posting is in the member account log.",
  },
});

/** Purchases of members, by any payment method. */
export const memberPurchases = defineResource({
  name: "memberPurchases",
  one: { zh: "消费记录", en: "Purchase" },
  path: "/api/manage/venue/venue-user-sale-log",
  codes: { page: SCREENS.memberPurchases, export: "venue_user_sale_log_export" },
  title: "no",
  period: "createdAt",
  time: { zh: "时间", en: "Time" },
  sort: "createdAt,desc",
  fields: {
    no: text({ zh: "单号", en: "Document", search: "prefix", width: 170 }),
    member: reference({ zh: "会员", en: "Member", filter: true, of: () => MEMBERS }),
    kind: choice({
      ...LABELS.kind,
      filter: true,
      choices: {
        booking: { zh: "订场", en: "Booking" },
        fixed: { zh: "固定场", en: "Fixed booking" },
        session: { zh: "场次", en: "Session" },
        openPlay: { zh: "约球", en: "Open play" },
        sale: { zh: "商品", en: "Goods" },
        card: { zh: "次卡", en: "Package card" },
        activity: { zh: "活动", en: "Activity" },
        groupon: { zh: "团购", en: "Group-buy" },
        entry: { zh: "赛事报名", en: "Competition entry" },
      },
    }),
    what: text({ zh: "内容", en: "What", search: "part", width: 220 }),
    list: money({ zh: "原价", en: "List", sum: true }),
    discount: money({ ...LABELS.discount, sum: true }),
    paid: money({ zh: "实付", en: "Paid", sum: true, filter: true }),
    refunded: money({ zh: "退款", en: "Refunded", sum: true }),
    net: money({ zh: "净消费", en: "Net", sum: true }),
    operator: text({ zh: "操作人", en: "Operator", search: "prefix" }),
  },
  hint: { zh: "会员订场、购物、购卡后在这里", en: "Bookings, goods and cards of members appear here once paid" },
  help: {
    zh: "每一行是会员的一张已付单据，不论用余额、次卡款还是现金付。净消费 = 实付 − 退款，含收取的手续费；充值不是消费，不在其中。用次卡核销的场地在购卡时已计入。",
    en: "Each row is a paid document of a member, whatever paid it. Net = paid − refunded, fees kept included; a recharge is no purchase. What a package card covers was counted when the card was bought.",
  },
});

/** Each member with all that was recharged, given and spent since they enrolled. */
export const memberTotals = defineResource({
  name: "memberTotals",
  one: { zh: "会员累计消费", en: "Member total" },
  path: "/api/manage/venue/member-total",
  codes: { page: SCREENS.memberTotals, export: "cumulativeconsumption_export" },
  title: "name",
  sort: "spent,desc",
  fields: {
    name: text({ zh: "姓名", en: "Name", search: "pinyin", sort: true }),
    cardNo: text({ zh: "卡号", en: "Card no.", search: "prefix" }),
    phone: phone({ ...LABELS.phone, search: "prefix" }),
    cardType: reference({ zh: "会员卡类型", en: "Card type", filter: true, of: () => CARD_TYPES }),
    recharges: number({ zh: "充值次数", en: "Recharges", sum: true }),
    recharged: money({ zh: "累计充值", en: "Recharged", sum: true, sort: true }),
    gifted: money({ zh: "累计赠送", en: "Gifts", sum: true }),
    spent: money({ zh: "累计消费", en: "Spent", sum: true, sort: true, filter: true }),
    principal: money({ zh: "本金余额", en: "Principal", sum: true, sort: true }),
    gift: money({ zh: "赠送余额", en: "Gift", sum: true, sort: true }),
    lastVisit: instant({ zh: "最近到访", en: "Last visit", filter: true, sort: true }),
  },
  hint: { zh: "会员入会后在这里", en: "Members appear here once enrolled" },
  help: {
    zh: "每位会员自入会以来的充值、赠送、消费和现在的余额，合计为筛选后的全部会员。撤销的充值不计。累计消费包括现金等方式付的钱，因此不等于充值减余额。",
    en: "Recharges, gifts and spending of each member since they enrolled, and what the purses hold now; sums are over the whole filter. Revoked recharges don't count. Spent includes what was paid in cash and the like, so it isn't recharges less balance.",
  },
});

const CARD_KINDS = { member: { zh: "会员卡", en: "Member card" }, package: { zh: "次卡", en: "Package card" } } as const;

/** Each card opened: the rows behind the report. */
export const cardsOpened = defineResource({
  name: "cardsOpened",
  one: { zh: "开卡记录", en: "Card opened" },
  path: "/api/manage/venue/card-opening",
  codes: { page: SCREENS.cardsOpened, export: "venue_user_account_log5_export" },
  title: "no",
  period: "day",
  time: { zh: "开卡时间", en: "Opened" },
  sort: "createdAt,desc",
  fields: {
    day: day({ zh: "开卡日", en: "Day", required: true, readonly: true, filter: true, sort: true }),
    kind: choice({ zh: "卡种", en: "Kind", required: true, readonly: true, filter: true, choices: CARD_KINDS }),
    no: text({ zh: "卡号或单号", en: "Card or document", readonly: true, search: "prefix", width: 170 }),
    member: reference({ zh: "会员", en: "Member", readonly: true, filter: true, of: () => MEMBERS }),
    cardType: reference({ zh: "会员卡类型", en: "Card type", readonly: true, filter: true, of: () => CARD_TYPES }),
    packageCard: reference({ zh: "次卡类型", en: "Package card", readonly: true, filter: true, of: () => targetOf(packageCards) }),
    memberCards: number({ zh: "会员卡", en: "Member cards", required: true, readonly: true, sum: true, hidden: true }),
    packageCards: number({ zh: "次卡", en: "Package cards", required: true, readonly: true, sum: true, hidden: true }),
    amount: money({ zh: "售卡金额", en: "Card sales", required: true, readonly: true, sum: true }),
    operator: text({ zh: "操作人", en: "Operator", readonly: true, filter: true, search: "prefix" }),
  },
  hint: { zh: "入会和售出次卡后，每张卡一行", en: "A row for each card, once a member enrols or a package card is sold" },
  help: {
    zh: "会员卡按入会日，次卡按售出日，各一行；金额是售卡收款，含余额支付。开卡统计的数字由这里的行相加而成。",
    en: "A row for each member card on the day of enrolment and for each package card on the day of its sale; the amount is what was paid for it, purses included. The figures of the card opening statistics are sums of these rows.",
  },
});

/** The operator of cards that nobody opened by hand: those that the system brought. */
export const NOBODY = "-";
/** Converts a row of the report to a filter of the cards. */
function cardsBy(key: string, { from, to, group, filter }: ReportQuery): string {
  const kind = textOf(filter["kind"]) || undefined;
  const days = { kind, dayFrom: from, dayTo: to };
  const of = (wanted: Readonly<Record<string, string>>): string => address("/finance/card-opening-list", { ...days, ...wanted });
  if (group === "day") return of({ dayFrom: key, dayTo: key });
  if (group === "operator") return of({ operator: key === "" ? NOBODY : key });
  return of({ [key.startsWith("m.") ? "cardType" : "packageCard"]: key.slice(2) });
}

/** Cards opened: member cards by enrolment, package cards by sale. */
export const cardOpenings = defineReport({
  name: "cardOpenings",
  title: REPORT_TITLES.cardOpenings,
  path: "/api/manage/venue/card-opening-report",
  codes: { page: SCREENS.cardOpenings, export: "venue_user_account_log5_export" },
  period: "days",
  opens: "month",
  groups: {
    type: { zh: "卡类型", en: "Card type" },
    day: { zh: "日期", en: "Day" },
    operator: { zh: "操作人", en: "Operator" },
  },
  filters: {
    kind: choice({
      zh: "卡种",
      en: "Kind",
      choices: CARD_KINDS,
    }),
  },
  columns: {
    name: text({ ...LABELS.name }),
    memberCards: number({ zh: "会员卡", en: "Member cards", sum: true }),
    packageCards: number({ zh: "次卡", en: "Package cards", sum: true }),
    cards: number({ zh: "开卡数", en: "Cards opened", sum: true }),
    amount: money({ zh: "售卡金额", en: "Card sales", sum: true }),
  },
  basis: { zh: "流水", en: "Takings" },
  compares: true,
  tiles: ["cards", "memberCards", "packageCards", "amount"],
  chart: { kind: "bar", y: ["cards"] },
  drill: ({ key }, query) => cardsBy(key, query),
  drillTotal: ({ from, to, filter }) =>
    address("/finance/card-opening-list", { kind: textOf(filter["kind"]) || undefined, dayFrom: from, dayTo: to }),
  note: {
    zh: "会员卡按入会日，次卡按售出日；金额是售卡收款，含余额支付",
    en: "Member cards by enrolment, package cards by sale; card sales include what purses paid",
  },
});

interface Part {
  readonly kinds: readonly LogKind[];
  readonly purse?: keyof typeof PURSE_LABELS;
  /** Counting direction: inflow less outflow, the reverse, or one of both alone. */
  readonly counts: "in" | "out" | "gained" | "taken";
}
/** Components of the statement's figures: movements by kind, of both purses or of one; each movement belongs to exactly one figure. */
export const PARTS: Readonly<Record<string, Part>> = {
  recharge: { kinds: ["recharge"], purse: "principal", counts: "in" },
  given: { kinds: ["recharge", "referral"], purse: "gift", counts: "in" },
  transferredIn: { kinds: ["transfer"], counts: "gained" },
  transferredOut: { kinds: ["transfer"], counts: "taken" },
  spent: { kinds: ["booking", "sale", "packageCard", "roaming", "debt"], counts: "out" },
  refunded: { kinds: ["refund"], counts: "in" },
  paidOut: { kinds: ["revocation", "closing", "fee"], purse: "principal", counts: "out" },
  voided: { kinds: ["revocation", "closing", "fee"], purse: "gift", counts: "out" },
  adjusted: { kinds: ["adjust"], counts: "in" },
};
/** Returns the address of the movements behind a figure; none where the filter leaves no purse for it. */
function movementsOf({ from, to, filter }: ReportQuery, measure: string, of: Readonly<Record<string, string>>): string | undefined {
  // Balances are made of all movements before.
  const { kinds, purse } = PARTS[measure] ?? {};
  const purses = textOf(filter["purse"]).split(",");
  const chosen = of["purse"] ?? (purses.length === 1 && purses[0] !== "" ? purses[0] : undefined);
  if (purse !== undefined && chosen !== undefined && purse !== chosen) return undefined;
  const filters = { ...of, ...daysBehind({ from, to }, measure), kind: kinds?.join(), purse: purse ?? chosen };
  const search = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return `/finance/venue-user-account-log?${new URLSearchParams(search).toString()}`;
}

/** The statement of members' purses: opening + in − out = closing, of each member and of all. */
export const memberMonths = defineReport({
  name: "memberMonths",
  title: REPORT_TITLES.memberMonths,
  path: "/api/open/member-monthly-report/list",
  excelPath: "/api/open/member-monthly-report/excelExport",
  codes: { page: SCREENS.memberMonths, export: "user_m_list" },
  period: "days",
  opens: "month",
  groups: {
    member: { zh: "会员", en: "Member" },
    cardType: { zh: "会员卡类型", en: "Card type" },
    purse: { zh: "钱包", en: "Purse" },
  },
  filters: { purse: choice({ zh: "钱包", en: "Purse", choices: PURSE_LABELS }) },
  columns: {
    name: text({ zh: "会员", en: "Member" }),
    note: text({ zh: "卡号", en: "Card no." }),
    opening: money({ zh: "期初", en: "Opening", sum: true }),
    recharge: money({ zh: "充值", en: "Recharge", sum: true }),
    given: money({ zh: "赠送", en: "Gift", sum: true }),
    transferredIn: money({ zh: "转入", en: "Transferred in", sum: true }),
    transferredOut: money({ zh: "转出", en: "Transferred out", sum: true }),
    spent: money({ zh: "消费", en: "Spent", sum: true }),
    refunded: money({ zh: "退回", en: "Refunded", sum: true }),
    paidOut: money({ zh: "退卡付出", en: "Paid out", sum: true }),
    voided: money({ zh: "赠送作废", en: "Gift void", sum: true }),
    adjusted: money({ zh: "调整", en: "Adjusted", sum: true }),
    closing: money({ zh: "期末", en: "Closing", sum: true }),
  },
  tiles: ["opening", "recharge", "spent", "closing"],
  drill: (row, query, measure) => {
    if (query.group === "purse") return movementsOf(query, measure, { purse: row.key });
    if (query.group === "cardType") return movementsOf(query, measure, { cardTypeId: row.key });
    return movementsOf(query, measure, { memberId: row.key });
  },
  drillTotal: (query, measure) => movementsOf(query, measure, {}),
  note: {
    zh: "期初＋充值＋赠送＋转入−转出−消费＋退回−退卡付出−赠送作废±调整＝期末；撤销的充值记在退卡付出与赠送作废",
    en: "Opening + recharge + gift + in − out − spent + refunded − paid out − gift void ± adjusted = closing; a revoked recharge is paid out and void",
  },
  help: {
    zh: "每位会员钱包在这段时间的收支，期初加减各项必等于期末，合计也是。点任一数字看组成它的每笔流水。没有余额也没有往来的会员不列出。",
    en: "What came into and went out of each member's purses; opening and the movements always make the closing, of each row and of the total. Each figure opens the movements that it is made of. Members without balance and movement are left out.",
  },
});
