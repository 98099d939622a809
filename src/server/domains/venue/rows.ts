/** Rows of venues. Checked against the database by a test. */
import type { Generated } from "kysely";
import type { checkRules } from "../../../contract/core/check-rules";
import type { venueNavigations, venueServices } from "../../../contract/venue/venue-content";
import type { TableFor } from "../../resource/columns";

export interface VenueTable {
  id: string;
  organization_id: string;
  name: string;
  logo: string | null;
  province: Generated<string>;
  city: Generated<string>;
  area: Generated<string>;
  address: Generated<string>;
  phone: Generated<string>;
  zone: Generated<string>;
  main_tag: string;
  tags: Generated<string[]>;
  site_type_source_id: string;
  hold_minutes: Generated<number>;
  days_ahead: Generated<number>;
  free_cancel_hours: Generated<number>;
  late_cancel_percent: Generated<number>;
  no_show_percent: Generated<number>;
  offer_minutes: Generated<number>;
  early_check_in_minutes: Generated<number>;
  purse_order: Generated<string>;
  offline_balance: Generated<number>;
  approval_limit: Generated<number>;
  rounding: Generated<string>;
  rounding_limit: Generated<number>;
  short_name: Generated<string>;
  pictures: Generated<string[]>;
  intro: Generated<string>;
  contact: Generated<string>;
  email: Generated<string>;
  longitude: Generated<number | null>;
  latitude: Generated<number | null>;
  open_minutes: Generated<number[]>;
  close_minutes: Generated<number[]>;
  receipt_head: Generated<string>;
  receipt_foot: Generated<string>;
  public_page: Generated<boolean>;
  online_booking: Generated<boolean>;
  online_days_ahead: Generated<number>;
  online_day_minutes: Generated<number>;
  online_hold_minutes: Generated<number>;
  created_at: Date;
}

export interface VenueTables {
  venue: VenueTable;
  check_rule: TableFor<typeof checkRules>;
  venue_service: TableFor<typeof venueServices>;
  venue_navigation: TableFor<typeof venueNavigations>;
}
