/** The whole venue API: every domain's calls, by domain. Routes, the OpenAPI page and the tests are made from this list. */
import { booking } from "./booking";
import { bookingInfo } from "./bookingInfo";
import { bookingOrders } from "./bookingOrders";
import { deliveries } from "./deliveries";
import { bookEntries } from "./bookEntries";
import { manualEntries, orders, qualifications, venuePayments } from "./books";
import type { Call } from "./call";
import { cards } from "./cards";
import { cardTypeMoves } from "./cardTypeMoves";
import { cardTypes, rechargeOffers } from "./cardTypes";
import { cardLog, memberCards } from "./memberCards";
import { packageCards, swimCards } from "./packageCards";
import { closing } from "./closing";
import { articles, bannerItems, banners, cmsCategories, cmsTags, competitionVideos, news, videoPlatforms, videos } from "./cms";
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
} from "./competitions";
import { coachBookings, coachClasses } from "./coachClasses";
import { bankCards, coachBalance, coaches, withdraws } from "./coaches";
import { competitionRecords } from "./competitionRecords";
import { content } from "./content";
import { activities, activityDesk, activityJoins } from "./activities";
import { albums, photos } from "./albums";
import { clubMembers, clubs } from "./clubs";
import { coupon, couponCodes } from "./coupon";
import { roaming } from "./roaming";
import { couponSettlementLines, couponSettlements } from "./couponSettlements";
import { baseDiscounts, promotions } from "./discounts";
import { courtHours, courtOpenings, courtUse } from "./courtUse";
import { expenseReport } from "./expenses";
import { complexOld, complexReport, dayReport, dayReports } from "./dayReports";
import { finance } from "./finance";
import { accountLogs } from "./accountLogs";
import { fixed } from "./fixed";
import { gameCourts, gameCourtDesk } from "./gameCourts";
import { couponDesk, couponOffers, memberCoupons } from "./couponOffers";
import { referralOffers, referralRewards } from "./referrals";
import { grouponGoods, redemption, vouchers } from "./groupon";
import { marketingDays, marketingEntries } from "./marketingReport";
import { memberImports } from "./memberImport";
import { memberMessage } from "./memberMessage";
import { memberRecords } from "./memberRecords";
import { members } from "./members";
import { cardOpenings, cardsOpened, memberMonths, memberPurchases, memberTotals, userAccountLogs } from "./memberMoney";
import { battles } from "./battles";
import { matches } from "./matches";
import { messages } from "./messages";
import { ownAccess } from "./ownAccess";
import { bundles } from "./bundles";
import { calendar, halls } from "./places";
import { openPlay } from "./openPlay";
import { documents } from "./documents";
import { platform } from "./platform";
import { priceEffect } from "./priceEffect";
import { pricePlans } from "./pricePlans";
import { priceSync } from "./priceSync";
import { priceTrial } from "./priceTrial";
import { temporaryCalls } from "./pricing";
import { productClasses, products, suppliers } from "./products";
import { programs } from "./programs";
import { reconciliation } from "./reconciliation";
import { checkRules } from "./checkRules";
import { attentions, spreads } from "./introductions";
import { reminders } from "./reminders";
import { diggs, ratings, reviews } from "./reviews";
import { allowances } from "./allowances";
import { sale } from "./sale";
import { securityLog } from "./securityLog";
import { saleLines, sales } from "./sales";
import { activityNotice, customerMessages, messageConsents, segments } from "./segments";
import { session } from "./session";
import { capacitySessions } from "./capacitySessions";
import { shell } from "./shell";
import { roles, staff } from "./staff";
import { staffAddresses } from "./staffAddresses";
import { shifts } from "./shift";
import { stock } from "./stock";
import { updateLog } from "./updateLog";
import { stockCounts, stockDocuments, stockReceipts, stockTransfers, stockWriteOffs } from "./stockDocuments";
import { mainStockLog, productReport, saleReport, stockFlow, stockMovements, stockNow } from "./stockReports";
import { uploads } from "./uploads";
import { callsOf } from "./resource/calls";
import { reportCalls } from "./resource/report";
import { settlementDetails, settlements } from "./settlements";
import { adjustments } from "./adjustments";
import { transfers } from "./transfers";
import {
  organizations,
  organizationUsers,
  siteTypes,
  tenants,
  threadingBrands,
  threadings,
  threadingSkills,
  trainingInstitutions,
} from "./unions";
import { venue } from "./venue";
import { venueNavigations, venueServices } from "./venueContent";
import { waitlist } from "./waitlist";

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
  courtUse: reportCalls(courtUse),
  settlements: callsOf(settlements),
  settlementDetails,
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
