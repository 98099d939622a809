/** Level and tags of one member, as the list sets them on many, one after the other. */
import type { Selectable } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import { type Member, type members, MOST_TAGS } from "../../../contract/members/members";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { refuse } from "../../resource/refuse";
import { isUnique } from "../../db/unique";
import { checkPattern } from "../../kernel/check-rules";
import { chargeCardFee } from "./card-fee";
import { cardType, nextCardNo } from "./enrol";
import { view } from "./list";
import type { MemberTable } from "./rows";
import { word } from "./words";

/**
 * Gives a member another card type; one who has it keeps it.
 * @throws AppError `missing`, `memberState` once closed
 */
export async function setLevel(ctx: Ctx, { id, cardTypeId, fees }: Parsed<typeof members.setLevel>): Promise<Member> {
  await cardType(ctx, cardTypeId);
  return marked(ctx, id, async (before) => {
    if (before.card_type_id !== cardTypeId) await chargeCardFee(ctx, { id, before: before.card_type_id }, cardTypeId, fees);
    else if (fees)
      throw refuse(
        ctx,
        { zh: "{name} 已经是这个类型，没有收款", en: "{name} carries this type already; nothing was taken" },
        { name: before.name },
      );
    return { card_type_id: cardTypeId };
  });
}

/**
 * Gives a member another card; an empty number is made up.
 * @throws AppError `missing`, `memberState` while frozen or once closed, `cardNoTaken`, `checkPattern`
 */
export async function replaceCard(ctx: Ctx, { id, cardNo }: Parsed<typeof members.replaceCard>): Promise<Member> {
  await checkPattern(ctx, "cardNo", cardNo);
  try {
    return await marked(ctx, id, async ({ name, state }) => {
      if (state === "frozen") throw new AppError("memberState", { name, state: word(state, ctx.language) });
      return { card_no: cardNo || (await nextCardNo(ctx)) };
    });
  } catch (error) {
    if (isUnique(error, "member_card_no")) throw new AppError("cardNoTaken", { cardNo });
    throw error;
  }
}

/**
 * Puts a tag on a member, or takes it off; what is so already stays.
 * @throws AppError `missing`, `memberState` once closed, `refused` over the most tags
 */
export function tag(ctx: Ctx, { id, tag: name, off }: Parsed<typeof members.tag>): Promise<Member> {
  return marked(ctx, id, (before) => {
    const others = before.tags.filter((other) => other !== name);
    if (!off && others.length >= MOST_TAGS)
      throw refuse(
        ctx,
        {
          zh: "{name} 已有 {most} 个标签，没有加上“{tag}”；请先去掉一个",
          en: "{name} has {most} tags already, “{tag}” was not added; take one off first",
        },
        { name: before.name, most: MOST_TAGS, tag: name },
      );
    return { tags: off ? others : before.tags.includes(name) ? before.tags : [...others, name] };
  });
}

type Row = Pick<Selectable<MemberTable>, "name" | "state" | "tags" | "card_type_id">;
type Change = Partial<Pick<Selectable<MemberTable>, "card_type_id" | "card_no" | "tags">>;
async function marked(ctx: Ctx, id: string, change: (before: Row) => Change | Promise<Change>): Promise<Member> {
  const before = await ctx.db
    .selectFrom("member")
    .select(["name", "state", "tags", "card_type_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AppError("missing", { what: word("member", ctx.language) });
  if (before.state === "closed") throw new AppError("memberState", { name: before.name, state: word("closed", ctx.language) });
  await ctx.db
    .updateTable("member")
    .set(await change(before))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  ctx.emit({ type: "changed", data: { resource: "members", id } });
  return view(ctx, { id });
}
