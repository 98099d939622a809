/** Compression of answers on their way: the grid of a busy week is a megabyte of JSON, and a seventh of it compressed. */
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Bytes that leave with the first round trip of a connection: a smaller answer arrives no sooner compressed, and costs both sides time. */
const FIRST_ROUND_TRIP = 14_600;

/** Compresses JSON answers for clients that accept it. Files are compressed in themselves, pages beforehand; compressed requests are not read. */
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
