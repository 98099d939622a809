/**
 * The database, seen through one venue at a time.
 *
 * `dbFor(venueId)` gives a Kysely instance whose every connection carries that venue in `app.venue_id`, inside and outside
 * transactions: there is no way to get a connection without a venue, so row-level security holds by construction. A connection that
 * already serves the venue costs no extra round trip. `dbFor(PLATFORM)` sees no venue's rows, only the platform tables.
 */
import {
  CompiledQuery,
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type Transaction,
} from "kysely";
import pg from "pg";
import { Bounded } from "../kernel/bounded";
import { quoted, settingText } from "./settings";
import { sent } from "./statements";
import type { Tables } from "./tables";

/** Argument of `dbFor` for work outside any venue. */
export const PLATFORM = "-";

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** The shared pool and the per-venue views on it. */
export interface Database {
  /** The database as one venue sees it. */
  dbFor(venueId: string): Db;
  /**
   * The same on the connections of heavy reads, and how many of those may run at once: one connection is to spare, for a read that needs a second
   * one. Where it has none of its own, it shares the others.
   */
  readonly heavy: { dbFor(venueId: string): Db; readonly most: number };
  /**
   * Runs `work` in one transaction of a venue. Unlike Kysely's own transactions, statements that are asked for together travel together:
   * they run in the order in which they were asked for, for one round trip.
   * @param last what is written last, from what `work` gave. It leaves together with the commit: what it locks is free again without waiting
   *   for this process, however busy that is.
   */
  transact<T>(venueId: string, work: (tx: Db) => Promise<T>, last?: (tx: Db, result: T) => readonly CompiledQuery[]): Promise<T>;
  /**
   * Says to every process what was committed, by NOTIFY on a channel, together with whatever else comes within 50 ms. Never in a transaction:
   * PostgreSQL lets those that notify commit one by one. A notice is a hint, and one that is lost is made up for by whoever listens.
   */
  tell(channel: "outbox" | "rows" | "sms", payload: string): void;
  /** A connection outside the pool, for LISTEN. The caller ends it. */
  listener(): pg.Client;
  /** A connection of the tables' owner, outside the pool: for what the application's own role may not. The caller connects and ends it. */
  owner(): pg.Client;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const types = new pg.TypeOverrides();
// int8 and numeric carry fen, counts and percents: all far below 2^53. Days stay text: a Date would shift them by the zone.
types.setTypeParser(20, Number);
types.setTypeParser(1700, Number);
types.setTypeParser(1082, (text) => text);

type VenueClient = pg.PoolClient & { venueId?: string; prepared?: PostgresPoolClient };

const BEGIN = /^(?:begin|start transaction)\b/i;
/** Texts that are kept prepared on each connection: parsed and planned once. Beyond this many, a text is sent as it is. */
const MOST_PREPARED = 500;
// No name may go to another text: connections have it prepared.
const names = new Map<string, string>();
/** Venues whose view is kept; another one's is made anew, which costs microseconds. */
const MOST_VENUES = 1_000;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_PREPARED) return known;
  const name = `q${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * The connection as Kysely uses it, with its queries prepared: a round trip costs half as much. What is queried before the process
 * turns to anything else leaves in one piece.
 */
function preparing(client: VenueClient): PostgresPoolClient {
  const { stream } = client.connection;
  let gathering = false;
  const gather = (): void => {
    if (gathering) return;
    gathering = true;
    stream.cork();
    process.nextTick(() => {
      gathering = false;
      stream.uncork();
    });
  };
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(query: string | PostgresCursor<R>, values?: readonly unknown[]): unknown {
    if (typeof query !== "string") throw new TypeError("long results are read through db/stream");
    const name = (values !== undefined && values.length > 0) || /^\s*select\b/i.test(query) ? nameOf(query) : undefined;
    gather();
    const venueId = client.venueId ?? PLATFORM;
    const send = (text: string): Promise<unknown> => {
      sent(venueId, text);
      return client.query({ ...(name === undefined ? {} : { name }), text, values: [...(values ?? [])] });
    };
    // The venue is set in every transaction: a setting of the connection would stay on this machine.
    return BEGIN.test(query)
      ? Promise.all([send(query), send(settingText({ "app.venue_id": venueId }))]).then(([begun]) => begun)
      : send(query);
  }
  return { query, release: () => client.release() };
}

/**
 * Opens the pool. Connections run as the role `venue_app`, which row-level security binds, unless `role` says otherwise
 * (`role: null` is for migrations, doctor and tests that look below the belt).
 * @param options.heavy connections apart for heavy reads, beside `max`
 * @param options.pool a pool of an earlier call for the same address; it stays open when this one is closed
 */
export function openDatabase(url: string, options: { max?: number; heavy?: number; role?: string | null; pool?: pg.Pool } = {}): Database {
  const role = options.role === undefined ? "venue_app" : options.role;
  // A statement that runs this long has lost its client (after 50 s) or is about to; it ends as "busy" instead of holding its locks.
  const limits = "-c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000";
  const connection = { connectionString: url, types, ...(role === null ? {} : { options: `-c role=${role} ${limits}` }) };
  const pool = options.pool ?? openPool(connection, options.max ?? 16);
  const apart = options.heavy === undefined ? undefined : openPool(connection, options.heavy);
  const [views, heavyViews] = [new Bounded<string, Db>(MOST_VENUES), new Bounded<string, Db>(MOST_VENUES)];
  const notices = openNotices(pool);

  const connectFor = async (from: pg.Pool, venueId: string): Promise<PostgresPoolClient> => {
    const client: VenueClient = await from.connect();
    if (client.venueId !== venueId) {
      try {
        await client.query(`SET app.venue_id = ${quoted(venueId)}`);
        client.venueId = venueId;
      } catch (error) {
        client.release(true);
        throw error;
      }
    }
    client.prepared ??= preparing(client);
    return client.prepared;
  };

  const dialectFor = (venueId: string, from = pool) =>
    new PostgresDialect({ pool: { connect: () => connectFor(from, venueId), end: async () => undefined } });
  const viewsOn =
    (known: Map<string, Db>, from: pg.Pool) =>
    (venueId: string): Db => {
      let view = known.get(venueId);
      if (!view) known.set(venueId, (view = new Kysely<Tables>({ dialect: dialectFor(venueId, from) })));
      return view;
    };
  const dbFor = viewsOn(views, pool);

  return {
    pool,
    dbFor,
    heavy: apart
      ? { dbFor: viewsOn(heavyViews, apart), most: Math.max(1, apart.options.max - 1) }
      : { dbFor, most: Math.max(1, Math.floor(pool.options.max / 3)) },
    transact(venueId, work, last) {
      const executor = dbFor(venueId).getExecutor();
      return executor.provideConnection(async (connection) => {
        const dialect = dialectFor(venueId);
        let ended = false;
        const tx = new Kysely<Tables>({
          config: { dialect },
          dialect,
          driver: dialect.createDriver(),
          executor: executor.withConnectionProvider({
            provideConnection: (work) => (ended ? Promise.reject(new Error("the transaction has ended")) : work(connection)),
          }),
        });
        const say = (word: string) => connection.executeQuery(CompiledQuery.raw(word));
        await say("begin");
        try {
          const result = await work(tx);
          ended = true;
          // If a statement fails, PostgreSQL turns the commit that follows it into a rollback.
          const statements = last?.(tx, result) ?? [];
          await Promise.all([...statements.map((statement) => connection.executeQuery(statement)), say("commit")]);
          return result;
        } catch (error) {
          ended = true;
          await say("rollback");
          throw error;
        }
      });
    },
    tell: notices.tell,
    listener: () => new pg.Client(connection),
    owner: () => new pg.Client({ connectionString: url, types }),
    close: async () => {
      await notices.flush();
      await apart?.end();
      if (!options.pool) await pool.end();
    },
  };
}

function openPool(connection: pg.ClientConfig, max: number): pg.Pool {
  // Statements that do not wait for each other are sent without waiting (`transact`).
  const pool = new pg.Pool({ ...connection, pipeline: true, max, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 });
  // A connection that dies, idle or in use between two queries, is replaced at the next; without listeners it would take the process down.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const TELL_MS = 50;

/** Gathers notices for a moment and sends them in one statement, each once. */
function openNotices(pool: pg.Pool): { tell: Database["tell"]; flush: () => Promise<void> } {
  let waiting = new Map<string, readonly [channel: string, payload: string]>();
  let sent: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const all = [...waiting.values()];
    waiting = new Map();
    if (all.length > 0)
      sent = pool
        .query("SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notice (channel, payload)", [
          all.map(([channel]) => channel),
          all.map(([, payload]) => payload),
        ])
        .catch(() => undefined);
    await sent;
  };
  return {
    flush,
    tell(channel, payload) {
      waiting.set(`${channel} ${payload}`, [channel, payload]);
      timer ??= setTimeout(() => void flush(), TELL_MS);
    },
  };
}
