/** Enrolling and changing members. */
import type { Insertable } from "kysely";
import type { z } from "zod";
import type { Parsed } from "../../../contract/core/call";
import type { Member, MemberDraft, members } from "../../../contract/members/members";
import { addMonths } from "../../../contract/core/time";
import { isUnique } from "../../db/unique";
import { type Ctx, need, memoizePerService, today } from "../../http/context";
import { AppError } from "../../http/error";
import { checkPattern } from "../../kernel/check-rules";
import { nextNumber } from "../../http/perform";
import { coaches } from "./catalogue";
import { view } from "./list";
import { searchKeys } from "../../kernel/names";
import { refuse } from "../../resource/refuse";
import { chargeCardFee } from "./card-fee";
import { recharge } from "./recharge";
import type { MemberTable } from "./rows";
import { word } from "./words";

type Draft = z.output<typeof MemberDraft>;

/** Checks that a phone or card number is free, for the form during typing. A closed member's phone is free again. */
export async function check(ctx: Ctx, input: Parsed<typeof members.check>): Promise<{ phoneTakenBy: string | null; cardNoTaken: boolean }> {
  const others = ctx.db
    .selectFrom("member")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "<>", input.exceptId ?? "");
  const [holder, card] = await Promise.all([
    input.phone
      ? others.select("name").where("phone", "=", input.phone).where("state", "<>", "closed").executeTakeFirst()
      : Promise.resolve(undefined),
    input.cardNo
      ? others.select("id").where("card_key", "=", input.cardNo.trim().toLowerCase()).executeTakeFirst()
      : Promise.resolve(undefined),
  ]);
  return { phoneTakenBy: holder?.name ?? null, cardNoTaken: card !== undefined };
}

/**
 * Enrols a member, with a first recharge in the same transaction if one is given: both or neither.
 * @throws AppError `phoneTaken`, `cardNoTaken`, `missing` for the card type, `forbidden` for a recharge without its code, and what
 * `recharge` refuses
 */
export async function create(ctx: Ctx, input: Parsed<typeof members.create>): Promise<Member> {
  return view(ctx, { id: await enrol(ctx, input) });
}

/** As `create`; gives only the member's id. @param since of one who is a member already: when they enrolled and their card ends */
export async function enrol(
  ctx: Ctx,
  input: Parsed<typeof members.create>,
  since?: Partial<Pick<Insertable<MemberTable>, "expires_on" | "created_at">>,
): Promise<string> {
  if (input.recharge) need(ctx, "member_recharge");
  await checkPattern(ctx, "cardNo", input.cardNo);
  const [type, cardNo] = await Promise.all([cardType(ctx, input.cardTypeId), input.cardNo === "" ? nextCardNo(ctx) : input.cardNo]);
  await Promise.all([checkReferrer(ctx, input.referrerId, null), checkCoach(ctx, input.coachId)]);
  const id = ctx.newId();
  const member = {
    venue_id: ctx.venue.id,
    id,
    ...columns(input),
    expires_on: type.months === 0 ? null : addMonths(today(ctx), type.months),
    last_visit_at: null,
    created_at: ctx.now,
    enrolled_by: ctx.person.name,
    ...since,
  };
  for (let card_no = cardNo; !(await insert(ctx, { ...member, card_no })); card_no = input.cardNo || (await nextCardNo(ctx))) {
    await refuseHolders(ctx, input, id);
  }
  // Whoever is taken over from elsewhere has their card.
  if (since === undefined) await chargeCardFee(ctx, { id, before: null }, input.cardTypeId, input.fees);
  if (input.recharge) await recharge(ctx, { memberId: id, ...input.recharge, remark: "" });
  ctx.emit({ type: "changed", data: { resource: "members", id } });
  return id;
}

/**
 * Changes a member. An empty card number keeps the one there is; so does an empty phone, which the form sends while it is masked.
 * @throws AppError `missing`, `phoneTaken`, `cardNoTaken`, `memberState` once closed
 */
export async function modify(ctx: Ctx, input: Parsed<typeof members.modify>): Promise<Member> {
  const before = await ctx.db
    .selectFrom("member")
    .select(["id", "card_no", "card_type_id", "phone", "state", "name", "referrer_id", "photo", "coach_id", "family"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AppError("missing", { what: word("member", ctx.language) });
  if (before.state === "closed") throw new AppError("memberState", { name: before.name, state: word("closed", ctx.language) });
  if (before.card_type_id !== input.cardTypeId) {
    await cardType(ctx, input.cardTypeId);
    // A type that asks money is given where it is taken: `setLevel`.
    await chargeCardFee(ctx, { id: input.id, before: before.card_type_id }, input.cardTypeId, undefined);
  }
  const { referrerId = before.referrer_id, photo = before.photo, coachId = before.coach_id, family = before.family } = input;
  await checkReferrer(ctx, referrerId, before);
  if (coachId !== before.coach_id) await checkCoach(ctx, coachId);
  const cardNo = input.cardNo === "" ? before.card_no : input.cardNo;
  if (cardNo !== before.card_no) await checkPattern(ctx, "cardNo", cardNo);
  const phone = input.phone || before.phone;
  // Only a holder can be in the way, and looking first names them; the unique indexes decide if two people ask at once.
  await refuseHolders(ctx, { phone, cardNo }, input.id);
  try {
    await ctx.db
      .updateTable("member")
      .set({ ...columns({ ...input, phone, referrerId, photo, coachId, family }), card_no: cardNo })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", input.id)
      .execute();
  } catch (error) {
    if (isUnique(error, "member_phone")) throw new AppError("phoneTaken", { name: "", cardNo: "" });
    if (isUnique(error, "member_card_no")) throw new AppError("cardNoTaken", { cardNo });
    throw error;
  }
  ctx.emit({ type: "changed", data: { resource: "members", id: input.id } });
  return view(ctx, { id: input.id });
}

/**
 * The referrer must be set before the first recharge, which may trigger the reward.
 * @param before the member as they are; null for one who is new
 */
async function checkReferrer(
  ctx: Ctx,
  referrerId: string | null,
  before: { readonly id: string; readonly referrer_id: string | null } | null,
) {
  if (referrerId === (before?.referrer_id ?? null)) return;
  const recharged = before
    ? await ctx.db
        .selectFrom("recharge")
        .select("id")
        .where("venue_id", "=", ctx.venue.id)
        .where("member_id", "=", before.id)
        .where("revoked_at", "is", null)
        .limit(1)
        .executeTakeFirst()
    : undefined;
  if (recharged)
    throw refuse(
      ctx,
      { zh: "已经充值过，推荐人不能再改；没有改动", en: "The referrer stays after the first recharge; nothing was changed" },
      {},
      "referrerId",
    );
  if (referrerId === null) return;
  const referrer = await ctx.db
    .selectFrom("member")
    .select(["name", "state", "referrer_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", referrerId)
    .executeTakeFirst();
  if (!referrer) throw new AppError("missing", { what: word("referrer", ctx.language) });
  if (referrer.state === "closed")
    throw refuse(
      ctx,
      { zh: "{name} 已销户，不能作推荐人；没有改动", en: "{name}'s account is closed; nothing was changed. Choose another referrer" },
      { name: referrer.name },
      "referrerId",
    );
  if (before && (referrerId === before.id || referrer.referrer_id === before.id))
    throw refuse(
      ctx,
      {
        zh: "推荐人不能是本人或由本人推荐的会员；没有改动",
        en: "A referrer is another member, not one whom this member brought; nothing was changed",
      },
      {},
      "referrerId",
    );
}

/** @throws AppError `missing` for a coach who is not one of the venue's, or does not teach there now */
async function checkCoach(ctx: Ctx, coachId: string | null): Promise<void> {
  if (coachId === null) return;
  const { content } = await coaches(ctx);
  if (!content.some(({ id }) => id === coachId)) throw new AppError("missing", { what: word("coach", ctx.language) });
}

const columns = (draft: Draft) => ({
  name: draft.name,
  ...searchKeys(draft.name),
  phone: draft.phone,
  gender: draft.gender,
  birthday: draft.birthday,
  card_type_id: draft.cardTypeId,
  tags: [...new Set(draft.tags)],
  referrer_id: draft.referrerId,
  photo: draft.photo,
  coach_id: draft.coachId,
  family: [...new Set(draft.family)],
  memo: draft.memo,
});

/** @throws AppError `missing` */
export const cardType = memoizePerService(async (ctx: Ctx, id: string): Promise<{ months: number }> => {
  const found = await ctx.db
    .selectFrom("card_type")
    .select("months")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) throw new AppError("missing", { what: word("cardType", ctx.language) });
  return found;
});

/** The next number of the day, "VIP202611210007". Somebody may have given it to a card by hand. */
export async function nextCardNo(ctx: Ctx): Promise<string> {
  const prefix = `VIP${today(ctx).replaceAll("-", "")}`;
  return prefix + String(await nextNumber(ctx.db, ctx.venue.id, prefix)).padStart(4, "0");
}

/** True if the member was new: nobody holds the phone or the card number. */
async function insert(ctx: Ctx, member: Insertable<MemberTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto("member")
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function refuseHolders(ctx: Ctx, draft: { phone: string; cardNo: string }, exceptId: string): Promise<void> {
  const others = ctx.db.selectFrom("member").where("venue_id", "=", ctx.venue.id).where("id", "<>", exceptId);
  const holder = await others
    .select(["id", "name", "card_no"])
    .where("phone", "=", draft.phone)
    .where("state", "<>", "closed")
    .executeTakeFirst();
  if (holder) throw new AppError("phoneTaken", { name: holder.name, cardNo: holder.card_no }, { memberId: holder.id, field: "phone" });
  if (draft.cardNo === "") return;
  const card = await others.select("id").where("card_key", "=", draft.cardNo.toLowerCase()).executeTakeFirst();
  if (card) throw new AppError("cardNoTaken", { cardNo: draft.cardNo }, { memberId: card.id, field: "cardNo" });
}
