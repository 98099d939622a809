/** Checks before a start makes anything: the port is free, the data folder can be written. */
import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import type { Config } from "./config";

/**
 * Binds the port once and releases it.
 * @throws Error `EADDRINUSE`, `EACCES` or `EADDRNOTAVAIL`, as the start itself would later
 */
export async function requirePort({ port, host }: Pick<Config, "port" | "host">): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

/** Makes the data folder where it is missing. @throws Error where it can't be written */
export async function requireFolder({ dataDir }: Pick<Config, "dataDir">): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await access(dataDir, constants.W_OK);
}
