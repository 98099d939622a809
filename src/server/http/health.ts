/** `/healthz` (the process answers), `/readyz` (the database writes, and the process is not about to stop), `/metrics` (this machine, or with the token). */
import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { hashOf } from "../kernel/tokens";
import { type Database, PLATFORM } from "../db/client";
import { countOverdue } from "../kernel/due";
import type { Metrics } from "./metrics";
import { isLocal } from "./transport";

const isToken = (given: string, token: string): boolean => timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));

/** Time for which a successful write counts: anybody may send the probe, as often as they like. */
const PROBE_MS = 1_000;

/**
 * Makes a check that writes: a database that is read-only, full or a standby answers reads and refuses every sale. Calls at the same time
 * and shortly after each other share one write.
 */
function writeProbe(database: Database): () => Promise<void> {
  let writing: Promise<unknown> | undefined;
  let writtenAt = -Infinity;
  return async () => {
    if (performance.now() - writtenAt < PROBE_MS) return;
    writing ??= database.pool.query("UPDATE write_probe SET at = now()").finally(() => (writing = undefined));
    await writing;
    writtenAt = performance.now();
  };
}

export function registerHealth(
  app: FastifyInstance,
  database: Database,
  metrics: Metrics,
  metricsToken: string | null,
  now: () => Date,
): void {
  const probe = writeProbe(database);
  const quiet = { config: { rateLimit: false } } as const;
  app.get("/healthz", quiet, async () => ({ status: "ok" }));
  app.get("/readyz", quiet, async (_request, reply) => {
    if (app.leaving) return reply.code(503).send({ status: "leaving" });
    try {
      await probe();
      return { status: "ready" };
    } catch (error) {
      app.log.error({ err: error }, "not ready");
      return reply.code(503).send({ status: "database does not write" });
    }
  });
  app.get("/metrics", quiet, async (request, reply) => {
    const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const allowed = metricsToken === null ? isLocal(request) : bearer !== undefined && isToken(bearer, metricsToken);
    if (!allowed) return reply.code(403).send();
    return reply.type("text/plain; version=0.0.4").send(await metrics.text(await countOverdue(database.dbFor(PLATFORM), now())));
  });
}
