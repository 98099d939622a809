/** Package cards that members hold: what is done with them, and the log of it. */
import { PAY_TYPE_LABELS } from "../core/pay-types";
import { KINDS, packageCards } from "./package-cards";
import { defineResource, targetOf } from "../core/resource/define";
import { choice, day, money, number, phone, reference, state, text } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { holding } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

/** Methods by which fees and differences are paid, and by which amounts that no payment covers are refunded. */
const { WeChat, Alipay, Cash, BankCard, Balance, Transfer, Other } = PAY_TYPE_LABELS;
const METHODS = { WeChat, Alipay, Cash, BankCard, Balance, Transfer, Other };
const method = choice({ zh: "收款方式", en: "Paid by", required: true, choices: METHODS });
const reason = text({ zh: "原因", en: "Reason", required: true, long: true, max: 200 });
const OPEN = ["inactive", "active"] as const;
/** Most uses of one redemption. */
const MOST_USES = 50;

export const memberCards = defineResource({
  name: "memberCards",
  one: { zh: "会员次卡", en: "Member's package card" },
  path: "/api/manage/venue/member-card",
  codes: { page: SCREENS.memberCards, export: "member_card_export" },
  title: "no",
  page: "/card/venue-user-package-card-list/:id",
  fields: {
    no: text({ zh: "卡号", en: "Card no.", readonly: true, search: "prefix", sort: true }),
    state: state({ ...LABELS.state, machine: holding, filter: true }),
    member: reference({ zh: "会员", en: "Member", required: true, readonly: true, filter: true, of: () => MEMBERS }),
    phone: phone({ ...LABELS.phone, computed: true, search: "prefix" }),
    packageCard: reference({ zh: "次卡", en: "Card", required: true, readonly: true, filter: true, of: () => targetOf(packageCards) }),
    kind: choice({ zh: "类别", en: "Kind", required: true, readonly: true, choices: KINDS, filter: true, hidden: true }),
    left: number({ zh: "剩余", en: "Left", computed: true, sort: true }),
    used: number({ zh: "已用", en: "Used", required: true, readonly: true, sort: true, sum: true }),
    times: number({ zh: "购买次数", en: "Bought", required: true, readonly: true, hidden: true }),
    bonusTimes: number({ zh: "赠送次数", en: "Bonus", required: true, readonly: true, hidden: true }),
    price: money({ zh: "实付", en: "Paid", required: true, readonly: true, sort: true, sum: true }),
    carried: money({
      zh: "转入价值",
      en: "Carried over",
      required: true,
      readonly: true,
      hidden: true,
      hint: { zh: "由转让或换卡带来", en: "From a transfer or an exchange" },
    }),
    value: money({
      zh: "剩余价值",
      en: "Value left",
      computed: true,
      sort: true,
      sum: true,
      hint: { zh: "还没有计入收入的部分", en: "What has not been earned yet" },
    }),
    unit: money({ zh: "每次价值", en: "Value of one", computed: true, hidden: true }),
    activatedOn: day({ zh: "启用日期", en: "Started", readonly: true, sort: true, hidden: true }),
    expiresOn: day({ zh: "到期日期", en: "Expires", required: true, readonly: true, filter: true, sort: true }),
    ending: choice({
      zh: "提醒",
      en: "Warning",
      computed: true,
      filter: true,
      choices: { soon: { zh: "7 天内到期", en: "Within 7 days" }, few: { zh: "余 3 次以内", en: "3 or fewer left" } },
    }),
    pausedOn: day({ zh: "暂停日期", en: "Paused since", readonly: true, hidden: true }),
    operator: text({ zh: "经办", en: "Sold by", readonly: true, hidden: true }),
    memo: text({ zh: "备注", en: "Note", readonly: true, hidden: true }),
  },
  actions: {
    redeem: {
      label: { zh: "核销", en: "Redeem" },
      code: "package_card_use",
      states: OPEN,
      fields: {
        uses: number({ zh: "次数", en: "Times", required: true, min: 1, max: MOST_USES, initial: 1 }),
        note: text({ zh: "备注", en: "Note", max: 100 }),
      },
    },
    addTimes: {
      label: { zh: "加次", en: "Add times" },
      code: "package_card_manage",
      states: [...OPEN, "used_up"],
      fields: {
        extra: number({ zh: "增加次数", en: "Times to add", required: true, min: 1, max: 999, initial: 1 }),
        amount: money({ zh: "收款", en: "Amount", required: true, initial: "0.00", hint: { zh: "0 为赠送", en: "0: given" } }),
        method,
        reason,
      },
    },
    extend: {
      label: { zh: "延期", en: "Extend" },
      code: "package_card_manage",
      states: [...OPEN, "paused", "expired"],
      fields: { until: day({ zh: "延至", en: "Until", required: true }), reason },
    },
    pause: {
      label: { zh: "暂停", en: "Pause" },
      code: "package_card_manage",
      confirm: { zh: "暂停期间不能使用，到期日顺延。", en: "It can't be used while paused; its last day moves on by as long." },
      fields: { reason },
    },
    resume: { label: { zh: "恢复", en: "Resume" }, code: "package_card_manage" },
    transfer: {
      label: { zh: "转让", en: "Transfer" },
      code: "package_card_transfer",
      fields: { to: reference({ zh: "转给", en: "To", required: true, of: () => MEMBERS }), method, reason },
    },
    exchange: {
      label: { zh: "换卡", en: "Exchange" },
      code: "package_card_transfer",
      fields: {
        into: reference({ ...LABELS.into, required: true, of: () => targetOf(packageCards) }),
        due: money({ zh: "补差价", en: "Difference", required: true, hint: { zh: "与上面的计算一致", en: "As worked out above" } }),
        method,
        reason,
      },
    },
    undo: {
      label: { zh: "撤销上次核销", en: "Undo last use" },
      code: "package_card_undo",
      states: ["active", "used_up"],
      danger: true,
      fields: { reason },
    },
    refund: {
      label: { zh: "退卡", en: "Refund" },
      code: "package_card_refund",
      danger: true,
      fields: {
        back: money({ zh: "应退", en: "To give back", required: true, hint: { zh: "与上面的计算一致", en: "As worked out above" } }),
        method: choice({
          zh: "无原路可退时",
          en: "Where there is no way back",
          required: true,
          choices: { Cash: METHODS.Cash, Transfer: METHODS.Transfer, Balance: METHODS.Balance },
        }),
        reason,
      },
    },
  },
  views: {
    active: { label: { zh: "使用中", en: "Active" }, filters: { state: "active" } },
    ending: { label: { zh: "需提醒", en: "Ending" }, filters: { ending: "soon,few" } },
    expired: { label: { zh: "已过期", en: "Expired" }, filters: { state: "expired" } },
  },
  hint: { zh: "售出的次卡在这里核销、延期、转让和退卡", en: "Cards that were sold: redeem, extend, transfer and refund them here" },
  help: {
    zh: "扫会员卡或次卡：只有一张可用时直接打开核销，有几张时列出。每次核销按“剩余价值 ÷ 剩余次数”计入收入；到期未用完的价值在到期次日计入收入。退款按原支付方式退回，先看计算再确认。",
    en: "Scan a member's card or a package card: the one usable card opens to be redeemed, of several the list is shown. Each use earns value left ÷ times left; what is left at expiry is earned the day after. A refund goes back the way it was paid; see what it gives back first.",
  },
});

export const cardLog = defineResource({
  name: "cardLog",
  one: { zh: "次卡流水", en: "Package card log" },
  path: "/api/manage/venue/member-card-log",
  codes: { page: SCREENS.cardLog, export: "card_log_export" },
  title: "cardNo",
  fields: {
    cardNo: text({ zh: "卡号", en: "Card no.", computed: true, search: "prefix" }),
    kind: choice({
      ...LABELS.kind,
      computed: true,
      filter: true,
      choices: {
        use: { zh: "核销", en: "Use" },
        undo: { zh: "撤销核销", en: "Undo" },
        sell: { zh: "开卡", en: "Sold" },
        activate: { zh: "启用", en: "Started" },
        addTimes: { zh: "加次", en: "Times added" },
        extend: { zh: "延期", en: "Extended" },
        pause: { zh: "暂停", en: "Paused" },
        resume: { zh: "恢复", en: "Resumed" },
        transfer: { zh: "转让", en: "Transferred" },
        exchange: { zh: "换卡", en: "Exchanged" },
        refund: { zh: "退卡", en: "Refunded" },
        expire: { zh: "到期", en: "Expired" },
      },
    }),
    holding: reference({
      zh: "会员次卡",
      en: "Member's card",
      required: true,
      readonly: true,
      filter: true,
      hidden: true,
      of: () => targetOf(memberCards),
    }),
    member: text({ zh: "会员", en: "Member", computed: true, search: "part" }),
    card: text({ zh: "次卡", en: "Card", computed: true }),
    change: number({ zh: "± 次数", en: "± Times", computed: true, sum: true }),
    before: number({ zh: "之前", en: "Before", readonly: true }),
    after: number({ zh: "之后", en: "After", readonly: true }),
    value: money({ zh: "计入收入", en: "Earned", required: true, readonly: true, sum: true }),
    place: text({ zh: "用于", en: "For", computed: true }),
    operator: text({ zh: "经办", en: "Operator", readonly: true, search: "part" }),
    note: text({ zh: "备注", en: "Note", readonly: true }),
  },
  time: { zh: "时间", en: "Time" },
  views: {
    uses: { label: { zh: "核销", en: "Uses" }, filters: { kind: "use,undo" } },
    changes: { label: { zh: "变更", en: "Changes" }, filters: { kind: "addTimes,extend,pause,resume,transfer,exchange,refund" } },
  },
  period: "createdAt",
  hint: { zh: "每一次核销和变更都记在这里", en: "Every use and change is kept here" },
});
