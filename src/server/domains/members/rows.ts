/** Rows of members. Checked against the database by a test. */
import type { Generated, GeneratedAlways } from "kysely";
import type { attentions, spreads } from "../../../contract/members/introductions";
import type { TableFor } from "../../resource/columns";

export interface CardTypeTable {
  venue_id: string;
  id: string;
  name: string;
  colour: number;
  place_percent: Generated<number>;
  product_percent: Generated<number>;
  months: Generated<number>;
  position: Generated<number>;
  kind: Generated<string>;
  days_ahead: number | null;
  weekdays: Generated<string[]>;
  start_minute: number | null;
  end_minute: number | null;
  fee: number | null;
  deposit: number | null;
  credit_limit: number | null;
  upgrade_spent: number | null;
  upgrade_to_id: string | null;
  memo: Generated<string>;
  roams_at: Generated<string[]>;
  usable_from: Generated<number[]>;
  usable_to: Generated<number[]>;
  class_percents: Generated<string[]>;
  created_at: Generated<Date>;
}

export interface MemberTable {
  venue_id: string;
  id: string;
  card_no: string;
  card_key: GeneratedAlways<string>;
  name: string;
  pinyin: Generated<string>;
  initials: Generated<string>;
  phone: string;
  phone_tail: GeneratedAlways<string>;
  gender: Generated<string>;
  birthday: string | null;
  card_type_id: string;
  state: Generated<string>;
  expires_on: string | null;
  tags: Generated<string[]>;
  memo: Generated<string>;
  state_reason: Generated<string>;
  spent: Generated<number>;
  last_visit_at: Date | null;
  merged_into_id: string | null;
  referrer_id: string | null;
  photo: Generated<string | null>;
  coach_id: Generated<string | null>;
  family: Generated<string[]>;
  merged_at: Date | null;
  erased_at: Date | null;
  created_at: Date;
  /** Person who enrolled them; "": the system. */
  enrolled_by: Generated<string>;
}

interface RechargeOfferTable {
  venue_id: string;
  id: string;
  name: string;
  pay: number;
  principal: number;
  gift: Generated<number>;
  on_shelf: Generated<boolean>;
  position: Generated<number>;
  raise_to_id: string | null;
  coupon_offer_id: string | null;
  coupons: number | null;
  per_person: number | null;
  valid_from: string | null;
  valid_to: string | null;
  memo: Generated<string>;
  created_at: Generated<Date>;
}

interface RechargeTable {
  venue_id: string;
  id: string;
  no: string;
  member_id: string;
  offer_id: string | null;
  paid: number;
  principal: number;
  gift: number;
  method: string;
  remark: Generated<string>;
  tx_id: string;
  revoked_at: Date | null;
  raised_from: string | null;
  person_id: string;
  at: Date;
}

interface DebtPaymentTable {
  venue_id: string;
  id: string;
  no: string;
  member_id: string;
  amount: number;
  refunded: Generated<number>;
  revoked_at: Generated<Date | null>;
  method: string;
  remark: string;
  operator: string;
  created_at: Date;
}

interface CardFeeTable {
  venue_id: string;
  id: string;
  no: string;
  member_id: string;
  card_type_id: string;
  card_type_name: string;
  fee: number;
  deposit: number;
  paid: number;
  /** Refunded part of the deposit; of everything once it is revoked. */
  refunded: Generated<number>;
  revoked_at: Generated<Date | null>;
  /** The card type that the member carried before; null for one who enrolled with it. */
  raised_from: Generated<string | null>;
  operator: string;
  created_at: Date;
}

export interface CardTypeMoveTable {
  venue_id: string;
  id: string;
  to_id: string;
  state: string;
  reason: string;
  total: number;
  person_id: string;
  operator: string;
  at: Date;
}

interface CardTypeMoveLineTable {
  venue_id: string;
  move_id: string;
  member_id: string;
  from_id: string;
  state: Generated<string>;
}

interface CustomerCodeTable {
  venue_id: string;
  ticket_hash: string;
  mobile: string;
  code_hash: string;
  at: Date;
  expires_at: Date;
  tries: Generated<number>;
  verified_at: Date | null;
  used_at: Date | null;
}

interface CustomerSessionTable {
  venue_id: string;
  token_hash: string;
  member_id: string;
  mobile: string;
  created_at: Date;
  expires_at: Date;
}

export interface MembersTables {
  customer_code: CustomerCodeTable;
  customer_session: CustomerSessionTable;
  card_type_move: CardTypeMoveTable;
  card_type_move_line: CardTypeMoveLineTable;
  card_type: CardTypeTable;
  member: MemberTable;
  recharge_offer: RechargeOfferTable;
  recharge: RechargeTable;
  debt_payment: DebtPaymentTable;
  card_fee: CardFeeTable;
  spread: TableFor<typeof spreads>;
  attention: TableFor<typeof attentions>;
}
