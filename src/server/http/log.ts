/**
 * One line a request: id, call, code, milliseconds. Addresses of requests stay out of the log, because they carry tokens, and so do
 * headers and bodies: what is not written needs no redaction.
 */
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import type { Metrics } from "./metrics";

/** Logger options of the app. Where a library logs a request by itself, only method and route remain of it. */
export const loggerOptions = (level: string): FastifyServerOptions["logger"] =>
  level === "silent"
    ? false
    : {
        level,
        base: null,
        redact: {
          paths: ["token", "password", "phone", "*.token", "*.access_token", "*.password", "*.phone", "*.authorization"],
          remove: true,
        },
        serializers: {
          req: (request) => ({ method: request.method, route: request.routeOptions?.url }),
          res: (reply) => ({ status: reply.statusCode }),
        },
      };

/** Writes the line and counts the figures when an answer has gone out. */
export function registerLog(app: FastifyInstance, metrics: Metrics): void {
  app.decorateRequest("callName", "");
  app.decorateRequest("answerCode", 0);
  app.decorateRequest("language", undefined);
  app.addHook("onResponse", async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const code = request.answerCode || reply.statusCode;
    const call = request.callName || "page";
    metrics.count(call, code, reply.elapsedTime / 1000);
    request.log.info({ call, code, ms, method: request.method, address: request.ip }, "request");
  });
}
