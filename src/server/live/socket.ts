/** The websocket `/api/manage/venue/ws`: who may listen, ping and pong, silence and slow readers. */
import websocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIVE_REPLACED, MONEY_CODES } from "../../contract/messages/live";
import type { Code } from "../../contract/core/permissions";
import { hashOf } from "../kernel/tokens";
import { AppError } from "../http/error";
import { refusal } from "../http/answer";
import { asRefusal } from "../http/faults";
import { answerLanguage, callerOf, membershipOf } from "../http/guard";
import type { Sessions } from "../http/sessions";
import { isOwnOrigin, tokenOf } from "../http/transport";
import type { Hub } from "./hub";

const SILENCE_MS = 15_000;
const LOOK_MS = 2_500;
/** Bytes that may wait for a slow reader; it comes back with `since` when it can read again. */
const MOST_WAITING = 1024 * 1024;
const GOING_AWAY = 1001;
const TOO_SLOW = 1013;
/** The session ended, or the venue is no longer the person's. */
const NOT_ALLOWED = 1008;
const MOST_OF_SESSION = 20;
/** One, its successor while the server has not noticed that the line broke, and one to spare. */
const MOST_OF_PAGE = 3;
/** Time a client has to answer the server's goodbye. */
const FAREWELL_MS = 1_000;

/** Parts of the app that the socket needs. */
interface SocketKernel {
  readonly hub: Hub;
  readonly sessions: Sessions;
  readonly now: () => Date;
  readonly allowedOrigins: readonly string[];
}

export async function registerSocket(app: FastifyInstance, kernel: SocketKernel): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: 4_096 },
    // The default closes without a code; 1001 tells the client that the server goes away and will be back.
    preClose(done) {
      kernel.hub.close();
      app.websocketServer.close(done);
    },
  });
  const admittedAs = new WeakMap<FastifyRequest, Admitted>();
  const open = openConnections();
  app.route({
    method: "GET",
    url: "/api/manage/venue/ws",
    preValidation: async (request, reply) => {
      request.callName = "live.socket";
      try {
        admittedAs.set(request, await authorizeSocket(request, kernel));
        return undefined;
      } catch (error) {
        const refused = asRefusal(error);
        if (!refused) throw error;
        request.answerCode = refused.code;
        return reply
          .code(refused.key === "invalidToken" ? 401 : 403)
          .type("application/json")
          .send(refusal(refused, answerLanguage(request)));
      }
    },
    handler: async (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => {
      let lastHeard = performance.now();
      let leave: (() => void) | undefined;
      const watch = setInterval(() => {
        if (performance.now() - lastHeard > SILENCE_MS) socket.terminate();
      }, LOOK_MS).unref();
      const end = (code: number): void => {
        socket.close(code);
        // A client that is gone without a word does not answer, and must not keep the server from stopping.
        setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
      };
      const bye = (): void => end(GOING_AWAY);
      const { venueId, personId, session, codes } = admittedAs.get(request) ?? NOBODY;
      let seesAmounts = canSeeAmounts(codes);
      const unwatch = kernel.sessions.watch(personId, () => {
        authorizeSocket(request, kernel).then(
          (now) => (seesAmounts = canSeeAmounts(now.codes)),
          (error: unknown) => {
            // Not known for now: what it may hear is what everybody may.
            seesAmounts = false;
            if (asRefusal(error)) end(NOT_ALLOWED);
          },
        );
      });
      const leaveSession = open.add(session, pageOf(request), () => end(LIVE_REPLACED));
      kernel.hub.onClose(bye);
      socket.on("message", (data) => {
        lastHeard = performance.now();
        // oxlint-disable-next-line typescript/no-base-to-string -- text frames arrive as a Buffer
        if (data.toString() === "ping") socket.send("pong");
      });
      socket.on("error", () => socket.terminate());
      const send = (text: string): void => {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > MOST_WAITING) socket.close(TOO_SLOW);
        else socket.send(text);
      };
      socket.on("close", () => {
        clearInterval(watch);
        kernel.hub.offClose(bye);
        unwatch();
        leaveSession();
        leave?.();
      });
      kernel.hub
        .join(venueId, { send, seesAmounts: () => seesAmounts }, sinceOf(request))
        .then((out) => {
          leave = out;
          if (socket.readyState !== socket.OPEN) out();
        })
        .catch(() => socket.close(1011));
    },
  });
}

interface Admitted {
  readonly venueId: string;
  readonly personId: string;
  /** Identifier that distinguishes the session from others. */
  readonly session: string;
  readonly codes: ReadonlySet<Code>;
}
const NOBODY: Admitted = { venueId: "", personId: "", session: "", codes: new Set() };
const canSeeAmounts = (codes: ReadonlySet<Code>): boolean => MONEY_CODES.some((code) => codes.has(code));

interface Connection {
  readonly page: string;
  readonly end: () => void;
}
/** The open connections of each session, the oldest first. Beyond the most of a session or of one page, the oldest is ended. */
function openConnections() {
  const bySession = new Map<string, Connection[]>();
  return {
    /** @returns what takes the connection out again */
    add(session: string, page: string, end: () => void): () => void {
      const one: Connection = { page, end };
      const all = [...(bySession.get(session) ?? []), one];
      const ofPage = page === "" ? [] : all.filter((each) => each.page === page);
      const ended = ofPage.length > MOST_OF_PAGE ? ofPage[0] : all.length > MOST_OF_SESSION ? all[0] : undefined;
      bySession.set(
        session,
        all.filter((each) => each !== ended),
      );
      ended?.end();
      return () => {
        const left = (bySession.get(session) ?? []).filter((each) => each !== one);
        if (left.length > 0) bySession.set(session, left);
        else bySession.delete(session);
      };
    },
  };
}

/**
 * Returns the person of the request, and the venue that it may listen to. A cookie needs our own Origin: any page on the web can open a
 * websocket with it.
 */
async function authorizeSocket(request: FastifyRequest, kernel: SocketKernel): Promise<Admitted> {
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(request, origin, kernel.allowedOrigins)) throw new AppError("otherSite");
  if (origin === undefined && tokenOf(request)?.by !== "sent") throw new AppError("otherSite");
  const caller = await callerOf(request, kernel.sessions, kernel.now(), kernel.allowedOrigins);
  const { venue, codes } = await membershipOf(request, kernel.sessions, caller.person.id, undefined);
  return { venueId: venue.id, personId: caller.person.id, session: hashOf(caller.token), codes };
}

/** The page that connects, as it calls itself; "" where it does not say. */
function pageOf(request: FastifyRequest): string {
  const { page } = request.query as { page?: unknown };
  return typeof page === "string" && /^[\w-]{1,64}$/.test(page) ? page : "";
}

function sinceOf(request: FastifyRequest): number | null {
  const { since } = request.query as { since?: unknown };
  return typeof since === "string" && /^\d{1,15}$/.test(since) ? Number(since) : null;
}
