import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestServer, testServer } from "../support/server";
import { query } from "../support/tables";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const figures = async (): Promise<string[]> =>
  (await (await fetch(`${server.origin}/metrics`)).text()).split("\n").filter((line) => line.startsWith("venue_due_"));

it("figures count work that waits longer than a minute, and jobs that fail", async () => {
  expect(await figures()).toEqual(["venue_due_late 0", "venue_due_failing 0"]);
  await query(
    server.url,
    `INSERT INTO due (venue_id, job, due_at, tries) VALUES ('v-1', 'test.late', now() - interval '2 minutes', 0),
     ('v-1', 'test.now', now(), 0), ('v-1', 'test.failing', now() + interval '1 hour', 2), ('v-1', 'test.soon', now() + interval '1 hour', 0)`,
  );
  expect(await figures()).toEqual(["venue_due_late 1", "venue_due_failing 1"]);
});
