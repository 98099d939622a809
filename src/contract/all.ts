/** The whole venue API: every domain's calls, by domain. Routes, the OpenAPI page and the tests are made from this list. */
import { booking } from "./booking/booking";
import { bookingInfo } from "./finance/booking-info";
import { bookingOrders } from "./booking/booking-orders";
import { deliveries } from "./sale/deliveries";
import { bankAccounts, bankDeposits, bankLines, bankPayouts } from "./accounting/bank";
import { bankDesk } from "./accounting/bank-desk";
import { accountCodeDesk, accountCodes, journalBatches, journalFiles, journalLines } from "./accounting/journal";
import { invoiceFiles, invoiceRules, invoices, taxRates } from "./accounting/invoices";
import { bookEntries } from "./finance/book-entries";
import { budgetActual, budgetGrid, budgets } from "./finance/budgets";
import { venuesDay, venuesLiabilities, venuesProfitLoss } from "./finance/consolidated";
import { receivablesAgeing } from "./finance/receivables";
import { outputTax } from "./finance/tax-report";
import { books, manualEntries, orders, venuePayments } from "./finance/books";
import { qualifications } from "./finance/qualifications";
import type { Call } from "./core/call";
import { cards } from "./cards/cards";
import { cardTypeMoves } from "./members/card-type-moves";
import { cardTypes, rechargeOffers } from "./members/card-types";
import { cardLog, memberCards } from "./cards/member-cards";
import { packageCards, swimCards } from "./cards/package-cards";
import { closing } from "./closing/closing";
import { articles, bannerItems, banners, cmsCategories, cmsTags, competitionVideos, news, videoPlatforms, videos } from "./cms/cms";
import {
  competitions,
  gameEvents,
  gameEventSettings,
  gamePayments,
  games,
  gameSettings,
  gameTeamMembers,
  gameTeams,
  referees,
} from "./competitions/competitions";
import { coachBookings, coachClasses } from "./coaches/coach-classes";
import { bankCards, coachBalance, coaches, withdraws } from "./coaches/coaches";
import { competitionRecords } from "./competitions/competition-records";
import { content } from "./cms/content";
import { activities, activityDesk, activityJoins } from "./marketing/activities";
import { albums, photos } from "./marketing/albums";
import { clubMembers, clubs } from "./clubs/clubs";
import { coupon, couponCodes } from "./coupon/coupon";
import { roaming } from "./roaming/roaming";
import { couponSettlementLines, couponSettlements } from "./coupon/coupon-settlements";
import { baseDiscounts, promotions } from "./prices/discounts";
import { courtHours, courtOpenings, courtUse } from "./finance/court-use";
import { expenseReport } from "./finance/expenses";
import { payablesAgeing, supplierStatement } from "./stock/payables";
import { accountEntries, balanceSheet, liabilities, profitLoss, trialBalance } from "./finance/statements";
import { complexOld, complexReport, dayReport, dayReports } from "./finance/day-reports";
import { finance } from "./finance/finance";
import { accountLogs } from "./finance/account-logs";
import { fixed } from "./fixed/fixed";
import { gameCourts, gameCourtDesk } from "./gameCourts/game-courts";
import { couponDesk, couponOffers, memberCoupons } from "./marketing/coupon-offers";
import { referralOffers, referralRewards } from "./marketing/referrals";
import { grouponGoods, redemption, vouchers } from "./marketing/groupon";
import { marketingDays, marketingEntries } from "./marketing/marketing-report";
import { memberImports } from "./members/member-import";
import { memberMessage } from "./members/member-message";
import { memberRecords } from "./members/member-records";
import { members } from "./members/members";
import { cardOpenings, cardsOpened, memberMonths, memberPurchases, memberTotals, userAccountLogs } from "./finance/member-money";
import { battles } from "./competitions/battles";
import { matches } from "./competitions/matches";
import { seeding } from "./competitions/seeding";
import { umpire } from "./competitions/umpire";
import { messages } from "./messages/messages";
import { ownAccess } from "./session/own-access";
import { bundles } from "./prices/bundles";
import { calendar, halls } from "./places/places";
import { openPlay } from "./openPlay/open-play";
import { documents } from "./core/documents";
import { platform } from "./platform/platform";
import { priceEffect } from "./prices/price-effect";
import { pricePlans } from "./prices/price-plans";
import { priceSync } from "./prices/price-sync";
import { priceTrial } from "./prices/price-trial";
import { temporaryCalls } from "./prices/pricing";
import { productClasses, products, suppliers } from "./stock/products";
import { programs } from "./prices/programs";
import { reconciliation } from "./reconciliation/reconciliation";
import { checkRules } from "./core/check-rules";
import { attentions, spreads } from "./members/introductions";
import { reminders } from "./messages/reminders";
import { diggs, ratings, reviews } from "./marketing/reviews";
import { allowances } from "./sale/allowances";
import { quickKeys } from "./sale/quick-keys";
import { approvals } from "./sale/approvals";
import { sale } from "./sale/sale";
import { securityLog } from "./platform/security-log";
import { saleLines, sales } from "./sale/sales";
import { activityNotice, customerMessages, messageConsents, segments } from "./marketing/segments";
import { session } from "./session/session";
import { capacitySessions } from "./capacitySessions/capacity-sessions";
import { shell } from "./platform/shell";
import { roles, staff } from "./platform/staff";
import { staffAddresses } from "./platform/staff-addresses";
import { shifts } from "./shift/shift";
import { stock } from "./stock/stock";
import { updateLog } from "./platform/update-log";
import { stockCounts, stockDocuments, stockReceipts, stockTransfers, stockWriteOffs, supplierReturns } from "./stock/stock-documents";
import { mainStockLog, productReport, saleReport, stockFlow, stockMovements, stockNow } from "./stock/stock-reports";
import { uploads } from "./uploads/uploads";
import { callsOf } from "./core/resource/calls";
import { reportCalls } from "./core/resource/report";
import { settlementDetails, settlements } from "./settlements/settlements";
import { adjustments } from "./adjustments/adjustments";
import { transfers } from "./transfers/transfers";
import {
  organizations,
  organizationUsers,
  siteTypes,
  tenants,
  threadingBrands,
  threadings,
  threadingSkills,
  trainingInstitutions,
} from "./unions/unions";
import { venue } from "./venue/venue";
import { venueNavigations, venueServices } from "./venue/venue-content";
import { waitlist } from "./waitlist/waitlist";

/** Domain → call → what the call is. */
export const api = {
  session,
  ownAccess,
  venue,
  members,
  booking,
  fixed,
  waitlist,
  closing,
  capacitySessions,
  openPlay,
  gameCourts: callsOf(gameCourts),
  gameCourtDesk,
  programs: callsOf(programs),
  priceEffect,
  pricePlans,
  priceSync,
  priceTrial,
  baseDiscounts,
  promotions: callsOf(promotions),
  temporaryPrices: temporaryCalls,
  halls,
  bundles: callsOf(bundles),
  calendar,
  cards,
  sale,
  allowances,
  quickKeys,
  approvals,
  shifts,
  reconciliation,
  sales: callsOf(sales),
  saleLines: callsOf(saleLines),
  orders: callsOf(orders),
  bookEntries: callsOf(bookEntries),
  courtHours: callsOf(courtHours),
  courtOpenings: callsOf(courtOpenings),
  cardsOpened: callsOf(cardsOpened),
  marketingEntries: callsOf(marketingEntries),
  venuePayments: callsOf(venuePayments),
  manualEntries: callsOf(manualEntries),
  budgets: callsOf(budgets),
  budgetGrid,
  books,
  deliveries: callsOf(deliveries),
  qualifications: callsOf(qualifications),
  couponSettlements: callsOf(couponSettlements),
  couponSettlementLines: callsOf(couponSettlementLines),
  stock,
  productClasses: callsOf(productClasses),
  products: callsOf(products),
  suppliers: callsOf(suppliers),
  stockDocuments,
  stockReceipts: callsOf(stockReceipts),
  stockTransfers: callsOf(stockTransfers),
  stockCounts: callsOf(stockCounts),
  stockWriteOffs: callsOf(stockWriteOffs),
  supplierReturns: callsOf(supplierReturns),
  stockNow: reportCalls(stockNow),
  stockFlow: reportCalls(stockFlow),
  mainStockLog: callsOf(mainStockLog),
  stockMovements: callsOf(stockMovements),
  productReport: reportCalls(productReport),
  saleReport: reportCalls(saleReport),
  finance,
  coupon: callsOf(coupon),
  couponCodes,
  roaming,
  bookingInfo,
  bookingOrders: callsOf(bookingOrders),
  competitions,
  competitionRecords,
  documents,
  platform,
  staff: callsOf(staff),
  roles: callsOf(roles),
  messages,
  uploads,
  content,
  shell,
  reviews: callsOf(reviews),
  ratings: callsOf(ratings),
  diggs: callsOf(diggs),
  reminders: callsOf(reminders),
  checkRules: callsOf(checkRules),
  attentions: callsOf(attentions),
  spreads: callsOf(spreads),
  staffAddresses: callsOf(staffAddresses),
  venueServices: callsOf(venueServices),
  venueNavigations: callsOf(venueNavigations),
  activities: callsOf(activities),
  activityJoins: callsOf(activityJoins),
  activityDesk,
  grouponGoods: callsOf(grouponGoods),
  vouchers: callsOf(vouchers),
  redemption,
  couponOffers: callsOf(couponOffers),
  memberCoupons: callsOf(memberCoupons),
  referralOffers: callsOf(referralOffers),
  referralRewards: callsOf(referralRewards),
  couponDesk,
  marketingDays: reportCalls(marketingDays),
  segments: callsOf(segments),
  messageConsents: callsOf(messageConsents),
  customerMessages: callsOf(customerMessages),
  activityNotice,
  memberMessage,
  albums: callsOf(albums),
  photos,
  cardTypes: callsOf(cardTypes),
  cardTypeMoves,
  memberRecords,
  memberImports,
  rechargeOffers: callsOf(rechargeOffers),
  packageCards: callsOf(packageCards),
  swimCards: callsOf(swimCards),
  securityLog: callsOf(securityLog),
  updateLog: callsOf(updateLog),
  memberCards: callsOf(memberCards),
  cardLog: callsOf(cardLog),
  cmsCategories: callsOf(cmsCategories),
  cmsTags: callsOf(cmsTags),
  articles: callsOf(articles),
  news: callsOf(news),
  banners: callsOf(banners),
  bannerItems: callsOf(bannerItems),
  videoPlatforms: callsOf(videoPlatforms),
  videos: callsOf(videos),
  competitionVideos: callsOf(competitionVideos),
  clubs: callsOf(clubs),
  clubMembers: callsOf(clubMembers),
  accountLogs: callsOf(accountLogs),
  userAccountLogs: callsOf(userAccountLogs),
  memberPurchases: callsOf(memberPurchases),
  memberTotals: callsOf(memberTotals),
  cardOpenings: reportCalls(cardOpenings),
  memberMonths: reportCalls(memberMonths),
  dayReport,
  dayReports: reportCalls(dayReports),
  complexReport: reportCalls(complexReport),
  complexOld: reportCalls(complexOld),
  expenseReport: reportCalls(expenseReport),
  accountEntries: callsOf(accountEntries),
  trialBalance: reportCalls(trialBalance),
  budgetActual: reportCalls(budgetActual),
  outputTax: reportCalls(outputTax),
  receivablesAgeing: reportCalls(receivablesAgeing),
  venuesDay: reportCalls(venuesDay),
  venuesProfitLoss: reportCalls(venuesProfitLoss),
  venuesLiabilities: reportCalls(venuesLiabilities),
  profitLoss: reportCalls(profitLoss),
  balanceSheet: reportCalls(balanceSheet),
  liabilities: reportCalls(liabilities),
  supplierStatement: reportCalls(supplierStatement),
  payablesAgeing: reportCalls(payablesAgeing),
  courtUse: reportCalls(courtUse),
  settlements: callsOf(settlements),
  settlementDetails,
  invoices: callsOf(invoices),
  invoiceFiles,
  invoiceRules: callsOf(invoiceRules),
  taxRates: callsOf(taxRates),
  bankAccounts: callsOf(bankAccounts),
  bankDeposits: callsOf(bankDeposits),
  bankPayouts: callsOf(bankPayouts),
  bankLines: callsOf(bankLines),
  bankDesk,
  accountCodes: callsOf(accountCodes),
  accountCodeDesk,
  journalBatches: callsOf(journalBatches),
  journalFiles,
  journalLines: callsOf(journalLines),
  games: callsOf(games),
  gameSettings: callsOf(gameSettings),
  gameEvents: callsOf(gameEvents),
  gameEventSettings: callsOf(gameEventSettings),
  gameTeams: callsOf(gameTeams),
  gameTeamMembers: callsOf(gameTeamMembers),
  referees: callsOf(referees),
  gamePayments: callsOf(gamePayments),
  battles: callsOf(battles),
  matches,
  seeding,
  umpire,
  transfers: callsOf(transfers),
  adjustments: callsOf(adjustments),
  organizations: callsOf(organizations),
  tenants: callsOf(tenants),
  siteTypes: callsOf(siteTypes),
  organizationUsers: callsOf(organizationUsers),
  trainingInstitutions: callsOf(trainingInstitutions),
  threadings: callsOf(threadings),
  threadingSkills: callsOf(threadingSkills),
  threadingBrands: callsOf(threadingBrands),
  coaches: callsOf(coaches),
  bankCards: callsOf(bankCards),
  withdraws: callsOf(withdraws),
  coachClasses: callsOf(coachClasses),
  coachBookings: callsOf(coachBookings),
  coachBalance: reportCalls(coachBalance),
} as const;
export type Api = typeof api;
export type Domain = keyof Api;

/** Name of a call: "domain.call". It is also the audit log's action and the OpenAPI operation id. */
export type CallName = { [D in Domain]: `${D}.${keyof Api[D] & string}` }[Domain];

/** Every call with its name, domains in the order above. */
export const calls: ReadonlyArray<{ readonly name: CallName; readonly call: Call }> = Object.entries(api).flatMap(([domain, domainCalls]) =>
  Object.entries(domainCalls as Record<string, Call>).map(([key, call]) => ({ name: `${domain}.${key}` as CallName, call })),
);
