/** What people call the documents that move money. */
import type { Label } from "../../../contract/resource/label";

export const DOCUMENT_LABELS: Readonly<Record<string, Label>> = {
  recharge: { zh: "充值", en: "Recharge" },
  order: { zh: "订场", en: "Booking" },
  fixed: { zh: "固定场", en: "Fixed booking" },
  sale: { zh: "商品", en: "Sale" },
  card: { zh: "次卡", en: "Package card" },
  voucher: { zh: "团购券", en: "Voucher" },
  entry: { zh: "赛事报名", en: "Competition entry" },
  deposit: { zh: "押金", en: "Deposit" },
  transfer: { zh: "转账", en: "Transfer" },
  adjustment: { zh: "调整", en: "Adjustment" },
  receipt: { zh: "进货", en: "Goods receipt" },
  stock: { zh: "库存", en: "Stock" },
  activity: { zh: "活动", en: "Activity" },
  manual: { zh: "手工记账", en: "Bookkeeping" },
  shift: { zh: "班次", en: "Shift" },
  session: { zh: "场次", en: "Session" },
  openPlay: { zh: "约球", en: "Open play" },
  collection: { zh: "扫码收款", en: "Scan to pay" },
};
