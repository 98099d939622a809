/**
 * The refusals of the product, in both languages. Each says what happened, what is kept, and what to do next (quality "Pleasure").
 * `{name}` marks a value. Server and console share this table, so that a refusal is worded once.
 */
import type { Language } from "./enums";
import { AnswerCode } from "./call";
import { fill, type Values } from "./fill";

interface Refusal {
  readonly code: number;
  readonly zh: string;
  readonly en: string;
}
const c = AnswerCode;

export const REFUSALS = {
  badInput: {
    code: c.badInput,
    zh: "有内容需要修改，已填写的内容都保留着",
    en: "Some entries need changing; everything you typed is kept",
  },
  wrongCredentials: { code: c.badInput, zh: "账号或密码错误", en: "Wrong username or password" },
  accountLocked: { code: c.locked, zh: "账号已锁定，请在 {minutes} 分钟后再试", en: "This account is locked; try again in {minutes} min" },
  accountDisabled: { code: c.locked, zh: "账号已停用，请联系管理员", en: "This account is disabled; ask your administrator" },
  slowDown: { code: c.slowDown, zh: "操作太频繁，请 {seconds} 秒后再试", en: "Too many attempts; try again in {seconds} s" },
  noSites: { code: c.forbidden, zh: "没有管理角色", en: "No management role" },
  invalidToken: {
    code: c.signedOut,
    zh: "invalid_token 登录已失效，请重新登录",
    en: "invalid_token Your login expired; please log in again",
  },
  siteData: { code: c.forbidden, zh: "site data error", en: "site data error" },
  forbidden: {
    code: c.forbidden,
    zh: "没有权限：{code}。什么都没有改动，请联系管理员开通",
    en: "You lack the permission {code}. Nothing was changed; ask your administrator",
  },
  missing: { code: c.missing, zh: "找不到{what}，可能已被删除", en: "{what} not found; it may have been removed" },
  notServed: { code: c.notServed, zh: "此服务器尚未提供该功能", en: "This server does not offer this call" },
  keyReused: {
    code: c.keyReused,
    zh: "同一操作编号的内容不同，未执行；请刷新后重试",
    en: "This action key was used with other content; nothing was done. Refresh and try again",
  },
  keyMissing: { code: c.badInput, zh: "缺少操作编号（Idempotency-Key），未执行", en: "Idempotency-Key is missing; nothing was done" },
  busy: { code: 500, zh: "服务繁忙，请稍后再试！", en: "The service is busy, please try again later!" },
  conflict: {
    code: c.conflict,
    zh: "内容与现有数据冲突，什么都没有改动；请刷新后重试",
    en: "This conflicts with what is there now; nothing was changed. Refresh and try again",
  },
  otherSite: {
    code: c.forbidden,
    zh: "请求来自其他网站，未执行；请从本系统的页面操作",
    en: "The request came from another site; nothing was done. Use the pages of this console",
  },
  setupClosed: {
    code: c.conflict,
    zh: "初始化已完成或链接已失效；请直接登录，或重启服务获取新链接",
    en: "Setup is done or the link is no longer valid; log in, or restart the server for a new link",
  },
  slotTaken: {
    code: c.conflict,
    zh: "{place} {time} 已被 {name} 于 {at} 预订，您的选择已保留",
    en: "{place} {time} was booked by {name} at {at}; your selection is kept",
  },
  slotClosed: { code: c.conflict, zh: "{place} {time} 不在营业时间内", en: "{place} is closed at {time}" },
  slotPast: { code: c.conflict, zh: "{time} 已经过去，不能预订", en: "{time} has passed and cannot be booked" },
  slotTooFar: { code: c.conflict, zh: "最多可提前 {days} 天预订", en: "Bookings open {days} days ahead" },
  slotGrain: { code: c.badInput, zh: "{place} 以 {minutes} 分钟为单位预订", en: "{place} is booked in steps of {minutes} min" },
  noPrice: { code: c.conflict, zh: "{place} {time} 尚未设定价格", en: "No price is set for {place} at {time}" },
  linkedChosen: {
    code: c.badInput,
    zh: "{a} 与 {b} 共用场地，{time} 不能同时选；请去掉其中一个",
    en: "{a} and {b} share ground at {time}; choose only one of them",
  },
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
  unpaidCheckIn: {
    code: c.conflict,
    zh: "这笔预订还有 {due} 未付，不能开场；请先收款或重新预订",
    en: "{due} of this booking is unpaid, so it cannot be checked in; take the payment or book anew",
  },
  checkInDay: {
    code: c.conflict,
    zh: "只能在使用当天开场，这笔预订是 {day}",
    en: "Check-in is on the day of play only; this booking is for {day}",
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
  lineGone: { code: c.conflict, zh: "这个场次已不在预订中，请刷新", en: "This line no longer stands in the booking; refresh" },
  lineOver: { code: c.conflict, zh: "{place} {time} 已经结束，不能变更", en: "{place} {time} is over and cannot be changed" },
  moveCheckedIn: {
    code: c.conflict,
    zh: "已开场的预订只能在当天换场；换日期请先撤销开场",
    en: "A checked-in booking moves within its day only; undo the check-in to change the day",
  },
  underContract: {
    code: c.conflict,
    zh: "这是固定场合约 {no} 的场次，请在固定场中处理",
    en: "This belongs to the fixed booking {no}; change it there",
  },
  moveNowhere: { code: c.badInput, zh: "新的场地和时间与原来相同", en: "The new place and time are the old ones" },
  refundAllLines: { code: c.conflict, zh: "全部退掉请用“取消预订”", en: "To give up every line, cancel the booking" },
  refundTooBig: { code: c.badInput, zh: "最多可退 {most}", en: "At most {most} can be given back" },
  waitlistFree: {
    code: c.conflict,
    zh: "{place} {time} 现在有空，可直接预订",
    en: "{place} is free at {time}; book it instead of queuing",
  },
  waitlistTwice: { code: c.conflict, zh: "{name} 已在排队等候同一时段", en: "{name} already queues for this time" },
  requeueOnce: { code: c.conflict, zh: "已重新排队过一次，请重新登记候补", en: "This entry has queued again once already; join anew" },
  closingChanged: {
    code: c.conflict,
    zh: "预览之后有变动：{what}。什么都没有执行，请核对新的方案",
    en: "Something changed since the preview: {what}. Nothing was done; please check the new proposal",
  },
  closingTooLong: { code: c.badInput, zh: "一次最多封场 {days} 天", en: "A closing covers at most {days} days" },
  sessionFull: { code: c.conflict, zh: "{time} 的场次只剩 {left} 个名额", en: "Only {left} places are left in the session at {time}" },
  sessionSold: {
    code: c.badInput,
    zh: "已售出 {sold} 个名额，名额不能少于它",
    en: "{sold} places are sold already; the session cannot have fewer",
  },
  sessionsTooMany: {
    code: c.badInput,
    zh: "一次最多排 {max} 个场次，请缩短日期或减少时段",
    en: "At most {max} sessions are made at once; take fewer days or times",
  },
  sessionsOverlap: { code: c.badInput, zh: "{a} 与 {b} 的时段重叠", en: "{a} and {b} overlap" },
  sessionEntered: {
    code: c.conflict,
    zh: "{no} 已有 {entered} 人入场，不能取消；请先撤销入场",
    en: "{entered} heads of {no} came in already; take the check-in back before cancelling it",
  },
  sessionEnters: {
    code: c.badInput,
    zh: "{no} 只订了 {heads} 人",
    en: "{no} is booked for {heads} heads only",
  },
  openPlayFull: { code: c.conflict, zh: "“{title}”只剩 {left} 个名额", en: "Only {left} places are left in “{title}”" },
  openPlayJoined: {
    code: c.badInput,
    zh: "已有 {heads} 人报名，名额不能少于它",
    en: "{heads} heads joined already; there cannot be fewer places",
  },
  openPlayGround: {
    code: c.conflict,
    zh: "已开放报名，不能再改场地、时间与截止；请取消后另建",
    en: "People may join already, so courts, time and deadline stay; cancel it and make another",
  },
  openPlayDeadline: {
    code: c.badInput,
    zh: "报名截止 {time} 已过，请改晚开场时间或缩短截止提前量",
    en: "The deadline {time} has passed; let it begin later or shorten the deadline",
  },
  openPlaySettled: {
    code: c.conflict,
    zh: "{no} 的未到场已按规则退过款，不能再登记到场",
    en: "Money of the heads of {no} that did not come went back already; they cannot be let in any more",
  },
  underOpenPlay: {
    code: c.conflict,
    zh: "这是拼场“{title}”的场地，请在拼场中处理",
    en: "This ground belongs to the open play “{title}”; change it there",
  },
  underGame: {
    code: c.conflict,
    zh: "这是赛事“{title}”的用场，请在赛事用场中处理",
    en: "This ground belongs to the game “{title}”; change it under Game courts",
  },
  gameTooMany: {
    code: c.badInput,
    zh: "一次最多占用 {max} 个场次，请分批",
    en: "At most {max} courts and days at once; take them in parts",
  },
  gameNothing: { code: c.badInput, zh: "没有可以占用或释放的场次", en: "There is nothing to take or to give back" },
  nothingOwed: { code: c.conflict, zh: "{no} 没有待付的退款", en: "Nothing waits to be paid out for {no}" },
  refundChanged: {
    code: c.conflict,
    zh: "应退金额已变：{from} → {to}，什么都没有改动；请核对后再确认",
    en: "What goes back changed: {from} → {to}; nothing was done. Please check it again",
  },
  wrongState: {
    code: c.conflict,
    zh: "当前状态为“{state}”，不能{action}",
    en: "It is “{state}” now, so it cannot be changed this way ({action})",
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
  reasonNeeded: { code: c.badInput, zh: "请填写原因", en: "A reason is required" },
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
  channelRefused: { code: c.conflict, zh: "支付未成功：{why}", en: "The payment did not succeed: {why}" },
  fixedNothing: {
    code: c.conflict,
    zh: "没有可以预订的场次，什么都没有改动；请调整日期、时间或场地",
    en: "There is no occurrence to book and nothing was changed; choose other days, times or places",
  },
  fixedBlocked: {
    code: c.conflict,
    zh: "{day} {place} {time} {why}，什么都没有预订；请跳过这一场或更换场地",
    en: "{place} {time} on {day} {why}; nothing was booked. Skip it or choose another place",
  },
  fixedTooMany: {
    code: c.badInput,
    zh: "一份合同最多 {max} 场，请缩短期限或减少场地",
    en: "A contract has at most {max} occurrences; shorten the term or take fewer places",
  },
  placeBooked: {
    code: c.conflict,
    zh: "{place} 还有 {count} 个未来的预订或锁定（最近：{next}），请先换场、取消或解锁",
    en: "{place} has {count} bookings or locks still to come (next: {next}); move, cancel or unlock them first",
  },
  placeUsed: {
    code: c.conflict,
    zh: "{place} 已有预订记录，不能删除，可以停用",
    en: "{place} was booked before; it cannot be deleted, but it can be switched off",
  },
  placeChanged: {
    code: c.conflict,
    zh: "{place} 已停用或刚被修改，没有预订；请刷新后再选",
    en: "{place} was switched off or changed just now; nothing was booked. Refresh and choose again",
  },
  placeTwice: {
    code: c.badInput,
    zh: "{a} 与 {b} 重名或在同一格，请改名或移动",
    en: "{a} and {b} have one name or one spot; rename or move one",
  },
  hallChanged: {
    code: c.conflict,
    zh: "{by} 于 {at} 保存过这个场区，您的内容没有覆盖它，仍保留在页面上；请载入最新内容后再改",
    en: "{by} saved this hall at {at}. Yours did not overwrite it and is still on the page; load the newest and change it again",
  },
  hallUsed: {
    code: c.conflict,
    zh: "{name} 正在使用（{why}），不能这样修改或删除",
    en: "{name} is in use ({why}) and cannot be changed or deleted this way",
  },
  dayBooked: {
    code: c.conflict,
    zh: "{day} 还有 {count} 个预订或锁定（{next}），不能设为闭馆；请先用关场向导移动或退款",
    en: "{day} has {count} bookings or locks ({next}); move or refund them with the closing wizard before closing the day",
  },
  dayOver: { code: c.conflict, zh: "{day} 已经过去，不能修改", en: "{day} is over and cannot be changed" },
  ticketExpired: { code: c.badInput, zh: "二维码已失效，请刷新后重扫", en: "The QR code has expired; refresh and scan again" },
  uploadTooBig: { code: c.badInput, zh: "文件太大，上限 {max} MB", en: "The file is too big; the limit is {max} MB" },
  voiceSilent: {
    code: c.conflict,
    zh: "语音服务未配置或无法连接，将使用浏览器自带语音",
    en: "The voice service is not configured or cannot be reached; the browser's own voice speaks instead",
  },
  uploadType: { code: c.badInput, zh: "只接受图片（PNG、JPEG、WebP、GIF）", en: "Only images (PNG, JPEG, WebP, GIF) are accepted" },
} as const satisfies Record<string, Refusal>;
export type RefusalKey = keyof typeof REFUSALS;

/** Words a refusal in a language. Unknown `{marks}` stay empty. */
export function refusalText(key: RefusalKey, language: Language, values: Values = {}): string {
  return fill(REFUSALS[key][language], values);
}
