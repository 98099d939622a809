/**
 * A line between client and server that fails on demand, as networks and proxies do: after the server has done its work, or before it
 * heard of it. HTTP/1.1 and websockets pass through unchanged otherwise.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * What becomes of a request.
 * - `withheld`: the server answers, the client's connection breaks instead.
 * - `silent`: the server answers, the client hears nothing.
 * - a number: the server never hears of it; the client gets that HTTP status, as from a proxy.
 */
export type Fault = "withheld" | "silent" | number;

/** A request as it passed. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly fault: Fault | undefined;
}

export interface Line {
  /** "http://127.0.0.1:port": the near end. */
  readonly origin: string;
  /** Every request so far, oldest first. */
  readonly passed: Passed[];
  /** The next requests of this path end so, one each. */
  fail(path: string, ...faults: Fault[]): void;
  /** Breaks the websockets that are open; new ones may come. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * @param target origin of the server at the far end
 * @param headers what every request gets on its way, beside what the client sent
 */
export async function openLine(target: string, headers: Readonly<Record<string, string>> = {}): Promise<Line> {
  const passed: Passed[] = [];
  const faults = new Map<string, Fault[]>();
  const { hostname, port } = new URL(target);

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk as Uint8Array));
    const body = Buffer.concat(chunks);
    const url = new URL(incoming.url ?? "/", target);
    const method = incoming.method ?? "GET";
    const fault = faults.get(url.pathname)?.shift();
    passed.push({ method, path: url.pathname, query: url.searchParams, headers: incoming.headers, body: body.toString(), fault });
    if (typeof fault === "number") {
      outgoing.writeHead(fault, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
      return;
    }
    const onward = request(
      { hostname, port, method, path: incoming.url, headers: { ...incoming.headers, ...headers }, agent: false },
      (answer) => {
        if (fault === "withheld") incoming.socket.destroy();
        if (fault !== undefined) return void answer.resume();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    onward.end(body);
  };

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  const sockets = new Set<Duplex>();
  server.on("upgrade", (incoming, near, head) => {
    sockets.add(near);
    const far = connect(Number(port), hostname, () => {
      const sent = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`);
      far.write([`${incoming.method} ${incoming.url} HTTP/1.1`, ...sent, "", ""].join("\r\n"));
      far.write(head);
      near.pipe(far).pipe(near);
    });
    for (const end of [near, far])
      end
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(near);
          near.destroy();
          far.destroy();
        });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    fail: (path, ...next) => void faults.set(path, [...(faults.get(path) ?? []), ...next]),
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: async () => {
      server.closeAllConnections();
      await Promise.race([new Promise<void>((resolve) => server.close(() => resolve())), sleep(1_000)]);
    },
  };
}
