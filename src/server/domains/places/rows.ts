/** Rows of bundles and of the venue's calendar. Checked against the database by a test. */
import type { Generated } from "kysely";

interface BundleTable {
  venue_id: string;
  id: string;
  name: string;
  place_ids: string[];
  minutes: number;
  price: number;
  valid_from: string;
  valid_to: string;
  weekdays: Generated<number[]>;
  start_minute: Generated<number>;
  end_minute: Generated<number>;
  enabled: Generated<boolean>;
  created_at: Date;
}

interface HolidayDroppedTable {
  venue_id: string;
  day: string;
  reason: string;
  operator: string;
}

export interface PlacesTables {
  bundle: BundleTable;
  holiday_dropped: HolidayDroppedTable;
}
