/** Labels of columns and values in the file of booking lines. */
import type { Language } from "../../contract/core/enums";
import { SOURCE_LABELS } from "../../contract/booking/order-words";
import { PAY_TYPE_LABELS } from "../../contract/core/pay-types";
import { speaker } from "../words";
import { WORDS } from "./words";

export const ORDER_WORDS = {
  no: { zh: "订单号", en: "Order no." },
  createdAt: { zh: "下单时间", en: "Booked at" },
  day: { zh: "日期", en: "Day" },
  time: { zh: "时间", en: "Time" },
  program: { zh: "项目", en: "Program" },
  places: { zh: "场地", en: "Places" },
  name: { zh: "预订人", en: "Booker" },
  phone: { zh: "手机号", en: "Mobile" },
  cardType: { zh: "会员卡", en: "Card type" },
  source: { zh: "来源", en: "Source" },
  list: { zh: "原价", en: "List" },
  discount: { zh: "优惠", en: "Discount" },
  total: { zh: "应收", en: "Total" },
  refunds: { zh: "已退", en: "Refunded" },
  due: { zh: "待付", en: "Due" },
  payTypes: { zh: "支付方式", en: "Paid by" },
  orderStatus: { zh: "订单状态", en: "Status" },
  payStatus: { zh: "支付状态", en: "Payment" },
  operator: { zh: "操作人", en: "Operator" },
  ...SOURCE_LABELS,
  ...PAY_TYPE_LABELS,
} as const satisfies Record<string, Record<Language, string>>;

/** Such a word in a language, also of states; unknown words stay as they are. */
export const orderWord = speaker({ ...WORDS, ...ORDER_WORDS });
