/** Open items of a member: they would be lost with the member, or owed to nobody. */
import { sql } from "kysely";
import type { Member } from "../../../contract/members/members";
import type { Label } from "../../../contract/core/resource/label";
import type { Ctx } from "../../http/context";
import { word } from "./words";

/** Each a condition on rows of `t`. */
const OPEN: readonly { readonly label: Label; readonly table: string; readonly open: string }[] = [
  {
    label: { zh: "余额", en: "a balance" },
    table: "balance",
    open: "t.account IN ('purse.principal', 'purse.gift') AND t.amount > 0 AND t.subject = $",
  },
  {
    label: { zh: "未用完的次卡", en: "unused package cards" },
    table: "holding",
    open: "t.state IN ('inactive', 'active', 'paused') AND t.member_id = $",
  },
  {
    label: { zh: "未用完的团购券", en: "unused vouchers" },
    table: "voucher",
    open: "t.state IN ('unused', 'part_used') AND t.member_id = $",
  },
  {
    label: { zh: "未结束的订场", en: "open bookings" },
    table: "booking_order",
    open: "t.order_status IN ('held', 'reserved', 'paid', 'checked_in') AND t.member_id = $",
  },
  {
    label: { zh: "固定场合同", en: "a fixed booking" },
    table: "fixed_contract",
    open: "t.state IN ('draft', 'active', 'paused') AND t.member_id = $",
  },
  {
    label: { zh: "未开始的场次", en: "session tickets" },
    table: "session_order",
    open: `t.status = 'booked' AND t.member_id = $ AND EXISTS (SELECT FROM hall_booking h
      WHERE h.venue_id = t.venue_id AND h.id = t.hall_booking_id AND h.status IN ('on_shelf', 'off_shelf'))`,
  },
  {
    label: { zh: "未开始的拼场", en: "open plays" },
    table: "open_play_ticket",
    open: `t.state = 'joined' AND t.member_id = $ AND EXISTS (SELECT FROM open_play p
      WHERE p.venue_id = t.venue_id AND p.id = t.open_play_id AND p.state IN ('draft', 'open', 'confirmed'))`,
  },
  { label: { zh: "教练课", en: "coach classes" }, table: "coach_booking", open: "t.state = 'booked' AND t.member_id = $" },
  {
    label: { zh: "未结束的活动", en: "activities" },
    table: "activity_join",
    open: `t.state = 'joined' AND t.member_id = $ AND EXISTS (SELECT FROM activity a
      WHERE a.venue_id = t.venue_id AND a.id = t.activity_id AND a.state IN ('draft', 'published', 'closed', 'running'))`,
  },
  { label: { zh: "候补", en: "waitlist entries" }, table: "waitlist_entry", open: "t.state IN ('waiting', 'offered') AND t.member_id = $" },
  {
    label: { zh: "未结束的赛事报名", en: "competition entries" },
    table: "game_team",
    open: `t.state IN ('applied', 'confirmed', 'paid', 'checked_in') AND t.member_id = $ AND EXISTS (SELECT FROM game_event e
      WHERE e.venue_id = t.venue_id AND e.id = t.event_id AND e.state <> 'finished')`,
  },
  { label: { zh: "未收款的零售单", en: "open sales" }, table: "sale", open: "t.state IN ('open', 'hung') AND t.member_id = $" },
  {
    label: { zh: "未退的押金", en: "a deposit" },
    table: "sale_item",
    open: `t.kind = 'deposit' AND t.document_id IS NOT NULL AND t.given_back IS NULL AND EXISTS (SELECT FROM sale s
      WHERE s.venue_id = t.venue_id AND s.id = t.sale_id AND s.member_id = $)`,
  },
  { label: { zh: "办卡押金", en: "a card deposit" }, table: "card_fee", open: "t.deposit > t.refunded AND t.member_id = $" },
  {
    label: { zh: "待审批的转账", en: "a waiting transfer" },
    table: "member_transfer",
    open: "t.state = 'requested' AND $ IN (t.giver_id, t.receiver_id)",
  },
  {
    label: { zh: "待审批的余额调整", en: "a waiting adjustment" },
    table: "member_adjustment",
    open: "t.state = 'requested' AND t.member_id = $",
  },
];

/** Names of what is open, in the person's language. @param settles tables whose rows the caller settles itself */
export async function openOf(ctx: Ctx, member: Pick<Member, "id" | "debt">, settles: readonly string[] = []): Promise<readonly string[]> {
  const left: string[] = Number(member.debt) === 0 ? [] : [word("debt", ctx.language)];
  for (const { label, table, open } of OPEN) {
    if (settles.includes(table)) continue;
    const [before = "", after = ""] = open.split("$");
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} t WHERE t.venue_id = ${ctx.venue.id}
      AND ${sql.raw(before)}${member.id}${sql.raw(after)} LIMIT 1`.execute(ctx.db);
    if (rows.length > 0) left.push(label[ctx.language]);
  }
  return left;
}
