/** Names of things in refusals and titles of files, in both languages. */
import type { Language } from "../../../contract/enums";
import { speaker } from "../../words";

const WORDS = {
  member: { zh: "会员", en: "Member" },
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
  shanghaiStored: { zh: "沪体规文〔2025〕1号：储值余额", en: "Shanghai 沪体规文〔2025〕1号: stored value" },
  shanghaiCard: { zh: "沪体规文〔2025〕1号：会员卡", en: "Shanghai 沪体规文〔2025〕1号: member cards" },
  shanghaiPerson: { zh: "沪体规文〔2025〕1号：每人预付总额", en: "Shanghai 沪体规文〔2025〕1号: all prepaid of a person" },
} as const satisfies Record<string, Record<Language, string>>;

/** A word in a language; unknown words stay as they are. `values` fill its marks. */
export const word = speaker(WORDS);
