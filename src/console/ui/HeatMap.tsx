/** One place's day. */
interface HeatRow {
  readonly key: string;
  readonly name: string;
  /** share in use, whole percent 0…100, one per column; `null` where nothing can be booked */
  readonly values: readonly (number | null)[];
}

/** Step 0…4 of the ramp for a share in whole percent. */
const heatStep = (percent: number): 0 | 1 | 2 | 3 | 4 => (percent <= 0 ? 0 : percent <= 25 ? 1 : percent <= 50 ? 2 : percent <= 75 ? 3 : 4);

/** The ramp's key: low to high. */
export function HeatScale({ low, high }: { low: string; high: string }) {
  return (
    <span className="heat-scale">
      {low}
      {([0, 1, 2, 3, 4] as const).map((step) => (
        <i key={step} className={`heat-${step}`} />
      ))}
      {high}
    </span>
  );
}

/**
 * Use of places over the hours of a day: a table whose cells carry both number and shade.
 * @param label what it shows, for screen readers
 * @param columns headers, usually hours
 * @param current index of the column that is now
 */
export function HeatMap({
  label,
  columns,
  rows,
  current,
  corner,
}: {
  label: string;
  columns: readonly string[];
  rows: readonly HeatRow[];
  current?: number;
  corner: string;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on narrow screens, and must do so by keyboard too
    <section className="heat-wrap" aria-label={label} tabIndex={0}>
      <table className="heat">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{corner}</span>
            </th>
            {columns.map((column, i) => (
              <th key={column} scope="col" aria-current={i === current ? "time" : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="cut">
                {row.name}
              </th>
              {columns.map((column, i) => {
                const value = row.values[i] ?? null;
                if (value === null) return <td key={column}>{"\u00a0"}</td>;
                return (
                  <td key={column} className={`heat-${heatStep(value)}`}>
                    {value === 0 ? <span className="sr">0</span> : value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
