/** Screens of package cards. */
import { declared, screen } from "../../registry";

const loadMemberCards = () => import("../../../contract/cards/member-cards");
const definitions = () => import("../../../contract/cards/package-cards");

export const cardScreens = [
  ...declared({
    name: "packageCards",
    group: "card",
    code: "venue_package_card_list",
    title: { zh: "次卡列表", en: "Package cards" },
    icon: "ticket",
    contract: definitions,
    list: "/card/venue-package-card-list",
    form: { path: "/card/venue-package-card-form", code: "venue_package_card_form", title: { zh: "次卡表单", en: "Package card form" } },
  }),
  ...declared({
    name: "memberCards",
    group: "card",
    code: "venue_user_package_card_list",
    title: { zh: "会员次卡", en: "Member package cards" },
    icon: "card",
    contract: loadMemberCards,
    list: "/card/venue-user-package-card-list",
    parts: () => import("./parts"),
  }),
  ...declared({
    name: "cardLog",
    group: "card",
    code: "venue_user_package_card_log",
    title: { zh: "次卡流水", en: "Package card log" },
    icon: "book",
    contract: loadMemberCards,
    list: "/card/venue-user-package-card-log",
  }),
  ...screen({
    name: "cards.sell",
    group: "card",
    code: "venue_user_package_card_form",
    path: "/card/venue-user-package-card-form",
    title: { zh: "次卡开卡", en: "Sell package card" },
    icon: "plus",
    page: () => import("./SellCard"),
  }),
  ...declared({
    name: "swimCards",
    group: "venue",
    code: "card_package_set_list",
    title: { zh: "次卡设置", en: "Package card settings" },
    icon: "ticket",
    roles: ["swimming"],
    contract: definitions,
    list: "/venue/card-package-set-list",
    form: { path: "/venue/card-package-set-form", code: "card_package_set_form", title: { zh: "次卡设置表单", en: "Package card form" } },
  }),
];
