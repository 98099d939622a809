/** Clients that take only the head of a long answer, or read it slowly: they hold no connection, no memory and no stop of the server for long. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fastify, type FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { registerSlowReaders } from "../../src/server/http/slow-readers";
import { testServer } from "../support/server";

/** More than the buffers of both ends of a connection on one machine. */
const LONG = Buffer.alloc(16 * 1024 * 1024, "x");
const NEVER = 600_000;
let app: FastifyInstance;
let clients: Socket[] = [];
/** Bodies of files, to see what becomes of them. */
let body: Readable | undefined;

afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await app?.close();
});

async function start(limits: Partial<Parameters<typeof registerSlowReaders>[1]>): Promise<number> {
  app = fastify({ forceCloseConnections: "idle", keepAliveTimeout: 125_000 });
  registerSlowReaders(app, { stalledMs: NEVER, answerMs: NEVER, fileMs: NEVER, stopMs: NEVER, ...limits });
  app.get("/answer", () => LONG);
  app.get("/short", () => "short");
  app.get("/file", (_, reply) => {
    const chunk = LONG.subarray(0, 65_536);
    let left = 256;
    body = new Readable({ read: () => body?.push(left-- > 0 ? chunk : null) });
    return reply.send(body);
  });
  app.get("/late", (_, reply) => {
    async function* lines() {
      yield "first\n";
      await sleep(900);
      yield "last\n";
    }
    return reply.send(Readable.from(lines()));
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Sends a request; the client takes nothing of the answer until it reads. */
async function ask(port: number, path: string): Promise<Socket> {
  const client = connect(port, "127.0.0.1");
  clients.push(client);
  client.on("error", () => undefined);
  await once(client, "connect");
  client.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  // The answer has begun; reading nothing, the client holds its beginning only.
  await once(client, "readable");
  return client;
}

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

/** Reads a piece every few milliseconds until the client is closed or all of it was read; gives the bytes. */
async function readSlowly(client: Socket, everyMs: number, whole: number): Promise<number> {
  let read = 0;
  const closed = once(client, "close").then(() => true);
  while (read < whole) {
    const piece = client.read() as Buffer | null;
    read += piece?.length ?? 0;
    if (await Promise.race([closed, sleep(everyMs).then(() => false)])) break;
  }
  return read;
}

describe("a client that takes nothing", () => {
  it.each(["/answer", "/file"])("loses its connection, and the server what it holds for it: %s", async (path) => {
    const port = await start({ stalledMs: 300 });
    await ask(port, path);
    expect(await connections()).toBe(1);
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    // The socket is gone a moment before the response closes, and the file with it.
    if (path === "/file") await expect.poll(() => body?.destroyed).toBe(true);
  });

  it("keeps its connection without the limit", async () => {
    const port = await start({});
    await ask(port, "/answer");
    expect(await connections()).toBe(1);
    await sleep(1_500);
    expect(await connections()).toBe(1);
  });
});

describe("a client that reads", () => {
  it("gets all of an answer that takes it longer than a pause may last", { timeout: 60_000 }, async () => {
    const port = await start({ stalledMs: 5_000 });
    expect(await readSlowly(await ask(port, "/answer"), 30, LONG.length)).toBeGreaterThanOrEqual(LONG.length);
  });

  it("is cut off where it makes an answer last too long", async () => {
    const port = await start({ answerMs: 600 });
    expect(await readSlowly(await ask(port, "/answer"), 20, LONG.length)).toBeLessThan(LONG.length);
  });

  it("waits for a file that is slow to be made, and may use its connection again", async () => {
    const port = await start({ stalledMs: 300 });
    const client = await ask(port, "/late");
    let text = "";
    client.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    client.resume();
    await expect.poll(() => text, { timeout: 10_000 }).toContain("last");
    await sleep(900);
    client.write("GET /short HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await expect.poll(() => text, { timeout: 10_000 }).toContain("short");
  });
});

describe("a server that stops", () => {
  it.each(["/answer", "/file"])("waits no longer than its limit for who reads nothing: %s", async (path) => {
    const port = await start({ stopMs: 300 });
    await ask(port, path);
    expect(await connections()).toBe(1);
    await app.close();
    expect(await connections()).toBe(0);
  });

  it("stops as a whole although a client took only the head of its longest page", async () => {
    const server = await testServer();
    const client = connect(Number(new URL(server.origin).port), "127.0.0.1");
    clients.push(client);
    client.on("error", () => undefined);
    client.write("GET /docs/ui/swagger-ui-bundle.js HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await once(client, "readable");
    await server.close();
    client.destroy();
  });
});
