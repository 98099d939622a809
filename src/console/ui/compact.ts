/** Units of the abbreviation: k, M, G, T, P, E. */
const UNITS = ["E", "P", "T", "G", "M", "k"].map((name, i) => [1_000 ** (6 - i), name] as const);

/**
 * A whole number in short, for axes, in every language: `20000` → `20k`. At most one decimal, cut, never rounded up.
 * For money pass whole yuan; the exact amount is in the table behind the chart.
 */
export function compact(value: number): string {
  for (const [unit, name] of UNITS) {
    if (Math.abs(value) < unit) continue;
    const tenths = Math.trunc(value / (unit / 10));
    return tenths % 10 === 0 ? `${tenths / 10}${name}` : `${Math.trunc(tenths / 10)}.${Math.abs(tenths % 10)}${name}`;
  }
  return String(value);
}
