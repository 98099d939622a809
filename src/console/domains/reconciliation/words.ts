/** What the parts of a reconciliation are called. */
import { fen, showFen } from "../../../contract/money";
import type { BillChannel, BillResult, BillRow } from "../../../contract/reconciliation";
import type { Label, Tone } from "../../../contract/resource/label";

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

export const WAYS: Readonly<Record<BillRow["way"], Label>> = {
  pay: { zh: "收款", en: "Payment" },
  refund: { zh: "退款", en: "Refund" },
  fee: { zh: "手续费", en: "Fee" },
};

/** An amount with its sign. */
export const signed = (text: string): string => (fen(text) > 0 ? `+${showFen(fen(text))}` : showFen(fen(text)));
