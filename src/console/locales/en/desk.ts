import type { Same } from "../../i18n/keys";
import type { desk as zh } from "../zh/desk";

/** Texts of dialogs that several desks share. */
export const desk = {
  approvalDialog: {
    enterPin48: "Enter the PIN, 4 to 8 digits",
    cancel: "Cancel",
    nobodyHereWhoMay:
      "Nobody here who may approve this has a PIN yet. Ask such a colleague to sign in and set one under “Sign-in and security” in the menu at the top right.",
    whoApproves: "Who approves",
    theirPinEnteredThemselves: "Their PIN (they enter it themselves)",
    n48DigitsNot: "4 to 8 digits, not the password",
    deleteLastDigit: "Delete the last digit",
    approve: "Approve",
    approveReturn: "Approve this return",
    approveDiscount: "Approve this discount",
    approvePriceChange: "Approve this price change",
    approveWaivingFee: "Approve waiving the fee",
    approveClosingAccount: "Approve closing this account",
    approveCashPayment: "Approve this cash payment",
    approveBankEntry: "Approve this bank entry",
  },
  approvals: {
    approvals: "Approvals",
    requestedApproved: "requested by {requester}, approved by {approver}",
  },
  cardOffers: {
    periodCardCountsNo: "Period card, uses aren't counted",
  },
  discountAmount: {
    text: "¥",
    unitDiscount: "Unit of the discount",
    priceNotKnownYet: "The price is not known yet",
    enterTenthsPayBetween: "Enter tenths to pay between 0 and 10: 8.5 means 85%",
    enterPercentageBetween0: "Enter a percentage between 0 and 100",
    off: "¥{off} off ¥{base}",
  },
  enrolMember: {
    enterName: "Enter the name",
    noLevelWithoutFee: "Every level has a fee: enrol on the page “Members”",
    enrolMember: "Enrol a member",
    name: "Name",
    mobile: "Mobile",
    level: "Level",
    enrolChoose: "Enrol and choose",
  },
  memberSearch: {
    noMemberFound: "No member found",
    enrolMember: "Enrol as a member",
  },
  payments: {
    eightMethodsMost: "At most eight methods",
    codePaidAlready: "The code was already charged",
    oneMethodNeeded: "At least one method is needed",
  },
  qrDialog: {
    venuesPagesNotPublished: "The venue’s pages are not published: whoever scans the code reads just that. Publish them in Venue info",
  },
  renewMember: {
    months: "{months} months",
    renewMembership: "Renew the membership of {name}?",
    lastDayWhileRuns:
      "Counted from its last day while it is valid; from today if it has ended, and the member becomes active again. Nothing is charged here.",
    renew: "Renew",
    howLong: "Duration",
    renewedUntil: "Renewed until {day}",
  },
  roamingField: {
    wholeCardMobileNumber: "Full card or mobile number",
    noSuchCardMay: "No such card is accepted here",
    findCard: "Find card",
    anotherVenueIfType: "From another venue, if its card type is accepted here",
  },
  useNoPayCode: {
    paymentCodesCantCharged: "Payment codes can't be charged here. Nothing was charged, and what you typed is kept. Choose another method",
  },
  words: {
    return: "Return",
    discount: "Discount",
    priceChange: "Price change",
    feeWaived: "Fee waived",
    accountClosed: "Account closed",
    cashPaidOut: "Cash paid out",
    bankEntry: "Bank entry",
  },
} as const satisfies Same<typeof zh>;
