/** Rows of coupons. Checked against the database by a test. */
import type { Generated } from "kysely";

export interface CouponTable {
  venue_id: string;
  id: string;
  code: string;
  scheme: string;
  face: number;
  threshold: number;
  starts_on: string;
  ends_on: string;
  state: Generated<string>;
  payment_id: string | null;
  used: Generated<number>;
  given_back: Generated<number>;
  document_kind: string | null;
  document_id: string | null;
  document_no: string | null;
  used_at: Date | null;
  operator: string | null;
  created_at: Date;
}

export interface CouponTables {
  coupon: CouponTable;
}
