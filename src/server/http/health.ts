/** `/healthz` (the process answers), `/readyz` (the database answers too, and the process is not about to stop), `/metrics` (this machine, or with the token). */
import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { hashOf } from "../kernel/tokens";
import { type Database, PLATFORM } from "../db/client";
import { overdue } from "../kernel/due";
import type { Metrics } from "./metrics";
import { isLocal } from "./transport";

const isToken = (given: string, token: string): boolean => timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));

export function registerHealth(
  app: FastifyInstance,
  database: Database,
  metrics: Metrics,
  metricsToken: string | null,
  now: () => Date,
): void {
  const quiet = { config: { rateLimit: false } } as const;
  app.get("/healthz", quiet, async () => ({ status: "ok" }));
  app.get("/readyz", quiet, async (_request, reply) => {
    if (app.leaving) return reply.code(503).send({ status: "leaving" });
    try {
      await database.pool.query("SELECT 1");
      return { status: "ready" };
    } catch {
      return reply.code(503).send({ status: "database does not answer" });
    }
  });
  app.get("/metrics", quiet, async (request, reply) => {
    const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const allowed = metricsToken === null ? isLocal(request) : bearer !== undefined && isToken(bearer, metricsToken);
    if (!allowed) return reply.code(403).send();
    return reply.type("text/plain; version=0.0.4").send(await metrics.text(await overdue(database.dbFor(PLATFORM), now())));
  });
}
