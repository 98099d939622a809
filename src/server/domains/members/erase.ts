/** Erasing a member's personal data on request: who they were goes, what happened stays. */
import { type RawBuilder, sql } from "kysely";
import type { Parsed } from "../../../contract/call";
import type { memberRecords } from "../../../contract/memberRecords";
import type { Member } from "../../../contract/members";
import type { Label } from "../../../contract/resource/label";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import { view } from "./list";
import { word } from "./words";

const NOBODY = sql`'***'`;
const NOTHING = sql`''`;
const AS_NEW = sql`DEFAULT`;

/** What documents say of a member, by their table. */
const SAID: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  booking_order: { name: NOBODY, phone: NOTHING, remark: NOTHING },
  fixed_contract: { name: NOBODY, phone: NOTHING, remark: NOTHING },
  session_order: { name: NOBODY, phone: NOTHING },
  open_play_ticket: { name: NOBODY, phone: NOTHING },
  waitlist_entry: { name: NOBODY, phone: NOTHING, note: NOTHING },
  activity_join: { name: NOBODY, phone: NOTHING, answers: AS_NEW },
  coach_booking: { name: NOBODY, phone: NOTHING },
  customer_message: { name: NOBODY, phone: NOTHING, text: NOTHING },
  voucher: { holder: NOBODY, phone: NOTHING },
  review: { author: NOBODY, phone: NOTHING },
  qualification: { name: NOBODY, phone: NOTHING, pinyin: NOTHING, documents: AS_NEW },
  // An entry of one is called as its player.
  game_team: { captain: NOBODY, phone: NOTHING, name: sql`CASE WHEN name = captain THEN '***' ELSE name END`, pinyin: NOTHING },
  sale: { remark: NOTHING },
  recharge: { remark: NOTHING },
};
const PLAYER = { name: NOBODY, pinyin: NOTHING, phone: NOTHING, birthday: sql`NULL` };
const OWN = {
  name: NOBODY,
  pinyin: NOTHING,
  initials: NOTHING,
  phone: NOTHING,
  gender: AS_NEW,
  birthday: sql`NULL`,
  tags: AS_NEW,
  memo: NOTHING,
};
/** Columns that follow others. */
const DERIVED = ["phone_tail"];

/** What is still open, and would be lost or owed to nobody; each a condition on rows of `t`. */
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
  {
    label: { zh: "待审批的转账", en: "a waiting transfer" },
    table: "member_transfer",
    open: "t.state = 'requested' AND $ IN (t.giver_id, t.receiver_id)",
  },
];

/**
 * Replaces who a member was, on their record, on their documents, in the log, and on duplicates merged into them. The card number, what was
 * bought and every posting stay; the record is closed.
 * @throws AppError `missing`, `wrongState` while closing, `refused` where it was merged or erased, or something of the member is open
 */
export async function erase(ctx: Ctx, { id, reason }: Parsed<typeof memberRecords.erase>): Promise<Member> {
  await ctx.db.selectFrom("member").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", id).forUpdate().execute();
  const member = await view(ctx, { id });
  if (member.erasedAt !== null)
    throw refuse(ctx, { zh: "这位会员的个人信息已经删除", en: "This member's personal data is erased already; nothing changed" });
  if (member.mergedInto)
    throw refuse(
      ctx,
      { zh: "{name} 已合并，没有改动；请在 {kept} 上删除", en: "{name} was merged; nothing changed. Erase {kept} instead" },
      { name: member.name, kept: member.mergedInto.name },
    );
  if (member.state === "closing")
    throw new AppError(
      "wrongState",
      { state: word("closing", ctx.language), action: word("erase", ctx.language) },
      { state: member.state },
    );
  await refuseOpen(ctx, member);
  const merged = await ctx.db
    .selectFrom("member")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("merged_into_id", "=", id)
    .orderBy("id")
    .forUpdate()
    .execute();
  const ids = [id, ...merged.map((row) => row.id)];
  const phone = await phoneOf(ctx, id);
  const documents: string[] = [];
  for (const [table, columns] of Object.entries(SAID))
    documents.push(...(await replace(ctx, table, sql`member_id = ANY (${ids}::text[])`, columns)));
  // What was written beside a payment; of an authority's coupon it is the coupon's code.
  await replace(ctx, "payment", sql`document_id = ANY (${documents}::text[]) AND type <> 'SportsExpertUserCoupon' AND note <> ''`, {
    note: NOTHING,
  });
  await sql`SELECT erase_from_closings(${documents}::text[])`.execute(ctx.db);
  await replace(ctx, "game_team_member", played(member.name, phone, ids), PLAYER);
  await replace(ctx, "member", sql`id = ANY (${ids}::text[])`, {
    ...OWN,
    state: sql`'closed'`,
    state_reason: sql`${reason}`,
    erased_at: sql`${ctx.now}`,
  });
  ctx.emit({ type: "changed", data: { resource: "members", id } });
  return view(ctx, { id });
}

async function refuseOpen(ctx: Ctx, member: Member): Promise<void> {
  const left: string[] = Number(member.debt) === 0 ? [] : [word("debt", ctx.language)];
  for (const { label, table, open } of OPEN) {
    const [before = "", after = ""] = open.split("$");
    const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} t WHERE t.venue_id = ${ctx.venue.id}
      AND ${sql.raw(before)}${member.id}${sql.raw(after)} LIMIT 1`.execute(ctx.db);
    if (rows.length > 0) left.push(label[ctx.language]);
  }
  if (left.length > 0)
    throw refuse(
      ctx,
      { zh: "{name} 还有{what}，个人信息没有删除；请先处理完", en: "{name} still has {what}; nothing was erased. Settle that first" },
      { name: member.name, what: left.join(ctx.language === "zh" ? "、" : ", ") },
    );
}

async function phoneOf(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("member")
    .select("phone")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.phone;
}
/** Players who are the member: of this phone, or of this name in an entry of theirs. */
const played = (name: string, phone: string, ids: readonly string[]): RawBuilder<unknown> => sql`(phone = ${phone} AND phone <> ''
  OR name = ${name} AND team_id IN (SELECT g.id FROM game_team g WHERE g.venue_id = game_team_member.venue_id AND g.member_id = ANY (${[...ids]}::text[])))`;

/** Replaces columns of the rows that satisfy a condition, and what the log kept of them. @returns their ids */
async function replace(
  ctx: Ctx,
  table: string,
  where: RawBuilder<unknown>,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<readonly string[]> {
  const set = sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  const { rows } = await sql<{ id: string }>`UPDATE ${sql.table(table)} SET ${set} WHERE venue_id = ${ctx.venue.id}
    AND ${where} RETURNING id`.execute(ctx.db);
  const said = [...Object.keys(columns).filter((name) => !KEPT.includes(name)), ...DERIVED];
  await sql`SELECT erase_from_log(${table}, ${rows.map((row) => row.id)}::text[], ${said}::text[])`.execute(ctx.db);
  return rows.map((row) => row.id);
}
const KEPT = ["state", "state_reason", "erased_at"];
