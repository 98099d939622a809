/** Transfers between members: asked for by one person of the staff, decided by another, both sides or none. */
import { defineResource } from "../core/resource/define";
import { choice, instant, money, reference, state, text } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { transfer } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const transfers = defineResource({
  name: "transfers",
  one: { zh: "转账", en: "Transfer" },
  path: "/api/manage/venue/member-transfer",
  codes: { page: SCREENS.transfers, modify: "transfer_form", export: "transfer_export" },
  without: ["modify", "delete"],
  title: "no",
  page: "/venue/transfer-list/:id",
  period: "createdAt",
  time: { zh: "申请时间", en: "Requested" },
  fields: {
    no: text({ zh: "单号", en: "No.", readonly: true, search: "prefix" }),
    state: state({ ...LABELS.state, machine: transfer, filter: true }),
    giver: reference({ zh: "转出会员", en: "From", required: true, filter: true, of: () => MEMBERS }),
    receiver: reference({ zh: "转入会员", en: "To", required: true, filter: true, of: () => MEMBERS }),
    purse: choice({
      zh: "钱包",
      en: "Purse",
      required: true,
      filter: true,
      choices: { principal: { zh: "本金", en: "Principal" }, gift: { zh: "赠送", en: "Gift" } },
      hint: { zh: "转到对方的同一钱包", en: "Goes into the same purse of the other member" },
    }),
    amount: money({ ...LABELS.amount, required: true, sum: true, sort: true, filter: true }),
    reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }),
    requestedBy: text({ zh: "申请人", en: "Requested by", readonly: true }),
    decidedBy: text({ zh: "审批人", en: "Decided by", readonly: true }),
    decidedAt: instant({ zh: "审批时间", en: "Decided", readonly: true, hidden: true }),
    outcome: text({ zh: "处理说明", en: "What was decided", readonly: true, hidden: true, long: true }),
  },
  actions: {
    approve: {
      label: { zh: "通过", en: "Approve" },
      code: "transfer_approve",
      secondPerson: true,
      confirm: {
        zh: "通过后立即转账：转出会员的钱包减少，转入会员的同一钱包增加。余额不足或会员已冻结时不会转账，并写明原因。",
        en: "The money moves at once: out of one member's purse into the other's. If the balance is short or a member is frozen, nothing moves and the reason is kept.",
      },
    },
    refuse: {
      label: { zh: "不通过", en: "Refuse" },
      code: "transfer_approve",
      danger: true,
      fields: { note: text({ zh: "原因", en: "Reason", required: true, long: true, max: 200 }) },
    },
    withdraw: {
      label: { zh: "撤回", en: "Withdraw" },
      code: "transfer_form",
      confirm: { zh: "撤回后不能恢复，可以重新申请。", en: "A withdrawn transfer can't be brought back; ask for a new one." },
    },
  },
  views: { waiting: { label: { zh: "待审批", en: "To decide" }, filters: { state: "requested" } } },
  hint: { zh: "会员之间转余额在这里申请，由另一人审批", en: "Ask here for a transfer between two members; somebody else approves it" },
  help: {
    zh: "申请时检查余额，审批时再查一次并在同一事务里记两边，要么都成，要么都不动。申请人不能审批自己的申请。赠送余额只能转到赠送余额，不能变成本金。转入方仍受预付卡限额约束。",
    en: "The balance is checked when asked for and again when approved; both sides are posted in one transaction, or neither. Who asks can't approve. Gift stays gift. The legal limits of prepaid money hold for the receiver.",
  },
});
