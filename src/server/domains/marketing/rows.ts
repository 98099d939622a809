/** Rows of marketing that no declaration has, or that services write. Checked against the database by a test. */
import type { Generated } from "kysely";
import type { albums } from "../../../contract/marketing/albums";
import type { couponOffers } from "../../../contract/marketing/coupon-offers";
import type { marketingEntries } from "../../../contract/marketing/marketing-report";
import type { referralOffers } from "../../../contract/marketing/referrals";
import type { diggs, ratings, reviews } from "../../../contract/marketing/reviews";
import type { messageConsents, segments } from "../../../contract/marketing/segments";
import type { TableFor } from "../../resource/columns";

interface PhotoTable {
  venue_id: string;
  id: string;
  album_id: string;
  url: string;
  title: string;
  position: number;
  cover: boolean;
  created_at: Date;
}

export interface ActivityTable {
  venue_id: string;
  id: string;
  title: string;
  state: string;
  starts_at: Date;
  ends_at: Date;
  deadline: Date;
  place: string;
  capacity: number;
  left: number;
  member_fee: number;
  guest_fee: number;
  child_fee: number;
  free_hours: number;
  late_percent: number;
  questions: Generated<string[]>;
  pictures: Generated<string[]>;
  content: Generated<string>;
  reason: Generated<string>;
  created_at: Date;
}

export interface ActivityJoinTable {
  venue_id: string;
  id: string;
  no: string;
  activity_id: string;
  name: string;
  state: Generated<string>;
  attendee: string;
  phone: Generated<string>;
  member_id: string | null;
  check_in_code: string;
  paid: number;
  refunded: Generated<number>;
  kept: Generated<number>;
  answers: Generated<string[]>;
  entered_at: Date | null;
  reason: Generated<string>;
  person_id: string;
  operator: string;
  left_at: Generated<Date | null>;
  created_at: Date;
}

export interface GrouponGoodsTable {
  venue_id: string;
  id: string;
  title: string;
  state: string;
  price: number;
  market_price: number;
  stock: number;
  left: number;
  per_person: number;
  sale_from: Date;
  sale_to: Date;
  use_from: string;
  use_to: string;
  valid_days: number | null;
  weekdays: Generated<string[]>;
  excluded: Generated<string[]>;
  times: number;
  refund_rule: string;
  redeems: string;
  program_id: string | null;
  minutes: number | null;
  product_id: string | null;
  package_card_id: string | null;
  pictures: Generated<string[]>;
  content: Generated<string>;
  reason: Generated<string>;
  created_at: Date;
}

export interface VoucherTable {
  venue_id: string;
  id: string;
  no: string;
  voucher_code: string;
  goods_id: string;
  state: Generated<string>;
  holder: string;
  phone: Generated<string>;
  member_id: string | null;
  price: number;
  times: number;
  used: Generated<number>;
  refunded: Generated<number>;
  valid_from: string;
  valid_to: string;
  reason: Generated<string>;
  ended_at: Generated<Date | null>;
  person_id: string;
  operator: string;
  created_at: Date;
}

export interface VoucherUseTable {
  venue_id: string;
  /** The package card that it became. */
  holding_id: Generated<string | null>;
  id: string;
  voucher_id: string;
  day: string;
  times: number;
  left: number;
  value: number;
  cost: Generated<number>;
  tx_id: string | null;
  /** For a use from before courts were booked: the lock of its court. */
  lock_id: string | null;
  /** The booking that it paid. */
  order_id: string | null;
  slot: Generated<string>;
  undone_at: Generated<Date | null>;
  undone_by: Generated<string>;
  reason: Generated<string>;
  person_id: string;
  operator: string;
  at: Date;
}

interface CustomerMessageTable {
  venue_id: string;
  id: string;
  name: string;
  state: string;
  phone: string;
  text: string;
  source: string;
  source_id: string;
  source_name: string;
  member_id: string | null;
  day: string;
  sent_at: Date | null;
  /** Why it was not sent, if it was not. */
  problem: string | null;
  tries: Generated<number>;
  /** When the gateway is to have it; null: never, a person sends it. */
  next_at: Date | null;
  operator: string;
  created_at: Date;
}

interface MemberCouponTable {
  venue_id: string;
  id: string;
  coupon_no: string;
  offer_id: string;
  member_id: string | null;
  recharge_id: string | null;
  source: string;
  state: string;
  document_kind: string | null;
  document_id: string | null;
  used_at: Date | null;
  person_id: string;
  operator: string;
  created_at: Date;
}

interface ReferralRewardTable {
  venue_id: string;
  id: string;
  no: string;
  offer_id: string;
  newcomer_id: string;
  referrer_id: string;
  recharge_id: string;
  day: string;
  referrer_gift: number;
  newcomer_gift: number;
  taken_back: Generated<number>;
  tx_id: string | null;
  revoked_at: Date | null;
  operator: string;
  created_at: Date;
}

export interface MarketingTables {
  referral_reward: ReferralRewardTable;
  member_coupon: MemberCouponTable;
  customer_message: CustomerMessageTable;
  groupon_goods: GrouponGoodsTable;
  voucher: VoucherTable;
  voucher_use: VoucherUseTable;
  activity: ActivityTable;
  activity_join: ActivityJoinTable;
  photo: PhotoTable;
  album: TableFor<typeof albums>;
  review: TableFor<typeof reviews>;
  rating: TableFor<typeof ratings>;
  digg: TableFor<typeof diggs>;
  coupon_offer: TableFor<typeof couponOffers>;
  member_segment: TableFor<typeof segments>;
  message_consent: TableFor<typeof messageConsents>;
  referral_offer: TableFor<typeof referralOffers>;
}

/** Views: read only. */
export interface MarketingViews {
  marketing_entry: TableFor<typeof marketingEntries>;
}
