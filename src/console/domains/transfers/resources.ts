/** Screens of transfers between members. */
import { declared } from "../../registry";

export const transferScreens = declared({
  name: "transfers",
  section: "shell.section.accountFlow",
  group: "venue",
  code: "transfer_list",
  title: { zh: "转账记录", en: "Transfers" },
  icon: "swap",
  contract: () => import("../../../contract/transfers/transfers"),
  list: "/venue/transfer-list",
  form: { path: "/venue/transfer-form", code: "transfer_form", title: { zh: "转账", en: "Transfer" }, shown: true },
  parts: () => import("./parts"),
});
