/** Labels of tables, their columns and values: for the operation log, whose rows are written by the database. */
import type { Language } from "../../../contract/core/enums";
import { FIELDS } from "../../../contract/core/fields";
import { type Field, labelsOf } from "../../../contract/core/resource/fields";
import type { Label } from "../../../contract/core/resource/label";
import { columnName, snake } from "../../resource/columns";
import { servedResources } from "../../resource/serve";

/** Tables that no declared resource names. */
const TABLES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  balance: ["余额", "Balance"],
  base_discount: ["基础折扣", "Base discount"],
  booking_line: ["订场明细", "Booking line"],
  booking_order: ["订场单", "Booking"],
  card_type: ["会员卡类型", "Card type"],
  channel_refund: ["渠道退款", "Channel refund"],
  closing: ["闭馆", "Closing"],
  closing_hit: ["闭馆涉及的预订", "Booking of a closing"],
  coupon: ["优惠券", "Coupon"],
  fixed_contract: ["固定场合同", "Fixed booking"],
  fixed_hold: ["固定场占位", "Hold of a fixed booking"],
  fixed_occurrence: ["固定场场次", "Occurrence"],
  game: ["赛事", "Game"],
  hall: ["场馆区域", "Hall"],
  hall_booking: ["场次", "Session"],
  holding: ["会员次卡", "Member's package card"],
  holding_use: ["次卡核销", "Package card use"],
  holiday: ["节假日", "Holiday"],
  holiday_dropped: ["取消的节假日", "Dropped holiday"],
  ledger_tx: ["账务凭证", "Ledger entry"],
  member: ["会员", "Member"],
  message: ["消息", "Message"],
  occupancy: ["占用", "Occupancy"],
  open_play: ["拼场", "Open play"],
  open_play_level: ["拼场级别", "Open play level"],
  open_play_ticket: ["拼场报名", "Open play ticket"],
  package_card: ["次卡", "Package card"],
  pay_code: ["付款码", "Pay code"],
  payment: ["支付", "Payment"],
  person: ["员工", "Staff"],
  person_venue: ["员工的场馆角色", "Role at the venue"],
  place: ["场地", "Place"],
  place_lock: ["锁场", "Place lock"],
  posting: ["分录", "Posting"],
  price_plan: ["价格方案", "Price plan"],
  price_sheet: ["价目", "Price sheet"],
  price_sync: ["价格同步", "Price sync"],
  product: ["商品", "Product"],
  product_class: ["商品分类", "Product class"],
  recharge: ["充值", "Recharge"],
  recharge_offer: ["充值套餐", "Recharge offer"],
  role: ["角色", "Role"],
  role_code: ["角色权限", "Permission of a role"],
  sale: ["销售单", "Sale"],
  sale_line: ["销售明细", "Sale line"],
  sale_item: ["收银其他项目", "Other item of a sale"],
  sale_return: ["退货单", "Return"],
  sale_return_line: ["退货明细", "Return line"],
  session_order: ["场次预订", "Session booking"],
  wristband: ["手环", "Wristband"],
  shift: ["班次", "Shift"],
  stock: ["库存", "Stock"],
  stock_movement: ["库存变动", "Stock movement"],
  synced_day: ["已同步日期", "Synced day"],
  temporary_price: ["临时价", "Temporary price"],
  unit: ["场地单元", "Unit"],
  update_notice: ["更新日志", "Release note"],
  uploaded_file: ["上传文件", "Uploaded file"],
  venue: ["场馆信息", "Venue"],
  waitlist_entry: ["候补", "Waitlist entry"],
};

/** Calls whose name says more than which table they touched. */
const CALLS: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  // As the file of booking orders was called before their list was declared: lines of the log keep it.
  "booking.excel": ["导出订场单", "Exported bookings"],
  "bookingInfo.excel": ["导出订场明细", "Exported booking lines"],
  "fixed.excel": ["导出固定场合同", "Exported fixed bookings"],
  "members.excel": ["导出会员", "Exported members"],
  "openPlay.roster": ["导出拼场名单", "Exported the roster of an open play"],
  "members.phone": ["查看会员手机号", "Saw a member's mobile"],
  "venue.archive": ["导出整馆数据", "Exported the whole venue"],
  "players.open": ["选手打开对阵", "A player opened a match"],
  "players.enter": ["选手录入赛果", "A side entered a result"],
  "players.confirm": ["选手确认赛果", "A side confirmed a result"],
  "players.dispute": ["选手对赛果有异议", "A side disputed a result"],
  "customer.signUp": ["网上注册", "Signed up online"],
  "customer.consent": ["网上同意或取消短信", "Changed the consent to messages online"],
  "customer.requestErasure": ["网上要求删除个人信息", "Asked online for the erasure of personal data"],
  "session.login": ["登录", "Logged in"],
  "session.setup": ["初始化", "Set up"],
  "platform.changePassword": ["修改自己的密码", "Changed own password"],
  "platform.sentCodes": ["查看验证码", "Saw a code"],
  "payment.notice": ["支付渠道通知", "Notification of a payment"],
  "platform.findPassword": ["找回密码", "Recovered the password"],
};

/** Columns that are called otherwise in the log than in forms, or in no form at all. */
const COLUMNS: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  at: ["时间", "Time"],
  avatar: ["头像", "Picture"],
  code_state: ["验证码用途", "Code for"],
  consent: ["同意说明", "Consent"],
  created_at: ["创建时间", "Created"],
  fee: ["手续费", "Fee"],
  holder_id: ["占用者", "Holder"],
  id: ["编号", "Id"],
  last_login_at: ["最近登录", "Last login"],
  lock_count: ["连续输错次数", "Wrong passwords in a row"],
  lock_time: ["锁定至", "Locked until"],
  no: ["单号", "No."],
  operator: ["经办人", "Operator"],
  order_status: ["订单状态", "Order status"],
  paid: ["已付", "Paid"],
  phones_state: ["手机号", "Mobiles"],
  pin_state: ["审批码", "PIN"],
  pay_status: ["支付状态", "Payment status"],
  refunded: ["已退", "Refunded"],
  role_id: ["角色", "Role"],
  sent_at: ["验证码发送于", "Code sent"],
  sessions: ["登录会话数", "Sessions"],
  device: ["登录设备", "Device"],
  slot_start: ["时段", "Slot"],
  spent: ["累计消费", "Spent"],
  total: ["合计", "Total"],
};

/** Values of state columns in tables that are no declared resource's. */
const STATES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  abandoned: ["已放弃", "Abandoned"],
  accepted: ["已接受", "Accepted"],
  active: ["有效", "Active"],
  booked: ["已订", "Booked"],
  cancelled: ["已取消", "Cancelled"],
  checked_in: ["已签到", "Checked in"],
  cleared: ["已清除", "Cleared"],
  closed: ["已关闭", "Closed"],
  closing: ["退卡中", "Closing"],
  confirmed: ["已确认", "Confirmed"],
  counting: ["点款中", "Counting"],
  created: ["已创建", "Created"],
  disabled: ["已停用", "Disabled"],
  done: ["已完成", "Done"],
  customer: ["顾客登录", "A customer's sign-in"],
  password: ["设置新密码", "A new password"],
  draft: ["草稿", "Draft"],
  ended: ["已终止", "Ended"],
  expired: ["已过期", "Expired"],
  failed: ["未成", "Failed"],
  finished: ["已结束", "Finished"],
  frozen: ["已冻结", "Frozen"],
  held: ["占位中", "Held"],
  hung: ["挂单", "On hold"],
  in_full: ["完整", "In full"],
  inactive: ["未激活", "Not activated"],
  issued: ["已发放", "Issued"],
  joined: ["已报名", "Joined"],
  lapsed: ["已错过", "Lapsed"],
  leave: ["请假", "On leave"],
  left: ["已退出", "Left"],
  locked: ["已锁定", "Locked"],
  masked: ["已打码", "Masked"],
  missed: ["未到", "Missed"],
  moved: ["已调整", "Moved"],
  no_show: ["未到", "No-show"],
  none: ["无", "None"],
  off_shelf: ["已下架", "Off shelf"],
  offered: ["已通知", "Offered"],
  on_shelf: ["上架", "On shelf"],
  open: ["进行中", "Open"],
  paid: ["已付", "Paid"],
  part_paid: ["部分付款", "Part paid"],
  part_refunded: ["部分退款", "Part refunded"],
  partly_returned: ["部分退货", "Partly returned"],
  paused: ["已暂停", "Paused"],
  planned: ["已排", "Planned"],
  posted: ["已入账", "Posted"],
  processing: ["处理中", "Processing"],
  read: ["已读", "Read"],
  refunded: ["已退款", "Refunded"],
  refunding: ["退款中", "Refunding"],
  refused: ["已拒绝", "Refused"],
  released: ["已释放", "Released"],
  reserved: ["已预订", "Reserved"],
  returned: ["已退货", "Returned"],
  running: ["进行中", "Running"],
  set: ["已设置", "Set"],
  settled: ["已结算", "Settled"],
  succeeded: ["成功", "Succeeded"],
  to_settle: ["待结算", "To settle"],
  transferred: ["已转让", "Transferred"],
  unknown: ["待查", "Unknown"],
  unpaid: ["未付", "Unpaid"],
  unread: ["未读", "Unread"],
  used: ["已使用", "Used"],
  used_up: ["已用完", "Used up"],
  void: ["已作废", "Void"],
  voided: ["已冲销", "Voided"],
  waiting: ["等候中", "Waiting"],
  withdrawn: ["已撤回", "Withdrawn"],
  wrong: ["输错", "Wrong"],
};

/** Columns of whole fen in tables that are no declared resource's. */
const MONEY_COLUMNS = [
  "amount",
  "balance",
  "cost",
  "deposit",
  "discount",
  "fee",
  "gift",
  "list",
  "minimum",
  "paid",
  "pay",
  "price",
  "principal",
  "refund",
  "refund_total",
  "refunded",
  "spent",
  "tendered",
  "threshold",
  "total",
  "unit_price",
  "unit_cost",
  "agreed_price",
  "default_price",
  "given_back",
] as const;

const namesByLanguage = new Map<Language, Readonly<Record<string, string>>>();

/**
 * All names in one language: a table by its name, its columns by `table.column` (or `.column` for any table), values by
 * `table.column=value`, calls by `!call`, actions of declared resources by `!call`. Columns of money map to "$" under `$table.column`.
 */
export function namesIn(language: Language): Readonly<Record<string, string>> {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const at = language === "zh" ? 0 : 1;
  const names: Record<string, string> = {};
  for (const [field, label] of Object.entries(FIELDS)) names[`.${snake(field)}`] = label[language];
  for (const [table, words] of Object.entries(TABLES)) names[table] = words[at];
  for (const [call, words] of Object.entries(CALLS)) names[`!${call}`] = words[at];
  for (const [column, words] of Object.entries(COLUMNS)) names[`.${column}`] = words[at];
  for (const [value, words] of Object.entries(STATES)) names[`=${value}`] = words[at];
  for (const column of MONEY_COLUMNS) names[`$.${column}`] = "$";
  for (const { resource, source } of servedResources) {
    const table = source.writes ?? source.table;
    names[table] ??= resource.one[language];
    const { fields, actions = {} } = resource;
    for (const [name, field] of Object.entries<Field>(fields)) {
      const key = `${table}.${columnName(name, field, source.names)}`;
      names[key] = field.label[language];
      if (field.kind === "money") names[`$${key}`] = "$";
      for (const [value, label] of Object.entries<Label>(labelsOf(field))) names[`${key}=${value}`] = label[language];
    }
    names[`!${resource.name}.excel`] = `${language === "zh" ? "导出" : "Exported "}${resource.one[language]}`;
    for (const [action, { label }] of Object.entries(actions))
      names[`!${resource.name}.${action}`] = `${label[language]}${language === "zh" ? "" : " "}${resource.one[language]}`;
  }
  namesByLanguage.set(language, names);
  return names;
}
