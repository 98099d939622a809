/** Context of a service. A service is a plain function `(ctx, input)`: time and ids are injected, so any run can be replayed. */
import { randomBytes } from "node:crypto";
import type { Domain } from "../../contract/all";
import type { Language } from "../../contract/core/enums";
import { ALL_CODES, type Code } from "../../contract/core/permissions";
import { dayOf } from "../../contract/core/time";
import type { Db } from "../db/client";
import type { VenueTable } from "../domains/venue/rows";
import type { Selectable } from "kysely";
import { lacking } from "./error";

/** Acting person. `id` is "" and name "system" for the scheduler and the demo loader. */
export interface Operator {
  readonly id: string;
  readonly name: string;
}

/** A live event (websocket). `type` is one of the spec's and product's message types; amounts in fen. */
export interface LiveEvent {
  readonly type: "payment" | "booking_online" | "booking_changed" | "stock_low" | "message_count" | "changed";
  readonly orderId?: string;
  readonly amount?: number;
  /** `resource` names what lists should refresh; anything else the screens need, never personal data. */
  readonly data?: Readonly<Record<string, string | number | boolean | null>> & { readonly resource?: Domain };
}

export type VenueRow = Selectable<VenueTable>;

/** Context of work in one venue. `db` sees only this venue; in a call with an effect it is the call's transaction. */
export interface Ctx {
  readonly db: Db;
  readonly venue: VenueRow;
  readonly person: Operator;
  /** The codes that the person holds at the venue. */
  readonly codes: ReadonlySet<Code>;
  readonly now: Date;
  readonly newId: () => string;
  readonly language: Language;
  /** Address from which the request came, and the name of its call, for the audit log. */
  readonly address: string;
  /** Origin under which the request reached this server, "https://venue.example"; "" where work has no request. */
  readonly origin: string;
  /** The secret of the person's device, "" where there is none. */
  readonly device: string;
  readonly action: string;
  readonly idempotencyKey: string | null;
  /** Id of the approval that the call carries; "" where it carries none. */
  readonly approval: string;
  /** Sends a live event when, and only when, the transaction commits. */
  readonly emit: (event: LiveEvent) => void;
  /** Says that rows of another venue were written too: its kept totals are dropped with this one's. */
  readonly wroteAt: (venueId: string) => void;
  /**
   * Hands over a statement whose answer the service does not need, instead of awaiting it: it runs in its turn, before whatever is queried
   * next, and the change waits for it before it commits, or fails with it.
   */
  readonly write: (sent: Promise<unknown>) => void;
  /** Cache scope: reads of a service by `memoizePerService` are cached under this while it runs. */
  readonly scope: object;
}

/** Context of work outside any venue: login, profile, the list of sites. `person` is null on public calls. */
export interface PersonCtx<P extends Operator | null = Operator> {
  readonly db: Db;
  readonly person: P;
  readonly dbFor: (venueId: string) => Db;
  /** Reads at a venue as this operator, who holds no code there. @throws AppError `missing` for an unknown venue */
  readonly readAt: <T>(venueId: string, operator: Operator, service: (ctx: Ctx) => Promise<T>) => Promise<T>;
  /** As `readAt`, in a transaction of its own. */
  readonly changeAt: <T>(venueId: string, operator: Operator, service: (ctx: Ctx) => Promise<T>) => Promise<T>;
  readonly now: Date;
  /** A session lives so many ms after its sign-in, however busy it is. */
  readonly sessionMs: number;
  readonly newId: () => string;
  readonly language: Language;
  readonly address: string;
  /** Origin at which the person's browser reaches this server, "https://venue.example". */
  readonly origin: string;
  /** The opaque token of this request's session, "" on public calls. */
  readonly token: string;
  /** The secret of the person's device, "" where it has none. */
  readonly device: string;
  /** The session that the browser still has while it signs in; "" where there is none. */
  readonly replaces: string;
  /** User agent of the person's browser, "" where it sends none. */
  readonly agent: string;
  /** Sets the device's cookie on the answer. */
  readonly setDevice: (secret: string) => void;
  /** Sets or clears the session cookie on the answer. */
  readonly setSession: (token: string | null, expiresAt?: Date) => void;
}

/** Refuses unless the person holds `code` at the venue. */
export function need(ctx: Ctx, code: Code): void {
  if (!ctx.codes.has(code)) throw lacking(code);
}

/**
 * Makes a reading that is done once for each key while a service runs, however often it is called. Only for what that service does
 * not change itself.
 */
export function memoizePerService<I, O>(read: (ctx: Ctx, input: I) => Promise<O>): (ctx: Ctx, input: I) => Promise<O> {
  const scopes = new WeakMap<object, Map<string, Promise<O>>>();
  return (ctx, input) => {
    const known = scopes.get(ctx.scope) ?? new Map<string, Promise<O>>();
    scopes.set(ctx.scope, known);
    const key = JSON.stringify(input);
    const found = known.get(key) ?? read(ctx, input);
    known.set(key, found);
    return found;
  };
}

/** Today in the venue's zone. */
export const today = (ctx: Ctx): string => dayOf(ctx.now, ctx.venue.zone);

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/**
 * A time-ordered opaque id of 26 characters: 10 of milliseconds, 16 random, so that rows made together lie together.
 * @param random source of 16 bytes; the demo passes a seeded one
 */
export function makeId(now: Date, random: (bytes: number) => Uint8Array = randomBytes): string {
  let time = "";
  for (let rest = now.getTime(), i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = (ALPHABET[rest % 32] ?? "0") + time;
  let tail = "";
  for (const byte of random(16)) tail += ALPHABET[byte % 32] ?? "0";
  return time + tail;
}

/** Every code: what the scheduler, the demo loader and an administrator hold. */
export const EVERY_CODE: ReadonlySet<Code> = new Set(ALL_CODES);
