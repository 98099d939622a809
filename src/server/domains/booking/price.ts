/** Prices of places. */
/** Weekday (Monday first) × half hour of the day: fen per half hour, null where the plan says nothing. */
export interface PlanMatrix {
  walkIn: (number | null)[][];
  member?: (number | null)[][];
  group?: (number | null)[][];
  /** Marks evening and weekend prices, shown by shading. */
  peak?: boolean[][];
}
