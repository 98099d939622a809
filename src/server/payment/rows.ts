/** Rows of scan-to-pay. Checked against the database by a test. The payment's own row is among those of booking. */
import type { Generated } from "kysely";

interface PayCodeTable {
  venue_id: string;
  code_hash: string;
  payment_id: string;
  at: Date;
}

interface ChannelRefundTable {
  venue_id: string;
  id: string;
  payment_id: string;
  amount: number;
  state: string;
  channel_ref: Generated<string>;
  note: Generated<string>;
  tries: Generated<number>;
  next_at: Date;
  person_id: string;
  operator: string;
  at: Date;
}

export interface RoamingPaymentTable {
  venue_id: string;
  id: string;
  no: string;
  visited_venue_id: string;
  document_no: string;
  member_id: string;
  principal: number;
  gift: number;
  principal_back: Generated<number>;
  gift_back: Generated<number>;
  operator: string;
  created_at: Date;
}

export interface PaymentTables {
  roaming_payment: RoamingPaymentTable;
  pay_code: PayCodeTable;
  channel_refund: ChannelRefundTable;
}
