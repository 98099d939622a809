/** Rows of rollups. Checked against the database by a test. */
import type { Generated } from "kysely";

interface RollupTable {
  venue_id: string;
  name: string;
  day: string;
  key: string;
  sub: string;
  figures: number[];
}

interface RollupDayTable {
  venue_id: string;
  name: string;
  day: string;
  form: string;
}

interface RollupTouchTable {
  venue_id: string;
  name: string;
  day: string;
  id: Generated<number>;
}

export interface RollupTables {
  rollup: RollupTable;
  rollup_day: RollupDayTable;
  rollup_touch: RollupTouchTable;
}
