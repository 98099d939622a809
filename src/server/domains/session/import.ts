/** The other first step of an empty server: an exported venue, received in parts, takes the place of a new one. */
import { createReadStream } from "node:fs";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "pg";
import type { Output, Parsed } from "../../../contract/core/call";
import { session } from "../../../contract/session/session";
import { importVenue } from "../../archive/import";
import type { FileStore } from "../../files/store";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { servePublicCalls, type Route } from "../../http/serve";
import { hashPassword } from "../../kernel/password";
import { checkPassword } from "../../kernel/strength";
import { hashOf } from "../../kernel/tokens";
import { enter } from "./login";
import { requireSetupToken } from "./setup";

/** Returns the path at which the parts of the link's holder wait. */
const partsOf = (dataDir: string, token: string): string => path.join(dataDir, "import", `${hashOf(token)}.part`);
const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0;

export function importRoutes(dataDir: string, store: FileStore, owner: (() => Client) | undefined): Route[] {
  /** @throws AppError `setupClosed`; `importDamaged` a part that does not continue what came before */
  const setupPart = async (
    ctx: PersonCtx<null>,
    { token, at, data }: Parsed<typeof session.setupPart>,
  ): Promise<Output<typeof session.setupPart>> => {
    await requireSetupToken(ctx.db, token);
    const file = partsOf(dataDir, token);
    await mkdir(path.dirname(file), { recursive: true });
    if (at !== 0 && (await sizeOf(file)) !== at) throw new AppError("importDamaged");
    await writeFile(file, Buffer.from(data, "base64"), { flag: at === 0 ? "w" : "a", mode: 0o600 });
    return { received: await sizeOf(file) };
  };

  /** @throws AppError `setupClosed`, a password that is too easy, and as `importVenue` */
  const setupImport = async (
    ctx: PersonCtx<null>,
    { token, password }: Parsed<typeof session.setupImport>,
  ): Promise<Output<typeof session.setupImport>> => {
    await requireSetupToken(ctx.db, token);
    checkPassword(password, [], ctx.language);
    const file = partsOf(dataDir, token);
    if (!owner) throw new AppError("notServed");
    if ((await sizeOf(file)) === 0) throw new AppError("importDamaged");
    const passwordHash = await hashPassword(password);
    const client = owner();
    await client.connect();
    try {
      const { administrator } = await importVenue(client, createReadStream(file), { store, passwordHash });
      await rm(file, { force: true });
      return { ...(await enter(ctx, administrator.id, { way: "setup" })), username: administrator.username };
    } finally {
      await client.end();
    }
  };
  return servePublicCalls(session, { setupPart, setupImport });
}
