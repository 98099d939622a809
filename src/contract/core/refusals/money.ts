/** Refusals about prices and money: payments, refunds, members, cards, stock, and scan-to-pay. */
import { AnswerCode as c } from "../answer-code";
import type { Refusal } from "./refusal";

export const MONEY = {
  noPrice: { code: c.conflict, zh: "{place} {time} 尚未设定价格", en: "No price is set for {place} at {time}" },
  programUsed: {
    code: c.conflict,
    zh: "“{name}”还在使用：{users}。未删除，请先处理这些",
    en: "“{name}” is still used: {users}. Nothing was deleted; take care of these first",
  },
  planOverlap: {
    code: c.conflict,
    zh: "“{name}”与“{other}”优先级同为 {priority}，{from} 至 {to} 的场地重叠；请改优先级、日期或场地",
    en: "“{name}” and “{other}” both have priority {priority} and share places from {from} to {to}; change priority, dates or places",
  },
  syncNothing: {
    code: c.conflict,
    zh: "“{plan}”在 {from} 至 {to} 没有可同步的日期或场地",
    en: "“{plan}” has no day or place to sync from {from} to {to}",
  },
  releaseNothing: {
    code: c.badInput,
    zh: "{from} 至 {to} 没有同步过价格的日期",
    en: "No day from {from} to {to} was synced",
  },
  syncRunning: {
    code: c.conflict,
    zh: "“{plan}”的价格同步还在进行（{done}/{total}）；请等它完成或先停止",
    en: "The prices of “{plan}” are still being synced ({done}/{total}); wait for it or stop it first",
  },
  priceChanged: {
    code: c.conflict,
    zh: "价格已变：{from} → {to}，尚未收款；请确认新价格",
    en: "The price changed from {from} to {to}; nothing was charged. Please confirm the new price",
  },
  nothingDue: { code: c.conflict, zh: "这笔预订没有待付金额", en: "Nothing is due on this booking" },
  partOnly: {
    code: c.badInput,
    zh: "部分付款应少于待付的 {due}；付清请用“收款”",
    en: "A part payment is less than the {due} due; to pay it all, use Pay",
  },
  partPaidChange: {
    code: c.conflict,
    zh: "这笔预订已付一部分（{paid}），请先付清或取消再变更",
    en: "Part of this booking ({paid}) is paid; settle or cancel it before changing it",
  },
  refundTooBig: { code: c.badInput, zh: "最多可退 {most}", en: "At most {most} can be given back" },
  nothingOwed: { code: c.conflict, zh: "{no} 没有待付的退款", en: "Nothing waits to be paid out for {no}" },
  refundChanged: {
    code: c.conflict,
    zh: "应退金额已变：{from} → {to}，什么都没有改动；请核对后再确认",
    en: "What goes back changed: {from} → {to}; nothing was done. Please check it again",
  },
  paymentSum: { code: c.badInput, zh: "各方式合计 {sum}，应收 {due}，请调整", en: "Methods add up to {sum}, due is {due}; please adjust" },
  balanceShort: {
    code: c.conflict,
    zh: "{purse}余额不足：可用 {have}，需要 {need}",
    en: "Not enough {purse}: {have} available, {need} needed",
  },
  memberNeeded: { code: c.badInput, zh: "余额支付需要先选择会员", en: "Choose a member to pay from a balance" },
  groupMember: {
    code: c.badInput,
    zh: "会员按会员价预订；要按团体价，请改为团体并登记名称",
    en: "A member books at member prices; for group prices book as a group, by name",
  },
  memberState: { code: c.conflict, zh: "会员{name}的状态为“{state}”，不能办理", en: "Member {name} is “{state}”; this cannot be done" },
  phoneTaken: { code: c.conflict, zh: "手机号已是会员 {name}（{cardNo}）", en: "This mobile belongs to member {name} ({cardNo})" },
  cardNoTaken: { code: c.conflict, zh: "卡号 {cardNo} 已被使用", en: "Card number {cardNo} is already used" },
  prepaidLimit: {
    code: c.conflict,
    zh: "超过预付卡限额：{rule}（上限 {limit}，办理后 {after}）",
    en: "Above the prepaid limit: {rule} (limit {limit}, would be {after})",
  },
  discountTooBig: { code: c.badInput, zh: "优惠 {discount} 超过应收 {total}", en: "The discount {discount} exceeds the total {total}" },
  alreadyReversed: { code: c.conflict, zh: "这笔已于 {at} 撤销过", en: "This was already revoked at {at}" },
  notReversible: { code: c.conflict, zh: "这笔流水不能撤销：{why}", en: "This entry cannot be revoked: {why}" },
  stockShort: {
    code: c.conflict,
    zh: "{product} 库存不足：剩 {left}，需要 {need}",
    en: "{product} is short of stock: {left} left, {need} needed",
  },
  returnTooMany: {
    code: c.badInput,
    zh: "{product} 只剩 {left} 件可退",
    en: "Only {left} of {product} can still be returned",
  },
  cardUsedUp: { code: c.conflict, zh: "次卡剩余 {left} 次，需要 {need} 次", en: "The card has {left} uses left, {need} needed" },
  cardUsesChanged: {
    code: c.conflict,
    zh: "次卡 {no} 现在要用 {uses} 次，和刚才看到的不同，请重新确认",
    en: "Card {no} now takes {uses} uses, not what was shown; please look again",
  },
  cardUsesDiffer: {
    code: c.conflict,
    zh: "这一行由次卡支付 {from} 次，换后要 {to} 次；请先取消再重新预订",
    en: "A package card covers this line with {from} uses, the new one takes {to}; cancel it and book again",
  },
  cardNotUsable: { code: c.conflict, zh: "次卡现在不能用：{why}", en: "The card cannot be used now: {why}" },
  payCodeUnknown: {
    code: c.badInput,
    zh: "这不是微信或支付宝的付款码，没有收款；请让顾客打开“付款码”后再扫",
    en: "This is no WeChat or Alipay payment code, nothing was charged; ask the customer to open the payment code and scan again",
  },
  payNothing: { code: c.badInput, zh: "金额为 0，无需收款", en: "The amount is 0, there is nothing to charge" },
  payCodeUsed: {
    code: c.conflict,
    zh: "这个付款码刚用于一笔 {amount} 的收款，没有重复扣款；请等待结果，或让顾客刷新付款码",
    en: "This code was just used for a payment of {amount}, nothing more was charged; wait for it, or ask for a fresh code",
  },
  channelOff: {
    code: c.conflict,
    zh: "本场馆尚未接通{channel}收款，没有扣款；请用其他方式收款",
    en: "{channel} is not set up here, nothing was charged; take the payment another way",
  },
  collectionHeld: {
    code: c.conflict,
    zh: "收款 {no} 已用于单据，请从该单据退款；这里没有退款",
    en: "Collection {no} paid for a document: give it back from there; nothing went back here",
  },
  collectionState: {
    code: c.conflict,
    zh: "收款 {no} 没有可退的钱（未收到，或已全部退回），没有退款",
    en: "Collection {no} holds no money that could go back (not received, or returned already); nothing was done",
  },
  refundStands: {
    code: c.conflict,
    zh: "这笔退款不是失败的（已退回，或正在办理），什么都没有改动",
    en: "This refund did not fail (it went back, or is on its way); nothing was changed",
  },
  collectionWhole: {
    code: c.conflict,
    zh: "为单据收的款只能整笔退回：{amount}；没有退款",
    en: "What was collected for a document goes back in whole only: {amount}; nothing was done",
  },
  scanNotPaid: {
    code: c.conflict,
    zh: "这笔扫码收款不能用于此单（{why}），什么都没有改动",
    en: "This scan-to-pay collection cannot pay for this ({why}); nothing was changed",
  },
  couponUnknown: {
    code: c.missing,
    zh: "没有登记过体育券 {code}，什么都没有改动",
    en: "No sports coupon {code} is registered; nothing was changed",
  },
  couponSpent: {
    code: c.conflict,
    zh: "体育券 {code} 已于 {at} 用于 {no}，什么都没有改动；请换一张券或改用其他方式",
    en: "Sports coupon {code} paid for {no} at {at} already; nothing was changed. Take another one or another method",
  },
  couponEnded: {
    code: c.conflict,
    zh: "体育券 {code} 只能在 {from} 至 {to} 使用，什么都没有改动",
    en: "Sports coupon {code} is good from {from} to {to} only; nothing was changed",
  },
  couponThreshold: {
    code: c.conflict,
    zh: "体育券 {code} 满 {threshold} 可用，应付 {due}；什么都没有改动",
    en: "Sports coupon {code} needs {threshold} to pay, this is {due}; nothing was changed",
  },
  couponFace: {
    code: c.conflict,
    zh: "体育券 {code} 面额 {face}，不够 {amount}；什么都没有改动",
    en: "Sports coupon {code} is worth {face}, less than {amount}; nothing was changed",
  },
  couponKnown: {
    code: c.conflict,
    zh: "这些券码已经登记过：{codes}；一张都没有登记，请去掉后重试",
    en: "These codes are registered already: {codes}; none was registered. Take them out and try again",
  },
  channelRefused: { code: c.conflict, zh: "支付未成功：{why}", en: "The payment did not succeed: {why}" },
} as const satisfies Record<string, Refusal>;
