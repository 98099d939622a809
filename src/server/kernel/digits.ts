import { createHash } from "node:crypto";

/** A code of `count` digits that follows from an id, so that a replayed run gives the same ones; nobody guesses the next. */
export const digitsOf = (id: string, count: number): string =>
  BigInt(`0x${createHash("sha256").update(id).digest("hex").slice(0, 24)}`)
    .toString()
    .slice(-count)
    .padStart(count, "0");
