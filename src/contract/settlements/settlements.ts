/** Settlements: the venue's money of a period by method, drawn up, checked by another person, and locked. */
import { z } from "#zod";
import { ById, get, resource } from "../core/call";
import { Yuan } from "../core/money";
import { defineResource } from "../core/resource/define";
import { day, instant, money, state, text } from "../core/resource/fields";
import { settlement } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

const path = "/api/manage/venue/settlement";
/** From the ledger; room for ten millions. */
const AMOUNT = { readonly: true, sum: true, width: 136 } as const;

export const settlements = defineResource({
  name: "settlements",
  one: { zh: "结算单", en: "Settlement" },
  path,
  codes: { page: SCREENS.settlements, modify: "settlement_modify", export: "report_export" },
  without: ["modify"],
  deletes: ["draft", "rejected"],
  title: "no",
  page: "/finance/settlement-list/:id",
  fields: {
    no: text({ zh: "单号", en: "No.", readonly: true, search: "prefix", width: 152 }),
    state: state({ ...LABELS.state, machine: settlement, filter: true, width: 108 }),
    fromDay: day({ zh: "开始日期", en: "First day", readonly: true, filter: true, sort: true, hidden: true }),
    toDay: day({
      zh: "结束日期",
      en: "Last day",
      required: true,
      once: true,
      filter: true,
      sort: true,
      hidden: true,
      hint: { zh: "从上次结算的次日算到这一天", en: "From the day after the last settlement to this day" },
    }),
    received: money({ zh: "收款", en: "Received", ...AMOUNT, phone: false }),
    refunded: money({ zh: "退款", en: "Refunded", ...AMOUNT, phone: false }),
    fees: money({ zh: "渠道手续费", en: "Channel fees", ...AMOUNT, phone: false }),
    subsidy: money({ zh: "消费券补贴", en: "Coupon subsidy", ...AMOUNT, phone: false }),
    // Whole on a phone, beside number and state.
    net: money({ zh: "净额", en: "Net", ...AMOUNT, width: 128, sort: true }),
    earned: money({ zh: "同期收益", en: "Earned meanwhile", readonly: true, hidden: true, sum: true }),
    submittedBy: text({ zh: "提交人", en: "Submitted by", readonly: true, width: 110 }),
    decidedBy: text({ zh: "审批人", en: "Decided by", readonly: true, width: 110 }),
    decidedAt: instant({ zh: "审批时间", en: "Decided", readonly: true, hidden: true }),
    outcome: text({ zh: "处理说明", en: "What was said", readonly: true, hidden: true, long: true }),
    remark: text({ ...LABELS.remark, long: true, hidden: true, max: 200 }),
  },
  actions: {
    submit: {
      label: { zh: "提交", en: "Submit" },
      code: "settlement_modify",
      requests: true,
      confirm: {
        zh: "金额按台账重新计算后提交，由另一人审批。",
        en: "The amounts are counted again from the ledger; somebody else decides.",
      },
    },
    approve: {
      label: { zh: "通过", en: "Approve" },
      code: "settlement_approve",
      secondPerson: true,
      confirm: {
        zh: "通过后这段时间锁定：之后的更正记在第一个未锁定的日子，不再改变本期。",
        en: "The period is then locked: later corrections are dated on the first open day and change nothing in it.",
      },
    },
    reject: {
      label: { zh: "驳回", en: "Reject" },
      code: "settlement_approve",
      danger: true,
      fields: { note: text({ zh: "原因", en: "Reason", required: true, long: true, max: 200 }) },
    },
    payOut: {
      label: { zh: "登记到账", en: "Mark as paid out" },
      code: "settlement_approve",
      fields: { note: text({ zh: "到账说明", en: "How it was paid out", required: true, max: 200 }) },
    },
  },
  views: {
    open: { label: { zh: "待审批", en: "To decide" }, filters: { state: "submitted" } },
    locked: { label: { zh: "已锁定", en: "Locked" }, filters: { state: "approved,paid_out" } },
  },
  hint: {
    zh: "每段营业结束后在这里生成结算单，审批后该段锁定",
    en: "Draw up a settlement after each period; once approved, the period is locked",
  },
  help: {
    zh: "净额 = 收款 − 退款 − 渠道手续费 + 消费券补贴，全部由台账计算，按收款日；渠道手续费含平台从赛事结算收的手续费，登记到账时付清。结算期首尾相接，不重叠、不留空。提交人不能审批自己的结算单；审批按时间先后。通过后该期锁定，后来的更正记在第一个未锁定的日子。",
    en: "Net = received − refunded − channel fees + coupon subsidy, all from the ledger, by the day received; the fees include the platform's of settled games, which are paid when it is marked as paid out. Periods join without overlap or gap. Who submits can't approve, and approval goes in order of time. An approved period is locked: later corrections are dated on the first open day.",
  },
});

/** One account of a settlement; a coupon scheme's subsidy is an account too. */
export const SettlementLine = z.object({ account: z.string(), received: Yuan, refunded: Yuan, fees: Yuan, net: Yuan });
export type SettlementLine = z.infer<typeof SettlementLine>;
export const settlementDetails = resource({
  lines: get(`${path}/lines`, {
    summary: "A settlement by account",
    code: "settlement",
    input: ById,
    output: z.object({ content: z.array(SettlementLine) }),
  }),
});
