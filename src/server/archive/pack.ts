/** An archive as a gzipped tar that ends with the hash of all that comes before, written from one snapshot in constant memory. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/client";
import { setLocal } from "../db/settings";
import { TAR_END, tarEntry } from "./tar";

/** A file in the archive. */
export interface Part {
  readonly name: string;
  readonly content: Buffer;
}
/** A file of JSON. */
export const json = (name: string, value: unknown): Part => ({ name, content: Buffer.from(JSON.stringify(value)) });

export const MANIFEST = "manifest.json";
export const SEAL = "sha256.json";

/** An archive with what its manifest says. Whoever does not read the body to its end destroys it. */
export interface Archive<M> {
  readonly manifest: M;
  readonly body: Readable;
}

/**
 * Packs parts, the first of which is the manifest.
 * @throws whatever makes the manifest throws; afterwards the body could only break off
 */
export async function pack<M>(parts: AsyncGenerator<Part, void>): Promise<Archive<M>> {
  const first = await parts.next();
  if (first.done === true) throw new Error("an archive begins with its manifest");
  const manifest = JSON.parse(first.value.content.toString("utf8")) as M;
  const body = createGzip();
  body.once("close", () => void parts.return(undefined));
  // A failure destroys the body with its error, so its reader receives the error.
  pipeline(Readable.from(packed(first.value, parts), { objectMode: false }), body).catch(() => undefined);
  return { manifest, body };
}

/** The tar file; last in it is the hash of all that comes before. */
async function* packed(first: Part, rest: AsyncGenerator<Part>): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const seal = (part: Part): Buffer => {
    const bytes = tarEntry(part);
    hash.update(bytes);
    return bytes;
  };
  yield seal(first);
  for await (const part of rest) yield seal(part);
  yield tarEntry(json(SEAL, hash.digest("hex")));
  yield TAR_END;
}

/** A reader may rest longer between two chunks than a call may. */
const PATIENCE = "10min";

/** Reads in one snapshot, for as long as the reader of an archive takes. What others commit meanwhile is not seen. */
export async function* inSnapshot(db: Db, parts: (tx: Db) => AsyncGenerator<Part, void>): AsyncGenerator<Part, void> {
  const tx = await db.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute();
  try {
    await setLocal(tx, { idle_in_transaction_session_timeout: PATIENCE, cursor_tuple_fraction: "1" });
    yield* parts(tx);
  } finally {
    await tx.rollback().execute();
  }
}

/** The lines of a query, some at a time. One after the other: they share a cursor. */
export async function* batches(tx: Db, lines: RawBuilder<{ line: string }>, size: number): AsyncGenerator<string[]> {
  await sql`DECLARE lines_of_archive NO SCROLL CURSOR FOR ${lines}`.execute(tx);
  for (;;) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(size)} FROM lines_of_archive`.execute(tx);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < size) break;
  }
  await sql`CLOSE lines_of_archive`.execute(tx);
}
