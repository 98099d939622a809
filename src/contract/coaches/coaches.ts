/** Coaches: who they are, what they earn, how it is paid out. */
import { auditActions, auditFields, auditViews } from "../core/audited";
import { defineResource, targetOf } from "../core/resource/define";
import { bool, choice, day, instant, money, number, percent, phone, picture, reference, state, text, words } from "../core/resource/fields";
import { defineReport } from "../core/resource/report";
import { withdrawing } from "../core/states";
import { trainingInstitutions } from "../unions/unions";
import { LABELS } from "../core/resource/labels";
import { REPORT_TITLES, SCREENS } from "../core/pages";

export const coaches = defineResource({
  name: "coaches",
  one: { zh: "教练", en: "Coach" },
  path: "/api/manage/venue/coach",
  codes: { page: SCREENS.coaches, modify: "coach_modify", export: "coach_export", import: "coach_modify" },
  title: "name",
  page: "/coach/coach-list/:id",
  fields: {
    name: text({ zh: "姓名", en: "Name", required: true, search: "pinyin", sort: true, max: 40 }),
    ...auditFields,
    photo: picture(LABELS.photo),
    phone: phone({ ...LABELS.phone, required: true, unique: true, search: "prefix" }),
    gender: choice({
      ...LABELS.gender,
      choices: { male: { zh: "男", en: "Male" }, female: { zh: "女", en: "Female" } },
      hidden: true,
    }),
    programs: words({ zh: "运动项目", en: "Sports", required: true, filter: true }),
    level: choice({
      zh: "等级",
      en: "Level",
      required: true,
      filter: true,
      choices: {
        junior: { zh: "初级", en: "Junior" },
        middle: { zh: "中级", en: "Intermediate" },
        senior: { zh: "高级", en: "Senior" },
        national: { zh: "国家级", en: "National" },
      },
    }),
    hourPrice: money({ zh: "课时价（每小时）", en: "Price an hour", required: true, sort: true }),
    share: percent({
      zh: "教练分成",
      en: "Coach's share",
      required: true,
      hint: { zh: "每节课收入中归教练的部分；已上的课不受修改影响", en: "Of what a class takes; a change leaves paid classes as they are" },
    }),
    balance: money({ zh: "余额", en: "Balance", computed: true, sum: true, sort: true }),
    frozen: money({ zh: "提现中", en: "Being withdrawn", computed: true, sum: true }),
    institution: reference({ zh: "培训机构", en: "Institution", filter: true, of: () => targetOf(trainingInstitutions) }),
    account: text({
      zh: "员工账号",
      en: "Staff account",
      max: 40,
      hidden: true,
      hint: { zh: "用这个账号登录的教练只看到自己的课和收入", en: "A coach who signs in with it sees only own classes and earnings" },
    }),
    certificateNo: text({ zh: "教练证号", en: "Certificate no.", max: 40, hidden: true }),
    certificateEndsOn: day({ zh: "教练证到期", en: "Certificate ends", filter: true, sort: true, hidden: true }),
    memo: text({ zh: "简介", en: "About", long: true, hidden: true }),
  },
  actions: auditActions(
    { audit: "coach_audit", modify: "coach_modify" },
    {
      zh: "暂停后不能新排课；已排的课照上，余额照提",
      en: "No new classes are planned; planned ones go on and the balance can be withdrawn",
    },
  ),
  views: auditViews,
  groups: [
    { title: { zh: "教练", en: "Coach" }, fields: ["name", "phone", "gender", "account", "photo"] },
    { title: { zh: "教学", en: "Teaching" }, fields: ["programs", "level", "institution", "certificateNo", "certificateEndsOn"] },
    { title: { zh: "收入", en: "Pay" }, fields: ["hourPrice", "share"] },
  ],
  hint: { zh: "登记教练、课时价和分成；审核后可以排课", en: "Coaches with price and share; once approved their classes are planned" },
});

export const bankCards = defineResource({
  name: "bankCards",
  one: { zh: "银行卡", en: "Bank card" },
  path: "/api/manage/venue/coach-bank-card",
  codes: { page: SCREENS.bankCards, modify: "bank_card_modify" },
  title: "label",
  page: "/coach/bank-card/:id",
  fields: {
    label: text({ zh: "银行卡", en: "Card", readonly: true, width: 220 }),
    coach: reference({ zh: "教练", en: "Coach", required: true, once: true, filter: true, of: () => targetOf(coaches) }),
    holder: text({ zh: "户名", en: "Holder", required: true, search: "part", max: 40 }),
    bank: text({ zh: "开户行", en: "Bank", required: true, search: "part", sort: true, max: 60 }),
    branch: text({ zh: "支行", en: "Branch", max: 60, hidden: true }),
    cardNo: text({
      ...LABELS.cardNo,
      required: true,
      max: 23,
      width: 200,
      hint: { zh: "保存后只显示首尾四位", en: "Only its first and last four digits are shown once it is saved" },
    }),
    main: bool({ zh: "默认卡", en: "Default", filter: true, hint: { zh: "提现默认打到这张卡", en: "Withdrawals go to this card" } }),
  },
  hint: {
    zh: "教练收款的银行卡；完整卡号只在付款时显示给付款人",
    en: "Cards that coaches are paid to; the whole number is shown to who pays only",
  },
});

export const withdraws = defineResource({
  name: "withdraws",
  one: { zh: "提现申请", en: "Withdraw request" },
  path: "/api/manage/venue/coach-withdraw",
  codes: { page: SCREENS.withdraws, modify: "withdraw_apply", export: "withdraw_export" },
  title: "no",
  page: "/coach/withdraw/:id",
  without: ["modify", "delete"],
  fields: {
    no: text({ zh: "单号", en: "No.", readonly: true, search: "prefix", width: 150 }),
    state: state({ ...LABELS.state, machine: withdrawing, filter: true }),
    coach: reference({ zh: "教练", en: "Coach", required: true, filter: true, of: () => targetOf(coaches) }),
    amount: money({ ...LABELS.amount, required: true, filter: true, sort: true, sum: true }),
    bankCard: reference({ zh: "收款卡", en: "Card", required: true, of: () => targetOf(bankCards) }),
    payTo: text({ zh: "收款账户", en: "Pay to", computed: true, formOnly: true, code: "withdraw_pay" }),
    memo: text({ zh: "备注", en: "Note", long: true, max: 200, hidden: true }),
    reason: text({ zh: "不通过原因", en: "Refused because", readonly: true, hidden: true }),
    bankRef: text({ zh: "银行流水号", en: "Bank reference", readonly: true, search: "prefix", hidden: true }),
    paidAt: instant({ zh: "付款时间", en: "Paid at", readonly: true, filter: true, sort: true }),
    operator: text({ zh: "经办人", en: "Handled by", readonly: true, hidden: true }),
  },
  actions: {
    approve: { label: { zh: "通过", en: "Approve" }, code: "withdraw_audit", bulk: true, secondPerson: true },
    payOut: {
      label: { zh: "付款", en: "Pay out" },
      code: "withdraw_pay",
      secondPerson: true,
      fields: {
        bankRef: text({
          zh: "银行流水号",
          en: "Bank reference",
          required: true,
          max: 60,
          hint: { zh: "转账完成后填写，付款后不能撤销", en: "Once the transfer is done; a payout can't be undone" },
        }),
      },
    },
    refuse: {
      label: { zh: "不通过", en: "Refuse" },
      code: "withdraw_audit",
      danger: true,
      fields: { reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }) },
    },
  },
  views: {
    waiting: { label: { zh: "待审核", en: "To review" }, filters: { state: "requested" } },
    toPay: { label: { zh: "待付款", en: "To pay" }, filters: { state: "approved" } },
  },
  period: "createdAt",
  hint: { zh: "教练从余额提现：申请、审核、付款", en: "Coaches draw on their balance: request, approval, payout" },
  help: {
    zh: "申请的金额立刻从可提余额中冻结，不通过时退回。付款后记账：应付教练减少，转账支出增加。申请人和收款教练本人不能审核或付款。",
    en: "A request freezes its amount at once; refusing it gives it back. The payout is posted: what the coach is owed falls, money leaves by transfer. Neither the requester nor the coach who is paid can approve or pay it.",
  },
});

/** Earnings of coaches over a period; the balance is that of the period's end. */
export const coachBalance = defineReport({
  name: "coachBalance",
  title: REPORT_TITLES.coachBalance,
  path: "/api/manage/venue/coach/balance-report",
  codes: { page: SCREENS.coachBalance, export: "balance_export" },
  period: "days",
  opens: "month",
  compares: true,
  columns: {
    coach: text({ zh: "教练", en: "Coach", width: 160 }),
    classes: number({ zh: "课节", en: "Classes", sum: true }),
    hours: number({ zh: "课时（分钟）", en: "Minutes", sum: true }),
    attendees: number({ zh: "人次", en: "Attendees", sum: true }),
    income: money({ zh: "课程收入", en: "Class income", sum: true }),
    earned: money({ zh: "教练分成", en: "Coach's share", sum: true }),
    venueKeeps: money({ zh: "场馆留存", en: "Venue keeps", sum: true }),
    opening: money({ zh: "期初余额", en: "Opening", sum: true }),
    credited: money({ zh: "本期入账", en: "Credited", sum: true }),
    paidOut: money({ zh: "本期提现", en: "Paid out", sum: true }),
    closing: money({ zh: "期末余额", en: "Closing", sum: true }),
  },
  basis: { zh: "收益口径", en: "Earned" },
  tiles: ["income", "earned", "paidOut", "closing"],
  chart: { kind: "bar", y: ["income", "earned"] },
  drill: (row) => (row.key === "" ? undefined : `/coach/coach-list/${row.key}`),
  note: {
    zh: "课节、收入和分成按上课日期；入账、提现和余额按记账日期。",
    en: "Classes, income and share by the day of the class; credits, payouts and balances by the day of posting.",
  },
});
