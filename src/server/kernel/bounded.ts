/**
 * A map that drops what was used longest ago once it is full: for whatever a process remembers under what clients send, so that nobody fills
 * its memory by sending ever new keys.
 */
export class Bounded<K, V> extends Map<K, V> {
  private readonly most: number;
  private readonly weight: Weight<V> | undefined;
  private total = 0;

  /** @param weight bounds the sum of the values' weights, too; a value never changes its weight */
  constructor(most: number, weight?: Weight<V>) {
    super();
    this.most = most;
    this.weight = weight;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined) {
      super.delete(key);
      super.set(key, value);
    }
    return value;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    this.total += this.weight?.of(value) ?? 0;
    for (const oldest of this.keys()) {
      if (this.size <= this.most && (this.weight === undefined || this.total <= this.weight.most)) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: K): boolean {
    const value = super.get(key);
    if (value !== undefined) this.total -= this.weight?.of(value) ?? 0;
    return super.delete(key);
  }

  override clear(): void {
    this.total = 0;
    super.clear();
  }
}

interface Weight<V> {
  readonly most: number;
  readonly of: (value: V) => number;
}
