/** Screens of coaches: who they are, their withdrawals and bank cards. */
import { declared } from "../../registry";

const contract = () => import("../../../contract/coaches");
const system = { group: "system", contract } as const;

export const coachScreens = [
  ...declared({
    ...system,
    name: "coaches",
    code: "coach_list",
    title: { zh: "教练", en: "Coaches" },
    icon: "person",
    list: "/coach/coach-list",
    form: { path: "/coach/coach-form", code: "coach_modify" },
    parts: () => import("./CoachParts"),
  }),
  ...declared({
    ...system,
    name: "withdraws",
    code: "withdraw",
    title: { zh: "提现", en: "Withdraw" },
    icon: "cash",
    list: "/coach/withdraw",
    form: { path: "/coach/withdraw-form", code: "withdraw_apply" },
  }),
  ...declared({
    ...system,
    name: "bankCards",
    code: "bank_card",
    title: { zh: "银行卡", en: "Bank cards" },
    icon: "card",
    list: "/coach/bank-card",
    form: { path: "/coach/bank-card-form", code: "bank_card_modify" },
  }),
];
