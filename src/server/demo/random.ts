/** Random numbers that a seed fixes, so that the demo data of a day is the same on every machine. */

/** A seeded source: every method advances it. */
export interface Random {
  /** [0, 1) */
  next(): number;
  /** Whole number in [from, to]. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  bytes(count: number): Uint8Array;
}

/** Makes a source from words: the same words give the same numbers (xmur3 + mulberry32). */
export function random(...words: readonly (string | number)[]): Random {
  let state = 1_779_033_703;
  for (const char of words.join("|")) {
    state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 3_432_918_353);
    state = (state << 13) | (state >>> 19);
  }
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const self: Random = {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("pick from nothing");
      return item;
    },
    weighted: (items) => {
      let at = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        at -= weight;
        if (at < 0) return item;
      }
      return self.pick(items)[0];
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)),
  };
  return self;
}
