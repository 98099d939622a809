/** One grey bar where text will be. Widths and heights are CSS lengths. */
export function Skeleton({ width = "100%", height = "12px" }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ width, height }} />;
}

/**
 * The rows of a table that is loading: same header, same row height, so that nothing moves when the rows come.
 * @param widths one per column, CSS lengths of the bars
 */
export function SkeletonRows({ rows = 10, widths }: { rows?: number; widths: readonly string[] }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {widths.map((width, column) => (
        <td key={column}>
          <Skeleton width={width} />
        </td>
      ))}
    </tr>
  ));
}

/** Some lines of text that are on their way; the last is shorter. `label` is read out. */
export function SkeletonText({ lines = 3, label }: { lines?: number; label: string }) {
  return (
    <output aria-label={label} className="skeleton-text">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={line === lines - 1 ? "60%" : "100%"} />
      ))}
    </output>
  );
}
