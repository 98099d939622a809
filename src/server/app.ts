/** The HTTP application: everything registered on one Fastify instance, nothing listening yet. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { RefusalKey } from "../contract/core/errors";
import type { Config } from "./config";
import type { Database } from "./db/client";
import { forgetCounts, forgetCountsOf } from "./db/counts";
import { registerPaymentNotices } from "./domains/booking/payment-notices";
import { registerFiles } from "./files/serve";
import { openStore } from "./files/store";
import { failure, refusal } from "./http/answer";
import { registerCalls } from "./http/calls";
import { registerDrain } from "./http/drain";
import { registerSlowReaders } from "./http/slow-readers";
import { registerDocs } from "./http/docs";
import { AppError, badInput } from "./http/error";
import { asRefusal } from "./http/faults";
import { answerLanguage } from "./http/guard";
import { registerCompression } from "./http/compression";
import { openHeavyLane } from "./http/heavy";
import { registerHealth } from "./http/health";
import { openLimits } from "./http/limits";
import { loggerOptions, registerLog } from "./http/log";
import { openMetrics } from "./http/metrics";
import { isScreen, registerPages, scriptHashes } from "./http/pages";
import { registerPublicPages } from "./http/public-pages";
import { registerLimits, registerSecurity } from "./http/security";
import { type AccessNotice, openSessions } from "./http/sessions";
import type { Route } from "./http/serve";
import { openHub } from "./live/hub";
import { listen } from "./live/listener";
import { registerSocket } from "./live/socket";
import type { Channels } from "./payment/channel";
import { openChannels } from "./payment/settings";
import { competitionPaths, customerPages, publicPages } from "./public-pages";
import { packageRoot } from "./root";
import { allRoutes } from "./routes";
import { invoiceSandbox } from "./invoices/sandbox";
import { smsGateway } from "./sms/gateway";
import { smsSandbox } from "./sms/sandbox";
import type { Sms } from "./sms/sms";

/** Parts of an app. */
interface AppOptions {
  readonly database: Database;
  readonly config: Config;
  /** The clock. */
  readonly now?: () => Date;
  /** Parse every answer by the contract as well (tests). */
  readonly checkAnswers?: boolean;
  /** Routes beside the product's own, or instead (tests). */
  readonly routes?: readonly Route[];
  /** Payment channels for scanned codes; if omitted, as configured. */
  readonly channels?: Channels;
  /** Sender of codes to mobiles; if omitted, as configured. */
  readonly sms?: Sms;
  /** Folder of the built console. */
  readonly consoleDir?: string;
}

const BODY_LIMIT = 1024 * 1024;

/**
 * Makes the application. The caller listens and closes; closing also closes websockets (1001) and stops listening to the database,
 * but leaves the database open.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, config } = options;
  const now = options.now ?? (() => new Date());
  const channels = options.channels ?? openChannels(config.payment, now);
  const store = openStore(config.dataDir, config.bucket);
  const consoleDir = options.consoleDir ?? path.join(packageRoot, "dist/console");
  const app = fastify({
    logger: loggerOptions(config.logLevel) ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // One hop: what the client itself wrote into X-Forwarded-For counts for nothing.
    trustProxy: config.trustProxy ? (_address, hop) => hop === 0 : false,
    return503OnClosing: false,
    requestTimeout: 60_000,
    // Longer than a proxy lets its connections rest (Caddy: two minutes). Whoever sends the requests gives a connection up first, so that none
    // meets one that is just being closed.
    keepAliveTimeout: 125_000,
    forceCloseConnections: "idle",
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    genReqId: () => randomBytes(8).toString("hex"),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  const sessions = openSessions(database, config.sessionHours * 3_600_000);
  const hub = openHub(database);
  const metrics = openMetrics(database.pool, () => hub.size());
  const sandbox = smsSandbox((message) => database.tell("sms", JSON.stringify(message)));
  const notices = listen(
    database,
    {
      access: (payload) => sessions.drop(JSON.parse(payload) as AccessNotice),
      outbox: (venueId) => hub.hint(venueId),
      rows: forgetCountsOf,
      sms: sandbox.hear,
    },
    () => {
      sessions.drop();
      forgetCounts();
      hub.hint();
    },
  );
  const noticed = (): Promise<void> => notices.caughtUp().catch(() => sessions.drop());

  registerLog(app, metrics);
  registerDrain(app);
  registerSlowReaders(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  acceptEmptyJson(app);
  await app.register(cookie);
  await app.register(formbody);
  await registerCompression(app);
  await registerSecurity(app, config, scriptHashes(consoleDir));
  const limits = openLimits(database);
  const publicLimits = await registerLimits(app, limits, config.rateLimit);
  app.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/api")) reply.header("cache-control", "no-store");
  });

  const sms = options.sms ?? (config.sms ? smsGateway(config.sms, (error) => app.log.error({ err: error }, "SMS not sent")) : sandbox);
  registerHealth(app, database, metrics, config.metricsToken, now);
  await registerSocket(app, { hub, sessions, now, allowedOrigins: config.allowedOrigins });
  const { allowedOrigins, sessionHours } = config;
  const checkAnswers = options.checkAnswers ?? false;
  const heavyLane = openHeavyLane(database.heavy.most);
  const kernel = { database, sessions, heavyLane, noticed, now, allowedOrigins, sessionMs: sessionHours * 3_600_000, checkAnswers };
  registerCalls(
    app,
    kernel,
    options.routes ??
      allRoutes({
        dataDir: config.dataDir,
        store,
        owner: () => database.owner(),
        voice: config.voice,
        channels,
        sms,
        invoices: config.invoiceSandbox ? invoiceSandbox : undefined,
        miniProgramUrl: config.miniProgramUrl,
      }),
    publicLimits?.call,
  );
  await registerFiles(app, store);
  if (config.apiDocs) await registerDocs(app);
  await registerPublicPages(app, {
    database,
    now,
    pages: publicPages,
    customerPages: customerPages(sms, channels),
    pathsOf: competitionPaths,
    limits: publicLimits,
    assetsDir: path.join(consoleDir, "../public-site"),
    codeUrl: config.miniProgramUrl,
  });
  await registerPaymentNotices(app, { database, now, channels });
  const sendPage = await registerPages(app, consoleDir, config.consoleApi);
  app.setNotFoundHandler((request, reply) => {
    if (sendPage && (request.method === "GET" || request.method === "HEAD") && isScreen(request.url)) return sendPage(reply);
    if (request.url.startsWith("/api")) throw new AppError("noSuchCall", { path: request.url.split("?")[0] ?? "" });
    return reply.code(404).type("text/plain").send("Not found");
  });

  app.addHook("onClose", async () => {
    await limits.stop();
    await notices.stop();
  });
  return app;
}

/** Calls without input are posted with an empty body by some clients. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, {});
    return parse(request, typeof body === "string" ? body : body.toString("utf8"), done);
  });
}

/** Refusals of the transport before a call is known, by HTTP status; the status is unchanged. */
const TRANSPORT_REFUSALS: Readonly<Record<number, RefusalKey>> = { 413: "bodyTooBig", 415: "bodyType" };
const badAddressOrInput = (code: string | undefined): AppError => (code === "FST_ERR_BAD_URL" ? new AppError("badAddress") : badInput({}));

/** After how many seconds who was told "busy" may ask again. */
const RETRY_AFTER = 1;

/**
 * The one mapper from what was thrown to the envelope. Handled answers are HTTP 200; "busy" is 503, which passes and may be tried again; a
 * fault of ours is 500 and says nothing of its cause.
 */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = request.language ?? answerLanguage(request);
  const { statusCode: status = 500, code } = error as Partial<FastifyError>;
  const transport = TRANSPORT_REFUSALS[status];
  const handled = asRefusal(error) ?? (transport && new AppError(transport)) ?? (status === 400 ? badAddressOrInput(code) : undefined);
  reply.type("application/json; charset=utf-8").removeHeader("content-disposition");
  if (handled) {
    request.answerCode = handled.code;
    if (handled.key === "busy") {
      request.log.error({ err: error }, "busy");
      return reply.code(503).header("retry-after", RETRY_AFTER).send(refusal(handled, language));
    }
    return reply.code(transport ? status : 200).send(refusal(handled, language));
  }
  if (status >= 500) request.log.error({ err: error }, "fault");
  return reply.code(status >= 400 ? status : 500).send(failure(status, language, request.id));
}
