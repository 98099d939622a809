/** One line: its name is at its end, so that no legend is needed. */
interface Series {
  readonly name: string;
  /** oldest first, one per label of `x` */
  readonly values: readonly number[];
  readonly tone: "a" | "b";
}

/** The step (1, 2 or 5 × 10ⁿ) that cuts 0…`top` into at most `parts` pieces. */
export function niceStep(top: number, parts: number): number {
  const raw = Math.max(top, 1) / parts;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw) ?? raw;
}

/** Keeps names apart when lines end close together: shares of the height, lowest first. */
function apart(ends: readonly number[], gap: number): number[] {
  const order = ends.map((end, i) => ({ end, i })).sort((a, b) => a.end - b.end);
  const placed = [...ends];
  let floor = Number.NEGATIVE_INFINITY;
  for (const { end, i } of order) {
    const at = Math.max(end, floor + gap);
    placed[i] = at;
    floor = at;
  }
  return placed;
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/**
 * A line chart of one or two series from zero, labelled at the line's end, with its numbers as a table for screen readers and print.
 * @param label what it shows, for screen readers
 * @param x one label a point; first, middle and last are written
 * @param show writes a value for people, in the table
 * @param axis writes a value on the axis; `show` when left out
 */
export function LineChart({
  label,
  x,
  series,
  show,
  axis = show,
}: {
  label: string;
  x: readonly string[];
  series: readonly Series[];
  show: (value: number) => string;
  axis?: (value: number) => string;
}) {
  const top = Math.max(1, ...series.flatMap((line) => line.values));
  const step = niceStep(top, 3);
  const height = Math.max(step, top * 1.06);
  const empty = series.every((line) => line.values.every((value) => value === 0));
  const rules = empty ? [0] : Array.from({ length: Math.floor(height / step) + 1 }, (_, i) => i * step);
  const last = Math.max(x.length - 1, 1);
  const ends = series.map((line) => (line.values.at(-1) ?? 0) / height);
  const names = apart(ends, 0.13);
  const marks = [...new Set([0, Math.floor((x.length - 1) / 2), x.length - 1])].filter((i) => i >= 0);
  return (
    <figure>
      <div className="chart" aria-hidden>
        <div className="chart-y">
          {rules.map((rule) => (
            <span key={rule} style={{ bottom: percent(rule / height) }}>
              {axis(rule)}
            </span>
          ))}
          <i>{axis(rules.at(-1) ?? 0)}</i>
        </div>
        <div className="chart-plot">
          <svg viewBox="0 0 1000 1000" preserveAspectRatio="none">
            {rules.map((rule) => (
              <path key={rule} className="rule" vectorEffect="non-scaling-stroke" d={`M0 ${1000 - (rule / height) * 1000}H1000`} />
            ))}
            {series.map((line) => (
              <polyline
                key={line.name}
                className={`series-${line.tone}`}
                vectorEffect="non-scaling-stroke"
                points={line.values
                  .map((value, i) => `${((i / last) * 1000).toFixed(1)},${(1000 - (value / height) * 1000).toFixed(1)}`)
                  .join(" ")}
              />
            ))}
          </svg>
          {series.map((line, i) => (
            <span key={line.name} className={`end series-${line.tone}`} style={{ bottom: percent(ends[i] ?? 0) }} />
          ))}
        </div>
        <div className="chart-names">
          {series.map((line, i) => (
            <span key={line.name} style={{ bottom: percent(names[i] ?? 0) }}>
              {line.name}
            </span>
          ))}
          {series.map((line) => (
            <i key={line.name}>{line.name}</i>
          ))}
        </div>
        <div className="chart-x">
          {marks.map((i) => (
            <span key={i} style={{ left: percent(i / last) }}>
              {x[i]}
            </span>
          ))}
        </div>
      </div>
      <table className="sr">
        <caption>{label}</caption>
        <thead>
          <tr>
            <td>{"\u00a0"}</td>
            {series.map((line) => (
              <th key={line.name} scope="col">
                {line.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {x.map((at, i) => (
            <tr key={at}>
              <th scope="row">{at}</th>
              {series.map((line) => (
                <td key={line.name}>{show(line.values[i] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
