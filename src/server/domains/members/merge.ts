/** Merging a duplicate: everything of it becomes the other member's, and it stays as a closed record that points to them. */
import { type RawBuilder, sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import { MERGED_PARTS, type memberRecords, type MergedPart, type MergePreview } from "../../../contract/members/member-records";
import { type Member, MOST_TAGS } from "../../../contract/members/members";
import { fen, yuan } from "../../../contract/core/money";
import type { Label } from "../../../contract/core/resource/label";
import { member as machine, next } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { refuseInactive } from "../../kernel/booker";
import { documentNumber } from "../../kernel/numbers";
import { lockInvoices } from "../../kernel/stored-value";
import { balanceOf, post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { membersById, view } from "./list";
import { word } from "./words";

type Pair = Parsed<typeof memberRecords.mergePreview>;
const PARTS = Object.keys(MERGED_PARTS) as MergedPart[];

/** Conflicts that both may not have at once: `a` is the duplicate's, `b` the kept member's. */
const TWICE: Readonly<Partial<Record<MergedPart, string>>> = {
  coach_booking: "a.coach_class_id = b.coach_class_id AND a.state <> 'cancelled' AND b.state <> 'cancelled'",
  activity_join:
    "a.activity_id = b.activity_id AND a.state <> 'left' AND b.state <> 'left' AND a.attendee = 'member' AND b.attendee = 'member'",
  waitlist_entry: `(a.program_id, a.day, a.start_minute, a.end_minute) = (b.program_id, b.day, b.start_minute, b.end_minute)
    AND a.state IN ('waiting', 'offered') AND b.state IN ('waiting', 'offered')`,
};

/**
 * Previews the records that a merge would move. Changes nothing.
 * @throws AppError as `merge`
 */
export async function mergePreview(ctx: Ctx, input: Pair): Promise<MergePreview> {
  const { keep, merge: gone } = await pairOf(ctx, input);
  const counts = sql.join(
    PARTS.map(
      (part) =>
        sql`SELECT ${sql.lit(part)} AS part, count(*)::int AS count FROM ${sql.table(part)} WHERE venue_id = ${ctx.venue.id} AND member_id = ${gone.id}`,
    ),
    sql` UNION ALL `,
  );
  const { rows } = await sql<{ part: MergedPart; count: number }>`SELECT * FROM (${counts}) AS c WHERE count > 0`.execute(ctx.db);
  const sum = (name: "principal" | "gift" | "spent"): string => yuan(fen(keep[name]) + fen(gone[name]));
  return {
    keep,
    merge: gone,
    after: {
      principal: sum("principal"),
      gift: sum("gift"),
      spent: sum("spent"),
      packageCards: keep.packageCards + gone.packageCards,
      tags: tagsOf(keep, gone),
    },
    moves: PARTS.flatMap((part) => rows.filter((row) => row.part === part)),
  };
}

/**
 * Merges `mergeId` into `keepId`: documents change hands, purses by transfers, what was spent adds up. What was posted stays where it was
 * posted; what is taken back or refunded later is the kept member's.
 * @throws AppError `missing`, `memberState` (the kept one), `wrongState` (the duplicate, also where it is merged already), `refused` for the
 * same member twice, a debt, a waiting transfer, or one thing that both signed up for
 */
export async function merge(ctx: Ctx, input: Parsed<typeof memberRecords.merge>): Promise<Member> {
  await lockInvoices(ctx);
  await ctx.db
    .selectFrom("member")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [input.keepId, input.mergeId])
    .orderBy("id")
    .forUpdate()
    .execute();
  const { keep, merge: gone } = await pairOf(ctx, input);
  await removeDuplicates(ctx, input);
  for (const part of PARTS) await sql`${reassignDocuments(ctx, part, input)}`.execute(ctx.db);
  for (const purse of ["principal", "gift"] as const) await handPurse(ctx, input, purse);
  await handReferrals(ctx, input);
  await closeDuplicate(ctx, input);
  await ctx.db
    .updateTable("member as k")
    .from("member as d")
    .set((eb) => ({
      spent: eb("k.spent", "+", eb.ref("d.spent")),
      last_visit_at: sql<Date | null>`greatest(k.last_visit_at, d.last_visit_at)`,
      birthday: sql<string | null>`coalesce(k.birthday, d.birthday)`,
      gender: sql<string>`CASE WHEN k.gender = 'unknown' THEN d.gender ELSE k.gender END`,
      memo: sql<string>`CASE WHEN k.memo = '' THEN d.memo ELSE k.memo END`,
      photo: sql<string | null>`coalesce(k.photo, d.photo)`,
      coach_id: sql<string | null>`coalesce(k.coach_id, d.coach_id)`,
      family: sql<string[]>`CASE WHEN k.family = '{}' THEN d.family ELSE k.family END`,
      tags: tagsOf(keep, gone),
    }))
    .where("k.venue_id", "=", ctx.venue.id)
    .where("d.venue_id", "=", ctx.venue.id)
    .where("k.id", "=", keep.id)
    .where("d.id", "=", gone.id)
    .execute();
  await ctx.db.updateTable("member").set({ spent: 0 }).where("venue_id", "=", ctx.venue.id).where("id", "=", gone.id).execute();
  for (const id of [keep.id, gone.id]) ctx.emit({ type: "changed", data: { resource: "members", id } });
  return view(ctx, { id: keep.id });
}

const tagsOf = (keep: Member, gone: Member): string[] => [...new Set([...keep.tags, ...gone.tags])].slice(0, MOST_TAGS);

/** Both members, after every rule against merging them. */
async function pairOf(ctx: Ctx, { keepId, mergeId }: Pair): Promise<{ keep: Member; merge: Member }> {
  if (keepId === mergeId)
    throw refuse(ctx, {
      zh: "不能与自己合并，没有改动；请选另一位会员",
      en: "A member can't be merged into themselves; nothing changed. Choose another",
    });
  const found = await membersById(ctx, [keepId, mergeId]);
  const keep = found.find(({ id }) => id === keepId);
  const gone = found.find(({ id }) => id === mergeId);
  if (!keep || !gone) throw new AppError("missing", { what: word("member", ctx.language) });
  if (gone.mergedInto)
    throw refuse(
      ctx,
      { zh: "{name} 已合并到 {kept}（{no}），没有再次合并", en: "{name} was merged into {kept} ({no}) already; nothing changed" },
      { name: gone.name, kept: gone.mergedInto.name, no: gone.mergedInto.cardNo },
    );
  refuseInactive(ctx, keep);
  if (next(machine, gone.state, "merge") === undefined)
    throw new AppError(
      "wrongState",
      { state: word(gone.state, ctx.language), action: word("merge", ctx.language) },
      { state: gone.state, action: "merge" },
    );
  if (fen(gone.debt) !== 0)
    throw refuse(
      ctx,
      { zh: "{name} 还欠 {debt} 元，没有合并；请先收清", en: "{name} still owes {debt}; nothing was merged. Settle it first" },
      { name: gone.name, debt: gone.debt },
    );
  if (await waiting(ctx, mergeId))
    throw refuse(
      ctx,
      {
        zh: "{name} 有待审批的转账，没有合并；请先处理转账",
        en: "A transfer of {name} waits for a decision; nothing was merged. Decide it first",
      },
      { name: gone.name },
    );
  await refuseTwice(ctx, { keepId, mergeId });
  return { keep, merge: gone };
}

async function waiting(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("member_transfer")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where((eb) => eb.or([eb("giver_id", "=", id), eb("receiver_id", "=", id)]))
    .where("state", "=", "requested")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function refuseTwice(ctx: Ctx, { keepId, mergeId }: Pair): Promise<void> {
  for (const part of PARTS) {
    const same = TWICE[part];
    if (same === undefined) continue;
    const { rows } =
      await sql`SELECT 1 FROM ${sql.table(part)} a JOIN ${sql.table(part)} b ON b.venue_id = a.venue_id AND b.member_id = ${keepId}
      WHERE a.venue_id = ${ctx.venue.id} AND a.member_id = ${mergeId} AND ${sql.raw(same)} LIMIT 1`.execute(ctx.db);
    const what: Label = MERGED_PARTS[part];
    if (rows.length > 0)
      throw refuse(
        ctx,
        {
          zh: "两位会员都有同一项{what}，没有合并；请先取消其中一项",
          en: "Both have the same entry of “{what}”; nothing was merged. Cancel one of them first",
        },
        { what: what[ctx.language] },
      );
  }
}

/** Deletes doubles: of records that a member has once, the kept member's stays; of two in one club, the captain's. */
async function removeDuplicates(ctx: Ctx, { keepId, mergeId }: Pair): Promise<void> {
  await sql`DELETE FROM club_member a USING club_member b WHERE a.venue_id = ${ctx.venue.id} AND b.venue_id = a.venue_id AND b.club_id = a.club_id
    AND a.member_id IN (${keepId}, ${mergeId}) AND b.member_id IN (${keepId}, ${mergeId})
    AND (a.captain, a.member_id = ${keepId}) < (b.captain, b.member_id = ${keepId})`.execute(ctx.db);
  await sql`DELETE FROM message_consent a WHERE a.venue_id = ${ctx.venue.id} AND a.member_id = ${mergeId}
    AND EXISTS (SELECT FROM message_consent b WHERE b.venue_id = a.venue_id AND b.member_id = ${keepId})`.execute(ctx.db);
  // The duplicate's introduction becomes the member's, unless the member already has one.
  await sql`DELETE FROM spread a WHERE a.venue_id = ${ctx.venue.id} AND a.member_id = ${mergeId}
    AND EXISTS (SELECT FROM spread b WHERE b.venue_id = a.venue_id AND b.member_id = ${keepId})`.execute(ctx.db);
  await sql`DELETE FROM attention a USING attention b WHERE a.venue_id = ${ctx.venue.id} AND a.member_id = ${mergeId} AND b.venue_id = a.venue_id
    AND b.member_id = ${keepId} AND b.subject = a.subject AND b.subject_name = a.subject_name`.execute(ctx.db);
  await sql`DELETE FROM digg a USING digg b WHERE a.venue_id = ${ctx.venue.id} AND a.member_id = ${mergeId} AND b.venue_id = a.venue_id
    AND b.member_id = ${keepId} AND b.review_id = a.review_id`.execute(ctx.db);
}

/** Documents of one kind; a message of a segment that both were sent the same day stays with the duplicate. */
function reassignDocuments(ctx: Ctx, part: MergedPart, { keepId, mergeId }: Pair): RawBuilder<unknown> {
  const sent = sql`AND NOT EXISTS (SELECT FROM customer_message b WHERE b.venue_id = a.venue_id AND b.member_id = ${keepId} AND b.source = 'segment'
    AND a.source = 'segment' AND b.source_id = a.source_id AND b.day = a.day)`;
  return sql`UPDATE ${sql.table(part)} a SET member_id = ${keepId} WHERE a.venue_id = ${ctx.venue.id} AND a.member_id = ${mergeId}
    ${part === "customer_message" ? sent : sql``}`;
}

/** A purse goes over as a transfer that is done, so that both statements foot. */
async function handPurse(
  ctx: Ctx,
  { keepId, mergeId, reason }: Parsed<typeof memberRecords.merge>,
  purse: "principal" | "gift",
): Promise<void> {
  const account = `purse.${purse}` as const;
  const amount = await balanceOf(ctx, account, mergeId);
  if (amount === 0) return;
  const [id, no] = [ctx.newId(), await documentNumber(ctx, "transfer", today(ctx))];
  await ctx.db
    .insertInto("member_transfer")
    .values({
      venue_id: ctx.venue.id,
      id,
      no,
      state: "done",
      giver_id: mergeId,
      receiver_id: keepId,
      purse,
      amount,
      reason,
      requester: ctx.person.id,
      requested_by: ctx.person.name,
      decided_by: ctx.person.name,
      decided_at: ctx.now,
      outcome: word("mergedBy", ctx.language),
      created_at: ctx.now,
    })
    .execute();
  await post(ctx, {
    document: { kind: "transfer", id, no },
    operation: "transfer",
    reason,
    legs: [
      { account, amount, subject: mergeId },
      { account, amount: -amount, subject: keepId },
    ],
  });
}

/** Whom the duplicate brought, the kept member brought; who brought the duplicate, where nobody brought the kept member. */
async function handReferrals(ctx: Ctx, { keepId, mergeId }: Pair): Promise<void> {
  await sql`UPDATE member SET referrer_id = ${keepId} WHERE venue_id = ${ctx.venue.id} AND referrer_id = ${mergeId} AND id <> ${keepId}`.execute(
    ctx.db,
  );
  await sql`UPDATE member k SET referrer_id = nullif(coalesce(nullif(k.referrer_id, ${mergeId}), d.referrer_id), ${keepId}) FROM member d
    WHERE k.venue_id = ${ctx.venue.id} AND k.id = ${keepId} AND d.venue_id = k.venue_id AND d.id = ${mergeId}`.execute(ctx.db);
  await sql`UPDATE referral_reward SET referrer_id = ${keepId} WHERE venue_id = ${ctx.venue.id} AND referrer_id = ${mergeId}`.execute(
    ctx.db,
  );
  // If both were rewarded as newcomers, one reward was granted for each.
  await sql`UPDATE referral_reward w SET newcomer_id = ${keepId} WHERE w.venue_id = ${ctx.venue.id} AND w.newcomer_id = ${mergeId}
    AND NOT EXISTS (SELECT FROM referral_reward k WHERE k.venue_id = w.venue_id AND k.newcomer_id = ${keepId} AND k.revoked_at IS NULL)`.execute(
    ctx.db,
  );
}

/** Closes the duplicate. Members merged into the duplicate earlier point to the kept member too. */
async function closeDuplicate(ctx: Ctx, { keepId, mergeId, reason }: Parsed<typeof memberRecords.merge>): Promise<void> {
  await ctx.db
    .updateTable("member")
    .set({ state: "closed", state_reason: reason, merged_into_id: keepId, merged_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", mergeId)
    .execute();
  await ctx.db
    .updateTable("member")
    .set({ merged_into_id: keepId })
    .where("venue_id", "=", ctx.venue.id)
    .where("merged_into_id", "=", mergeId)
    .execute();
}
