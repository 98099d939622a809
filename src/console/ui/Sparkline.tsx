/**
 * A small line without axes beside a number. Decoration: what it shows is said in the tile's words.
 * @param values oldest first, any unit
 */
export function Sparkline({
  values,
  tone = "a",
  width = 92,
  height = 28,
}: {
  values: readonly number[];
  tone?: "a" | "b";
  width?: number;
  height?: number;
}) {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const at = (value: number, i: number): string =>
    `${((i / (values.length - 1)) * width).toFixed(1)},${(height - 2 - ((value - low) / span) * (height - 4)).toFixed(1)}`;
  return (
    <svg className={`spark series-${tone}`} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <polyline points={values.map(at).join(" ")} />
    </svg>
  );
}
