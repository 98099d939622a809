/**
 * Work in a venue, with everything that the platform owes it: one transaction, the audit log's who and what, the idempotency key,
 * live events at commit, and another try where two transactions collided.
 */
import { createHash } from "node:crypto";
import { type CompiledQuery, sql } from "kysely";
import type { Language } from "../../contract/core/enums";
import type { Code } from "../../contract/core/permissions";
import { type Database, type Db, PLATFORM } from "../db/client";
import { countPhoneGuess } from "../kernel/phones";
import { forgetCounts, listed, writtenRows, writtenSince } from "../db/counts";
import { setLocal } from "../db/settings";
import { planOf, touchedJobs } from "../kernel/due";
import { type Ctx, EVERY_CODE, type LiveEvent, makeId, type Operator, type VenueRow } from "./context";
import { AppError } from "./error";

/** Caller and requested call, once authenticated and authorized. */
export interface Request {
  readonly venue: VenueRow;
  readonly person: Operator;
  readonly codes: ReadonlySet<Code>;
  readonly language: Language;
  readonly address: string;
  readonly origin?: string;
  readonly device?: string;
  /** Name of what is done, "booking.create": the audit log's action. */
  readonly action: string;
  /** Name of the call, where it does several actions: an idempotency key is of the call. */
  readonly call?: string;
  readonly now: Date;
  readonly idempotencyKey: string | null;
  /** Id of the approval that the call carries. */
  readonly approval?: string;
  /** The input as it came, for the hash that goes with the key. */
  readonly body?: unknown;
  readonly newId?: () => string;
}

const COLLISIONS = new Set(["40001", "40P01"]);
const TRIES = 4;

const sqlState = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";

/** Runs a reading service: no transaction, one connection at a time, the venue's rows only. */
export async function read<T>(database: Pick<Database, "dbFor">, request: Request, service: (ctx: Ctx) => Promise<T>): Promise<T> {
  const writes = sending();
  const ctx = contextOf(
    database.dbFor(request.venue.id),
    request,
    () => undefined,
    () => undefined,
    writes,
  );
  const answer = await writes.around(() => service(ctx));
  await countPhoneGuess(database.dbFor(PLATFORM), ctx, answer);
  return answer;
}

/**
 * Runs a changing service in one transaction. With an idempotency key the first answer is kept in that same transaction: the same
 * key and body gets it back, another body is refused (wire "Writes"); refusals are not kept.
 * Deadlocks and serialization failures are tried again; the service has no effects outside its transaction.
 * @throws AppError whatever the service refuses; `keyReused`
 */
export async function change<T>(database: Database, request: Request, service: (ctx: Ctx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const work = (tx: Db) => inTransaction(tx, request, service);
      const { answer, venues, tables, events } = await database.transact(request.venue.id, work, (tx, done) => lastOf(tx, request, done));
      const watchedTables = tables.filter(listed);
      for (const venueId of venues) {
        forgetCounts(venueId, watchedTables);
        if (watchedTables.length > 0) database.tell("rows", [venueId, ...watchedTables].join(" "));
      }
      if (events.length > 0) database.tell("outbox", request.venue.id);
      return answer;
    } catch (error) {
      if (!COLLISIONS.has(sqlState(error)) || attempt >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * 5 + Math.random() * 20));
    }
  }
}

/** Outcome of a transaction: its answer, the venues and tables that it wrote, and its live events. */
interface Outcome<T> {
  readonly answer: T;
  readonly venues: ReadonlySet<string>;
  readonly tables: readonly string[];
  readonly events: readonly LiveEvent[];
}

async function inTransaction<T>(tx: Db, request: Request, service: (ctx: Ctx) => Promise<T>): Promise<Outcome<T>> {
  const settings = setLocal(tx, {
    "app.person_id": request.person.id,
    "app.operator": request.person.name,
    "app.address": request.address,
    "app.action": request.action,
    "app.now": request.now.toISOString(),
  });
  const [before] = await Promise.all([writtenRows(tx), settings]);
  const stored = await storedAnswer<T>(tx, request);
  if (stored) return { answer: stored.answer, venues: new Set(), tables: [], events: [] };
  const events: LiveEvent[] = [];
  const venues = new Set([request.venue.id]);
  const writes = sending();
  const ctx = contextOf(
    tx,
    request,
    (event) => events.push(event),
    (venueId) => venues.add(venueId),
    writes,
  );
  const answer = await writes.around(() => service(ctx));
  const [tables] = await Promise.all([writtenSince(tx, before), storeAnswer(tx, request, answer)]);
  return { answer, venues, tables, events };
}

/** Builds the last writes of a change: its events, and when work is due next. Both lock the venue's sequence of events until the commit. */
function lastOf(tx: Db, request: Request, { tables, events }: Outcome<unknown>): CompiledQuery[] {
  const touched = touchedJobs(request.action, tables);
  const plan = touched.length > 0 ? planOf(request.venue, request.now, touched, request.action, tables) : undefined;
  if (events.length === 0 && !plan) return [];
  // Two that plan at once see each other's deadlines only one after the other: the sequence is their lock.
  const counted = counting(tx, request.venue.id, "outbox", events.length).compile();
  return [counted, ...(events.length > 0 ? [publishing(tx, request, events)] : []), ...(plan ? [plan.compile(tx)] : [])];
}

async function storeAnswer(tx: Db, request: Request, answer: unknown): Promise<void> {
  if (request.idempotencyKey === null) return;
  await tx
    .updateTable("idempotency")
    .set({ answer: JSON.stringify(answer) })
    .where("venue_id", "=", request.venue.id)
    .where("person_id", "=", request.person.id)
    .where("call", "=", request.call ?? request.action)
    .where("key", "=", request.idempotencyKey)
    .execute();
}

/** The answer that this key already has. Waits for a transaction that is using the key right now. */
async function storedAnswer<T>(tx: Db, request: Request): Promise<{ answer: T } | undefined> {
  if (request.idempotencyKey === null) return undefined;
  const hash = createHash("sha256")
    // Not of passwords: it is a fast hash, and it is kept.
    .update(JSON.stringify(request.body ?? null, (name, value: unknown) => (/password/i.test(name) ? undefined : value)))
    .digest("hex");
  const key = {
    venue_id: request.venue.id,
    person_id: request.person.id,
    call: request.call ?? request.action,
    key: request.idempotencyKey,
  };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("idempotency")
    .values({ ...key, body_hash: hash, at: request.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return undefined;
  const first = await tx
    .selectFrom("idempotency")
    .select(["body_hash", "answer"])
    .where("venue_id", "=", key.venue_id)
    .where("person_id", "=", key.person_id)
    .where("call", "=", key.call)
    .where("key", "=", key.key)
    .executeTakeFirstOrThrow();
  if (first.body_hash !== hash) throw new AppError("keyReused");
  return { answer: first.answer as T };
}

/** The statement that writes events to the outbox, once the venue's sequence was advanced by as many. */
function publishing(tx: Db, request: Request, events: readonly LiveEvent[]): CompiledQuery {
  const rows = events.map(
    (event, i) =>
      sql`(${events.length - 1 - i}::int, ${event.type}::text, ${event.orderId ?? ""}::text, ${event.amount ?? 0}::bigint, ${JSON.stringify(event.data ?? {})}::jsonb)`,
  );
  return sql`insert into outbox (venue_id, id, at, type, order_id, amount, data)
    select c.venue_id, c.value - e.back, ${request.now}::timestamptz, e.type, e.order_id, e.amount, e.data
    from counter c cross join (values ${sql.join(rows)}) as e (back, type, order_id, amount, data)
    where c.venue_id = ${request.venue.id} and c.name = 'outbox'`.compile(tx);
}

/** Builds the query that advances a counter of the venue by `step` and returns its new value. It locks the counter's row until commit. */
const counting = (db: Db, venueId: string, name: string, step: number) =>
  db
    .insertInto("counter")
    .values({ venue_id: venueId, name, value: step })
    .onConflict((conflict) => conflict.columns(["venue_id", "name"]).doUpdateSet((eb) => ({ value: eb("counter.value", "+", step) })))
    .returning("value");

/** Advances a counter of the venue by `step` and gives its new value. Locks the counter's row until commit: ask late. */
export async function nextNumber(db: Db, venueId: string, name: string, step = 1): Promise<number> {
  const { value } = await counting(db, venueId, name, step).executeTakeFirstOrThrow();
  return value;
}

/** PostgreSQL's refusal of whatever follows a failed statement. */
const ABORTED = "25P02";

interface Sending {
  readonly write: Ctx["write"];
  /** Runs the service and waits for what it wrote. A statement that failed is the fault, not what failed after it. */
  around<T>(service: () => Promise<T>): Promise<T>;
}

/** Statements that a service hands over: see `Ctx.write`. */
export function sending(): Sending {
  const sent = new Set<Promise<unknown>>();
  let fault: unknown;
  return {
    write(statement) {
      const done = statement.then(
        () => void sent.delete(done),
        (error: unknown) => {
          sent.delete(done);
          if (fault === undefined || sqlState(fault) === ABORTED) fault = error;
        },
      );
      sent.add(done);
    },
    async around(service) {
      try {
        const answer = await service();
        await Promise.all(sent);
        if (fault === undefined) return answer;
      } catch (error) {
        await Promise.all(sent);
        if (fault === undefined || sqlState(fault) === ABORTED) fault = error;
      }
      throw fault;
    },
  };
}

function contextOf(db: Db, request: Request, emit: Ctx["emit"], wroteAt: Ctx["wroteAt"], { write }: Sending): Ctx {
  return {
    db,
    venue: request.venue,
    person: request.person,
    codes: request.codes,
    now: request.now,
    newId: request.newId ?? (() => makeId(request.now)),
    language: request.language,
    address: request.address,
    origin: request.origin ?? "",
    device: request.device ?? "",
    action: request.action,
    idempotencyKey: request.idempotencyKey,
    approval: request.approval ?? "",
    emit,
    wroteAt,
    write,
    scope: {},
  };
}

/** A request by nobody in particular: the scheduler, the demo loader, tools. Holds every code. */
export function systemRequest(venue: VenueRow, action: string, now: Date, extra: Partial<Request> = {}): Request {
  return {
    venue,
    person: { id: "", name: "system" },
    codes: EVERY_CODE,
    language: "zh",
    address: "",
    action,
    now,
    idempotencyKey: null,
    ...extra,
  };
}
