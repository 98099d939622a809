/** A voucher that becomes a package card. */
import type { Selectable } from "kysely";
import type { Fen } from "../../../contract/money";
import type { Ctx } from "../../http/context";
import type { Leg } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { openCard } from "../cards/sell";
import type { GrouponGoodsTable, VoucherTable } from "./rows";

/**
 * The package card that a use redeems, opened in the name of the voucher's member, or of the one with its phone; the voucher's money is
 * what it is worth.
 * @throws AppError `refused` where nobody is a member, and as `openCard`
 */
export async function openFor(
  ctx: Ctx,
  { voucher, goods }: { readonly voucher: Selectable<VoucherTable>; readonly goods: Selectable<GrouponGoodsTable> },
  worth: Fen,
  book: (into: Leg) => Promise<string | null>,
): Promise<{ id: string; txId: string | null }> {
  const byPhone =
    voucher.member_id === null && voucher.phone !== ""
      ? await ctx.db
          .selectFrom("member")
          .select("id")
          .where("venue_id", "=", ctx.venue.id)
          .where("phone", "=", voucher.phone)
          .where("state", "=", "active")
          .executeTakeFirst()
      : undefined;
  const memberId = voucher.member_id ?? byPhone?.id;
  if (memberId === undefined || goods.package_card_id === null)
    throw refuse(
      ctx,
      {
        zh: "次卡要开到会员名下，{holder}还不是会员，没有核销；请先用券上的手机号建会员",
        en: "A package card is a member's, and {holder} is none; nothing was redeemed. Enrol them with the voucher's phone first",
      },
      { holder: voucher.holder },
    );
  let txId: string | null = null;
  const card = { memberId, packageCardId: goods.package_card_id, worth, remark: `${goods.title} ${voucher.voucher_code}` };
  const { id } = await openCard(ctx, card, async (opened) => {
    txId = await book({ account: "card.value", amount: -worth, subject: opened.id });
  });
  return { id, txId };
}
