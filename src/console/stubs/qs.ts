/**
 * In qs's place in the build (`src/tools/refine-source.ts`). Refine reads and writes addresses with it; ours are flat, because lists keep their
 * state in the address themselves (`syncWithLocation` is off). Nested and repeated values, which qs would unfold, pass as they are written.
 */
const entries = (query: object): (readonly [string, string])[] =>
  Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)] as const]));

const qs = {
  parse: (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search)),
  stringify: (query: object, options?: { readonly addQueryPrefix?: boolean }): string => {
    const text = new URLSearchParams(entries(query).map(([name, value]) => [name, value])).toString();
    return text && options?.addQueryPrefix ? `?${text}` : text;
  },
};

export default qs;
