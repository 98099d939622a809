/** Account to which each payment type posts (wire "Payment types"), and the shift whose drawer receives cash. */
import { sql } from "kysely";
import type { PaymentType } from "../../contract/core/enums";
import { dayOf } from "../../contract/core/time";
import { type Ctx, memoizePerService } from "../http/context";
import { AppError } from "../http/error";
import { documentNumber } from "../kernel/numbers";
import { hashOf } from "../kernel/tokens";
import type { Account } from "./accounts";

const TENDERS: Readonly<Record<PaymentType, Account | null>> = {
  Balance: "purse.principal",
  Coupon: "purse.gift",
  Cash: "tender.cash",
  BankCard: "tender.bank_card",
  Card: "tender.bank_card",
  WeChat: "tender.wechat",
  Alipay: "tender.alipay",
  online: "tender.online",
  Transfer: "tender.transfer",
  Other: "tender.other",
  SportsExpertUserCoupon: "receivable.coupon",
  RoamingCard: "clearing.venue",
  Credit: "receivable.member",
  // Its channel is known only from the scanned code.
  scanCode: null,
};

/**
 * The account that a payment type moves.
 * @param channel that collected a scanned code or an online payment
 */
export function tenderAccount(type: PaymentType, channel?: "wechat" | "alipay"): Account {
  const byChannel = channel === "alipay" ? "tender.alipay" : "tender.wechat";
  return type === "online" && channel !== undefined ? byChannel : (TENDERS[type] ?? byChannel);
}

/**
 * The person's open shift, or the one they help in at this till, held against being counted until this change ends; opened with an empty float by the first money of the day.
 * Looked up once in a change: who will need it asks for it beside the number of the document.
 */
export const openShift = (ctx: Ctx): Promise<string> => shiftOfPerson(ctx, ctx.person.id);

const shiftOfPerson = memoizePerService((ctx, _personId: string) => findShift(ctx));

async function findShift(ctx: Ctx): Promise<string> {
  const found = await ctx.db
    .selectFrom("shift")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("person_id", "=", ctx.person.id)
    .where("state", "=", "open")
    .forShare()
    .executeTakeFirst();
  if (found) return found.id;
  const other = await drawerAtTill(ctx, true);
  if (other?.helpers.includes(ctx.person.id)) return other.id;
  // A person who cannot choose on the page of shifts has no choice to make.
  if (other && ctx.codes.has("shift")) throw new AppError("drawerInUse", { name: other.operator, no: other.no }, { drawerInUse: other.id });
  return (await startShift(ctx)) ?? findShift(ctx);
}

/** The till of this person, as its shifts have it; "" where the device is not known. */
const tillOf = (ctx: Ctx): string => (ctx.device === "" || ctx.person.id === "" ? "" : hashOf(ctx.device));

/** The open drawer of somebody else at this till. @param hold holds it against being counted until this change ends */
export async function drawerAtTill(ctx: Ctx, hold = false) {
  const till = tillOf(ctx);
  if (till === "") return undefined;
  const query = ctx.db
    .selectFrom("shift")
    .select(["id", "no", "operator", "helpers"])
    .where("venue_id", "=", ctx.venue.id)
    .where("till", "=", till)
    .where("person_id", "<>", ctx.person.id)
    .where("state", "=", sql.lit("open"))
    .orderBy("opened_at", "desc")
    .limit(1);
  return (hold ? query.forShare() : query).executeTakeFirst();
}

/** Opens a shift of the person. @returns its id; undefined where one is open */
export async function startShift(ctx: Ctx): Promise<string | undefined> {
  const made = await ctx.db
    .insertInto("shift")
    .values({
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      no: await documentNumber(ctx, "shift", dayOf(ctx.now, ctx.venue.zone)),
      person_id: ctx.person.id,
      operator: ctx.person.name,
      opened_at: ctx.now,
      till: tillOf(ctx),
    })
    // Literally, as the index says it: a value would be unknown once the statement is planned for all values.
    .onConflict((conflict) => conflict.columns(["venue_id", "person_id"]).where("state", "=", sql.lit("open")).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id;
}

/** The shift that a tender's money belongs to: none of purses, and none of what the clock does without a person. */
export const shiftOf = async (ctx: Ctx, types: readonly PaymentType[]): Promise<string | null> =>
  types.includes("Cash") || (ctx.person.id !== "" && types.some((type) => TENDERS[type]?.startsWith("tender.") ?? type === "scanCode"))
    ? openShift(ctx)
    : null;
