/** Security headers, CORS, and limits per address (wire "CSP", "Who and where"). */
import helmet from "@fastify/helmet";
import rateLimit, { normalizeIP } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../config";
import { AppError } from "./error";
import { type Limits, WINDOW_MS } from "./limits";
import { isLocal } from "./transport";

const CORS_HEADERS =
  "access_token, approval, authorization, content-type, idempotency-key, preview-role, sourceid, sitetype, sitetypesourceid, accept-language";

/** @param hashes of the scripts inside index.html, as CSP sources */
export async function registerSecurity(app: FastifyInstance, config: Config, hashes: readonly string[]): Promise<void> {
  const api = Object.values(config.consoleApi).filter((origin) => origin !== "");
  const pictures = ["'self'", "blob:", "data:", ...api, ...config.cdnOrigins];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...hashes],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: pictures,
        mediaSrc: pictures,
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", ...api, ...api.map((origin) => origin.replace("http", "ws"))],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Would give every visit a fresh renderer, which has none of the compiled code of the visit before (docs/decisions.md).
    crossOriginOpenerPolicy: false,
    originAgentCluster: true,
    crossOriginResourcePolicy: { policy: config.allowedOrigins.length > 0 ? "cross-origin" : "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: false,
    xFrameOptions: { action: "deny" },
  });

  app.addHook("onRequest", async (request, reply) => {
    if (request.protocol === "https") reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
    const { origin } = request.headers;
    if (origin === undefined || !config.allowedOrigins.includes(origin)) return undefined;
    reply.header("access-control-allow-origin", origin).header("access-control-allow-credentials", "true").header("vary", "Origin");
    reply.header("access-control-expose-headers", "content-disposition, retry-after");
    if (request.method !== "OPTIONS") return undefined;
    reply.header("access-control-allow-methods", "GET, POST").header("access-control-allow-headers", CORS_HEADERS);
    return reply.header("access-control-max-age", "600").code(204).send();
  });
}

/** Limits of what everybody may do without signing in. */
export interface PublicLimits {
  /** Options of the route of a public call: a twentieth of `RATE_LIMIT` for each address. */
  readonly call: object;
  /** Options of the route of a public page, which is mostly served from a cache: `RATE_LIMIT`, counted by itself. */
  readonly page: object;
  /** Counts a rendering of a public page against a fifth of `RATE_LIMIT`. @returns seconds to wait; undefined: it may be rendered */
  readonly rendering: (request: FastifyRequest) => Promise<number | undefined>;
}

/**
 * Limits requests per address and minute, counted over all processes (login has its own limit).
 * @returns the stricter limits of what is public
 */
export async function registerLimits(app: FastifyInstance, limits: Limits, perMinute: number): Promise<PublicLimits | undefined> {
  if (perMinute === 0) return undefined;
  const limit = (max: number): object => ({
    max,
    timeWindow: WINDOW_MS,
    allowList: isLocal,
    errorResponseBuilder: (_request: unknown, { ttl }: { ttl: number }) => new AppError("slowDown", { seconds: Math.ceil(ttl / 1000) }),
  });
  await app.register(rateLimit, { global: true, store: limits.Store, ...limit(perMinute) });
  const part = (divisor: number): number => Math.max(1, Math.floor(perMinute / divisor));
  const countRendering = app.createRateLimit({
    ...limit(part(5)),
    keyGenerator: (request: FastifyRequest) => `rendering ${normalizeIP(request.ip)}`,
  });
  return {
    call: limit(part(20)),
    page: limit(perMinute),
    rendering: async (request) => {
      const counted = await countRendering(request);
      return !counted.isAllowed && counted.isExceeded ? counted.ttlInSeconds : undefined;
    },
  };
}
