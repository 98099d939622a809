/**
 * Connection of calls to services. A domain's `routes.ts` pairs its calls with plain functions; the app does the rest: authentication,
 * venue, codes, validation, transaction, envelope.
 */
import type { Call, Output, Parsed } from "../../contract/core/call";
import type { Readable } from "node:stream";
import type { Database } from "../db/client";
import type { Ctx, PersonCtx } from "./context";
import type { Request } from "./perform";

/** Answer of a download's service. `body` may stream. */
export interface FileAnswer {
  readonly fileName: string;
  readonly type: string;
  readonly body: Readable | Buffer;
}
/** Database and request of work outside a transaction. */
export interface Work {
  readonly database: Database;
  readonly request: Request;
  /** The clock: time passes while an outside service is called. */
  readonly now: () => Date;
}
type Answer<C extends Call> = C extends { readonly file: string } ? FileAnswer : Output<C>;

/** A call with its service. */
export type Route =
  | {
      readonly call: Call;
      readonly in: "venue";
      readonly service: (ctx: Ctx, input: never) => Promise<unknown>;
      /**
       * The service has no effect outside its transaction and takes drafts with unreadable fields (`drafts.ts`): where the schema
       * refuses an input, the service's rules add what else is wrong with it.
       */
      readonly checksDrafts?: boolean;
      /**
       * Continues when the service's transaction has committed, outside any: it calls outside services (a payment channel) and records what
       * it hears in changes of its own. Also where a key got its first answer again. Gives the answer.
       */
      readonly after?: (work: Work, answer: never, input: never) => Promise<unknown>;
    }
  | { readonly call: Call; readonly in: "person"; readonly service: (ctx: PersonCtx, input: never) => Promise<unknown> }
  | { readonly call: Call; readonly in: "public"; readonly service: (ctx: PersonCtx<null>, input: never) => Promise<unknown> };

type Services<T extends Record<string, Call>, X> = { readonly [K in keyof T]?: (ctx: X, input: Parsed<T[K]>) => Promise<Answer<T[K]>> };

/** Pairs calls of access "venue" or "cookie" with services in a venue. Calls left out are served elsewhere, or not yet. */
export const inVenue = <T extends Record<string, Call>>(calls: T, services: Services<T, Ctx>): Route[] => pair(calls, services, "venue");
/** Pairs calls of access "person". */
export const servePersonCalls = <T extends Record<string, Call>>(calls: T, services: Services<T, PersonCtx>): Route[] =>
  pair(calls, services, "person");
/** Pairs calls of access "public". */
export const servePublicCalls = <T extends Record<string, Call>>(calls: T, services: Services<T, PersonCtx<null>>): Route[] =>
  pair(calls, services, "public");

/** A call in a venue that continues after its transaction: see `Route.after`. */
export const inVenueAfter = <C extends Call, K>(
  call: C,
  service: (ctx: Ctx, input: Parsed<C>) => Promise<K>,
  after: (work: Work, answer: K, input: Parsed<C>) => Promise<Answer<C>>,
): Route => ({ call, in: "venue", service, after });

const ACCESS = { venue: ["venue", "cookie"], person: ["person"], public: ["public"] } as const;

function pair<T extends Record<string, Call>, X>(calls: T, services: Services<T, X>, where: Route["in"]): Route[] {
  return Object.entries(services).map(([key, service]) => {
    const call = calls[key];
    const allowed: readonly string[] = ACCESS[where];
    if (!call || !allowed.includes(call.access)) throw new Error(`${key}: access ${call?.access ?? "?"} is not served ${where}`);
    return { call, in: where, service };
  });
}
