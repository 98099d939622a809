/** Screens of card types and recharge offers. */
import { declared, screen } from "../../registry";

const contract = () => import("../../../contract/members/card-types");

export const cardTypeScreens = [
  ...declared({
    name: "cardTypes",
    group: "venueUser",
    code: "vip_discount_set_list",
    title: { zh: "会员卡类型", en: "Card types" },
    icon: "card",
    contract,
    list: "/venueUser/vip-discount-set-list",
    form: {
      path: "/venueUser/vip-discount-set-form",
      code: "vip_discount_set_form",
      title: { zh: "会员卡类型表单", en: "Card type form" },
    },
    parts: () => import("./card-type-parts"),
  }),
  ...declared({
    name: "rechargeOffers",
    group: "venueUser",
    code: "recharge_set_list",
    title: { zh: "充值套餐", en: "Recharge offers" },
    icon: "wallet",
    contract,
    list: "/venueUser/recharge-set-list",
    form: { path: "/venueUser/recharge-set-form", code: "recharge_set_modify", title: { zh: "充值套餐表单", en: "Recharge offer form" } },
  }),
  ...screen({
    name: "members.setRoles",
    group: "venueUser",
    code: "user_role_all",
    path: "/venueUser/user-role-all",
    title: { zh: "批量设置卡类型", en: "Set card types" },
    icon: "members",
    page: () => import("./SetRoles"),
  }),
];
