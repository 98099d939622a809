/** All tables, composed of each domain's rows. A new domain adds its interface here. */
import type { AccountingTables } from "../domains/accounting/rows";
import type { AdjustmentTables } from "../domains/adjustments/rows";
import type { BookingTables } from "../domains/booking/rows";
import type { SessionsTables } from "../domains/capacitySessions/rows";
import type { CardsTables } from "../domains/cards/rows";
import type { ClosingTables } from "../domains/closing/rows";
import type { ClubTables } from "../domains/clubs/rows";
import type { CmsTables } from "../domains/cms/rows";
import type { CoachTables } from "../domains/coaches/rows";
import type { CompetitionTables } from "../domains/competitions/rows";
import type { CouponTables } from "../domains/coupon/rows";
import type { FinanceTables, FinanceViews } from "../domains/finance/rows";
import type { FixedTables } from "../domains/fixed/rows";
import type { MarketingTables, MarketingViews } from "../domains/marketing/rows";
import type { MembersTables } from "../domains/members/rows";
import type { MessagesTables } from "../domains/messages/rows";
import type { OpenPlayTables } from "../domains/openPlay/rows";
import type { PlacesTables } from "../domains/places/rows";
import type { PlatformTables, PlatformViews } from "../domains/platform/rows";
import type { PriceTables } from "../domains/prices/rows";
import type { ReconciliationTables } from "../domains/reconciliation/rows";
import type { SaleTables } from "../domains/sale/rows";
import type { SettlementTables } from "../domains/settlements/rows";
import type { StockTables } from "../domains/stock/rows";
import type { TransferTables } from "../domains/transfers/rows";
import type { UnionTables } from "../domains/unions/rows";
import type { UploadsTables } from "../domains/uploads/rows";
import type { VenueTables } from "../domains/venue/rows";
import type { WaitlistTables } from "../domains/waitlist/rows";
import type { KernelTables } from "../http/rows";
import type { LedgerTables } from "../ledger/rows";
import type { PaymentTables } from "../payment/rows";
import type { ImportTables } from "../resource/rows";
import type { RollupTables } from "../rollups/rows";

export interface Tables
  extends
    AccountingTables,
    AdjustmentTables,
    BookingTables,
    SessionsTables,
    CardsTables,
    ClosingTables,
    ClubTables,
    CmsTables,
    CoachTables,
    CompetitionTables,
    CouponTables,
    FinanceTables,
    FinanceViews,
    FixedTables,
    MarketingTables,
    MarketingViews,
    MembersTables,
    MessagesTables,
    OpenPlayTables,
    PlacesTables,
    PlatformTables,
    PlatformViews,
    PriceTables,
    ReconciliationTables,
    SaleTables,
    SettlementTables,
    StockTables,
    TransferTables,
    UnionTables,
    UploadsTables,
    VenueTables,
    WaitlistTables,
    KernelTables,
    LedgerTables,
    PaymentTables,
    ImportTables,
    RollupTables {}
