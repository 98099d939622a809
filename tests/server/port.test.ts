/** A start that could not end well stops before the database, the demo data or anything else is made. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requirePort } from "../../src/server/port";
import { packageRoot } from "../../src/server/root";

let other: Server;
let port = 0;
const folder = mkdtempSync(path.join(tmpdir(), "port-"));
beforeAll(async () => {
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => {
  other.close();
  rmSync(folder, { recursive: true });
});

it("rejects a port that is in use, and releases a free one", async () => {
  await expect(requirePort({ port, host: "127.0.0.1" })).rejects.toMatchObject({ code: "EADDRINUSE" });
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, "127.0.0.1", resolve));
  const address = free.address();
  const one = typeof address === "object" && address !== null ? address.port : 0;
  await new Promise((resolve) => free.close(resolve));
  await requirePort({ port: one, host: "127.0.0.1" });
  await requirePort({ port: one, host: "127.0.0.1" });
});

it("says so before the demo data is made", { timeout: 120_000 }, () => {
  const data = path.join(folder, "data");
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "src/server/main.ts"], {
    cwd: packageRoot,
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", DATA_DIR: data, DEMO: "on" },
    encoding: "utf8",
  });
  expect([status, stderr.trim()]).toEqual([1, `Port ${port} is in use: choose another with PORT. Nothing was changed`]);
  expect(() => readdirSync(data)).toThrow();
});
