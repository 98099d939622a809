/**
 * A card of another venue as a tender: its purses pay there, and that venue owes this one (ledger.md "paid at venue B from a purse of
 * venue A"). Both sides are posted in the transaction of the document.
 */
import type { Selectable } from "kysely";
import { type Fen, share, yuan } from "../../contract/core/money";
import { splitByPurse } from "../../contract/core/purses";
import { PurseOrder } from "../../contract/venue/venue";
import { type Ctx, need, today, type VenueRow } from "../http/context";
import { otherVenues, writeAt } from "../kernel/at-venue";
import { lockMember, refuseInactive } from "../kernel/booker";
import { documentNumber } from "../kernel/numbers";
import { fillPurses } from "../ledger/pay-out";
import { type Document, type Leg, post } from "../ledger/post";
import { recordSpend } from "../ledger/spend";
import { tenderAccount } from "../ledger/tender";
import { refuse } from "../resource/refuse";
import type { RoamingPaymentTable } from "./rows";

/** The digits of a card number that a receipt shows. */
const TAIL = 4;

/** Payment to be made by a card of another venue. */
interface RoamingPayment {
  readonly card: { readonly venueId: string; readonly memberId: string };
  readonly amount: Fen;
  /** The payment's row. */
  readonly paymentId: string;
}

/**
 * Draws an amount from the purses of another venue's member, in that venue's order.
 * @returns the debit leg, and what the payment's row says of the card
 * @throws AppError `forbidden` (roaming_use), `memberState`, `refused` for a card that may not pay here or holds too little
 */
export async function chargeRoaming(
  ctx: Ctx,
  document: Document,
  { card, amount, paymentId }: RoamingPayment,
): Promise<{ leg: Leg; note: string }> {
  need(ctx, "roaming_use");
  const home = await homeOf(ctx, card.venueId);
  const note = await writeAt(ctx, home, async (there) => {
    const member = await roamer(ctx, there, card.memberId);
    refuseInactive(there, member);
    await lockMember(there, card.memberId);
    const purses = await lockPurses(there, card.memberId);
    const has = purses.principal + purses.gift;
    if (has < amount)
      throw refuse(
        ctx,
        {
          zh: "{venue}的卡 {card} 余额不足：可用 {have}，需要 {need}。没有收款；请减少金额或换一种方式",
          en: "Card {card} of {venue} holds too little: {have} available, {need} needed. Nothing was taken; pay less with it or another way",
        },
        { venue: home.name, card: member.cardNo, have: yuan(has), need: yuan(amount) },
      );
    const { principal, gift } = splitByPurse(amount, purses, PurseOrder.parse(home.purse_order));
    const no = await documentNumber(there, "roaming", today(there));
    await there.db
      .insertInto("roaming_payment")
      .values({
        venue_id: home.id,
        id: paymentId,
        no,
        visited_venue_id: ctx.venue.id,
        document_no: document.no,
        member_id: card.memberId,
        principal,
        gift,
        operator: ctx.person.name,
        created_at: ctx.now,
      })
      .execute();
    await post(there, {
      document: { kind: "roaming", id: paymentId, no },
      operation: "paid elsewhere",
      reason: `${ctx.venue.name} ${document.no}`,
      legs: [
        { account: "purse.principal", amount: principal, subject: card.memberId },
        { account: "purse.gift", amount: gift, subject: card.memberId },
        { account: tenderAccount("RoamingCard"), amount: -amount, subject: ctx.venue.id },
      ],
    });
    recordSpend(there, card.memberId, amount);
    return `${home.name} …${member.cardNo.slice(-TAIL)}`;
  });
  return { leg: { account: tenderAccount("RoamingCard"), amount, subject: home.id }, note };
}

/** Gives a part of such a payment back to the purses that paid it, in their shares. The payment's document is locked. @returns its credit leg */
export async function refundRoaming(ctx: Ctx, paymentId: string, amount: Fen): Promise<Leg> {
  const payment = await ctx.db
    .selectFrom("payment")
    .select("home_venue_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", paymentId)
    .executeTakeFirstOrThrow();
  const home = await homeOf(ctx, payment.home_venue_id ?? "");
  await writeAt(ctx, home, async (there) => {
    const row = await lockPayment(there, paymentId);
    const [principal = 0, gift = 0] = share(amount, [row.principal - row.principal_back, row.gift - row.gift_back]);
    await there.db
      .updateTable("roaming_payment")
      .set({ principal_back: row.principal_back + principal, gift_back: row.gift_back + gift })
      .where("venue_id", "=", home.id)
      .where("id", "=", paymentId)
      .execute();
    const reason = `${ctx.venue.name} ${row.document_no}`;
    const legs: Leg[] = [
      { account: tenderAccount("RoamingCard"), amount, subject: ctx.venue.id },
      { account: "purse.principal", amount: -principal, subject: row.member_id },
      { account: "purse.gift", amount: -gift, subject: row.member_id },
    ];
    const document = { kind: "roaming", id: paymentId, no: row.no } as const;
    recordSpend(there, row.member_id, -amount);
    // The desk that gives it back is at the other venue, and its drawer is none of this one's.
    await fillPurses(there, row.member_id, { legs, reason, method: "Transfer" }, () =>
      post(there, { document, operation: "given back elsewhere", reason, legs }),
    );
  });
  return { account: tenderAccount("RoamingCard"), amount: -amount, subject: home.id };
}

const lockPayment = (there: Ctx, id: string): Promise<Selectable<RoamingPaymentTable>> =>
  there.db
    .selectFrom("roaming_payment")
    .selectAll()
    .where("venue_id", "=", there.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();

async function homeOf(ctx: Ctx, venueId: string): Promise<VenueRow> {
  const home = (await otherVenues(ctx)).find(({ id }) => id === venueId);
  if (!home) throw notHere(ctx);
  return home;
}

/** The member of a card that may pay here. Whoever asks for any other hears the same, whether there is one or not. */
async function roamer(ctx: Ctx, there: Ctx, memberId: string): Promise<{ name: string; state: string; cardNo: string }> {
  const member = await there.db
    .selectFrom("member as m")
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .select(["m.name", "m.state", "m.card_no as cardNo", "t.roams_at as roamsAt"])
    .where("m.venue_id", "=", there.venue.id)
    .where("m.id", "=", memberId)
    .executeTakeFirst();
  if (!member?.roamsAt.includes(ctx.venue.id)) throw notHere(ctx);
  return member;
}

const notHere = (ctx: Ctx) =>
  refuse(
    ctx,
    {
      zh: "这张卡不能在{venue}使用：办卡场馆没有为它的卡类型开通本馆。没有收款；请换一种方式",
      en: "This card can't pay at {venue}: its own venue doesn't list this one for its card type. Nothing was taken; use another method",
    },
    { venue: ctx.venue.name },
  );

/** Locks the member's purses and returns their balances. Nobody else uses them until this change ends. */
async function lockPurses(there: Ctx, memberId: string): Promise<{ principal: Fen; gift: Fen }> {
  const rows = await there.db
    .selectFrom("balance")
    .select(["account", "amount"])
    .where("venue_id", "=", there.venue.id)
    .where("subject", "=", memberId)
    .where("account", "in", ["purse.gift", "purse.principal"])
    .orderBy("account")
    .forUpdate()
    .execute();
  const of = (account: string): Fen => rows.find((row) => row.account === account)?.amount ?? 0;
  return { principal: of("purse.principal"), gift: of("purse.gift") };
}
