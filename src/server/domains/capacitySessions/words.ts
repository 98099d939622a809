/** Words of sessions in refusals and messages, in both languages. */
import type { Language } from "../../../contract/core/enums";
import { speaker } from "../../words";

const WORDS = {
  session: { zh: "场次", en: "Session" },
  booking: { zh: "场次预订", en: "Session booking" },
  member: { zh: "会员", en: "Member" },
  card: { zh: "次卡", en: "Package card" },
  expiresOn: { zh: "有效期至 {day}，早于场次日期", en: "valid until {day}, before the day of the session" },
  hall: { zh: "按名额售票的场区", en: "Hall that sells by capacity" },
  draft: { zh: "草稿", en: "draft" },
  on_shelf: { zh: "已上架", en: "on sale" },
  off_shelf: { zh: "已下架", en: "off sale" },
  finished: { zh: "已结束", en: "finished" },
  cancelled: { zh: "已取消", en: "cancelled" },
  booked: { zh: "已预订", en: "booked" },
  shelve: { zh: "上架", en: "put on sale" },
  unshelve: { zh: "下架", en: "take off sale" },
  cancel: { zh: "取消", en: "cancel" },
  modify: { zh: "修改", en: "modify" },
  wristband: { zh: "手环", en: "Wristband" },
  somebody: { zh: "别人", en: "somebody else" },
  out: { zh: "在外", en: "out" },
  back: { zh: "已收回", en: "back" },
  lost: { zh: "已丢失", en: "lost" },
  takeBack: { zh: "收回", en: "take back" },
  lose: { zh: "报失", en: "mark as lost" },
  checkIn: { zh: "入场", en: "check in" },
  active: { zh: "正常", en: "active" },
  frozen: { zh: "已冻结", en: "frozen" },
  expired: { zh: "已过期", en: "expired" },
  closing: { zh: "销户中", en: "closing" },
  closed: { zh: "已销户", en: "closed" },
  gateState: { zh: "会员{state}，请到前台处理", en: "The membership is {state}: please ask at the desk" },
  gateUnknown: { zh: "没有卡号、单号或手机号尾号 {code}", en: "No card, booking or end of a phone is {code}" },
  gateSeveral: { zh: "有 {count} 笔预订是这个尾号，请刷卡或输入单号", en: "{count} bookings fit: scan the card, or type the number" },
  gateInside: { zh: "{time} 的场次已经入场", en: "Is in already, for the session at {time}" },
  gateEarly: {
    zh: "预订的是 {time} 的场次，开场前 {minutes} 分钟起入场",
    en: "Booked for {time}: the gate opens {minutes} minutes before",
  },
  gateNothing: { zh: "没有现在的预订，也没有可用的次卡", en: "Neither a booking for now nor a card that can be used" },
  cancelledTitle: { zh: "场次已取消：{time}", en: "Session cancelled: {time}" },
  cancelledText: {
    zh: "{bookings} 笔预订共 {attendees} 人已退，请通知客人。原因：{reason}",
    en: "{bookings} bookings of {attendees} attendees were given back; tell the guests. Reason: {reason}",
  },
  cardBackTitle: { zh: "次卡 {no} 退回 {times} 次，但此卡现在不能用", en: "{times} uses went back to card {no}, which cannot be used now" },
  cardBackText: {
    zh: "卡状态：{state}，有效期至 {expires}。请联系会员处理",
    en: "The card is {state} and expires on {expires}. Settle it with the member",
  },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language; unknown words stay as they are. `values` fill its marks. */
export const word = speaker(WORDS);
