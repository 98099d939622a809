/** Words of fixed bookings in refusals, logs, messages and files, in both languages. */
import type { Language } from "../../../contract/core/enums";
import { clock } from "../../../contract/core/time";
import { speaker } from "../../words";

const WORDS = {
  contract: { zh: "固定场合同", en: "Fixed booking" },
  occurrence: { zh: "场次", en: "Occurrence" },
  place: { zh: "场地", en: "Place" },
  card: { zh: "次卡", en: "Package card" },
  draft: { zh: "草稿", en: "draft" },
  active: { zh: "生效中", en: "active" },
  paused: { zh: "已暂停", en: "paused" },
  expired: { zh: "已到期", en: "expired" },
  ended: { zh: "已终止", en: "ended" },
  planned: { zh: "待使用", en: "planned" },
  used: { zh: "已使用", en: "used" },
  no_show: { zh: "未到场", en: "no-show" },
  settled: { zh: "已结算", en: "settled" },
  leave: { zh: "请假", en: "leave" },
  moved: { zh: "已换场", en: "moved" },
  cancelled: { zh: "已取消", en: "cancelled" },
  activate: { zh: "生效", en: "activate" },
  modify: { zh: "修改", en: "modify" },
  pause: { zh: "暂停", en: "pause" },
  resume: { zh: "恢复", en: "resume" },
  renew: { zh: "续约", en: "renew" },
  end: { zh: "终止", en: "end" },
  pay: { zh: "收款", en: "pay" },
  move: { zh: "换场", en: "move" },
  cancel: { zh: "取消", en: "cancel" },
  settle: { zh: "结算", en: "settle" },
  closed: { zh: "不在营业时间内", en: "is outside the opening hours" },
  past: { zh: "已经过去", en: "has passed" },
  noPrice: { zh: "尚未设定价格", en: "has no price" },
  "fixed.create": { zh: "建立合同", en: "Created" },
  "fixed.modify": { zh: "修改条款", en: "Terms changed" },
  "fixed.activate": { zh: "生效", en: "Activated" },
  "fixed.pause": { zh: "暂停", en: "Paused" },
  "fixed.resume": { zh: "恢复", en: "Resumed" },
  "fixed.renew": { zh: "续约", en: "Renewed" },
  "fixed.decline": { zh: "不续约", en: "Not renewed" },
  "fixed.leave": { zh: "请假", en: "Leave" },
  "fixed.move": { zh: "换场", en: "Moved" },
  "fixed.cancel": { zh: "取消场次", en: "Occurrences cancelled" },
  "fixed.pay": { zh: "收款", en: "Payment" },
  "fixed.end": { zh: "终止", en: "Ended" },
  "fixed.expire": { zh: "到期", en: "Expired" },
  "fixed.offer": { zh: "续约提醒", en: "Renewal offered" },
  "fixed.settle": { zh: "场次结算", en: "Use settled" },
  changed: { zh: "变更", en: "Changed" },
  paid: { zh: "已付", en: "paid" },
  to: { zh: "至", en: "until" },
  renewalTitle: { zh: "固定场即将到期：{name}", en: "Fixed booking ends soon: {name}" },
  renewalText: {
    zh: "{pattern}，{to} 到期；下一期的场地为其保留到当天",
    en: "{pattern}, until {to}; the places of the next term are kept until then",
  },
  renewalLock: { zh: "续约保留 {name}", en: "kept for renewal: {name}" },
  cardShort: { zh: "次卡不足，待结算", en: "no uses left on the card; to be settled" },
  inGrid: { zh: "在订场表中取消", en: "cancelled in the grid" },
  agreed: { zh: "合同价", en: "agreed" },
  byCard: { zh: "次卡", en: "package card" },
  fileName: { zh: "固定场", en: "fixed-bookings" },
  no: { zh: "合同号", en: "Contract" },
  name: { zh: "会员/单位", en: "Customer" },
  phone: { zh: "手机号", en: "Mobile" },
  program: { zh: "项目", en: "Program" },
  places: { zh: "场地", en: "Places" },
  pattern: { zh: "周期", en: "Pattern" },
  from: { zh: "开始", en: "From" },
  until: { zh: "结束", en: "Until" },
  payMode: { zh: "付款方式", en: "Paid" },
  unitPrice: { zh: "单价", en: "Unit price" },
  total: { zh: "总场次", en: "Total" },
  usedCount: { zh: "已用", en: "Used" },
  left: { zh: "剩余", en: "Left" },
  usedValue: { zh: "已用金额", en: "Used value" },
  owed: { zh: "欠费", en: "Owed" },
  state: { zh: "状态", en: "State" },
  "mode.card": { zh: "按次扣次卡", en: "package card" },
  "mode.purse": { zh: "按次扣余额", en: "balance per use" },
  "mode.term": { zh: "预付整期", en: "whole term" },
  "mode.monthly": { zh: "月结", en: "monthly" },
  operator: { zh: "经办人", en: "Operator" },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language; unknown words stay as they are. `values` fill its marks. */
export const word = speaker(WORDS);

const DAYS = { zh: "一二三四五六日".split(""), en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] } as const satisfies Record<
  Language,
  readonly string[]
>;
/** A pattern as people say it: 每周三 19:00–21:00, Wed 19:00–21:00. */
export function patternText(
  row: { weekdays: readonly number[]; every_weeks: number; start_minute: number; end_minute: number },
  language: Language,
): string {
  const days = row.weekdays.map((day) => DAYS[language][day - 1] ?? "");
  const time = `${clock(row.start_minute)}–${clock(row.end_minute)}`;
  if (language === "zh") return `每${row.every_weeks > 1 ? ` ${row.every_weeks} 周的` : ""}周${days.join("、")} ${time}`;
  return `${days.join(", ")}${row.every_weeks > 1 ? ` every ${row.every_weeks} weeks` : ""} ${time}`;
}
