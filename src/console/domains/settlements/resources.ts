/** Screens of settlements. */
import { declared } from "../../registry";

export const settlementScreens = declared({
  name: "settlements",
  section: "shell.section.reconciliation",
  group: "ShopSet3",
  code: "settlement",
  title: { zh: "财务报表", en: "Financial report" },
  icon: "chart",
  contract: () => import("../../../contract/settlements/settlements"),
  list: "/finance/settlement-list",
  form: { path: "/finance/settlement-form", code: "settlement_modify", title: { zh: "生成结算单", en: "New settlement" } },
  parts: () => import("./parts"),
});
