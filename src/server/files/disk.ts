/** Pictures in a folder of this machine, or one that several machines mount. */
import { mkdirSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FileStore, Stored } from "./store";

const absent = (error: unknown): undefined => {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
  throw error;
};

/** The store over a folder, which is made with the first file. */
export const diskStore = (root: string): FileStore => ({
  async put(file, bytes) {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(`${target}.part`, bytes, { flag: "wx" });
    await rename(`${target}.part`, target);
  },
  read: (file) => readFile(path.join(root, file)).catch(absent),
  remove: (file) => rm(path.join(root, file), { force: true }),
  async *list(): AsyncGenerator<Stored> {
    for (const entry of (await readdir(root, { recursive: true, withFileTypes: true }).catch(absent)) ?? []) {
      if (!entry.isFile()) continue;
      const full = path.join(entry.parentPath, entry.name);
      const found = await stat(full).catch(absent);
      if (found) yield { path: path.relative(root, full).split(path.sep).join("/"), at: found.mtime };
    }
  },
  async serve(app, headers) {
    mkdirSync(root, { recursive: true });
    await app.register(fastifyStatic, {
      root,
      prefix: "/files/",
      decorateReply: false,
      index: false,
      dotfiles: "deny",
      cacheControl: false,
      setHeaders: (reply) => {
        for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
      },
    });
  },
});
