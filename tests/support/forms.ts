import { it } from "vitest";

/** Long and short forms of tests: PROVE=full, as `npm run prove` sets it, runs all variants of what is otherwise seen in one of them. */
export const FULL = process.env["PROVE"] === "full";

/** All variants in the long form, one in the short. @param short 0-based index of the one */
export const variants = <T>(all: readonly T[], short = 0): readonly T[] => (FULL ? all : all.slice(short, short + 1));

/** Returns how often a property is tried: so often in the short form, twenty times that in the long one. */
export const runs = (short: number): number => (FULL ? short * 20 : short);

/** Number of kills of a process in a proof: `PROVE_KILLS` in the long form, 1,000 by default. */
export const KILLS = FULL ? Number(process.env["PROVE_KILLS"] ?? 1_000) : 3;

/** A test of the long form only: a rare state or another width of what a test of the short form walks through. */
export const long = it.runIf(FULL);
