/** Bank cards of coaches. The whole number is stored apart from the card. */
import { bankCards } from "../../../contract/coaches/coaches";
import { type Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { lockCoach, seenBy } from "./pay";

/** True if the digits have the check digit of bank cards (Luhn). */
function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, i) => {
      const doubled = Number(digit) * (i % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

const digitsOf = (typed: string): string => typed.replaceAll(/[\s-]/g, "");

/** Keeps the whole number of a card. @throws AppError `badInput` where another card has it */
async function storeCardNumber(ctx: Ctx, id: string, digits: string): Promise<void> {
  await ctx.db.deleteFrom("coach_bank_number").where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  const made = await ctx.db
    .insertInto("coach_bank_number")
    .values({ venue_id: ctx.venue.id, id, digits })
    .onConflict((conflict) => conflict.columns(["venue_id", "digits"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made)
    throw refuse(
      ctx,
      { zh: "这张卡已登记，没有保存；请核对卡号", en: "This card is registered already; nothing was saved. Check the number" },
      {},
      "cardNo",
    );
}

/** Open requests that a bank card is to be paid by. */
const openRequest = (ctx: Ctx, bankCardId: string) =>
  ctx.db
    .selectFrom("coach_withdraw")
    .select("no")
    .where("venue_id", "=", ctx.venue.id)
    .where("bank_card_id", "=", bankCardId)
    .where("state", "in", ["requested", "approved"])
    .executeTakeFirst();

export const bankCardRoutes = serveResource(bankCards, {
  table: "coach_bank_card",
  note: "holder",
  where: (ctx) => seenBy(ctx, "t.coach_id"),
  saving: async (ctx, draft, before) => {
    const coach = await lockCoach(ctx, before?.coach ?? draft.coach, "coach");
    const { cardNo, ...rest } = draft;
    const isUnchanged = before !== undefined && cardNo === before.cardNo;
    const digits = digitsOf(cardNo);
    if (!isUnchanged && !isCardNumber(digits))
      throw refuse(
        ctx,
        { zh: "卡号不正确，没有保存；请核对 12–19 位卡号", en: "This is no card number; nothing was saved. Check its 12–19 digits" },
        {},
        "cardNo",
      );
    const open = before && (await openRequest(ctx, before.id));
    if (open && (!isUnchanged || rest.holder !== before.holder || rest.bank !== before.bank))
      throw refuse(
        ctx,
        {
          zh: "提现 {no} 正等着付到这张卡，没有修改；请另加一张卡",
          en: "{no} is to be paid to this card; nothing was changed. Add another card",
        },
        { no: open.no },
        "cardNo",
      );
    if (draft.main)
      await ctx.db
        .updateTable("coach_bank_card")
        .set({ main: false })
        .where("venue_id", "=", ctx.venue.id)
        .where("coach_id", "=", coach.id)
        .where("id", "<>", before?.id ?? "")
        .where("main", "=", true)
        .execute();
    const maskedNo = isUnchanged ? before.cardNo : `${digits.slice(0, 4)} **** **** ${digits.slice(-4)}`;
    return { ...rest, label: `${draft.bank} ${maskedNo.slice(-4)}`, cardNo: maskedNo };
  },
  saved: async (ctx, row, before, { cardNo }) => {
    if (cardNo !== before?.cardNo) await storeCardNumber(ctx, row.id, digitsOf(cardNo));
  },
});
