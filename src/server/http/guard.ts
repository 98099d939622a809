/** Who may make a call: session, origin, venue, codes, in this order. Each step refuses by throwing; nothing is touched before. */
import type { FastifyRequest } from "fastify";
import type { Call } from "../../contract/call";
import type { Language } from "../../contract/enums";
import { AppError } from "./error";
import type { Membership, Session, Sessions } from "./sessions";
import { cookieOf, isSameSite, languageOf, sourceIdOf, tokenOf } from "./transport";

/** A request whose person is known. */
export interface Caller extends Session {
  readonly token: string;
  /** The session came by cookie, which then slides with it. */
  readonly byCookie: boolean;
}

/**
 * The caller by token or cookie. A cookie speaks only for requests of our own pages.
 * @throws AppError `invalidToken`; `otherSite`
 */
export async function callerOf(request: FastifyRequest, sessions: Sessions, now: Date, origins: readonly string[]): Promise<Caller> {
  const found = tokenOf(request);
  if (!found) throw new AppError("invalidToken");
  if (found.by === "cookie" && !isSameSite(request, origins)) throw new AppError("otherSite");
  const session = await sessions.find(found.token, now);
  if (!session) throw new AppError("invalidToken");
  return { ...session, token: found.token, byCookie: found.by === "cookie" };
}

/**
 * The caller of an open call that returns money or personal data: session cookie and same-site origin, whatever else was sent.
 * @throws AppError `invalidToken`; `otherSite`
 */
export async function cookieCallerOf(request: FastifyRequest, sessions: Sessions, now: Date, origins: readonly string[]): Promise<Caller> {
  const token = cookieOf(request);
  if (token === undefined) throw new AppError("invalidToken");
  if (!isSameSite(request, origins)) throw new AppError("otherSite");
  const session = await sessions.find(token, now);
  if (!session) throw new AppError("invalidToken");
  return { ...session, token, byCookie: true };
}

/**
 * The venue that a call is made in: the source id, or for open calls the input `venueId`.
 * @throws AppError `siteData` when it is missing or not in the person's list
 */
export async function membershipOf(request: FastifyRequest, sessions: Sessions, personId: string, venueId: unknown): Promise<Membership> {
  const id = venueId ?? sourceIdOf(request);
  const membership = typeof id === "string" ? await sessions.membership(personId, id) : undefined;
  if (!membership) throw new AppError("siteData");
  return membership;
}

/** @throws AppError `forbidden`, naming the code, unless the call needs none or the person holds one of its codes */
export function allow(call: Call, membership: Membership): void {
  if (call.codes.length > 0 && !call.codes.some((code) => membership.codes.has(code)))
    throw new AppError("forbidden", { code: call.codes.join(" / ") });
}

/** The language to answer in: what the request asks for, what the person saved, Chinese. */
export const answerLanguage = (request: FastifyRequest, session?: Session): Language => languageOf(request) ?? session?.language ?? "zh";
