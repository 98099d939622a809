/** Figures for Prometheus, of this process: requests and their time by call, the pool, the websockets, and Node's own. */
import type pg from "pg";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export interface Metrics {
  /** Counts one answered request. `code` is the envelope's code, or the HTTP status where there was no envelope. */
  count(call: string, code: number, seconds: number): void;
  /** Prometheus text, version 0.0.4. @param due the work at a time of all processes that waits longer than a minute, or fails */
  text(due: { readonly late: number; readonly failing: number }): Promise<string>;
}

let ofNode: Registry | undefined;
/** Memory, processor, event loop and garbage collection: watched once, whatever runs in the process. */
function nodeFigures(): Registry {
  if (!ofNode) collectDefaultMetrics({ register: (ofNode = new Registry()) });
  return ofNode;
}

/** @param websockets how many websockets are open now */
export function openMetrics(pool: pg.Pool, websockets: () => number): Metrics {
  const registers = [new Registry()];
  const requests = new Counter({ name: "venue_requests_total", help: "Answered requests", labelNames: ["call", "code"], registers });
  const seconds = new Histogram({
    name: "venue_request_seconds",
    help: "Time to answer",
    labelNames: ["call"],
    buckets: SECONDS,
    registers,
  });
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const connections = gauge("venue_pool_connections", "Connections to the database");
  const idle = gauge("venue_pool_idle", "Connections that nobody uses");
  const waiting = gauge("venue_pool_waiting", "Requests that wait for a connection");
  const sockets = gauge("venue_websockets", "Open websockets");
  const late = gauge("venue_due_late", "Work at a time that waits longer than a minute");
  const failing = gauge("venue_due_failing", "Jobs that fail");
  return {
    count(call, code, took) {
      requests.inc({ call, code });
      seconds.observe({ call }, took);
    },
    text(due) {
      connections.set(pool.totalCount);
      idle.set(pool.idleCount);
      waiting.set(pool.waitingCount);
      sockets.set(websockets());
      late.set(due.late);
      failing.set(due.failing);
      return Registry.merge([...registers, nodeFigures()]).metrics();
    },
  };
}
