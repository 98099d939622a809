/**
 * The headers and encoding of every request, one function for each rule of the wire. The client applies them as interceptors
 * (`client.ts`); the first requests of a page load apply them before the client is there (`ahead.ts`).
 */
import type { Call, Encoding } from "../../contract/core/call";
import { currentLanguage } from "../i18n/i18n";
import { preview } from "../session/preview";
import { session } from "../session/store";
import { apiAddress } from "./host";

/** The site type that this console is for. */
const SITE_TYPE = "Venue";

type Values = Readonly<Record<string, unknown>>;

/** A request before it is sent: the parts of axios' config that travel. */
interface Outgoing {
  url?: string;
  encoding?: Encoding;
  idempotencyKey?: string;
  params?: unknown;
  data?: unknown;
  readonly headers: { set(name: string, value: string): unknown };
}
type Rule = (request: Outgoing) => void;

const valuesIn = (part: unknown): Values => (typeof part === "object" && part !== null ? { ...part } : {});
const isOpen = ({ url }: Outgoing): boolean => url?.startsWith("/api/open/") === true;

/** Session token, source id, site type and its source id; without the first two under `/api/open/`. What is unknown is left out. */
function sessionValues(open: boolean): Readonly<Record<string, string>> {
  const { token, venue, venueId } = session();
  return {
    ...(token === undefined || open ? {} : { access_token: token }),
    ...(venueId === undefined || open ? {} : { sourceId: venueId }),
    siteType: SITE_TYPE,
    ...(venueId === undefined ? {} : { siteTypeSourceId: venue?.siteTypeSourceId ?? venueId }),
  };
}

/** JSON POST: the session in headers, with a bearer. Form POST: in the body, with the source name. GET: as query. */
const addSession: Rule = (request) => {
  const values = sessionValues(isOpen(request));
  if (request.encoding === "query") request.params = { ...values, ...valuesIn(request.params) };
  else if (request.encoding === "form") {
    const name = isOpen(request) ? undefined : session().venue?.name;
    request.data = { ...values, ...(name === undefined ? {} : { sourceName: name }), ...valuesIn(request.data) };
  } else {
    for (const [header, value] of Object.entries(values)) request.headers.set(header, value);
    if (values["access_token"] !== undefined) request.headers.set("Authorization", `Bearer ${values["access_token"]}`);
  }
};

/** The language of refusals, and the role that the person previews. */
const addViewer: Rule = ({ headers }) => {
  headers.set("Accept-Language", currentLanguage());
  const role = preview();
  if (role !== undefined) headers.set("Preview-Role", role.id);
};

/** The key that makes one action of however many attempts. */
const addIdempotencyKey: Rule = ({ headers, idempotencyKey }) => {
  if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
};

const encodeBody: Rule = (request) => {
  if (request.encoding === "form") request.data = toSearchParams(request.data);
  else if (request.encoding === "json") {
    request.data = JSON.stringify(valuesIn(request.data));
    request.headers.set("Content-Type", "application/json");
  }
};

const addHost: Rule = (request) => {
  request.url = new URL(apiAddress(request.url ?? ""), location.origin).href;
};

/** The rules of every request, in their order. */
export const RULES: readonly Rule[] = [addSession, addViewer, addIdempotencyKey, encodeBody, addHost];

const toText = (value: unknown): string => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));

/** Query or form values: lists of words joined by commas, absent values left out. */
export function toSearchParams(values: unknown): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(valuesIn(values))) {
    if (value === undefined || value === null) continue;
    const isList = Array.isArray(value) && value.every((item) => typeof item !== "object");
    search.set(name, isList ? value.join(",") : toText(value));
  }
  return search;
}

/** A call and its input as the rules expect them. An open call knows its venue by its input alone. */
export function describeCall(call: Call, input: object): Pick<Outgoing, "params" | "data"> & { url: string; encoding: Encoding } {
  const { venueId } = session();
  const values = call.access === "cookie" && venueId !== undefined ? { venueId, ...input } : input;
  return { url: call.path, encoding: call.encoding, ...(call.method === "GET" ? { params: values } : { data: values }) };
}
