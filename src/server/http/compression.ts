/** Compresses JSON responses: the grid of a busy week is a megabyte of JSON, a seventh of that compressed. */
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Bytes that fit into a connection's first round trip. Compressing a smaller response saves no time. */
const FIRST_ROUND_TRIP = 14_600;

/** Compresses JSON answers for clients that accept it. Files and pages are compressed elsewhere; compressed request bodies are not accepted. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    customTypes: /^application\/json/,
    encodings: ["gzip"],
    threshold: FIRST_ROUND_TRIP,
    // Fast rather than small: higher levels take three times as long for a tenth less.
    zlibOptions: { level: 1 },
    // In the thread pool, not between two statements of a sale.
    syncThreshold: 0,
    globalDecompression: false,
  });
}
