/** Names of permissions: for the page where roles are set up, and for refusals. A page's own code means "view it". */
import type { Language } from "./enums";
import { GROUP_NAMES, PAGE_NAMES } from "./page-names";
import { GROUPS, type Group } from "./groups";
import { type PageCode, PAGES } from "./page-codes";
import { BUTTONS, type ButtonCode, type Code } from "./permissions";
import type { Label } from "./resource/label";

/** Names by how a code ends, for what is called the same on every page. */
const ENDINGS: readonly (readonly [ending: string, name: Label])[] = [
  ["modify", { zh: "修改", en: "Edit" }],
  ["create", { zh: "新增", en: "Add" }],
  ["delete", { zh: "删除", en: "Delete" }],
  ["export", { zh: "导出", en: "Export" }],
  ["import", { zh: "导入", en: "Import" }],
  ["audit", { zh: "审核", en: "Review" }],
  ["review", { zh: "审核", en: "Review" }],
  ["approve", { zh: "审批", en: "Approve" }],
  ["cancel", { zh: "取消", en: "Cancel" }],
  ["refund", { zh: "退款", en: "Refund" }],
  ["pay", { zh: "收款", en: "Take money" }],
  ["settle", { zh: "结算", en: "Settle" }],
  ["confirm", { zh: "确认", en: "Confirm" }],
  ["manage", { zh: "管理", en: "Manage" }],
  ["join", { zh: "报名", en: "Sign up" }],
  ["clear", { zh: "清除", en: "Clear" }],
  ["run", { zh: "执行", en: "Run" }],
  ["load", { zh: "载入账单", en: "Load a bill" }],
  ["publish", { zh: "发布", en: "Publish" }],
  ["apply", { zh: "申请", en: "Apply" }],
  ["move", { zh: "迁移", en: "Move" }],
  ["transfer", { zh: "转让", en: "Transfer" }],
  ["make", { zh: "抽签", en: "Draw" }],
  ["report", { zh: "查看全部", en: "See all" }],
];

const NAMES: Partial<Readonly<Record<ButtonCode, Label>>> = {
  venue_export: { zh: "整馆导出", en: "Export the whole venue" },
  booking_create: { zh: "订场", en: "Book" },
  coach_class_book: { zh: "约课", en: "Book a class" },
  booking_reserve: { zh: "到场付", en: "Pay on arrival" },
  booking_check_in: { zh: "签到", en: "Check in" },
  booking_waive_fee: { zh: "免手续费", en: "Waive the fee" },
  booking_move: { zh: "改期", en: "Move" },
  booking_extend: { zh: "续场", en: "Extend" },
  booking_lock: { zh: "锁场", en: "Lock" },
  booking_discount: { zh: "改价", en: "Discount" },
  booking_free_place: { zh: "免费订场", en: "Free place" },
  booking_no_show_check_in: { zh: "未到补签", en: "Late check-in" },
  booking_waitlist: { zh: "候补", en: "Waitlist" },
  booking_close: { zh: "闭馆", en: "Close the venue" },
  booking_policy: { zh: "修改规则", en: "Edit the rules" },
  fixed_end: { zh: "终止", en: "End" },
  session_book: { zh: "订位", en: "Book" },
  member_create: { zh: "开卡", en: "Enrol" },
  member_recharge: { zh: "充值", en: "Recharge" },
  member_phone: { zh: "看完整手机号", en: "See whole mobiles" },
  member_message: { zh: "发消息", en: "Write to members" },
  member_merge: { zh: "合并会员", en: "Merge duplicates" },
  member_close: { zh: "销户", en: "Close accounts" },
  member_erase: { zh: "删除个人信息", en: "Erase personal data" },
  member_freeze: { zh: "冻结", en: "Freeze" },
  member_adjust: { zh: "调整余额", en: "Adjust balances" },
  member_adjust_approve: { zh: "审批余额调整", en: "Decide adjustments" },
  card_type_move: { zh: "批量改类型", en: "Move members" },
  invoice_modify: { zh: "申请开票", en: "Request invoices" },
  invoice_issue: { zh: "开票", en: "Issue" },
  invoice_reverse: { zh: "红冲", en: "Reverse" },
  budget_modify: { zh: "编制预算", en: "Edit budgets" },
  account_code_modify: { zh: "修改科目对照", en: "Edit account codes" },
  bank_account_modify: { zh: "修改银行账户", en: "Edit bank accounts" },
  bank_modify: { zh: "登记存现与到账", en: "Record deposits and payouts" },
  bank_approve: { zh: "同意大额存现与费用", en: "Approve large deposits and fees" },
  bank_line_modify: { zh: "导入与核对流水", en: "Import and match statements" },
  bank_export: { zh: "导出银行数据", en: "Export bank data" },
  journal_batch_modify: { zh: "导出与作废批次", en: "Make and void batches" },
  journal_batch_export: { zh: "下载文件", en: "Download files" },
  account_log_revoke: { zh: "撤销流水", en: "Revoke" },
  coupon_use: { zh: "收优惠券", en: "Take coupons" },
  roaming_use: { zh: "收异店储值卡", en: "Take cards of other venues" },
  package_card_sell: { zh: "售卡", en: "Sell" },
  package_card_use: { zh: "核销", en: "Redeem" },
  package_card_undo: { zh: "撤销核销", en: "Undo a use" },
  sale_create: { zh: "开单", en: "Sell" },
  sale_modify: { zh: "改单", en: "Change" },
  sale_discount: { zh: "打折", en: "Discount" },
  sale_discount_any: { zh: "不限折扣", en: "Any discount" },
  sale_quick_keys: { zh: "编辑快捷键", en: "Edit quick keys" },
  sale_price_any: { zh: "任意改价", en: "Any price" },
  sale_settle: { zh: "处理断网单", en: "Settle offline sales" },
  sale_return: { zh: "退货", en: "Return" },
  sale_return_any: { zh: "不限额退货", en: "Any return" },
  sale_delete: { zh: "作废", en: "Void" },
  scan_to_pay: { zh: "扫码收款", en: "Scan to pay" },
  scan_refund: { zh: "扫码退款", en: "Refund a scan" },
  groupon_sell: { zh: "售券", en: "Sell vouchers" },
  coupon_offer_give: { zh: "发券", en: "Give coupons" },
  voucher_redeem: { zh: "核销", en: "Redeem" },
  voucher_undo: { zh: "撤销核销", en: "Undo a redemption" },
  customer_message_send: { zh: "群发消息", en: "Send messages" },
  stock_post: { zh: "入账", en: "Post" },
  stock_void: { zh: "冲销", en: "Void" },
  stock_document_export: { zh: "导出单据", en: "Export documents" },
  supplier_modify: { zh: "修改供应商", en: "Edit suppliers" },
  supplier_export: { zh: "导出供应商", en: "Export suppliers" },
  staff_password: { zh: "重设密码", en: "Set passwords" },
  shift_report: { zh: "看班次报表", en: "Shift reports" },
  draw_make: { zh: "抽签", en: "Draw" },
  withdraw_apply: { zh: "申请提现", en: "Ask for a withdrawal" },
  withdraw_pay: { zh: "付款", en: "Pay out" },
  upload: { zh: "上传图片", en: "Upload pictures" },
  game_court_take: { zh: "占用场地", en: "Take courts" },
};

/** The name of a button. */
export function buttonName(code: ButtonCode): Label {
  const own = NAMES[code];
  if (own) return own;
  const ending = ENDINGS.find(([end]) => code.endsWith(`_${end}`));
  return ending ? ending[1] : { zh: code, en: code };
}

/** The buttons of each page, in the order in which they are declared. */
export const buttonsOf = (page: string): readonly ButtonCode[] =>
  (Object.keys(BUTTONS) as ButtonCode[]).filter((code) => BUTTONS[code] === page);

const isButton = (code: Code): code is ButtonCode => code in BUTTONS;
const isPage = (code: Code): code is PageCode => code in PAGES;
const groupOf = (code: Code): Group | undefined => (Object.keys(GROUPS) as Group[]).find((group) => GROUPS[group] === code);

/**
 * Returns the display name of a permission: a button with its page, "会员列表 · 充值"; a page by its title; a group by its heading in the menu.
 */
export function codeName(code: Code, language: Language): string {
  if (isButton(code)) return `${PAGE_NAMES[BUTTONS[code]][language]} · ${buttonName(code)[language]}`;
  if (isPage(code)) return PAGE_NAMES[code][language];
  const group = groupOf(code);
  return group ? GROUP_NAMES[group][language] : code;
}

/** Permissions of which one is enough, as a sentence names them. */
export const codesNamed = (codes: readonly Code[], language: Language): string =>
  [...new Set(codes.map((code) => codeName(code, language)))].join(language === "zh" ? "」或「" : "” or “");
