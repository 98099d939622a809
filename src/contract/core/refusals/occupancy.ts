/** Refusals about occupancy: slots, sessions, open play, games, contracts, the waitlist, closings, and the places themselves. */
import { AnswerCode as c } from "../answer-code";
import type { Refusal } from "./refusal";

export const OCCUPANCY = {
  slotTaken: {
    code: c.conflict,
    zh: "{place} {time} 已被 {name} 于 {at} 预订，您的选择已保留",
    en: "{place} {time} was booked by {name} at {at}; your selection is kept",
  },
  slotClosed: { code: c.conflict, zh: "{place} {time} 不在营业时间内", en: "{place} is closed at {time}" },
  slotPast: { code: c.conflict, zh: "{time} 已经过去，不能预订", en: "{time} has passed and cannot be booked" },
  slotTooFar: { code: c.conflict, zh: "最多可提前 {days} 天预订", en: "Bookings open {days} days ahead" },
  slotGrain: { code: c.badInput, zh: "{place} 以 {minutes} 分钟为单位预订", en: "{place} is booked in steps of {minutes} min" },
  linkedChosen: {
    code: c.badInput,
    zh: "{a} 与 {b} 共用场地，{time} 不能同时选；请去掉其中一个",
    en: "{a} and {b} share ground at {time}; choose only one of them",
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
  earlyCheckIn: {
    code: c.conflict,
    zh: "离开始还有 {minutes} 分钟（{time} 开始），没有开场；确认提前开场请再点一次",
    en: "It begins in {minutes} min, at {time}; nothing was checked in. Confirm to check in early",
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
  closingTooLong: { code: c.badInput, zh: "一次最多停场 {days} 天", en: "A closing covers at most {days} days" },
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
    en: "{entered} people of {no} came in already; take the check-in back before cancelling it",
  },
  sessionEnters: {
    code: c.badInput,
    zh: "{no} 只订了 {attendees} 人",
    en: "{no} is booked for {attendees} attendees only",
  },
  openPlayFull: { code: c.conflict, zh: "“{title}”只剩 {left} 个名额", en: "Only {left} places are left in “{title}”" },
  openPlayJoined: {
    code: c.badInput,
    zh: "已有 {attendees} 人报名，名额不能少于它",
    en: "{attendees} people joined already; there cannot be fewer places",
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
    en: "Money of the people of {no} that did not come went back already; they cannot be let in any more",
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
    zh: "{day} 还有 {count} 个预订或锁定（{next}），不能设为闭馆；请先用停场处理移动或退款，场次请先取消",
    en: "{day} has {count} bookings or locks ({next}); before closing the day, move or refund them with the closing wizard, and cancel sessions",
  },
  dayOver: { code: c.conflict, zh: "{day} 已经过去，不能修改", en: "{day} is over and cannot be changed" },
} as const satisfies Record<string, Refusal>;
