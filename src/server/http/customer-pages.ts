/**
 * The customers' own pages of a venue, below `/mini/v/<venue>`: rendered for one person and never cached. A session is of one venue, has its own
 * table and its own cookie, and opens these pages only: calls of the API know nothing of it, and these pages know nothing of the sessions of staff.
 * Forms are posted by our own pages only (SameSite and Origin), and answered with a redirect.
 */
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Label } from "../../contract/core/resource/label";
import { fill } from "../../contract/core/fill";
import type { RefusalKey } from "../../contract/core/errors";
import type { Language } from "../../contract/core/enums";
import type { Code } from "../../contract/core/permissions";
import { missingPage, noticePage, type Owner, type Site, venuePath } from "../../public-site/layout";
import { type Database, type Db, PLATFORM } from "../db/client";
import { hashOf } from "../kernel/tokens";
import type { Ctx, Operator, VenueRow } from "./context";
import { AppError } from "./error";
import { asRefusal } from "./faults";
import { change, read, type Request } from "./perform";
import type { Work } from "./serve";
import type { PublicLimits } from "./security";
import { type CustomerCookie, customerCookieOf, isSameSite, originOf, setCustomerCookie } from "./transport";

/** The member who is signed in. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly state: string;
}

/** A request of a customer's page. */
export interface Visit {
  readonly venue: VenueRow;
  readonly site: Site;
  readonly now: Date;
  readonly address: string;
  /** The database outside any venue, for counts of tries. */
  readonly platform: Db;
  /** The values of a parameter in the address. */
  readonly query: (name: string) => readonly string[];
  /** A parameter of the path. */
  readonly id: (name: string) => string;
  /** A field of the posted form, trimmed; undefined where the page is only read. */
  readonly form: ((name: string) => string) | undefined;
  readonly cookie: (name: CustomerCookie) => string;
  readonly setCookie: (name: CustomerCookie, value: string | null, ms?: number) => void;
  /** Address at which the customer's browser reached this server, "https://venue.example". */
  readonly origin: string;
  /** Database, request and clock for work in several transactions, which calls an outside service in between. */
  readonly work: (action: string) => Work;
  /** Runs a reading service at the venue. */
  readonly read: <T>(service: (ctx: Ctx) => Promise<T>) => Promise<T>;
  /** Runs a changing service at the venue; with a key, once for each person and key. @param action its name in the log */
  readonly change: <T>(action: string, service: (ctx: Ctx) => Promise<T>, key?: string, body?: unknown) => Promise<T>;
}

/** The venue as its pages name it. */
export const ownerOf = ({ id, name, logo }: VenueRow): Owner => ({ id, name, logo });

/** A page, a redirect or a file. */
export type CustomerAnswer =
  | { readonly html: string; readonly status?: number }
  | { readonly to: string }
  /** A file to store, JSON. */
  | { readonly fileName: string; readonly json: string };

/** A page of customers, at one address for reading and posting. */
export type CustomerPage = {
  /** Its path below the venue's. */
  readonly url: string;
  /** Guesses and codes are limited like public calls. */
  readonly strict?: true;
  /** Calls an outside service, which may be slow: it does not wait in the lane of renderings. */
  readonly callsOut?: true;
  /** Served also by venues that take no bookings online. */
  readonly withoutBooking?: true;
} & (
  | { readonly access: "anyone"; readonly serve: (visit: Visit, customer: Customer | null) => Promise<CustomerAnswer> }
  | { readonly access: "customer"; readonly serve: (visit: Visit, customer: Customer) => Promise<CustomerAnswer> }
);

/** Staff codes that services behind the pages require. Customers get no others; the pages decide what a customer may do. */
const CODES: ReadonlySet<Code> = new Set<Code>(["booking_pay", "package_card_use"]);
/** The name under which documents and log show what customers did. */
const ONLINE: Operator = { id: "", name: "online" };
const MOST_VALUES = 60;
const FORM_LIMIT = 16 * 1_024;

interface Options {
  readonly database: Database;
  readonly now: () => Date;
  readonly pages: readonly CustomerPage[];
  readonly siteOf: (request: FastifyRequest) => Site;
  readonly venueOf: (id: string) => Promise<VenueRow | undefined>;
  readonly limits: PublicLimits | undefined;
  /** Limits the requests served at once, so that desks keep their share of the database. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** As `run`, for pages that call outside services. */
  readonly runApart: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Registers the pages. */
export function registerCustomerPages(app: FastifyInstance, options: Options): void {
  for (const page of options.pages)
    app.route({
      method: ["GET", "POST"],
      url: `/mini/v/:venueId${page.url}`,
      bodyLimit: FORM_LIMIT,
      ...(options.limits ? { config: { rateLimit: page.strict ? options.limits.call : options.limits.page } } : {}),
      handler: (request, reply) => answer(options, page, request, reply),
    });
}

async function answer(options: Options, page: CustomerPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const site: Site = { ...options.siteOf(request), query: ownQuery(request) };
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-language", site.language === "zh" ? "zh-CN" : "en")
    // With "no-referrer" browsers post forms with "Origin: null", which isSameSite rejects.
    .header("referrer-policy", "same-origin");
  const wait = await options.limits?.rendering(request);
  if (wait !== undefined) throw new AppError("slowDown", { seconds: wait });
  try {
    if (request.method === "POST" && !isSameSite(request, [])) throw new AppError("otherSite");
    const served = await (page.callsOut ? options.runApart : options.run)(() => serve(options, page, request, reply, site));
    if ("to" in served) return await reply.redirect(served.to, 303);
    if ("json" in served)
      return await reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", `attachment; filename="${served.fileName}"`)
        .send(served.json);
    return await reply.code(served.status ?? 200).send(served.html);
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal || refusal.key === "slowDown" || refusal.key === "busy") throw refusal ?? error;
    if (refusal.key === "missing") return reply.code(404).send(missingPage(site));
    return reply.code(refusal.key === "otherSite" ? 403 : 409).send(noticePage(site, describeRefusal(refusal, site.language)));
  }
}

async function serve(
  { database, now: clock, venueOf }: Options,
  page: CustomerPage,
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
): Promise<CustomerAnswer> {
  const params = request.params as Readonly<Record<string, string>>;
  const venue = await venueOf(params["venueId"] ?? "");
  if (!venue || (!venue.online_booking && !page.withoutBooking)) throw new AppError("missing");
  const now = clock();
  const customer = await findCustomer(database.dbFor(venue.id), venue.id, customerCookieOf(request, "customer", venue.id), now);
  const work = (action: string, more: Partial<Request> = {}): Request => ({
    venue,
    person: ONLINE,
    codes: CODES,
    language: site.language,
    address: request.ip,
    action,
    now,
    idempotencyKey: null,
    ...more,
  });
  const fields = valuesIn(request.body);
  const visit: Visit = {
    venue,
    site,
    now,
    address: normalizeIP(request.ip),
    platform: database.dbFor(PLATFORM),
    query: valuesIn(request.query),
    id: (name) => params[name] ?? "",
    form: request.method === "POST" ? (name) => fields(name)[0]?.trim() ?? "" : undefined,
    cookie: (name) => customerCookieOf(request, name, venue.id),
    setCookie: (name, value, ms = 0) => setCustomerCookie(request, reply, { name, venueId: venue.id, value, ms }),
    origin: originOf(request),
    work: (action) => ({ database, request: work(action), now: clock }),
    read: (service) => read(database, work("customer.page"), service),
    change: (action, service, key, body) =>
      change(
        database,
        // The same key of another person is another key.
        work(action, key === undefined ? {} : { call: `customer.${action}`, idempotencyKey: `${customer?.id ?? ""} ${key}`, body }),
        service,
      ),
  };
  if (page.access === "anyone") return page.serve(visit, customer);
  if (customer) return page.serve(visit, customer);
  return { to: signInPath(site, venue.id, `${site.path}?lang=${site.language}${site.query ?? ""}`) };
}

/** Address of the sign-in, which leads on to `next`. */
export const signInPath = (site: Pick<Site, "language">, venueId: string, next: string): string =>
  `${venuePath(venueId, "/sign-in")}?lang=${site.language}&next=${encodeURIComponent(next)}`;

/** Returns an address to which a sign-in may lead on: a page of the venue, and nothing else; else the customer's own page. */
export function nextOf(visit: Pick<Visit, "site" | "venue">, next: string): string {
  const own = venuePath(visit.venue.id, "/");
  const base = "http://venue.invalid";
  const url = URL.canParse(next, base) ? new URL(next, base) : undefined;
  return url?.origin === base && url.pathname.startsWith(own)
    ? `${url.pathname}${url.search}`
    : `${venuePath(visit.venue.id, "/me")}?lang=${visit.site.language}`;
}

/** The customer of a token; null where there is none, it ended, or the member has left or has another mobile by now. */
async function findCustomer(db: Db, venueId: string, token: string, now: Date): Promise<Customer | null> {
  if (token === "") return null;
  const row = await db
    .selectFrom("customer_session as s")
    .innerJoin("member as m", (join) =>
      join.onRef("m.venue_id", "=", "s.venue_id").onRef("m.id", "=", "s.member_id").onRef("m.phone", "=", "s.mobile"),
    )
    .select(["m.id", "m.name", "m.phone", "m.state"])
    .where("s.venue_id", "=", venueId)
    .where("s.token_hash", "=", hashOf(token))
    .where("s.expires_at", ">", now)
    .where("m.state", "<>", "closed")
    .executeTakeFirst();
  return row ?? null;
}

/** Reads the values of a query or a form by their names. */
function valuesIn(source: unknown): (name: string) => readonly string[] {
  const values: Readonly<Record<string, unknown>> = typeof source === "object" && source !== null ? { ...source } : {};
  return (name) => {
    const value = values[name];
    return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string").slice(0, MOST_VALUES);
  };
}

/** The parameters of an address without the language, as text to append to another. */
function ownQuery(request: FastifyRequest): string {
  const params = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  params.delete("lang");
  return params.size === 0 ? "" : `&${params.toString()}`;
}

/** Messages for customers that replace wordings which name other people or address staff. */
const CUSTOMER_MESSAGES: Readonly<Partial<Record<RefusalKey, Label>>> = {
  slotTaken: {
    zh: "{place} {time} 刚被订走，没有下单，也没有扣款；请另选时间或场地",
    en: "{place} {time} was booked by somebody else just now. Nothing was booked or charged; please choose another time or court",
  },
  memberState: {
    zh: "您的会员卡目前是“{state}”，不能网上订场，没有下单，也没有扣款；请联系前台",
    en: "Your membership is “{state}”, so you can’t book online. Nothing was booked or charged; please ask the desk",
  },
  placeChanged: {
    zh: "{place} 刚刚停用或变动，没有下单；请重新选择",
    en: "{place} has just been changed; nothing was booked. Please choose again",
  },
  wrongState: {
    zh: "这笔预订现在是“{state}”，不能这样做；什么都没有改动",
    en: "This booking is “{state}” now, so this can’t be done. Nothing was changed",
  },
  channelOff: {
    zh: "这种网上付款方式现在不能用，没有收款；请换一种，或到前台付款",
    en: "This way of paying online is not available now; nothing was charged. Please choose another, or pay at the desk",
  },
  keyReused: {
    zh: "这一单已经提交过了，没有再订一次；请在“我的预订”里查看",
    en: "This was submitted already and was not booked again. Please see “My bookings”",
  },
  otherSite: {
    zh: "这个请求不是从本页面发出的，没有执行；请回到页面重试",
    en: "This request did not come from our page and was not carried out; please go back and try again",
  },
};
/** Refusals whose own wording is fit for customers, and which are about one of the posted fields. */
const FIELD_MESSAGES = ["couponCode"] as const;
/** Refusals whose own wording is fit for customers. */
const UNCHANGED_MESSAGES: ReadonlySet<RefusalKey> = new Set<RefusalKey>([
  "refused",
  "slotPast",
  "slotTooFar",
  "slotClosed",
  "slotGrain",
  "linkedChosen",
  "noPrice",
  "priceChanged",
  "balanceShort",
  "refundChanged",
  "cardUsesChanged",
  "cardUsedUp",
  "cardNotUsable",
  "slowDown",
]);

/** Returns a refusal as a customer reads it: without names of others, and without anything that only staff can act on. */
export function describeRefusal(error: AppError, language: Language): string {
  const own = CUSTOMER_MESSAGES[error.key];
  if (own) return fill(own[language], error.values);
  if (UNCHANGED_MESSAGES.has(error.key)) return error.text(language);
  if (error.key === "badInput") {
    const errors = Object.entries(error.dataIn(language)["errors"] ?? {});
    const text: unknown = errors.find(([field]) => FIELD_MESSAGES.some((name) => name === field))?.[1];
    if (typeof text === "string") return text;
  }
  return language === "zh"
    ? "没有办成，什么都没有改动；请重试，或联系前台"
    : "This could not be done and nothing was changed. Please try again, or ask the desk";
}
