/** Erasing a member's personal data on request: who they were goes, what happened stays. */
import { type RawBuilder, sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import type { memberRecords } from "../../../contract/members/member-records";
import type { Member } from "../../../contract/members/members";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import { view } from "./list";
import { openOf } from "./open";
import { word } from "./words";

const NOBODY = sql`'***'`;
const NOTHING = sql`''`;
const AS_NEW = sql`DEFAULT`;

/** Replacements for a member's data in documents, by table. */
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
  photo: sql`NULL`,
  family: AS_NEW,
};
/** Columns that follow others. */
const DERIVED = ["phone_tail"];

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
  const left = await openOf(ctx, member);
  if (left.length > 0)
    throw refuse(
      ctx,
      { zh: "{name} 还有{what}，个人信息没有删除；请先处理完", en: "{name} still has {what}; nothing was erased. Settle that first" },
      { name: member.name, what: left.join(ctx.language === "zh" ? "、" : ", ") },
    );
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
  // Notes beside a payment are replaced; for an authority's coupon the note is the coupon's code.
  await replace(ctx, "payment", sql`document_id = ANY (${documents}::text[]) AND type <> 'SportsExpertUserCoupon' AND note <> ''`, {
    note: NOTHING,
  });
  await ctx.db.deleteFrom("customer_session").where("venue_id", "=", ctx.venue.id).where("member_id", "in", ids).execute();
  await ctx.db.deleteFrom("customer_code").where("venue_id", "=", ctx.venue.id).where("mobile", "=", phone).execute();
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
  const erasedNames = [...Object.keys(columns).filter((name) => !KEPT.includes(name)), ...DERIVED];
  await sql`SELECT erase_from_log(${table}, ${rows.map((row) => row.id)}::text[], ${erasedNames}::text[])`.execute(ctx.db);
  return rows.map((row) => row.id);
}
const KEPT = ["state", "state_reason", "erased_at"];
