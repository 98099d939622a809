/** Figures for Prometheus, counted in the process: requests and their time by call, the pool, the websockets. */
import type pg from "pg";

/** Upper bounds in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Series {
  readonly codes: Map<number, number>;
  readonly buckets: number[];
  count: number;
  seconds: number;
}

export interface Metrics {
  /** Counts one answered request. `code` is the envelope's code, or the HTTP status where there was no envelope. */
  count(call: string, code: number, seconds: number): void;
  /** Prometheus text, version 0.0.4. @param due the work at a time of all processes that waits longer than a minute, or fails */
  text(due: { readonly late: number; readonly failing: number }): string;
}

/** @param websockets how many websockets are open now */
export function openMetrics(pool: pg.Pool, websockets: () => number): Metrics {
  const series = new Map<string, Series>();
  return {
    count(call, code, seconds) {
      let one = series.get(call);
      if (!one) series.set(call, (one = { codes: new Map(), buckets: BOUNDS.map(() => 0), count: 0, seconds: 0 }));
      one.codes.set(code, (one.codes.get(code) ?? 0) + 1);
      one.count++;
      one.seconds += seconds;
      for (const [i, bound] of BOUNDS.entries()) if (seconds <= bound) one.buckets[i] = (one.buckets[i] ?? 0) + 1;
    },
    text({ late, failing }) {
      const lines = ["# TYPE venue_requests_total counter"];
      for (const [call, one] of series)
        for (const [code, n] of one.codes) lines.push(`venue_requests_total{call="${call}",code="${code}"} ${n}`);
      lines.push("# TYPE venue_request_seconds histogram");
      for (const [call, one] of series) {
        for (const [i, bound] of BOUNDS.entries())
          lines.push(`venue_request_seconds_bucket{call="${call}",le="${bound}"} ${one.buckets[i] ?? 0}`);
        lines.push(`venue_request_seconds_bucket{call="${call}",le="+Inf"} ${one.count}`);
        lines.push(`venue_request_seconds_sum{call="${call}"} ${one.seconds}`, `venue_request_seconds_count{call="${call}"} ${one.count}`);
      }
      const gauge = (name: string, value: number): number => lines.push(`# TYPE ${name} gauge`, `${name} ${value}`);
      gauge("venue_pool_connections", pool.totalCount);
      gauge("venue_pool_idle", pool.idleCount);
      gauge("venue_pool_waiting", pool.waitingCount);
      gauge("venue_websockets", websockets());
      gauge("venue_due_late", late);
      gauge("venue_due_failing", failing);
      gauge("process_resident_memory_bytes", process.memoryUsage.rss());
      gauge("process_uptime_seconds", Math.round(process.uptime()));
      return `${lines.join("\n")}\n`;
    },
  };
}
