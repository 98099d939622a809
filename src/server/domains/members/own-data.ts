/** The customer's copy of their stored data, and their request to erase it. */
import { sql } from "kysely";
import { yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { auditLine } from "../../kernel/audit-line";
import { addMessage } from "../../kernel/messages";
import { balanceOf } from "../../ledger/post";

/** Rows of each kind in one file. */
const MOST_ROWS = 5_000;
/** Lifetime of a request; repeating it meanwhile changes nothing. */
const REQUEST_DAYS = 15;
const REQUEST = "customer.requestErasure";

/** Parts of the file: table, columns, and the column that orders them. Columns of amounts end in `_fen` in the file. */
const PARTS = {
  bookings: [
    "booking_order",
    ["no", "day", "places", "total", "paid", "refunded", "fee", "order_status", "name", "phone", "remark", "created_at"],
    "created_at",
  ],
  packageCards: ["holding", ["no", "name", "times", "bonus_times", "used", "price", "state", "expires_on", "at"], "at"],
  purchases: ["sale", ["no", "day", "total", "paid", "refunded", "state", "remark", "at"], "at"],
  recharges: ["recharge", ["no", "paid", "principal", "gift", "method", "at"], "at"],
  coupons: ["member_coupon", ["coupon_no", "state", "used_at", "created_at"], "created_at"],
  waitlist: ["waitlist_entry", ["day", "start_minute", "end_minute", "name", "phone", "note", "state", "created_at"], "created_at"],
  sessionTickets: ["session_order", ["no", "name", "phone", "heads", "total", "paid", "refunded", "status", "at"], "at"],
  openPlayTickets: ["open_play_ticket", ["no", "name", "phone", "heads", "total", "paid", "refunded", "state", "at"], "at"],
  messages: ["customer_message", ["phone", "text", "state", "sent_at", "created_at"], "created_at"],
  messageConsents: ["message_consent", ["given_by", "given_on", "created_at"], "created_at"],
} as const;
const AMOUNTS: ReadonlySet<string> = new Set(["total", "paid", "refunded", "fee", "price", "principal", "gift"]);

/** Returns a customer's data as JSON text: what identifies them, their documents, and the movements of their balance. */
export async function readOwnData(ctx: Ctx, memberId: string): Promise<string> {
  const person = await ctx.db
    .selectFrom("member as m")
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .select([
      "m.name",
      "m.phone",
      "m.gender",
      "m.birthday",
      "m.card_no",
      "t.name as card_type",
      "m.state",
      "m.expires_on",
      "m.tags",
      "m.created_at",
    ])
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.id", "=", memberId)
    .executeTakeFirstOrThrow();
  const file: Record<string, unknown> = {
    venue: ctx.venue.name,
    at: ctx.now.toISOString(),
    person,
    balance: {
      principal: yuan(await balanceOf(ctx, "purse.principal", memberId)),
      gift: yuan(await balanceOf(ctx, "purse.gift", memberId)),
    },
  };
  for (const [part, [table, columns, order]] of Object.entries(PARTS)) {
    const { rows } = await sql<
      Record<string, unknown>
    >`SELECT ${sql.join(columns.map((column) => sql.ref(column)))} FROM ${sql.table(table)}
      WHERE venue_id = ${ctx.venue.id} AND member_id = ${memberId} ORDER BY ${sql.ref(order)} DESC LIMIT ${MOST_ROWS}`.execute(ctx.db);
    file[part] = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, AMOUNTS.has(name) ? yuan(Number(value)) : value])),
    );
  }
  const { rows: movements } = await sql<{
    amount: string | number;
    after: string | number;
  }>`SELECT purse, net AS amount, after, no, created_at
    FROM purse_posting WHERE venue_id = ${ctx.venue.id} AND member_id = ${memberId} ORDER BY created_at DESC LIMIT ${MOST_ROWS}`.execute(
    ctx.db,
  );
  file["balanceMovements"] = movements.map(({ amount, after, ...row }) => ({
    ...row,
    amount: yuan(Number(amount)),
    after: yuan(Number(after)),
  }));
  return JSON.stringify(file, null, 2);
}

/** True if the customer agreed to bulk messages. */
export const hasMessageConsent = async (ctx: Ctx, memberId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom("message_consent")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("member_id", "=", memberId)
    .executeTakeFirst()) !== undefined;

/** Gives or withdraws the consent to bulk messages. */
export async function setMessageConsent(ctx: Ctx, memberId: string, isGiven: boolean): Promise<void> {
  await ctx.db.selectFrom("member").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", memberId).forUpdate().execute();
  if (isGiven === (await hasMessageConsent(ctx, memberId))) return;
  if (isGiven)
    await ctx.db
      .insertInto("message_consent")
      .values({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        member_id: memberId,
        given_by: "mini",
        given_on: today(ctx),
        created_at: ctx.now,
      })
      .execute();
  else await ctx.db.deleteFrom("message_consent").where("venue_id", "=", ctx.venue.id).where("member_id", "=", memberId).execute();
  ctx.emit({ type: "changed", data: { resource: "messageConsents" } });
}

/** Day of the customer's pending request to erase their data; null without one. */
export async function findErasureRequest(ctx: Ctx, memberId: string): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom("audit_log")
    .select("at")
    .where("venue_id", "=", ctx.venue.id)
    .where("object", "=", "member")
    .where("object_id", "=", memberId)
    .where("action", "=", REQUEST)
    .where("at", ">", new Date(ctx.now.getTime() - REQUEST_DAYS * 86_400_000))
    .orderBy("at", "desc")
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Asks the venue to erase the customer's data: in its message centre, and in its log. A pending request is not repeated. */
export async function requestErasure(ctx: Ctx, member: { readonly id: string; readonly name: string }): Promise<void> {
  // The row is the lock: of two requests at once one writes.
  await ctx.db.selectFrom("member").select("id").where("venue_id", "=", ctx.venue.id).where("id", "=", member.id).forUpdate().execute();
  if ((await findErasureRequest(ctx, member.id)) !== null) return;
  await auditLine(ctx, { object: "member", id: member.id, after: { reason: REASON[ctx.language] } });
  await addMessage(ctx, {
    kind: "approval",
    title: (language) =>
      language === "zh" ? `${member.name} 要求删除个人信息` : `${member.name} asks for the erasure of their personal data`,
    text: (language) =>
      language === "zh"
        ? `请在 ${REQUEST_DAYS} 天内处理：先结清余额、次卡和未到的预订，再在会员资料中“删除个人信息”。`
        : `Please answer within ${REQUEST_DAYS} days: settle balance, package cards and coming bookings, then “Erase personal data” in the member’s record.`,
    resource: "members",
    resourceId: member.id,
  });
}
const REASON = { zh: "顾客网上要求删除个人信息", en: "the customer asked online for the erasure of their data" } as const;
