/** Lots that anybody can repeat: the same text gives the same sequence on every machine. Pure 32-bit arithmetic. */
export interface Lots {
  /** A whole number from 0 to below `count`. */
  below(count: number): number;
  /** A copy in drawn order (Fisher–Yates). */
  shuffled<T>(items: readonly T[]): T[];
  /** One of some. @throws RangeError where there are none */
  pick<T>(items: readonly T[]): T;
}

const UINT = 4_294_967_296;

/** Lots from a recorded text. FNV-1a makes the state, mulberry32 the sequence. */
export function lots(seed: string): Lots {
  let hash = 0x811c9dc5;
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  let at = hash >>> 0;
  const next = (): number => {
    at = (at + 0x6d2b79f5) >>> 0;
    let x = at;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return (x ^ (x >>> 14)) >>> 0;
  };
  const below = (count: number): number => {
    // The remainder at the end would favour the small numbers.
    const limit = UINT - (UINT % count);
    let value = next();
    while (value >= limit) value = next();
    return value % count;
  };
  return {
    below,
    shuffled<T>(items: readonly T[]): T[] {
      const drawn = [...items];
      for (let i = drawn.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [drawn[i], drawn[j]] = [drawn[j] as T, drawn[i] as T];
      }
      return drawn;
    },
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError("nothing to pick from");
      return items[below(items.length)] as T;
    },
  };
}
