/** Authorization of a call: session, origin, venue, codes, in this order. Each step refuses by throwing; nothing is changed before. */
import type { FastifyRequest } from "fastify";
import type { Call } from "../../contract/core/call";
import type { Language } from "../../contract/core/enums";
import type { Code } from "../../contract/core/permissions";
import type { Database } from "../db/client";
import { codesOfRole } from "../kernel/codes-held";
import { AppError, lacking } from "./error";
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
  if (call.codes.length > 0 && !call.codes.some((code) => membership.codes.has(code))) throw lacking(...call.codes);
}

/** Codes of which one is needed to look as a role does. */
const LOOKS_AS: readonly Code[] = ["role_list", "role_menu_form"];

/**
 * Returns the membership while its person previews the console as a role (header `Preview-Role`): the rights that both have.
 * @throws AppError `previewing` for whatever changes something; `forbidden` for who may not look at roles, or for a role of elsewhere
 */
export async function previewing(request: FastifyRequest, database: Database, held: Membership, call: Call): Promise<Membership> {
  const roleId = request.headers["preview-role"];
  if (typeof roleId !== "string" || roleId === "") return held;
  if (call.effect) throw new AppError("previewing");
  const db = database.dbFor(held.venue.id);
  const role = await db
    .selectFrom("role")
    .select("id")
    .where("id", "=", roleId)
    .where("organization_id", "=", held.venue.organization_id)
    .executeTakeFirst();
  if (!role || !LOOKS_AS.some((code) => held.codes.has(code))) throw lacking(...LOOKS_AS);
  const codes = await codesOfRole(db, role.id);
  return { ...held, codes: new Set([...held.codes].filter((code) => codes.has(code))) };
}

/** The language to answer in: what the request asks for, what the person saved, Chinese. */
export const answerLanguage = (request: FastifyRequest, session?: Session): Language => languageOf(request) ?? session?.language ?? "zh";
