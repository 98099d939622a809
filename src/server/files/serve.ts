/** Uploaded pictures, served from where they are kept: immutable under their random names, never guessed at. */
import type { FastifyInstance } from "fastify";
import type { FileStore } from "./store";

export const registerFiles = (app: FastifyInstance, store: FileStore): Promise<void> =>
  store.serve(app, {
    "cache-control": "public, max-age=31536000, immutable",
    // Previews are frames of no origin, and customers see the pictures in apps of other origins.
    "content-security-policy": "default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
  });
