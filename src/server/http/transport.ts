/** Token, venue, key and values of a request (wire "Who and where"). Only reads; decides nothing. */
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "../../contract/core/call";
import { type Language, LANGUAGES } from "../../contract/core/enums";

type Fields = Readonly<Record<string, unknown>>;

/** Name of the session cookie. */
export const COOKIE = "session";
/** Name of the cookie that tells a device from which somebody has logged in before. */
const DEVICE = "device";
/** Fields that say who and where; no service's business, unless its input names them. */
const TRANSPORT = ["access_token", "sourceId", "siteType", "siteTypeSourceId", "sourceName", "idempotencyKey"];

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The first text found under `name`: header, then body, then query. */
function carried(request: FastifyRequest, name: string): string | undefined {
  const found = [request.headers[name.toLowerCase()], fieldsOf(request.body)[name], fieldsOf(request.query)[name]];
  for (const value of found) {
    const one: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof one === "string" && one !== "") return one;
  }
  return undefined;
}

/** The token and how it came; the header wins over body and query, those over the cookie. */
export function tokenOf(request: FastifyRequest): { token: string; by: "sent" | "cookie" } | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const header = request.headers.access_token;
  const sent = (typeof header === "string" && header !== "" ? header : undefined) ?? bearer ?? carried(request, "access_token");
  if (sent !== undefined) return { token: sent, by: "sent" };
  const cookie = cookieOf(request);
  return cookie === undefined ? undefined : { token: cookie, by: "cookie" };
}

/**
 * The name of a cookie as it is set and read. Over TLS it has the prefix `__Host-`: browsers then accept it from this very host only, so that no
 * subdomain can plant one.
 */
const cookieName = (request: FastifyRequest, name: string): string => (request.protocol === "https" ? `__Host-${name}` : name);

/** The token of the session cookie. */
export function cookieOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[cookieName(request, COOKIE)];
  return value === undefined || value === "" ? undefined : value;
}

/** The secret of the device's cookie. One from before the prefix counts until the next sign-in sets it anew, or tills would lose their allowances. */
export const deviceOf = (request: FastifyRequest): string => request.cookies[cookieName(request, DEVICE)] ?? request.cookies[DEVICE] ?? "";

/** Sets the session cookie for so many milliseconds; null takes it back. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string | null, ms: number): void {
  const [name, options] = [cookieName(request, COOKIE), cookieRules(request)];
  if (token === null) reply.clearCookie(name, options);
  // Seconds from now, not a moment: the browser's clock may differ from ours.
  else reply.setCookie(name, token, { ...options, maxAge: Math.round(ms / 1000) });
}

/** Sets the device's cookie for so many milliseconds. */
export const setDeviceCookie = (request: FastifyRequest, reply: FastifyReply, secret: string, ms: number): void =>
  void reply.setCookie(cookieName(request, DEVICE), secret, { ...cookieRules(request), maxAge: Math.round(ms / 1000) });

/**
 * Returns the cookie's options for the requester. For a console of another site the cookie is that site's own (`Partitioned`), which a
 * browser stores over TLS only. A console on another port or subdomain belongs to our site.
 */
function cookieRules(request: FastifyRequest): CookieSerializeOptions {
  const foreign = request.headers["sec-fetch-site"] === "cross-site";
  const secure = foreign || request.protocol === "https";
  return { path: "/", httpOnly: true, secure, ...(foreign ? { sameSite: "none", partitioned: true } : { sameSite: "lax" }) };
}

/**
 * Cookies of a customer at a venue: the session, the ticket of a sign-in that waits for its code, and a player's access to their match. No call of
 * the API reads them.
 */
export type CustomerCookie = "customer" | "ticket" | "player";
const customerCookieName = (request: FastifyRequest, name: CustomerCookie, venueId: string): string =>
  cookieName(request, `${name}_${Buffer.from(venueId).toString("base64url")}`);
const customerCookieRules = (request: FastifyRequest): CookieSerializeOptions => ({
  path: "/",
  httpOnly: true,
  secure: request.protocol === "https",
  sameSite: "lax",
});

/** The value of a customer's cookie at a venue; "" where there is none. */
export const customerCookieOf = (request: FastifyRequest, name: CustomerCookie, venueId: string): string =>
  request.cookies[customerCookieName(request, name, venueId)] ?? "";

/** Sets a customer's cookie at a venue for so many milliseconds; null takes it back. */
export function setCustomerCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    name,
    venueId,
    value,
    ms,
  }: { readonly name: CustomerCookie; readonly venueId: string; readonly value: string | null; readonly ms: number },
): void {
  const [key, rules] = [customerCookieName(request, name, venueId), customerCookieRules(request)];
  if (value === null) reply.clearCookie(key, rules);
  else reply.setCookie(key, value, { ...rules, maxAge: Math.round(ms / 1000) });
}

/** The venue that the request names. */
export const sourceIdOf = (request: FastifyRequest): string | undefined => carried(request, "sourceId");

/** The idempotency key: header, or the form field for pages that cannot set headers. */
export function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  const value = typeof header === "string" ? header : fieldsOf(request.body).idempotencyKey;
  return typeof value === "string" && value !== "" && value.length <= 255 ? value : undefined;
}

/** Id of the approval that the call carries; "" where it carries none. */
export function approvalOf(request: FastifyRequest): string {
  const { approval } = request.headers;
  return typeof approval === "string" && approval.length <= 64 ? approval : "";
}

/** The call's values as they came, without what only says who and where. */
export function valuesOf(request: FastifyRequest, call: Call): unknown {
  const raw: unknown = call.method === "GET" ? request.query : (request.body ?? {});
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const named = "shape" in call.input ? fieldsOf(call.input.shape) : {};
  return Object.fromEntries(Object.entries(raw).filter(([key]) => key in named || !TRANSPORT.includes(key)));
}

/** The language that the request asks for, if it is one of ours. */
export function languageOf(request: FastifyRequest): Language | undefined {
  for (const part of (request.headers["accept-language"] ?? "").split(",")) {
    const tag = part.trim().slice(0, 2).toLowerCase();
    const found = LANGUAGES.find((language) => language === tag);
    if (found) return found;
  }
  return undefined;
}

/**
 * True if the request comes from our own pages or an allowed origin, so that a cookie may authenticate the person. A read without any mark
 * passes: browsers omit the marks on plain http, and the cookie's SameSite then excludes other sites.
 */
export function isSameSite(request: FastifyRequest, allowed: readonly string[]): boolean {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (origin !== undefined) return isOwnOrigin(request, origin, allowed);
  if (site !== undefined) return site === "same-origin" || (site === "none" && request.method === "GET");
  return request.method === "GET";
}

/** Origin under which a request reached this server, "https://venue.example"; "" where it names no host. */
export const originOf = ({ protocol, host }: FastifyRequest): string =>
  /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(host) ? `${protocol}://${host}` : "";

/** True if an Origin header names this server or an allowed origin. */
export function isOwnOrigin(request: FastifyRequest, origin: string, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).origin === `${request.protocol}://${request.host}`;
}

/** True if the request was made on this machine. A request passed on by a proxy was not, whatever address it names. */
export const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  headers["x-forwarded-for"] === undefined &&
  headers.forwarded === undefined &&
  /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
