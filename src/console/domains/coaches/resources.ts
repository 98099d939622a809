/** Screens of coaches: who they are, their withdrawals and bank cards. */
import { declared, declaredReport, screen } from "../../registry";

const contract = () => import("../../../contract/coaches/coaches");
const system = { group: "system", contract } as const;
const classes = {
  group: "system",
  contract: () => import("../../../contract/coaches/coach-classes"),
  hidden: true,
} as const;

export const coachScreens = [
  ...declared({
    ...system,
    name: "coaches",
    code: "coach_list",
    section: "shell.section.coaches",
    title: { zh: "教练", en: "Coaches" },
    icon: "person",
    list: "/coach/coach-list",
    form: { path: "/coach/coach-form", code: "coach_modify" },
    parts: () => import("./CoachParts"),
  }),
  ...screen({
    name: "coachSchedule",
    section: "shell.section.coaches",
    group: "system",
    code: "coach_schedule",
    path: "/coach/coach-schedule",
    title: { zh: "教练排课", en: "Coach schedule" },
    icon: "calendar",
    titled: true,
    page: () => import("./CoachSchedule"),
  }),
  ...declared({
    ...classes,
    name: "coachClasses",
    code: "coach_schedule",
    title: { zh: "课程", en: "Classes" },
    list: "/coach/class-list",
    form: { path: "/coach/class-form", code: "coach_class_modify" },
    parts: () => import("./ClassParts"),
  }),
  ...declared({
    ...classes,
    name: "coachBookings",
    code: "coach_schedule",
    title: { zh: "课程报名", en: "Bookings of classes" },
    list: "/coach/class-booking-list",
    form: { path: "/coach/class-booking-form", code: "coach_class_book" },
  }),
  ...declaredReport({
    name: "coachBalance",
    section: "shell.section.coaches",
    group: "system",
    code: "balance",
    title: { zh: "余额", en: "Balance" },
    path: "/coach/balance",
    icon: "wallet",
    contract,
  }),
  ...declared({
    ...system,
    name: "withdraws",
    code: "withdraw",
    section: "shell.section.coaches",
    title: { zh: "提现", en: "Withdraw" },
    icon: "cash",
    list: "/coach/withdraw",
    form: { path: "/coach/withdraw-form", code: "withdraw_apply" },
    parts: () => import("./withdraw-parts"),
  }),
  ...declared({
    ...system,
    name: "bankCards",
    code: "bank_card",
    section: "shell.section.coaches",
    title: { zh: "银行卡", en: "Bank cards" },
    icon: "card",
    list: "/coach/bank-card",
    form: { path: "/coach/bank-card-form", code: "bank_card_modify" },
  }),
];
