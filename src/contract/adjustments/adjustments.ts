/** Changes of a member's balance by hand: asked for by one person of the staff, decided by another, posted then. */
import { defineResource } from "../core/resource/define";
import { choice, instant, money, reference, state, text } from "../core/resource/fields";
import { MEMBERS } from "../core/resource/targets";
import { adjustment } from "../core/states";
import { LABELS } from "../core/resource/labels";
import { SCREENS } from "../core/pages";

export const adjustments = defineResource({
  name: "adjustments",
  one: { zh: "余额调整", en: "Adjustment" },
  path: "/api/manage/venue/member-adjustment",
  codes: { page: SCREENS.adjustments, modify: "member_adjust" },
  without: ["modify", "delete"],
  title: "no",
  page: "/venueUser/adjustment-list/:id",
  period: "createdAt",
  time: { zh: "申请时间", en: "Requested" },
  fields: {
    no: text({ zh: "单号", en: "No.", readonly: true, search: "prefix" }),
    state: state({ ...LABELS.state, machine: adjustment, filter: true }),
    member: reference({ zh: "会员", en: "Member", required: true, filter: true, of: () => MEMBERS }),
    purse: choice({
      zh: "钱包",
      en: "Purse",
      required: true,
      filter: true,
      choices: { principal: { zh: "本金", en: "Principal" }, gift: { zh: "赠送", en: "Gift" } },
    }),
    direction: choice({
      zh: "调整",
      en: "Change",
      required: true,
      filter: true,
      choices: { add: { zh: "增加", en: "Add" }, take: { zh: "减少", en: "Take" } },
    }),
    amount: money({ ...LABELS.amount, required: true, sort: true, filter: true }),
    reason: text({ ...LABELS.reason, required: true, long: true, max: 200 }),
    requestedBy: text({ zh: "申请人", en: "Requested by", readonly: true }),
    decidedBy: text({ zh: "审批人", en: "Decided by", readonly: true }),
    decidedAt: instant({ zh: "审批时间", en: "Decided", readonly: true, hidden: true }),
    outcome: text({ zh: "处理说明", en: "What was decided", readonly: true, hidden: true, long: true }),
  },
  actions: {
    approve: {
      label: { zh: "通过", en: "Approve" },
      code: "member_adjust_approve",
      secondPerson: true,
      confirm: {
        zh: "通过后余额立即改变并记账。余额不足、超过预付限额或会员已冻结时不会调整，并写明原因。",
        en: "The balance changes at once, and is posted. If it is short, over the prepaid limit or the member is frozen, nothing moves and the reason is kept.",
      },
    },
    refuse: {
      label: { zh: "不通过", en: "Refuse" },
      code: "member_adjust_approve",
      danger: true,
      fields: { note: text({ zh: "原因", en: "Reason", required: true, long: true, max: 200 }) },
    },
    withdraw: {
      label: { zh: "撤回", en: "Withdraw" },
      code: "member_adjust",
      confirm: { zh: "撤回后不能恢复，可以重新申请。", en: "A withdrawn adjustment can't be brought back; ask for a new one." },
    },
  },
  views: { waiting: { label: { zh: "待审批", en: "To decide" }, filters: { state: "requested" } } },
  hint: {
    zh: "余额记错时在这里申请调整，由另一人审批后才入账",
    en: "Where a balance is wrong, ask here for it to be changed; it is posted once somebody else approves",
  },
  help: {
    zh: "每笔调整都要原因和另一人审批，申请人不能审批自己的申请。增加本金记为其他支出，减少记为其他收入；赠送记为赠送成本。调整不是收款，不计入营业款，也不能用来退现金：退款请走原单据或销户。",
    en: "Each adjustment has a reason and is approved by somebody else; who asks can't approve. Principal that is added is another cost, what is taken other income; gift is a cost of gifts. An adjustment is no takings and pays out no cash: refund at the document, or close the account.",
  },
});
