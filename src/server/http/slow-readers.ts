/**
 * Limits on clients that read an answer slowly or not at all. Each holds a connection, the memory of the answer and, for a file, a connection
 * to the database; Node waits for them without end, and so would a server that stops.
 */
import { Socket } from "node:net";
import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

export interface ReaderLimits {
  /** Longest time in which a client takes nothing of what is ready for it. */
  readonly stalledMs: number;
  /** Longest time for an answer, however steadily it is read. */
  readonly answerMs: number;
  /** The same for a file, which is made while it is read. */
  readonly fileMs: number;
  /** Longest time that a server which stops waits for what is being read. */
  readonly stopMs: number;
}
const LIMITS: ReaderLimits = { stalledMs: 30_000, answerMs: 2 * 60_000, fileMs: 10 * 60_000, stopMs: 2_000 };

export function registerSlowReaders(app: FastifyInstance, limits: ReaderLimits = LIMITS): void {
  /** Aborts an answer that is not read to its end yet, by response. */
  const abortByResponse = new Map<ServerResponse, () => void>();
  let stopping = false;
  app.addHook("onSend", async (request, reply, payload) => {
    const response = reply.raw;
    const { socket } = response;
    if (!(socket instanceof Socket)) return payload; // an injected request has no client that reads
    const end = (): void => {
      request.log.warn("ended an answer that was read too slowly");
      response.destroy();
    };
    const isStream = typeof payload === "object" && payload !== null && "pipe" in payload;
    const timer = setTimeout(end, stopping ? limits.stopMs : isStream ? limits.fileMs : limits.answerMs).unref();
    // A file that is slow to be made leaves nothing to be read.
    response.setTimeout(limits.stalledMs, () => socket.writableLength > 0 && end());
    abortByResponse.set(response, end);
    response.once("close", () => {
      clearTimeout(timer);
      abortByResponse.delete(response);
    });
    return payload;
  });
  app.addHook("preClose", async () => {
    stopping = true;
    setTimeout(() => {
      for (const end of abortByResponse.values()) end();
    }, limits.stopMs).unref();
  });
}
