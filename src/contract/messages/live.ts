/** Protocol of live connections between server and console, beside the messages themselves. */
import type { Code } from "../core/permissions";

/** Close code of a connection that newer ones of its session or page have replaced: the client does not come back by itself. */
export const LIVE_REPLACED = 4020;

/** Codes of who takes money at a desk or accounts for it: only they hear the amounts of payments. */
export const MONEY_CODES = [
  "booking_pay",
  "fixed_pay",
  "session_book",
  "open_play_join",
  "coach_class_book",
  "member_recharge",
  "package_card_sell",
  "sale_create",
  "sale_settle",
  "scan_to_pay",
  "shift",
  "orders_list",
  "payment_to_venue_list",
  "reconciliation",
  "settlement",
  "daily_report",
  "daily_page_report_list",
  "complex",
  "venue_account_log",
  "manual_bookkeeping_list",
] as const satisfies readonly Code[];
