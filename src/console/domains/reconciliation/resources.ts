/** The screen of reconciliation. */
import { screen } from "../../registry";

export const reconciliationScreens = screen({
  name: "reconciliation",
  section: "shell.section.reconciliation",
  group: "ShopSet3",
  code: "reconciliation",
  path: "/finance/reconciliation",
  title: { zh: "对账", en: "Reconciliation" },
  icon: "check-circle",
  titled: true,
  page: () => import("./Reconciliation"),
});
