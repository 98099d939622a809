/** Tables of closings. */

export interface ClosingTable {
  venue_id: string;
  id: string;
  reason: string;
  from_day: string;
  to_day: string;
  start_minute: number;
  end_minute: number;
  places: string;
  moves: number;
  refunds: number;
  refund_total: number;
  person_id: string;
  operator: string;
  created_at: Date;
}

interface ClosingHitTable {
  venue_id: string;
  closing_id: string;
  line_id: string;
  order_id: string;
  order_no: string;
  name: string;
  phone: string;
  place: string;
  day: string;
  start_minute: number;
  end_minute: number;
  to_place: string | null;
  refund: number;
}

export interface ClosingTables {
  closing: ClosingTable;
  closing_hit: ClosingHitTable;
}
