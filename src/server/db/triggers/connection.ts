/**
 * A connection to a database without triggers: each write of a watched table also gives its rows as they were and are, and what a trigger did
 * with them is done here, in the same transaction. Statements go one after the other, for one may be several.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  PostgresDialect,
  type QueryCompiler,
  type QueryResult,
} from "kysely";
import { effectsOf } from "./effects";
import { followMerged } from "./follow";
import type { Off } from "./off";
import { byVenue, type Changed, type Row, type Run } from "./rows";
import { withRows, type Write, writesIn } from "./statement";
import { writtenThrough } from "./through";

const TELLING = /set_config\('app\.(\w+)', \$(\d+), true\)/g;
const BEGINS = /^\s*(begin|start transaction)\b/i;
const ENDS = /^\s*(commit|rollback(?! to)|abort|end)\b/i;

export class WatchedConnection implements DatabaseConnection {
  private told: Record<string, string> = {};
  private inTransaction = false;
  private before: Promise<unknown> = Promise.resolve();

  readonly inner: DatabaseConnection;
  private readonly off: Off;
  private readonly venueId: string;

  constructor(inner: DatabaseConnection, off: Off, venueId: string) {
    this.inner = inner;
    this.off = off;
    this.venueId = venueId;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const done = this.before.then(() => this.inTurn<R>(query));
    this.before = done.catch(() => undefined);
    return done;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }

  private async inTurn<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters } = query;
    if (BEGINS.test(text)) this.inTransaction = true;
    else if (ENDS.test(text)) {
      this.inTransaction = false;
      this.told = {};
    }
    for (const [, name = "", place] of text.matchAll(TELLING)) {
      const value = parameters[Number(place) - 1];
      this.told[name] = typeof value === "string" ? value : "";
    }
    // There is no such key without its trigger; the code has checked the sum.
    if (!this.off.balanced && /^set constraints balanced /i.test(text)) return { rows: [] };
    if (!this.isWatched(text)) return this.inner.executeQuery<R>(query);
    return this.together(() => this.write<R>(query));
  }

  private isWatched(text: string): boolean {
    return writtenThrough(text, this.off) !== undefined || writesIn(text).some((write) => this.concerns(write));
  }

  /** A statement on its own, and what belongs to it: all or nothing. */
  private async together<T>(work: () => Promise<T>): Promise<T> {
    if (this.inTransaction) return work();
    const say = (word: string) => this.inner.executeQuery(CompiledQuery.raw(word));
    await say("begin");
    try {
      const result = await work();
      await say("commit");
      return result;
    } catch (error) {
      await say("rollback");
      throw error;
    }
  }

  private readonly run: Run = (text, parameters) => this.write(CompiledQuery.raw(text, [...parameters]));

  private async write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const through = writtenThrough(query.sql, this.off);
    if (through) {
      const shots = await through.before(this.plain, query, this.venue());
      const result = await this.inner.executeQuery<R & { "~id"?: string }>({ ...query, sql: through.text });
      await this.after(await through.after(this.plain, shots, result.rows));
      if (through.twice) await this.inner.executeQuery(query);
      return { ...result, rows: through.asked ? result.rows.map(without) : [] };
    }
    const writes = writesIn(query.sql);
    const main = writes.find(({ nested }) => !nested);
    refuseNested(writes, main, this.off);
    if (!main || !this.concerns(main)) return this.inner.executeQuery<R>(query);
    if (main.kind === "delete") await this.cascade(main, query);
    const sent =
      main.kind === "insert" && this.off.has("follow_merged_member", main.table)
        ? await followMerged(this.plain, query, main, this.venue())
        : query;
    const result = await this.inner.executeQuery<R & Rows>({ ...sent, sql: withRows(sent.sql, main) });
    await this.after(result.rows.map((row) => ({ table: main.table, old: row["~old"], new: row["~new"], set: main.set })));
    return { ...result, rows: main.returning ? result.rows.map(without) : [] };
  }

  private concerns({ kind, table }: Write): boolean {
    return this.off.tables.has(table) || (kind === "delete" && this.off.cascades(table).length > 0);
  }
  private venue(): string {
    return this.told["venue_id"] ?? this.venueId;
  }
  private readonly plain: Run = (text, parameters) => this.inner.executeQuery(CompiledQuery.raw(text, [...parameters]));

  private async after(rows: readonly Changed[]): Promise<void> {
    if (rows.length > 0) await effectsOf(rows, { off: this.off, told: this.told, venue: this.venue(), plain: this.plain, run: this.run });
  }

  /** What a key would delete with its row is deleted first, and so is seen. */
  private async cascade({ table, victims }: Write, query: CompiledQuery): Promise<void> {
    const children = this.off.cascades(table);
    if (children.length === 0 || victims === undefined) return;
    const { rows } = await this.inner.executeQuery<Rows>({ ...query, sql: victims });
    const gone = rows.map((row) => JSON.parse(row["~old"] ?? "{}") as Row);
    for (const { child, columns } of children) {
      for (const [venue, some] of byVenue(gone)) {
        // Of one venue, which is named as such: where tables are spread, one machine is asked.
        const where = columns.map(([own, name], i) => `"${own}" = ${name === "venue_id" ? `$${i + 1}` : `ANY ($${i + 1}::text[])`}`);
        await this.run(
          `DELETE FROM "${child}" WHERE ${where.join(" AND ")}`,
          columns.map(([, name]) => (name === "venue_id" ? venue : some.map((row) => row[name]))),
        );
      }
    }
  }
}

interface Rows {
  readonly "~old": string | null;
  readonly "~new": string | null;
}
const without = <R>(row: R): R => Object.fromEntries(Object.entries(row as object).filter(([name]) => !name.startsWith("~"))) as R;

/** A write inside of a statement gives its rows to nobody. Of the ledger, a transaction's postings say what it was. */
function refuseNested(writes: readonly Write[], main: Write | undefined, off: Off): void {
  for (const { nested, table } of writes)
    if (nested && off.tables.has(table) && !(table === "ledger_tx" && main?.table === "posting"))
      throw new Error(`a write of ${table} inside of another statement can't be followed without triggers`);
}

/** As another dialect, over connections that are watched where `off` says so. */
export class WatchingDialect implements Dialect {
  private readonly own: PostgresDialect;
  private readonly off: () => Promise<Off | undefined>;
  private readonly venueId: string;

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0], off: () => Promise<Off | undefined>, venueId: string) {
    this.own = new PostgresDialect(config);
    this.off = off;
    this.venueId = venueId;
  }
  createDriver(): Driver {
    const driver = this.own.createDriver();
    const { off, venueId } = this;
    const inner = (connection: DatabaseConnection): DatabaseConnection =>
      connection instanceof WatchedConnection ? connection.inner : connection;
    return {
      init: () => driver.init(),
      async acquireConnection() {
        // Before: a pool of one has no second connection to ask with.
        const missing = await off();
        const connection = await driver.acquireConnection();
        return missing ? new WatchedConnection(connection, missing, venueId) : connection;
      },
      beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
      commitTransaction: (connection) => driver.commitTransaction(connection),
      rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
      savepoint: (connection, name, compile) => driver.savepoint?.(connection, name, compile) ?? Promise.resolve(),
      rollbackToSavepoint: (connection, name, compile) => driver.rollbackToSavepoint?.(connection, name, compile) ?? Promise.resolve(),
      releaseSavepoint: (connection, name, compile) => driver.releaseSavepoint?.(connection, name, compile) ?? Promise.resolve(),
      releaseConnection: (connection) => driver.releaseConnection(inner(connection)),
      destroy: () => driver.destroy(),
    };
  }
  createQueryCompiler(): QueryCompiler {
    return this.own.createQueryCompiler();
  }
  createAdapter(): DialectAdapter {
    return this.own.createAdapter();
  }
  createIntrospector(db: Parameters<Dialect["createIntrospector"]>[0]): DatabaseIntrospector {
    return this.own.createIntrospector(db);
  }
}
