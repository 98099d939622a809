/** All tables, composed of each domain's rows. A new domain adds its interface here. */
import type { ReconciliationTables } from "../domains/reconciliation/rows";
import type { CouponSettlementTables } from "../domains/coupon/settlements";
import type { JournalTables } from "../domains/accounting/routes";
import type { AccountingTables } from "../domains/accounting/rows";
import type { InvoiceTables } from "../domains/accounting/invoice-routes";
import type { AccountEntryTables } from "../domains/finance/account-statements";
import type { EntryTables } from "../domains/finance/book-entries";
import type { BookTables } from "../domains/finance/books";
import type { CourtHourTables } from "../domains/finance/court-use";
import type { MarketingEntryTables } from "../domains/marketing/report";
import type { BookingTables } from "../domains/booking/rows";
import type { CardsTables } from "../domains/cards/rows";
import type { ClosingTables } from "../domains/closing/rows";
import type { CompetitionTables } from "../domains/competitions/tables";
import type { CmsTables } from "../domains/cms/routes";
import type { CheckRuleTables } from "../kernel/check-rules";
import type { IntroductionTables } from "../domains/members/introductions";
import type { ReminderTables } from "../domains/messages/reminders";
import type { VenueContentTables } from "../domains/venue/routes";
import type { ClubTables } from "../domains/clubs/routes";
import type { CoachTables } from "../domains/coaches/routes";
import type { CouponTables } from "../domains/coupon/routes";
import type { FixedTables } from "../domains/fixed/rows";
import type { OpenPlayTables } from "../domains/openPlay/rows";
import type { AccountLogTables } from "../domains/finance/account-log";
import type { MemberMoneyTables } from "../domains/finance/member-money";
import type { SettlementTables } from "../domains/settlements/rows";
import type { AdjustmentTables } from "../domains/adjustments/rows";
import type { TransferTables } from "../domains/transfers/rows";
import type { PlacesTables } from "../domains/places/rows";
import type { PriceTables } from "../domains/prices/rows";
import type { SaleTables } from "../domains/sale/rows";
import type { SessionsTables } from "../domains/capacitySessions/rows";
import type { SupplierTables } from "../domains/stock/retention";
import type { StockTables } from "../domains/stock/rows";
import type { AlbumTables } from "../domains/marketing/albums";
import type { ReviewTables } from "../domains/marketing/reviews";
import type { CouponOfferTables } from "../domains/marketing/coupon-offers";
import type { SegmentTables } from "../domains/marketing/segments";
import type { ReferralOfferTables } from "../domains/marketing/referrals";
import type { MarketingTables } from "../domains/marketing/rows";
import type { MembersTables } from "../domains/members/rows";
import type { MessagesTables } from "../domains/messages/rows";
import type { PlatformTables } from "../domains/platform/rows";
import type { PlatformViews } from "../domains/platform/routes";
import type { UploadsTables } from "../domains/uploads/rows";
import type { UnionTables } from "../domains/unions/routes";
import type { VenueTables } from "../domains/venue/rows";
import type { WaitlistTables } from "../domains/waitlist/rows";
import type { DeliveryTables } from "../domains/sale/deliveries";
import type { KernelTables } from "../http/rows";
import type { LedgerTables } from "../ledger/rows";
import type { PaymentTables } from "../payment/rows";
import type { RollupTables } from "../rollups/rows";
import type { ImportTables } from "../resource/rows";

export interface Tables
  extends
    PlatformTables,
    PlatformViews,
    VenueTables,
    VenueContentTables,
    CheckRuleTables,
    IntroductionTables,
    ReminderTables,
    KernelTables,
    LedgerTables,
    RollupTables,
    PaymentTables,
    MembersTables,
    ImportTables,
    BookingTables,
    ClosingTables,
    WaitlistTables,
    FixedTables,
    PlacesTables,
    PriceTables,
    CardsTables,
    SaleTables,
    SessionsTables,
    OpenPlayTables,
    StockTables,
    SupplierTables,
    MessagesTables,
    CmsTables,
    UploadsTables,
    CouponTables,
    CouponOfferTables,
    ReferralOfferTables,
    MarketingTables,
    ReviewTables,
    SegmentTables,
    AlbumTables,
    AccountLogTables,
    MemberMoneyTables,
    TransferTables,
    AdjustmentTables,
    SettlementTables,
    BookTables,
    AccountEntryTables,
    JournalTables,
    AccountingTables,
    InvoiceTables,
    EntryTables,
    CourtHourTables,
    MarketingEntryTables,
    DeliveryTables,
    CouponSettlementTables,
    ReconciliationTables,
    CompetitionTables,
    ClubTables,
    UnionTables,
    CoachTables {}
