import { speaker } from "../../words";

const WORDS = {
  coupon: { zh: "体育券", en: "Sports coupon" },
  file: { zh: "优惠券记录", en: "Coupon log" },
  subsidy: { zh: "补贴", en: "Subsidy" },
  used: { zh: "抵用", en: "Paid" },
  document: { zh: "单据", en: "Document" },
  usedAt: { zh: "使用时间", en: "Used at" },
  state: { zh: "状态", en: "State" },
  issued: { zh: "未使用", en: "Unused" },
  used_: { zh: "已使用", en: "Used" },
  to_settle: { zh: "待结算", en: "To settle" },
  settled: { zh: "已结算", en: "Settled" },
  returned: { zh: "已退回", en: "Given back" },
  expired: { zh: "已过期", en: "Expired" },
} as const;

/** A word in a language; unknown words stay as they are. */
export const word = speaker(WORDS);
/** The word for a coupon's state. */
export const stateWord = (state: string, language: "zh" | "en"): string => word(state === "used" ? "used_" : state, language);
