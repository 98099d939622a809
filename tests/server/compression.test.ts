/** Large answers are compressed on their way for clients that accept it; the content is the same. */
import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../../src/contract/all";
import { type TestServer, testServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** The answer as it travels. */
const raw = (path: string, headers: Record<string, string>): Promise<{ headers: Record<string, unknown>; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const sent = request(server.origin + path, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve({ headers: answer.headers, body: Buffer.concat(chunks) }));
      answer.on("error", reject);
    });
    sent.on("error", reject).end();
  });

const DOCUMENT = "/api/open/openapi.json";

it("sends a large answer compressed to who accepts it, and the same plain to who does not", async () => {
  const packed = await raw(DOCUMENT, { "accept-encoding": "gzip, deflate, br" });
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: expect.stringMatching(/accept-encoding/i) as string });
  const plain = await raw(DOCUMENT, {});
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  expect(packed.body.length * 4).toBeLessThan(plain.body.length);
});

it("leaves small answers, and files that are compressed in themselves, as they are", async () => {
  await server.addPerson("ann", ["v-1"]);
  const ann = await server.as("ann");
  const fetched = async (path: string) => {
    const { headers } = await raw(path, { "accept-encoding": "gzip", access_token: ann.token, sourceId: "v-1" });
    return headers;
  };
  expect(await fetched(api.members.list.path)).not.toHaveProperty("content-encoding");
  const file = await fetched(api.members.excel.path);
  expect(file["content-type"]).toContain("spreadsheetml");
  expect(file).not.toHaveProperty("content-encoding");
});
