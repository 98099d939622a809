/** Every platform, commerce, venue and content entity of the specification is served by calls, with each field that it names. */
import { describe, expect, it } from "vitest";
import { calls } from "../../src/contract/all";
import { fieldsOf, schemaOf } from "../support/schema";

interface Home {
  /** Calls that answer or take it: whole domains ("staff"), or one call ("session.menus"). */
  readonly at: string;
  /** Fields that the specification names; "theirs=ours" where it is called otherwise here. */
  readonly fields?: string;
}

const ENTITIES: Readonly<Record<string, Home>> = {
  role: { at: "roles", fields: "name" },
  menu: { at: "platform.menuTree session.menus", fields: "parentId icon title code path type sequence uri disable" },
  resource: { at: "platform.menuTree session.buttons", fields: "name=title uri method recordLog" },
  roleMenu: { at: "platform.roleCodes platform.saveRoleCodes", fields: "codes" },
  roleResource: { at: "platform.roleCodes platform.saveRoleCodes", fields: "codes" },
  organization: {
    at: "organizations",
    fields:
      "tenant siteType=siteKind levelPath contact siteName siteLogo wechatId miniProgramId defaultCurrency expressFeeCurrency languages rebate taxRate handlingFeeRates registerFee giftPackingFee rewardPoints review dailyKpiGoals",
  },
  organizationUser: { at: "organizationUsers", fields: "name organization" },
  organizationUserRole: { at: "organizationUsers", fields: "roles" },
  tenant: { at: "tenants", fields: "name single maxLevel expirationDate locked" },
  siteType: { at: "siteTypes", fields: "topLevelOnly childCapable" },
  siteSet: { at: "booking.policy booking.modifyPolicy", fields: "holdMinutes daysAhead freeCancelHours purseOrder" },
  siteConfig: { at: "venue.view venue.modify", fields: "receiptHead receiptFoot openMinutes closeMinutes" },
  checkRule: { at: "checkRules", fields: "pattern target" },
  user: {
    at: "staff",
    fields:
      "username mobile=phone email fullname=name nickname gender photo language promotionCode uuid=id lockTime=lockedUntil lockCount status=state",
  },
  userAddress: { at: "staffAddresses", fields: "staff contact phone area address" },
  userAccountLog: { at: "userAccountLogs", fields: "member principal gift amount supportCashOut cashOuted" },
  userOpenAuth: { at: "platform.signIns", fields: "way at browser system address phone" },
  userDevice: { at: "platform.staffDevices platform.endDevice", fields: "browser system address firstAt lastAt sessions deviceId" },
  userSet: { at: "platform.staffSettings session.preferences session.savePreference", fields: "values key value" },
  userSecurityLog: { at: "securityLog", fields: "operator address at objectId changes" },
  orders: {
    at: "orders sales deliveries booking.view",
    fields:
      // Fields of a delivery: registered and insured post.
      "orderNumber=no orderType=kind orderStatus payStatus shipStatus noShipping=shipStatus amounts=total paid refunded fees=fee address express confirmed=receivedAt currency currencyRate prorate flags customize supportRegister=registered supportProtect=insured disabled",
  },
  orderItem: { at: "sale.view saleLines", fields: "lines product quantity price=unitPrice total" },
  orderLog: { at: "securityLog", fields: "operator at object objectId changes" },
  billLog: { at: "finance.venueLog", fields: "account documentKind in out operator" },
  delivery: {
    at: "deliveries",
    fields: "sale recipient phone province city area address express trackingNo deliveredAt receivedAt state",
  },
  deliveryItem: { at: "deliveries", fields: "items" },
  reship: { at: "deliveries.reship", fields: "reshipExpress reshipNo reshipReason returnedAt" },
  reshipItem: { at: "deliveries", fields: "items" },
  cart: { at: "sale.carts sale.recall", fields: "lines items memberId remark" },
  venue: { at: "venue", fields: "name shortName pictures province city area address longitude latitude contact phone" },
  venueService: { at: "venueServices", fields: "name kind picture price shown" },
  navigation: { at: "venueNavigations", fields: "name icon target" },
  venueNavigation: { at: "venueNavigations", fields: "sequence shown" },
  hall: { at: "halls", fields: "maxRow maxColumn placeStart placeIcons=icon vrUrl" },
  place: { at: "halls", fields: "name row column" },
  hallBooking: { at: "capacitySessions", fields: "startTime endTime maxPlace leftPlace onShelf price" },
  placeBooking: { at: "booking.grid", fields: "status orderId" },
  venueClub: { at: "clubs", fields: "name" },
  club: { at: "clubs", fields: "name state" },
  clubMember: { at: "clubMembers", fields: "club member captain" },
  threading: { at: "threadings", fields: "name level" },
  threadingSkills: { at: "threadingSkills", fields: "threading price" },
  threadingBrand: { at: "threadingBrands", fields: "threading models" },
  album: { at: "albums", fields: "name cover" },
  albumLog: { at: "securityLog", fields: "object objectId changes" },
  photo: { at: "photos", fields: "albumId url title cover" },
  news: { at: "news", fields: "title body source" },
  article: { at: "articles", fields: "title body" },
  banner: { at: "banners", fields: "position" },
  bannerItem: { at: "bannerItems", fields: "banner picture link" },
  tag: { at: "cmsTags", fields: "name" },
  cmsCategory: { at: "cmsCategories", fields: "name" },
  cmsStatistics: { at: "articles", fields: "views diggs" },
  activity: { at: "activities", fields: "title" },
  activityFee: { at: "activities", fields: "memberFee guestFee childFee" },
  activityJoin: { at: "activityJoins", fields: "activity paid" },
  coach: { at: "coaches bankCards withdraws", fields: "balance cash=amount bank cardNo holder" },
  review: { at: "reviews", fields: "score title memo show=state audit=state award diggs" },
  rating: { at: "ratings", fields: "review aspect score" },
  digg: { at: "diggs", fields: "review member source" },
  message: { at: "messages", fields: "kind title text" },
  messageReply: { at: "messages.list messages.reply", fields: "replies text at by" },
  remind: { at: "reminders", fields: "title at sent" },
  attention: { at: "attentions", fields: "member subject subjectName" },
  spread: { at: "spreads", fields: "member channel staff promotionCode introducer" },
};

/** All field names of the calls of a home. */
function served(at: string): ReadonlySet<string> {
  const names = at.split(" ");
  const found = names.flatMap((name) => calls.filter((one) => one.name === name || one.name.startsWith(`${name}.`)));
  expect(
    names.filter((name) => !calls.some((one) => one.name === name || one.name.startsWith(`${name}.`))),
    "no such calls",
  ).toEqual([]);
  return new Set(found.flatMap(({ call }) => [...fieldsOf(schemaOf(call.input, "input")), ...fieldsOf(schemaOf(call.output, "output"))]));
}

describe("entities", () => {
  it.each(Object.entries(ENTITIES))("%s", (_, { at, fields = "" }) => {
    const has = served(at);
    const named = fields.split(" ").filter((field) => field !== "");
    expect(named.filter((field) => !has.has(field.split("=").at(-1) ?? ""))).toEqual([]);
  });
});
