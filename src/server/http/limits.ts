/**
 * Number of requests from an address in this window, over all processes. Each process counts for itself at once. Once a second it adds its
 * count to the row of the key and gets the counts of the others. A limit is thus exceeded by at most a second's requests.
 */
import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import { sql } from "kysely";
import { type Database, PLATFORM } from "../db/client";
import { Bounded } from "../kernel/bounded";

export const WINDOW_MS = 60_000;
const SHARE_MS = 1_000;
/** Keys that are counted in a window; of more, those that were silent longest count from the start again. */
const MOST_KEYS = 50_000;

interface Count {
  /** Counted here and not yet added to the row. */
  own: number;
  /** In the row, as it was last seen. */
  shared: number;
}
export interface Limits {
  /** Store in which `@fastify/rate-limit` counts; a route with its own limit counts by its path. */
  readonly Store: new () => FastifyRateLimitStore;
  /** Adds what was counted to the rows now. */
  share(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the counts. While the database does not answer, each process counts for itself. */
export function openLimits(database: Database): Limits {
  const db = database.dbFor(PLATFORM);
  let window = 0;
  let counts = new Bounded<string, Count>(MOST_KEYS);
  let timer: NodeJS.Timeout | undefined;
  let sharing: Promise<void> = Promise.resolve();

  const share = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const [since, of] = [window, counts];
    // In one order, so that two processes that add at once do not wait for each other in a circle.
    const added = [...of].filter(([, { own }]) => own > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    if (added.length === 0) return;
    const hits = added.map(([, count]) => count.own);
    for (const [, count] of added) {
      count.shared += count.own;
      count.own = 0;
    }
    const { rows } = await sql<{ key: string; hits: number }>`
      INSERT INTO rate AS kept (key, since, hits) SELECT key, ${new Date(since)}, hits FROM unnest(${added.map(([key]) => key)}::text[], ${hits}::int[]) AS new (key, hits)
      ON CONFLICT (key) DO UPDATE SET hits = excluded.hits + CASE WHEN kept.since = excluded.since THEN kept.hits ELSE 0 END, since = excluded.since
      RETURNING key, hits`.execute(db);
    for (const { key, hits: all } of rows) {
      const count = of.get(key);
      if (count) count.shared = all;
    }
  };

  const add = (key: string): number => {
    const now = Math.floor(Date.now() / WINDOW_MS) * WINDOW_MS;
    if (now !== window) {
      window = now;
      counts = new Bounded(MOST_KEYS);
    }
    const count = counts.get(key) ?? { own: 0, shared: 0 };
    counts.set(key, count);
    count.own++;
    timer ??= setTimeout(() => {
      sharing = share().catch(() => undefined);
    }, SHARE_MS).unref();
    return count.own + count.shared;
  };

  class Store implements FastifyRateLimitStore {
    private limit = "";
    incr(key: string, callback: (error: null, result: { current: number; ttl: number }) => void): void {
      callback(null, { current: add(`${this.limit} ${key}`), ttl: window + WINDOW_MS - Date.now() });
    }
    /** @param route as the plugin gives it, which is not what its types say */
    child(route: object): Store {
      const { routeInfo } = route as { readonly routeInfo?: { readonly url?: string } };
      const store = new Store();
      store.limit = routeInfo?.url ?? "";
      return store;
    }
  }
  return {
    Store,
    share,
    async stop() {
      clearTimeout(timer);
      await sharing;
    },
  };
}
