/**
 * Every call of the contract, registered as a route. A call goes: session, origin, venue, codes, validation, key, service, envelope.
 * Refusals leave through the error handler (`app.ts`).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { calls, type CallName } from "../../contract/all";
import type { Call } from "../../contract/core/call";
import type { Language } from "../../contract/core/enums";
import { explain, explainUnknownFilters, labelsIn } from "../../contract/core/explain";
import { type Database, PLATFORM } from "../db/client";
import { answerWriter } from "./answer";
import { DEVICE_MS } from "../kernel/devices";
import { SESSION_MS } from "../kernel/tokens";
import { makeId, type Operator, type PersonCtx } from "./context";
import { readPart, UnreadableField } from "./drafts";
import { AppError, badInput, faultsOf } from "./error";
import { allow, answerLanguage, type Caller, callerOf, cookieCallerOf, membershipOf, previewing } from "./guard";
import type { HeavyLane } from "./heavy";
import { change, read, type Request } from "./perform";
import type { FileAnswer, Route } from "./serve";
import type { Membership, Sessions } from "./sessions";
import {
  approvalOf,
  cookieOf,
  deviceOf,
  isOwnOrigin,
  keyOf,
  originOf,
  setDeviceCookie,
  setSessionCookie,
  tokenOf,
  valuesOf,
} from "./transport";

declare module "fastify" {
  interface FastifyRequest {
    /** Name of the contract's call, "booking.create"; "" on other paths. */
    callName: string;
    /** Code of the envelope that was sent; 0 where none was. */
    answerCode: number;
    /** Language of refusals. */
    language: Language | undefined;
  }
}

/** Dependencies for serving calls. */
interface Kernel {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly heavyLane: HeavyLane;
  /** Resolves when this process has heard of all that is committed. */
  readonly noticed: () => Promise<void>;
  readonly now: () => Date;
  readonly allowedOrigins: readonly string[];
  /** A session lives so many ms after its sign-in. */
  readonly sessionMs: number;
  /** Parse every answer by the contract as well, and fail loudly where a service does not keep it. For tests. */
  readonly checkAnswers: boolean;
}

const JUST_SLID_MS = 10_000;
/** Characters kept of what a browser says of itself. */
const MOST_AGENT = 300;
const UPLOAD_LIMIT = 9 * 1024 * 1024;
/** Size limit of public input: names, codes, passwords. */
const PUBLIC_LIMIT = 64 * 1024;
/** Calls that change who may do what: the answer waits until this process has heard of it. */
const CHANGES_ACCESS = /^(session\.(logout|setup)|ownAccess\.|platform\.|staff\.|roles\.|venue\.)/;
/** Calls by which whoever found a page open could guess a password: limited like the login. */
const GUESSES: ReadonlySet<CallName> = new Set([
  "platform.changePassword",
  "ownAccess.beginSecondFactor",
  "ownAccess.confirmSecondFactor",
  "ownAccess.endSecondFactor",
  "ownAccess.changeMobile",
  "ownAccess.setPin",
  "ownAccess.removePin",
]);

/**
 * Registers all calls.
 * @throws Error when a route serves a call that is not in the contract, or serves one twice
 */
export function registerCalls(app: FastifyInstance, kernel: Kernel, routes: readonly Route[], publicLimit: object | undefined): void {
  const served = new Map<Call, Route>();
  const known = new Set(calls.map(({ call }) => call));
  for (const route of routes) {
    if (!known.has(route.call) || served.has(route.call)) throw new Error(`${route.call.path} is served twice or is not in the contract`);
    served.set(route.call, route);
  }
  for (const { name, call } of calls) {
    app.route({
      method: call.method,
      url: call.path,
      ...(call.path.startsWith("/api/open/upload/")
        ? { bodyLimit: UPLOAD_LIMIT }
        : call.access === "public"
          ? { bodyLimit: PUBLIC_LIMIT }
          : call.bodyLimit === undefined
            ? {}
            : { bodyLimit: call.bodyLimit }),
      ...((call.access === "public" || GUESSES.has(name)) && publicLimit ? { config: { rateLimit: publicLimit } } : {}),
      handler: handlerOf(kernel, name, call, served.get(call)),
    });
  }
}

function handlerOf(kernel: Kernel, name: CallName, call: Call, route: Route | undefined) {
  const write = answerWriter(call);
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (call.access === "public") return servePublic(kernel, request, reply, call, route);
    if (call.access === "person") return servePerson(kernel, request, reply, call, route);
    return serveVenue(kernel, request, reply, name, call, route);
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    request.callName = name;
    const answer = await serve(request, reply).catch((error: unknown) => {
      // A cookie that opens nothing any more is taken back: scripts can't.
      const cookie = cookieOf(request);
      const refused = error instanceof AppError && error.key === "invalidToken";
      if (refused && cookie !== undefined && tokenOf(request)?.token === cookie) setSessionCookie(request, reply, null, 0);
      throw error;
    });
    if (!call.method.startsWith("GET") && CHANGES_ACCESS.test(name)) await kernel.noticed();
    request.answerCode = 200;
    if (call.file !== undefined) return sendFile(reply, answer as FileAnswer);
    if (kernel.checkAnswers) call.output.parse(answer);
    // As bytes: a string would be measured first and encoded after, which for a week of the grid takes as long as writing it.
    return reply.type("application/json; charset=utf-8").send(Buffer.from(write(answer)));
  };
}

async function servePublic(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  route: Route | undefined,
): Promise<unknown> {
  request.language = answerLanguage(request);
  const { origin } = request.headers;
  // A page elsewhere must not log a browser in as somebody else, nor guess passwords through its visitors.
  if (call.method === "POST" && origin !== undefined && !isOwnOrigin(request, origin, kernel.allowedOrigins))
    throw new AppError("otherSite");
  if (route?.in !== "public") throw new AppError("notServed");
  const input = parse(call, valuesOf(request, call), request.language);
  return route.service({ ...personContext(kernel, request, reply, ""), person: null }, input);
}

async function servePerson(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  route: Route | undefined,
): Promise<unknown> {
  const caller = await callerOf(request, kernel.sessions, kernel.now(), kernel.allowedOrigins);
  request.language = answerLanguage(request, caller);
  if (route?.in !== "person") throw new AppError("notServed");
  const input = parse(call, valuesOf(request, call), request.language);
  slideCookie(request, reply, caller, kernel.now());
  return route.service({ ...personContext(kernel, request, reply, caller.token), person: caller.person }, input);
}

async function serveVenue(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  call: Call,
  route: Route | undefined,
): Promise<unknown> {
  const { caller, membership, values } = await enterVenue(kernel, request, call);
  slideCookie(request, reply, caller, kernel.now());
  if (route?.in !== "venue") throw new AppError("notServed");
  const language = answerLanguage(request, caller);
  const { input, errors } = readInput(call, values, language);
  const key = keyOf(request);
  if (call.effect && errors === undefined && key === undefined) throw new AppError("keyMissing");
  const work: Request = {
    venue: membership.venue,
    person: caller.person,
    codes: membership.codes,
    language,
    address: request.ip,
    origin: originOf(request),
    device: deviceOf(request),
    approval: approvalOf(request),
    action: call.named && errors === undefined ? actionIn(name, input) : name,
    call: name,
    now: kernel.now(),
    idempotencyKey: call.effect ? (key ?? null) : null,
    body: values,
  };
  if (errors) throw call.effect && route.checksDrafts ? await refuseDraft(kernel, work, route, errors) : badInput(errors);
  const service = route.service as (ctx: never, input: never) => Promise<unknown>;
  const run = (ctx: unknown): Promise<unknown> => service(ctx as never, input);
  const answer =
    call.heavy && !call.effect
      ? await kernel.heavyLane.run(caller.person.id, reply.raw, () => read(kernel.database.heavy, work, run))
      : await kernel.heavyLane.runFirst(() => (call.effect ? change : read)(kernel.database, work, run));
  return route.after ? route.after({ database: kernel.database, request: work, now: kernel.now }, answer as never, input) : answer;
}

/** Session, origin, venue and codes of a call in a venue, and the values that came with it. */
async function enterVenue(
  kernel: Kernel,
  request: FastifyRequest,
  call: Call,
): Promise<{ caller: Caller; membership: Membership; values: unknown }> {
  const who = call.access === "cookie" ? cookieCallerOf : callerOf;
  const caller = await who(request, kernel.sessions, kernel.now(), kernel.allowedOrigins);
  request.language = answerLanguage(request, caller);
  const values = valuesOf(request, call);
  const held = await membershipOf(request, kernel.sessions, caller.person.id, call.access === "cookie" ? venueIdIn(values) : undefined);
  const membership = await previewing(request, kernel.database, held, call);
  allow(call, membership);
  // The specification sends open calls the venue under the name sourceId; the contract calls it venueId.
  const named =
    call.access === "cookie" && typeof values === "object" && values !== null ? { ...values, venueId: membership.venue.id } : values;
  return { caller, membership, values: named };
}

/** "games.publish" of "games.modifyStatus": what a call that does several actions was sent for. */
const actionIn = (name: string, { action }: { readonly action: string }): string => `${name.slice(0, name.indexOf("."))}.${action}`;

const venueIdIn = (values: unknown): unknown =>
  typeof values === "object" && values !== null && "venueId" in values ? values.venueId : undefined;

/** Query values other than the input. */
const SESSION_VALUES: ReadonlySet<string> = new Set(["access_token", "sourceId", "sourceName", "siteType", "siteTypeSourceId", "venueId"]);

/** Filters of a list that it does not have: answering as if they were not there would show rows that nobody asked for. */
function unknownFilters({ input }: Call, values: unknown): readonly string[] {
  if (!(input instanceof z.ZodObject) || !("page" in input.shape) || typeof values !== "object" || values === null) return [];
  return Object.keys(values).filter((name) => !(name in input.shape) && !SESSION_VALUES.has(name));
}

type Errors = Readonly<Record<string, string>>;
/** Reads an input by its schema: returns the input, or the errors by path. */
function readInput(call: Call, values: unknown, language: Language): { readonly input: never; readonly errors?: Errors } {
  const unknown = unknownFilters(call, values);
  if (unknown.length > 0) return { input: undefined as never, errors: explainUnknownFilters(unknown, language) };
  const { success, data, error } = call.input.safeParse(values);
  return success
    ? { input: data as never }
    : { input: undefined as never, errors: explain(error, language, labelsIn(call, language), call.choices) };
}

function parse(call: Call, values: unknown, language: Language): never {
  const { input, errors } = readInput(call, values, language);
  if (errors) throw badInput(errors);
  return input;
}

/**
 * Returns the refusal of a draft that its schema refuses, with what the service's rules find wrong besides. They run in a transaction that is
 * rolled back.
 */
async function refuseDraft({ database }: Kernel, work: Request, { call, service }: Route, errors: Errors): Promise<AppError> {
  const draft = readPart(call.input, work.body, errors);
  if (draft === undefined) return badInput(errors);
  const check = async (ctx: unknown): Promise<never> => {
    await service(ctx as never, draft as never);
    throw new UnreadableField();
  };
  try {
    return await change(database, { ...work, idempotencyKey: null }, check);
  } catch (error) {
    if (!(error instanceof AppError || error instanceof UnreadableField)) throw error;
    return badInput({ ...faultsOf(work.language, error), ...errors });
  }
}

function personContext(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, token: string): Omit<PersonCtx, "person"> {
  const now = kernel.now();
  const language = request.language ?? "zh";
  const workAt = async (venueId: string, person: Operator): Promise<Request> => {
    const venue = await kernel.database.dbFor(PLATFORM).selectFrom("venue").selectAll().where("id", "=", venueId).executeTakeFirst();
    if (!venue) throw new AppError("missing", { what: language === "zh" ? "场馆" : "Venue" });
    return { venue, person, codes: new Set(), language, address: request.ip, action: request.callName, now, idempotencyKey: null };
  };
  return {
    db: kernel.database.dbFor(PLATFORM),
    dbFor: (venueId) => kernel.database.dbFor(venueId),
    readAt: async (venueId, operator, service) => read(kernel.database, await workAt(venueId, operator), service),
    changeAt: async (venueId, operator, service) => change(kernel.database, await workAt(venueId, operator), service),
    now,
    sessionMs: kernel.sessionMs,
    newId: () => makeId(now),
    language,
    address: request.ip,
    origin: consoleOf(request, kernel),
    token,
    device: deviceOf(request),
    replaces: token === "" ? (cookieOf(request) ?? "") : "",
    agent: (request.headers["user-agent"] ?? "").slice(0, MOST_AGENT),
    setDevice: (secret) => setDeviceCookie(request, reply, secret, DEVICE_MS),
    setSession: (value, expiresAt) =>
      setSessionCookie(request, reply, value, (expiresAt?.getTime() ?? now.getTime() + SESSION_MS) - now.getTime()),
  };
}

/** Origin of the console that asks: links for people lead there. */
function consoleOf(request: FastifyRequest, { allowedOrigins }: Kernel): string {
  const { origin } = request.headers;
  return origin !== undefined && isOwnOrigin(request, origin, allowedOrigins) ? origin : `${request.protocol}://${request.host}`;
}

/** The cookie lives on with the session: it is set anew on the first answers after the session slid. */
function slideCookie(request: FastifyRequest, reply: FastifyReply, caller: Caller, now: Date): void {
  const justSlid = caller.slidAt !== null && now.getTime() - caller.slidAt.getTime() < JUST_SLID_MS;
  if (caller.byCookie && justSlid) setSessionCookie(request, reply, caller.token, caller.expiresAt.getTime() - now.getTime());
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const ascii = file.fileName.replace(/[^\w.-]/g, "_");
  return reply
    .type(file.type)
    .header("content-disposition", `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    .send(file.body);
}
