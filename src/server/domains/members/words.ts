/** Names of things in refusals and titles of files, in both languages. */
import type { Language } from "../../../contract/enums";
import { speaker } from "../../words";

const WORDS = {
  member: { zh: "会员", en: "Member" },
  cardTypeMove: { zh: "批量设置", en: "Run" },
  "move.running": { zh: "进行中", en: "running" },
  "move.stopped": { zh: "已停止", en: "stopped" },
  "move.done": { zh: "已完成", en: "done" },
  "move.undoing": { zh: "撤销中", en: "being undone" },
  "move.undone": { zh: "已撤销", en: "undone" },
  "move.stop": { zh: "停止", en: "stop" },
  "move.undo": { zh: "撤销", en: "undo" },
  "move.finish": { zh: "完成", en: "finish" },
  "move.finishUndo": { zh: "完成撤销", en: "finish the undo" },
  cardType: { zh: "会员卡类型", en: "Card type" },
  offer: { zh: "充值套餐", en: "Recharge offer" },
  fileName: { zh: "会员", en: "members" },
  cardNo: { zh: "卡号", en: "Card no." },
  name: { zh: "姓名", en: "Name" },
  phone: { zh: "手机号", en: "Mobile" },
  gender: { zh: "性别", en: "Gender" },
  birthday: { zh: "生日", en: "Birthday" },
  principal: { zh: "本金", en: "Principal" },
  gift: { zh: "赠送", en: "Gift" },
  debt: { zh: "欠款", en: "Debt" },
  spent: { zh: "累计消费", en: "Spent" },
  packageCards: { zh: "次卡", en: "Package cards" },
  lastVisit: { zh: "最近到访", en: "Last visit" },
  expiresOn: { zh: "有效期至", en: "Expires" },
  state: { zh: "状态", en: "State" },
  tags: { zh: "标签", en: "Tags" },
  memo: { zh: "备注", en: "Memo" },
  enrolled: { zh: "入会时间", en: "Enrolled" },
  male: { zh: "男", en: "Male" },
  female: { zh: "女", en: "Female" },
  unknown: { zh: "", en: "" },
  active: { zh: "正常", en: "Active" },
  frozen: { zh: "冻结", en: "Frozen" },
  expired: { zh: "已过期", en: "Expired" },
  closing: { zh: "销户中", en: "Closing" },
  closed: { zh: "已销户", en: "Closed" },
  freeze: { zh: "冻结", en: "freeze" },
  unfreeze: { zh: "解冻", en: "unfreeze" },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language; unknown words stay as they are. `values` fill its marks. */
export const word = speaker(WORDS);
