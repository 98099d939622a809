/**
 * A map that drops what was used longest ago once it is full: for whatever a process remembers under what clients send, so that nobody fills
 * its memory by sending ever new keys.
 */
export class Bounded<K, V> extends Map<K, V> {
  private readonly most: number;

  constructor(most: number) {
    super();
    this.most = most;
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
    super.delete(key);
    super.set(key, value);
    const [oldest] = this.size > this.most ? this.keys() : [];
    if (oldest !== undefined) super.delete(oldest);
    return this;
  }
}
