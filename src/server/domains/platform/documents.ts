/** Finds a document by its whole number: one look at the one table that its prefix names. */
import { type RawBuilder, sql } from "kysely";
import type { Parsed } from "../../../contract/core/call";
import { FINDABLE, type DocumentKind } from "../../../contract/core/document-kinds";
import { type documents, type FoundDocument, typedDocument } from "../../../contract/core/documents";
import type { Ctx } from "../../http/context";

interface Source {
  readonly table: string;
  /** Record it belongs to, and its day, from the row `t`. */
  readonly parent?: RawBuilder<string | null>;
  readonly day?: RawBuilder<string | null>;
  readonly id?: RawBuilder<string>;
  readonly no?: RawBuilder<string>;
  readonly where?: RawBuilder<boolean>;
  /** Condition on the rows that the person may see, where the kind's code is not enough. */
  readonly isVisible?: (ctx: Ctx) => RawBuilder<boolean>;
}

const STOCK = { table: "stock_document" } as const;
const OF_MEMBER = { parent: sql<string>`t.member_id` } as const;
const SOURCES: Readonly<Record<DocumentKind, Source>> = {
  order: { table: "booking_order", day: sql`t.day` },
  session: {
    table: "session_order",
    parent: sql`t.hall_booking_id`,
    day: sql`(SELECT b.day FROM hall_booking b WHERE b.venue_id = t.venue_id AND b.id = t.hall_booking_id)`,
  },
  openPlay: { table: "open_play" },
  openPlayTicket: { table: "open_play_ticket", parent: sql`t.open_play_id` },
  fixed: { table: "fixed_contract" },
  sale: { table: "sale", where: sql`t.state IN ('paid', 'partly_returned', 'returned', 'void')` },
  cart: { table: "sale", where: sql`t.state IN ('open', 'hung')` },
  collection: { table: "payment", where: sql`t.no <> '' AND t.channel <> ''` },
  shift: {
    table: "shift",
    isVisible: (ctx) => (ctx.codes.has("shift_report") ? sql`true` : sql`t.person_id = ${ctx.person.id}`),
  },
  saleReturn: { table: "sale_return", parent: sql`t.sale_id` },
  deposit: { table: "sale_item", id: sql`t.document_id`, no: sql`t.document_no`, parent: sql`t.sale_id`, where: sql`t.kind = 'deposit'` },
  delivery: { table: "delivery" },
  recharge: { table: "recharge", ...OF_MEMBER },
  debt: { table: "debt_payment", ...OF_MEMBER },
  cardFee: { table: "card_fee", ...OF_MEMBER },
  roaming: { table: "roaming_payment", ...OF_MEMBER },
  holding: { table: "holding" },
  transfer: { table: "member_transfer" },
  adjustment: { table: "member_adjustment" },
  referral: { table: "referral_reward" },
  groupon: { table: "voucher" },
  activity: { table: "activity_join" },
  coachClass: { table: "coach_class" },
  coachBooking: { table: "coach_booking" },
  withdraw: { table: "coach_withdraw" },
  game: { table: "game" },
  gameEntry: { table: "game_team" },
  settlement: { table: "settlement" },
  invoice: { table: "invoice" },
  journalBatch: { table: "journal_batch" },
  bankDeposit: { table: "bank_deposit" },
  bankPayout: { table: "bank_payout" },
  couponSettlement: { table: "coupon_settlement" },
  manualEntry: { table: "manual_entry" },
  qualification: { table: "qualification" },
  // A payment of a supplier is only in the ledger.
  supplierPayment: { table: "ledger_tx", id: sql`t.document_id`, no: sql`t.document_no`, where: sql`t.document_kind = 'supplier'` },
  receipt: STOCK,
  stockTransfer: STOCK,
  stockCount: STOCK,
  writeOff: STOCK,
  supplierReturn: STOCK,
};

/** Returns the document, or null: of a kind that the person may not see, nothing is read. */
export async function find(ctx: Ctx, input: Parsed<typeof documents.find>): Promise<FoundDocument | null> {
  const typed = typedDocument(input.no);
  if (!typed || !FINDABLE[typed.kind].codes.some((code) => ctx.codes.has(code))) return null;
  const { table, id = sql`t.id`, no = sql`t.no`, parent = sql`NULL`, day = sql`NULL`, where = sql`true`, isVisible } = SOURCES[typed.kind];
  const { rows } = await sql<Omit<FoundDocument, "kind">>`
    SELECT ${id} AS id, ${no} AS no, ${parent} AS parent, ${day} AS day FROM ${sql.table(table)} t
    WHERE t.venue_id = ${ctx.venue.id} AND ${no} = ${typed.no} AND ${where} AND ${isVisible?.(ctx) ?? sql`true`} LIMIT 1`.execute(ctx.db);
  const [row] = rows;
  return row ? { kind: typed.kind, ...row } : null;
}
