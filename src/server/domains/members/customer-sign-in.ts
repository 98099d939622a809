/**
 * Customers sign in by mobile and code, each at one venue. The answers and limits are the same for a mobile that nobody has: a code goes to every
 * mobile, and only who has it learns whether there is a member. A code is good once, for ten minutes and five tries, with the ticket of the browser
 * that requested it; another one's requests and guesses do not touch it.
 */
import { randomInt } from "node:crypto";
import { type Selectable, sql, type SqlBool } from "kysely";
import { clock, wall } from "../../../contract/core/time";
import { MemberDraft } from "../../../contract/members/members";
import type { Db } from "../../db/client";
import type { Tables } from "../../db/tables";
import { type Ctx, today, type VenueRow } from "../../http/context";
import { AppError } from "../../http/error";
import { addMessage } from "../../kernel/messages";
import { auditLine } from "../../kernel/audit-line";
import { hashPassword, passwordMatches } from "../../kernel/password";
import { hashOf, newSecret } from "../../kernel/tokens";
import { countTry, type Limit, lockedUntil } from "../../kernel/tries";
import { refuse } from "../../resource/refuse";
import type { Sms } from "../../sms/sms";
import { enrol } from "./enrol";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const CODE_MS = 10 * MINUTE_MS;
/** Time for name and consent once the code was right. */
const SIGN_UP_MS = 30 * MINUTE_MS;
/** A session ends so long after its sign-in. */
export const CUSTOMER_SESSION_MS = 30 * 24 * HOUR_MS;
const MOST_TRIES = 5;
/** Limits of sent codes: one a minute and five an hour for a mobile; twenty an hour for an address, which a whole hall may share. */
const PAUSE_MS = MINUTE_MS;
const PER_MOBILE: Limit = { most: 5, ms: HOUR_MS };
const PER_ADDRESS: Limit = { most: 20, ms: HOUR_MS };
/** Codes of a venue an hour: each costs a message. */
const PER_VENUE: Limit = { most: 300, ms: HOUR_MS };
/** Guesses from one address a minute. */
const GUESSES: Limit = { most: 30, ms: MINUTE_MS };

interface Asking {
  readonly venue: VenueRow;
  /** The database outside any venue: limits count over all of them. */
  readonly platform: Db;
  /** The client's address; for IPv6 its /64 network, because one client owns all of it. */
  readonly address: string;
  readonly now: Date;
}

const keyOf = (name: string): string => `customer ${name}`;
/** @returns until when the key is locked, if this try was the last one @throws AppError `slowDown` while the key is locked */
async function limit({ platform, now }: Asking, name: string, most: Limit): Promise<Date | null> {
  const { locked, until } = await countTry(platform, keyOf(name), now, most);
  if (locked && until) throw slowDown(now, until.getTime());
  return until;
}
const slowDown = (now: Date, until: number): AppError =>
  new AppError("slowDown", { seconds: Math.max(1, Math.ceil((until - now.getTime()) / 1_000)) });

/**
 * Counts a code against the limits of its mobile, its address and its venue. While the venue is locked, a try counts against nobody.
 * @returns until when the venue sends no further code, if this is the last one
 * @throws AppError `slowDown` beyond one of them
 */
export async function countCode(asking: Asking, mobile: string): Promise<Date | null> {
  const ofVenue = `venue ${asking.venue.id}`;
  const until = await lockedUntil(asking.platform, keyOf(ofVenue), asking.now);
  if (until) throw slowDown(asking.now, until.getTime());
  await limit(asking, `address ${asking.address}`, PER_ADDRESS);
  await limit(asking, `mobile ${mobile}`, PER_MOBILE);
  return limit(asking, ofVenue, PER_VENUE);
}

/** Counts a guess of an address, right or wrong. @throws AppError `slowDown` above thirty a minute */
export const countGuess = (asking: Asking): Promise<unknown> => limit(asking, `guess ${asking.address}`, GUESSES);

/** Notifies the venue that customers get no further code until then. */
export const notifyCodeLimit =
  (until: Date) =>
  async (ctx: Ctx): Promise<void> => {
    const time = clock(wall(until, ctx.venue.zone).minute);
    const most = PER_VENUE.most;
    await addMessage(ctx, {
      kind: "system",
      title: (language) =>
        language === "zh"
          ? `顾客登录验证码已到上限：一小时 ${most} 个`
          : `The limit of sign-in codes for customers is reached: ${most} in an hour`,
      text: (language) =>
        language === "zh"
          ? `${time} 前不再发验证码，已登录的顾客不受影响。如果没有这么多顾客，可能有人在恶意获取；可在场馆设置中暂停网上订场。`
          : `No code is sent until ${time}; customers who are signed in are not affected. If you do not have that many customers, somebody may be abusing the page: you can switch online booking off in Venue settings.`,
    });
  };

/** Refuses a code within a minute of the last one of the mobile. @throws AppError `slowDown` */
export const refuseSoon =
  (mobile: string) =>
  async (ctx: Ctx): Promise<void> => {
    const last = await ctx.db
      .selectFrom("customer_code")
      .select("at")
      .where("venue_id", "=", ctx.venue.id)
      .where("mobile", "=", mobile)
      .where("at", ">", new Date(ctx.now.getTime() - PAUSE_MS))
      .orderBy("at", "desc")
      .executeTakeFirst();
    if (last) throw slowDown(ctx.now, last.at.getTime() + PAUSE_MS);
  };

/** Sends a code to a mobile. @returns the ticket with which it counts */
export const sendCode =
  (sms: Sms, mobile: string) =>
  async (ctx: Ctx): Promise<string> => {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const ticket = newSecret();
    const expires_at = new Date(ctx.now.getTime() + CODE_MS);
    // A password's slow hash: of a million codes a fast one would be found at once.
    const code_hash = await hashPassword(code);
    await ctx.db
      .insertInto("customer_code")
      .values({ venue_id: ctx.venue.id, ticket_hash: hashOf(ticket), mobile, code_hash, at: ctx.now, expires_at })
      .execute();
    // Codes of one mobile in several browsers are all good: none replaces another.
    sms.send({ personId: `customer:${ctx.newId()}`, venueId: ctx.venue.id, mobile, code, at: ctx.now, expiresAt: expires_at });
    return ticket;
  };

type CodeRow = Selectable<Tables["customer_code"]>;

/**
 * Counts an attempt at a ticket's code before the code is compared.
 * @returns the code's row; undefined if it is used, expired or has no attempts left
 */
export const countCodeTry =
  (ticket: string) =>
  (ctx: Ctx): Promise<CodeRow | undefined> =>
    ctx.db
      .updateTable("customer_code")
      .set((eb) => ({ tries: eb("tries", "+", 1) }))
      .where("venue_id", "=", ctx.venue.id)
      .where("ticket_hash", "=", hashOf(ticket))
      .where("expires_at", ">", ctx.now)
      .where("used_at", "is", null)
      .where("tries", "<", MOST_TRIES)
      .returningAll()
      .executeTakeFirst();

/** True if a code is the one that was sent. */
export const isCode = (row: CodeRow | undefined, code: string): Promise<boolean> =>
  row === undefined ? Promise.resolve(false) : passwordMatches(row.code_hash, code);

/** Returns the mobile of a valid ticket whose code was entered correctly; undefined otherwise. */
export const findVerified =
  (ticket: string) =>
  async (ctx: Ctx): Promise<string | undefined> => {
    const row = await ctx.db
      .selectFrom("customer_code")
      .select("mobile")
      .where("venue_id", "=", ctx.venue.id)
      .where("ticket_hash", "=", hashOf(ticket))
      .where("expires_at", ">", ctx.now)
      .where("verified_at", "is not", null)
      .where("used_at", "is", null)
      .executeTakeFirst();
    return row?.mobile;
  };

/**
 * Signs in the member who has the mobile of a code that was right.
 * @returns the token of the session; undefined where nobody has the mobile: who has it signs up next
 */
export const signIn =
  (ticket: string) =>
  async (ctx: Ctx): Promise<string | undefined> => {
    const code = await lockCode(ctx, ticket);
    if (!code) throw codeGone(ctx);
    const memberId = await memberOf(ctx, code.mobile);
    if (memberId !== undefined) return openSession(ctx, code, memberId);
    await ctx.db
      .updateTable("customer_code")
      .set({ verified_at: ctx.now, expires_at: new Date(ctx.now.getTime() + SIGN_UP_MS) })
      .where("venue_id", "=", ctx.venue.id)
      .where("ticket_hash", "=", code.ticket_hash)
      .execute();
    return undefined;
  };

/**
 * Enrols the person of a verified mobile, who agreed to what is stored, and signs them in. The log keeps the consent.
 * @returns the token of the session
 * @throws AppError `refused` where the ticket is not good any more, or the venue has no membership that is free and without a discount
 */
export const signUp =
  (ticket: string, name: string) =>
  async (ctx: Ctx): Promise<string> => {
    const code = await lockCode(ctx, ticket);
    if (!code || code.verified_at === null) throw codeGone(ctx);
    const known = await memberOf(ctx, code.mobile);
    if (known !== undefined) return openSession(ctx, code, known);
    const id = await enrol(ctx, MemberDraft.parse({ phone: code.mobile, name, cardTypeId: await openCardType(ctx) }));
    const consent = { zh: "同意保存手机号、姓名和交易记录", en: "agreed to mobile, name and transactions being stored" }[ctx.language];
    await auditLine(ctx, { object: "member", id, after: { consent } });
    return openSession(ctx, code, id);
  };

const codeGone = (ctx: Ctx): AppError =>
  refuse(ctx, { zh: "验证码已失效，请重新获取", en: "The code is no longer valid; please get a new one" });

const lockCode = (ctx: Ctx, ticket: string): Promise<CodeRow | undefined> =>
  ctx.db
    .selectFrom("customer_code")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("ticket_hash", "=", hashOf(ticket))
    .where("expires_at", ">", ctx.now)
    .where("used_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

async function memberOf(ctx: Ctx, mobile: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom("member")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("phone", "=", mobile)
    .where("state", "<>", "closed")
    .executeTakeFirst();
  return row?.id;
}

async function openSession(ctx: Ctx, code: CodeRow, memberId: string): Promise<string> {
  await ctx.db
    .updateTable("customer_code")
    .set({ used_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("ticket_hash", "=", code.ticket_hash)
    .execute();
  const token = newSecret();
  await ctx.db
    .insertInto("customer_session")
    .values({
      venue_id: ctx.venue.id,
      token_hash: hashOf(token),
      member_id: memberId,
      mobile: code.mobile,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + CUSTOMER_SESSION_MS),
    })
    .execute();
  return token;
}

/** Ends the session of a token. */
export const endSession =
  (token: string) =>
  async (ctx: Ctx): Promise<void> => {
    await ctx.db.deleteFrom("customer_session").where("venue_id", "=", ctx.venue.id).where("token_hash", "=", hashOf(token)).execute();
  };

/**
 * The first card type that costs nothing, and that neither its own percents nor a discount, a promotion or a price for it make cheaper, so
 * that nobody can sign up for a discount.
 * @throws AppError `refused` where there is none
 */
async function openCardType(ctx: Ctx): Promise<string> {
  const row = await ctx.db
    .selectFrom("card_type")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("kind", "=", "prepaid")
    .where((eb) => eb(eb.fn.coalesce("fee", eb.val(0)), "=", 0))
    .where((eb) => eb(eb.fn.coalesce("deposit", eb.val(0)), "=", 0))
    .where("place_percent", "=", 100)
    .where("product_percent", "=", 100)
    .where(sql<SqlBool>`class_percents = '{}'`)
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT FROM base_discount AS d WHERE d.venue_id = card_type.venue_id AND d.card_type_id = card_type.id AND d.percent < 100)`,
    )
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT FROM promotion AS p WHERE p.venue_id = card_type.venue_id AND p.card_type_id = card_type.id AND p.enabled AND p.valid_to >= ${today(ctx)})`,
    )
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT FROM temporary_price AS p WHERE p.venue_id = card_type.venue_id AND p.card_type_id = card_type.id AND p.valid_to >= ${today(ctx)})`,
    )
    .orderBy("position")
    .orderBy("id")
    .executeTakeFirst();
  if (row) return row.id;
  throw refuse(ctx, {
    zh: "本馆的会员卡需到前台办理，没有登记；请到前台办卡后再登录",
    en: "Memberships of this venue are issued at the desk; nothing was stored. Please enrol at the desk, then sign in",
  });
}
