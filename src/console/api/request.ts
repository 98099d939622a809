/**
 * How a call travels.
 * JSON POST: session values in headers. Form POST: in the body, with the source name. GET: as query. `/api/open/`: none of token and source id.
 */
import type { Call } from "../../contract/call";
import { currentLanguage } from "../i18n/i18n";
import { preview } from "../session/preview";
import { session } from "../session/store";
import type { Wire } from "./send";

/** The site type that this console is for. */
export const SITE_TYPE = "Venue";

type Values = Record<string, string>;

/** The values that say who asks and where; what is unknown is left out. */
function identity(open: boolean): Values {
  const { token, venue, venueId } = session();
  return {
    ...(token === undefined || open ? {} : { access_token: token }),
    ...(venueId === undefined || open ? {} : { sourceId: venueId }),
    siteType: SITE_TYPE,
    ...(venueId === undefined ? {} : { siteTypeSourceId: venue?.siteTypeSourceId ?? venueId }),
  };
}

const wireText = (value: unknown): string => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));

/** Fills query or form with an input: lists of words as commas, absent values not at all. */
function fill(target: URLSearchParams, input: object): void {
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    const list = Array.isArray(value) && value.every((item) => typeof item !== "object");
    target.set(name, list ? value.join(",") : wireText(value));
  }
}

/**
 * The request of a call.
 * @param key idempotency key; required by calls with an effect
 */
export function requestOf(call: Call, input: object, options: { key?: string | undefined } = {}): Wire {
  const open = call.path.startsWith("/api/open/");
  // An open call knows its venue by its input alone.
  const named = call.access === "cookie" && session().venueId !== undefined ? { venueId: session().venueId, ...input } : input;
  const common = {
    "Accept-Language": currentLanguage(),
    ...(options.key === undefined ? {} : { "Idempotency-Key": options.key }),
    ...(preview() === undefined ? {} : { "Preview-Role": preview()?.id ?? "" }),
  };
  const who = identity(open);
  if (call.method === "GET") {
    const query = new URLSearchParams();
    fill(query, { ...who, ...named });
    return { method: "GET", url: `${call.path}?${query.toString()}`, headers: common };
  }
  if (call.encoding === "json") {
    const bearer = who["access_token"] === undefined ? {} : { Authorization: `Bearer ${who["access_token"]}` };
    const headers = { ...common, ...who, ...bearer, "Content-Type": "application/json" };
    return { method: "POST", url: call.path, headers, body: JSON.stringify(named) };
  }
  const form = new URLSearchParams();
  const name = session().venue?.name;
  fill(form, { ...who, ...(name === undefined || open ? {} : { sourceName: name }), ...named });
  return { method: "POST", url: call.path, headers: common, body: form };
}

/** A new idempotency key. Works where the page is not a secure context (a till on the venue's own network). */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
