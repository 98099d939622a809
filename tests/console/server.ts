/**
 * A venue API for console tests, made from the contract: `handle(session.profile, () => profile)`. Answers are in the envelope.
 * Nothing here spells a path; a call without a handler fails the test that made it.
 */
import { http, HttpResponse, type RequestHandler, ws } from "msw";
import { setupServer } from "msw/node";
import { AnswerCode } from "../../src/contract/core/answer-code";
import type { Call, Input, Output } from "../../src/contract/core/call";

/** Data that a request carried, wherever its encoding puts it. */
export interface Seen {
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /** Fields of a form or of a JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Thrown by a handler: the answer is a refusal. */
export class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, msg: string, data: unknown = {}) {
    super(msg);
    this.code = code;
    this.data = data;
  }
}

/** The venue's live line, open and silent unless a test speaks: `live.broadcast(JSON.stringify({ id: 1, type: "payment" }))`. */
export const live = ws.link("ws://*/api/manage/venue/ws*");

export const server = setupServer(live.addEventListener("connection", () => undefined));

async function seenIn(request: Request): Promise<Seen> {
  const query = new URL(request.url).searchParams;
  const type = request.headers.get("content-type") ?? "";
  const text = request.method === "GET" ? "" : await request.text();
  const fields = new URLSearchParams(text);
  const body = type.includes("json") ? (JSON.parse(text) as Record<string, unknown>) : Object.fromEntries(fields);
  return { headers: request.headers, query, body };
}

/**
 * Answers a call of the contract in this test.
 * @param answer gets the input as it travelled (query and form values are text) and what else the request carried
 */
export function handle<C extends Call>(
  call: C,
  answer: (input: Input<C>, seen: Seen) => Output<C> | Response | Promise<Output<C> | Response>,
): void {
  const resolve: Parameters<typeof http.get>[1] = async ({ request }) => {
    const seen = await seenIn(request);
    const input = call.method === "GET" ? Object.fromEntries(seen.query) : seen.body;
    try {
      const data = await answer(input as Input<C>, seen);
      return data instanceof Response ? data : HttpResponse.json({ code: AnswerCode.done, msg: "", data });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return HttpResponse.json({ code: error.code, msg: error.message, data: error.data as Record<string, unknown> });
    }
  };
  const path = `*${call.path}`;
  const handler: RequestHandler = call.method === "GET" ? http.get(path, resolve) : http.post(path, resolve);
  server.use(handler);
}

/** A page of rows, as the API sends it. */
export const pageOfRows = <T>(content: T[], size = 20) => ({
  content,
  totalElements: content.length,
  totalPages: Math.ceil(content.length / size),
  number: 0,
  size,
  numberOfElements: content.length,
  first: true,
  last: true,
  empty: content.length === 0,
});
