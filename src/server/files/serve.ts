/** Uploaded pictures, served from the data folder: immutable under their random names, never guessed at. */
import { mkdirSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { filesDir } from "./store";

export async function registerFiles(app: FastifyInstance, dataDir: string): Promise<void> {
  const root = filesDir(dataDir);
  mkdirSync(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    prefix: "/files/",
    decorateReply: false,
    index: false,
    dotfiles: "deny",
    immutable: true,
    maxAge: 31_536_000_000,
    // Previews are frames of no origin, and customers see the pictures in apps of other origins.
    setHeaders: (reply) =>
      void reply.header("content-security-policy", "default-src 'none'").header("cross-origin-resource-policy", "cross-origin"),
  });
}
