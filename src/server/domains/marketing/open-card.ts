/** A voucher that becomes a package card, and a card that becomes a voucher again. */
import type { Selectable } from "kysely";
import { holding as machine, next } from "../../../contract/core/states";
import type { Fen } from "../../../contract/core/money";
import type { Ctx } from "../../http/context";
import { lockHolding, log } from "../../kernel/cards/holding";
import { balanceOf, type Leg } from "../../ledger/post";
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

/**
 * Takes back the card of a use that is undone, as long as it is as it was opened; its value goes with the posting that is reversed.
 * @throws AppError `refused` once it was used, changed or handed on
 */
export async function revokeOpenedCard(ctx: Ctx, holdingId: string, value: Fen, reason: string): Promise<void> {
  const card = await lockHolding(ctx, holdingId);
  const touched = await ctx.db
    .selectFrom("holding_use")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("holding_id", "=", card.id)
    .where("kind", "<>", "sell")
    .limit(1)
    .executeTakeFirst();
  const state = next(machine, card.state, "refund");
  // A card that runs from the day on which it is opened earns that day.
  const isWhole = touched === undefined && card.used === 0 && (await balanceOf(ctx, "card.value", card.id)) === value;
  if (!isWhole || state === undefined)
    throw refuse(
      ctx,
      {
        zh: "这次核销开的次卡（{no}）已经用过或改过，不能撤销；要退请在会员的次卡里退卡",
        en: "The package card of this redemption ({no}) was used or changed and stays; refund it where the member's cards are",
      },
      { no: card.no },
    );
  await ctx.db.updateTable("holding").set({ state }).where("venue_id", "=", ctx.venue.id).where("id", "=", card.id).execute();
  log(ctx, card, { kind: "refund", note: reason });
  ctx.emit({ type: "changed", data: { resource: "memberCards", id: card.id } });
}
