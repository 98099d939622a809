/** In the build in the place of fast-equals: what kbar compares are flat views of its state, whose parts are replaced and never changed. */
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export function deepEqual(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b);
  const [one, other] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))];
  return one.length === other.size && one.every(([key, value]) => Object.is(value, other.get(key)));
}
