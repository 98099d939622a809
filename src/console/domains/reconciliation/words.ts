/** Names of the parts of a reconciliation. */
import { fen, showFen } from "../../../contract/core/money";
import type { BillChannel, BillResult, BillRow, ClaimEnd, Handling } from "../../../contract/reconciliation/reconciliation";
import type { Label, Tone } from "../../../contract/core/resource/label";

export const CHANNELS: Readonly<Record<BillChannel, Label>> = {
  wechat: { zh: "微信", en: "WeChat" },
  alipay: { zh: "支付宝", en: "Alipay" },
};

export const NAMES: Readonly<Record<BillResult, Label & { readonly tone: Tone }>> = {
  matched: { zh: "相符", en: "Matched", tone: "success" },
  ours: { zh: "仅我方", en: "Only ours", tone: "warning" },
  theirs: { zh: "仅账单", en: "Only theirs", tone: "warning" },
  amount: { zh: "金额不同", en: "Amount differs", tone: "error" },
  fee: { zh: "手续费", en: "Fee", tone: "neutral" },
};

/** Ways to handle a difference, and the posting of each. */
export const HANDLING: Readonly<Record<Handling, Label & { readonly posts: Label }>> = {
  explain: { zh: "说明", en: "Explain", posts: { zh: "不记账", en: "nothing is posted" } },
  correct: {
    zh: "按账单更正",
    en: "Correct",
    posts: {
      zh: "渠道账户改成账单金额，差额记其他收入或费用",
      en: "our books take the bill's amount; the difference is other income or cost",
    },
  },
  claim: {
    zh: "向渠道申诉",
    en: "Claim",
    posts: { zh: "差额转为应收平台款，等渠道处理", en: "the difference is owed by the channel until it settles" },
  },
  fee: { zh: "确认为手续费", en: "It is a fee", posts: { zh: "差额记渠道手续费", en: "the difference is a cost of the channel's fees" } },
};

/** Ways in which a claim ends, and the posting of each. */
export const ENDS: Readonly<Record<ClaimEnd, Label & { readonly posts: Label }>> = {
  channel: {
    zh: "渠道账户已补",
    en: "Back in the channel's account",
    posts: { zh: "记入渠道账户，应收平台款减少", en: "into the channel's account; it owes that much less" },
  },
  transfer: {
    zh: "银行转账已结",
    en: "By transfer",
    posts: { zh: "记入银行账户，应收平台款减少", en: "into the bank account; the channel owes that much less" },
  },
  lost: {
    zh: "放弃申诉",
    en: "Given up",
    posts: { zh: "渠道少给的记其他费用，多给的记其他收入", en: "what we lose is other cost; what we keep is other income" },
  },
};

export const WAYS: Readonly<Record<BillRow["way"], Label>> = {
  pay: { zh: "收款", en: "Payment" },
  refund: { zh: "退款", en: "Refund" },
  fee: { zh: "手续费", en: "Fee" },
};

/** An amount with its sign. */
export const signed = (text: string): string => (fen(text) > 0 ? `+${showFen(fen(text))}` : showFen(fen(text)));
