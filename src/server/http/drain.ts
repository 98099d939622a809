/**
 * Stopping without a failed request: a connection closed under a client that is just sending looks like a fault to it. So clients are
 * first told, with each answer, to use the connection no more; only then is the server closed.
 */
import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Sends clients away from their connections. Call it before `close`. */
    drain(): Promise<void>;
  }
}

const DRAIN_MS = 250;

export function registerDrain(app: FastifyInstance): void {
  let draining = false;
  app.addHook("onSend", async (_request, reply, payload) => {
    if (draining) reply.header("connection", "close");
    return payload;
  });
  app.decorate("drain", async () => {
    draining = true;
    // No new connections, but unlike the HTTP server's own close() this leaves idle ones open for the request that may be on its way.
    Server.prototype.close.call(app.server);
    await sleep(DRAIN_MS);
  });
}
