/** Bank cards of coaches. The whole number is stored apart from the card. */
import { bankCards } from "../../../contract/coaches/coaches";
import { type Ctx } from "../../http/context";
import { checkAll, refuse } from "../../resource/refuse";
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

const numberTakenError = (ctx: Ctx) =>
  refuse(
    ctx,
    { zh: "这张卡已登记，没有保存；请核对卡号", en: "This card is registered already; nothing was saved. Check the number" },
    {},
    "cardNo",
  );

/** @throws AppError `badInput` where another card has the number */
async function rejectStoredNumber(ctx: Ctx, digits: string, own: string): Promise<void> {
  const other = await ctx.db
    .selectFrom("coach_bank_number")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("digits", "=", digits)
    .where("id", "<>", own)
    .executeTakeFirst();
  if (other) throw numberTakenError(ctx);
}

/** Stores the whole number of a card. @throws AppError `badInput` where another card has it */
async function storeCardNumber(ctx: Ctx, id: string, digits: string): Promise<void> {
  await ctx.db.deleteFrom("coach_bank_number").where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  const made = await ctx.db
    .insertInto("coach_bank_number")
    .values({ venue_id: ctx.venue.id, id, digits })
    .onConflict((conflict) => conflict.columns(["venue_id", "digits"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) throw numberTakenError(ctx);
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
    const coachId = (): string => before?.coach ?? draft.coach;
    const isUnchanged = (): boolean => before !== undefined && draft.cardNo === before.cardNo;
    await checkAll(ctx, [
      () => lockCoach(ctx, coachId(), "coach"),
      () =>
        !isUnchanged() &&
        !isCardNumber(digitsOf(draft.cardNo)) &&
        refuse(
          ctx,
          { zh: "卡号不正确，没有保存；请核对 12–19 位卡号", en: "This is no card number; nothing was saved. Check its 12–19 digits" },
          {},
          "cardNo",
        ),
      () => !isUnchanged() && rejectStoredNumber(ctx, digitsOf(draft.cardNo), before?.id ?? ""),
      async () => {
        const open = before && (await openRequest(ctx, before.id));
        return (
          open &&
          (!isUnchanged() || draft.holder !== before.holder || draft.bank !== before.bank) &&
          refuse(
            ctx,
            {
              zh: "提现 {no} 正等着付到这张卡，没有修改；请另加一张卡",
              en: "{no} is to be paid to this card; nothing was changed. Add another card",
            },
            { no: open.no },
            "cardNo",
          )
        );
      },
    ]);
    const { cardNo, ...rest } = draft;
    const digits = digitsOf(cardNo);
    if (draft.main)
      await ctx.db
        .updateTable("coach_bank_card")
        .set({ main: false })
        .where("venue_id", "=", ctx.venue.id)
        .where("coach_id", "=", coachId())
        .where("id", "<>", before?.id ?? "")
        .where("main", "=", true)
        .execute();
    const maskedNo = before && isUnchanged() ? before.cardNo : `${digits.slice(0, 4)} **** **** ${digits.slice(-4)}`;
    return { ...rest, label: `${draft.bank} ${maskedNo.slice(-4)}`, cardNo: maskedNo };
  },
  saved: async (ctx, row, before, { cardNo }) => {
    if (cardNo !== before?.cardNo) await storeCardNumber(ctx, row.id, digitsOf(cardNo));
  },
});
