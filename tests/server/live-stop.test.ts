import { once } from "node:events";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { testServer } from "../support/server";

it("stops within seconds although a listening client is gone without a word", async () => {
  const server = await testServer();
  const { token } = await server.as("admin");
  const address = `${server.origin.replace("http", "ws")}/api/manage/venue/ws?sourceId=v-1&access_token=${token}`;
  const client = new WebSocket(address);
  await once(client, "open");
  // From here on it reads nothing, so that it never answers the server's goodbye.
  client.pause();
  const before = performance.now();
  await server.close();
  expect(performance.now() - before).toBeLessThan(4_000);
  client.terminate();
});
