import type { ReactNode } from "react";

/** Tiles that share one card, split by hairlines. */
export function StatTiles({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section className="stats" aria-label={label}>
      {children}
    </section>
  );
}

/**
 * One number of the day: label, number, one line of comparison. The basis (takings, earned) is said in `note`.
 * @param unit before the number, small: `¥`
 * @param of what the number is out of, e.g. `231`
 * @param spark a `Sparkline`
 */
export function StatTile({
  label,
  value,
  unit,
  of,
  note,
  spark,
}: {
  label: ReactNode;
  value: ReactNode;
  unit?: string;
  of?: ReactNode;
  note?: ReactNode;
  spark?: ReactNode;
}) {
  return (
    <div className="stat">
      {spark}
      <h2>{label}</h2>
      <div className="stat-value">
        {unit && <small>{unit}</small>}
        {value}
        {of !== undefined && <span className="of"> / {of}</span>}
      </div>
      {note && <p className="stat-note">{note}</p>}
    </div>
  );
}
