/** Maximum matching in a general graph by Edmonds' algorithm. Pure. */

type IsAllowed = (a: number, b: number) => boolean;
const NONE = -1;

/**
 * Finds an augmenting path from a free vertex and exchanges along it.
 * @param mate partner of each vertex, changed in place
 * @param has vertices that take part
 */
function augment(root: number, mate: number[], has: (vertex: number) => boolean, isAllowed: IsAllowed): boolean {
  const count = mate.length;
  const parent = Array.from({ length: count }, () => NONE);
  const base = mate.map((_, vertex) => vertex);
  const isOuter = mate.map((_, vertex) => vertex === root);
  const queue = [root];
  const baseOf = (vertex: number): number => base[vertex] ?? vertex;
  const mateOf = (vertex: number): number => mate[vertex] ?? NONE;
  const parentOf = (vertex: number): number => parent[vertex] ?? NONE;
  const common = (a: number, b: number): number => {
    const seen = new Set<number>();
    for (let at = baseOf(a); ; at = baseOf(parentOf(mateOf(at)))) {
      seen.add(at);
      if (mateOf(at) === NONE) break;
    }
    let at = baseOf(b);
    while (!seen.has(at)) at = baseOf(parentOf(mateOf(at)));
    return at;
  };
  const contract = (a: number, b: number): void => {
    const top = common(a, b);
    const blossom = new Set<number>();
    const mark = (from: number, child: number): void => {
      for (let at = from, below = child; baseOf(at) !== top; at = parentOf(mateOf(at))) {
        blossom.add(baseOf(at)).add(baseOf(mateOf(at)));
        parent[at] = below;
        below = mateOf(at);
      }
    };
    mark(a, b);
    mark(b, a);
    for (let vertex = 0; vertex < count; vertex++) {
      if (!blossom.has(baseOf(vertex))) continue;
      base[vertex] = top;
      if (isOuter[vertex]) continue;
      isOuter[vertex] = true;
      queue.push(vertex);
    }
  };
  for (const from of queue)
    for (let to = 0; to < count; to++) {
      if (to === from || !has(to) || baseOf(from) === baseOf(to) || mateOf(from) === to || !isAllowed(from, to)) continue;
      if (to === root || (mateOf(to) !== NONE && parentOf(mateOf(to)) !== NONE)) contract(from, to);
      else if (parentOf(to) === NONE) {
        parent[to] = from;
        const next = mateOf(to);
        if (next === NONE) {
          for (let at = to; at !== NONE;) {
            const above = parentOf(at);
            const after = mateOf(above);
            mate[at] = above;
            mate[above] = at;
            at = after;
          }
          return true;
        }
        isOuter[next] = true;
        queue.push(next);
      }
    }
  return false;
}

/** A graph with a perfect matching, which stays perfect while pairs are fixed one by one. */
export class PerfectMatching {
  private readonly mate: number[];
  private readonly left: Set<number>;
  private readonly isAllowed: IsAllowed;

  private constructor(mate: number[], left: Set<number>, isAllowed: IsAllowed) {
    this.mate = mate;
    this.left = left;
    this.isAllowed = isAllowed;
  }

  /** @param count vertices of the graph, numbered from 0; @param vertices those to be paired; @returns undefined where not all can be */
  static of(count: number, vertices: readonly number[], isAllowed: IsAllowed): PerfectMatching | undefined {
    if (vertices.length % 2 === 1) return undefined;
    const left = new Set(vertices);
    const mate = Array.from({ length: count }, () => NONE);
    for (const a of vertices)
      if (mate[a] === NONE) {
        const b = vertices.find((other) => other !== a && mate[other] === NONE && isAllowed(a, other));
        if (b === undefined) continue;
        mate[a] = b;
        mate[b] = a;
      }
    for (const vertex of vertices)
      if (mate[vertex] === NONE && !augment(vertex, mate, (each) => left.has(each), isAllowed)) return undefined;
    return new PerfectMatching(mate, left, isAllowed);
  }

  partnerOf(vertex: number): number {
    return this.mate[vertex] ?? NONE;
  }

  /** Fixes a pair if all others can still be paired; otherwise changes nothing. */
  settle(a: number, b: number): boolean {
    if (!this.isAllowed(a, b)) return false;
    const mate = [...this.mate];
    const [otherOfA, otherOfB] = [mate[a] ?? NONE, mate[b] ?? NONE];
    this.left.delete(a);
    this.left.delete(b);
    mate[a] = b;
    mate[b] = a;
    if (otherOfA !== b) {
      mate[otherOfA] = NONE;
      mate[otherOfB] = NONE;
      if (!augment(otherOfA, mate, (each) => this.left.has(each), this.isAllowed)) {
        this.left.add(a).add(b);
        return false;
      }
    }
    for (const [vertex, partner] of mate.entries()) this.mate[vertex] = partner;
    return true;
  }
}
