/**
 * Stopping without a failed request: a connection closed under a client that is just sending looks like a fault to it. So a proxy is first
 * given time to notice, by `/readyz`, that this process is leaving; then each answer asks its client to use the connection no more; only
 * then is the server closed.
 */
import { Server, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** True if the process is about to stop: a proxy must send no more requests; those that arrive are still answered. */
    leaving: boolean;
    /**
     * Sends clients away from their connections. Call it before `close`.
     * @param leaveMs how long everything is served as before while `/readyz` says that the process is leaving
     */
    drain(leaveMs: number): Promise<void>;
  }
}

const DRAIN_MS = 250;

export function registerDrain(app: FastifyInstance): void {
  let draining = false;
  app.addHook("onSend", async (_request, reply, payload) => {
    if (draining) reply.header("connection", "close");
    return payload;
  });
  // Node's close() ends connections that rest, once: of one whose answer is still on its way it would wait until that has rested its time.
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onResponse", async ({ raw: { socket } }) => {
    // Not end(): a client that reads nothing would never end its half.
    if (closing && socket instanceof Socket) socket.destroySoon();
  });
  app.decorate("leaving", false);
  app.decorate("drain", async (leaveMs: number) => {
    app.leaving = true;
    await sleep(leaveMs);
    draining = true;
    // No new connections, but unlike the HTTP server's own close() this leaves idle ones open for the request that may be on its way.
    Server.prototype.close.call(app.server);
    await sleep(DRAIN_MS);
  });
}
