/** The account log: each movement of each purse of each member, exactly one posting of the ledger. */
import { FIELDS } from "../core/fields";
import { PAY_TYPE_LABELS } from "../core/pay-types";
import { SCREENS } from "../core/pages";
import { defineResource, type RowOf } from "../core/resource/define";
import { bool, choice, instant, money, reference, text } from "../core/resource/fields";
import type { Label } from "../core/resource/label";
import { LABELS } from "../core/resource/labels";
import { CARD_TYPES, MEMBERS } from "../core/resource/targets";

/** Kinds of movement on a member's purses. */
export const KIND_LABELS = {
  recharge: { zh: "充值", en: "Recharge" },
  booking: { zh: "订场", en: "Booking" },
  sale: { zh: "购物", en: "Purchase" },
  packageCard: { zh: "次卡", en: "Package card" },
  roaming: { zh: "异店消费", en: "Spent elsewhere" },
  debt: { zh: "还欠款", en: "Debt paid" },
  refund: { zh: "退款", en: "Refund" },
  referral: { zh: "推荐奖励", en: "Referral reward" },
  revocation: { zh: "撤销", en: "Revocation" },
  transfer: { zh: "转账", en: "Transfer" },
  adjust: { zh: "调整", en: "Adjustment" },
  fee: { zh: "手续费", en: "Fee" },
  closing: { zh: "销户", en: "Closing" },
} as const satisfies Readonly<Record<string, Label>>;
export type LogKind = keyof typeof KIND_LABELS;

export const PURSE_LABELS = {
  principal: { zh: "本金", en: "Principal" },
  gift: { zh: "赠送", en: "Gift" },
} as const satisfies Readonly<Record<string, Label>>;

export const accountLogs = defineResource({
  name: "accountLogs",
  one: { zh: "会员账户流水", en: "Member account log" },
  path: "/api/manage/venue/venue-user-account-log",
  codes: { page: SCREENS.accountLogs, export: "account_log_export" },
  title: "no",
  period: "createdAt",
  time: { zh: "时间", en: "Time" },
  dates: ["from", "to"],
  fields: {
    no: text({ zh: "单号", en: "Document", search: "prefix", width: 150 }),
    kind: choice({ ...LABELS.kind, required: true, readonly: true, choices: KIND_LABELS, filter: true }),
    memberId: reference({ ...FIELDS.memberId, required: true, readonly: true, search: "part", filter: true, of: () => MEMBERS }),
    cardNo: text({ zh: "卡号", en: "Card no.", search: "prefix", hidden: true }),
    purse: choice({ zh: "钱包", en: "Purse", required: true, readonly: true, choices: PURSE_LABELS, filter: true }),
    method: choice({ zh: "方式", en: "Method", choices: PAY_TYPE_LABELS }),
    in: money({ zh: "收入", en: "In", required: true, readonly: true, sum: true }),
    out: money({ zh: "支出", en: "Out", required: true, readonly: true, sum: true }),
    before: money({ zh: "变动前", en: "Before", required: true, readonly: true }),
    after: money({ zh: "变动后", en: "After", required: true, readonly: true }),
    operator: text({ zh: "操作人", en: "Operator" }),
    reason: text({ ...LABELS.reason, long: true, hidden: true }),
    net: money({ zh: "净额", en: "Net", required: true, readonly: true, sum: true, hidden: true }),
    cardTypeId: reference({ ...FIELDS.cardTypeId, filter: true, hidden: true, of: () => CARD_TYPES }),
    documentKind: text({ zh: "单据", en: "Document", internal: true }),
    documentId: text({ zh: "单据", en: "Document", internal: true }),
    revocable: bool({ zh: "可撤销", en: "Can be revoked", internal: true }),
    revokedAt: instant({ zh: "撤销时间", en: "Revoked", hidden: true }),
  },
  actions: {
    revocation: {
      label: { zh: "撤销", en: "Revoke" },
      code: "account_log_revoke",
      danger: true,
      inCell: true,
      fields: { reason: text({ ...LABELS.reason, required: true, min: 2 }) },
    },
  },
  hint: { zh: "充值、订场、退款等每一笔钱包变动都记在这里", en: "Every movement of a purse is kept here: recharges, bookings, refunds" },
});
export type AccountLog = RowOf<typeof accountLogs>;
