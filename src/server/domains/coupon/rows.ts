/** Rows of the authority's coupons and their settlements. Checked against the database by a test. */
import type { Generated } from "kysely";
import type { coupon } from "../../../contract/coupon/coupon";
import type { couponSettlementLines, couponSettlements } from "../../../contract/coupon/coupon-settlements";
import type { TableFor } from "../../resource/columns";

type CouponSettlementTable = TableFor<typeof couponSettlements> & {
  requester: Generated<string>;
};

export type CouponTable = TableFor<typeof coupon> & {
  payment_id: string | null;
  given_back: number;
  document_kind: string | null;
  document_id: string | null;
  document_no: string | null;
  operator: string | null;
};

export interface CouponTables {
  coupon_settlement: CouponSettlementTable;
  coupon_settlement_line: TableFor<typeof couponSettlementLines>;
  coupon: CouponTable;
}
