/** Words of open play in refusals, messages and files, in both languages. */
import type { Language } from "../../../contract/enums";

const WORDS = {
  openPlay: { zh: "拼场", en: "Open play" },
  ticket: { zh: "拼场报名", en: "Open play entry" },
  member: { zh: "会员", en: "Member" },
  place: { zh: "场地", en: "Place" },
  draft: { zh: "草稿", en: "draft" },
  open: { zh: "报名中", en: "open" },
  confirmed: { zh: "已成团", en: "confirmed" },
  finished: { zh: "已结束", en: "finished" },
  failed: { zh: "未成团", en: "did not come about" },
  cancelled: { zh: "已取消", en: "cancelled" },
  joined: { zh: "已报名", en: "joined" },
  left: { zh: "已退出", en: "left" },
  "act.open": { zh: "开放报名", en: "open" },
  "act.cancel": { zh: "取消", en: "cancel" },
  "act.modify": { zh: "修改", en: "modify" },
  "act.join": { zh: "报名", en: "join" },
  "act.leave": { zh: "退出", en: "leave" },
  "act.payOut": { zh: "付退款", en: "pay out" },
  "act.confirm": { zh: "成团", en: "confirm" },
  "act.fail": { zh: "流团", en: "fail" },
  "act.finish": { zh: "结束", en: "finish" },
  perHead: { zh: "拼场按人收费", en: "Sold by the head" },
  short: { zh: "到截止只有 {heads} 人，不足 {minimum} 人", en: "{heads} heads by the deadline, {minimum} were needed" },
  failedTitle: { zh: "拼场未成团：{title} {time}", en: "Open play did not come about: {title} {time}" },
  failedText: {
    zh: "{tickets} 笔报名共 {heads} 人已自动退款，场地已释放，请通知客人",
    en: "{tickets} entries of {heads} heads were given back, the ground is free; tell the guests",
  },
  cashText: { zh: "其中现金 ¥{owed} 待付，请在拼场中付给客人", en: "Of it ¥{owed} in cash waits; pay it out in the open play" },
  cancelledTitle: { zh: "拼场已取消：{title} {time}", en: "Open play cancelled: {title} {time}" },
  cancelledText: {
    zh: "{tickets} 笔报名共 {heads} 人已退，请通知客人。原因：{reason}",
    en: "{tickets} entries of {heads} heads were given back; tell the guests. Reason: {reason}",
  },
  fileName: { zh: "拼场", en: "Open play" },
  "col.no": { zh: "编号", en: "No." },
  "col.title": { zh: "名称", en: "Title" },
  "col.program": { zh: "项目", en: "Program" },
  "col.places": { zh: "场地", en: "Courts" },
  "col.day": { zh: "日期", en: "Day" },
  "col.time": { zh: "时间", en: "Time" },
  "col.heads": { zh: "已报名", en: "Joined" },
  "col.capacity": { zh: "名额", en: "Places" },
  "col.minimum": { zh: "成团人数", en: "Minimum" },
  "col.price": { zh: "每人价格", en: "Price a head" },
  "col.income": { zh: "实收", en: "Received" },
  "col.state": { zh: "状态", en: "State" },
  "col.operator": { zh: "操作员", en: "Operator" },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language; unknown words stay as they are. `values` fill its marks. */
export function word(name: string, language: Language, values: Readonly<Record<string, string | number>> = {}): string {
  const text = Object.hasOwn(WORDS, name) ? WORDS[name as keyof typeof WORDS][language] : name;
  return text.replace(/\{(\w+)\}/g, (_, mark: string) => String(values[mark] ?? ""));
}
