/** The calls of sales and their services. */
import { allowances } from "../../../contract/sale/allowances";
import { quickKeys } from "../../../contract/sale/quick-keys";
import { sale } from "../../../contract/sale/sale";
import { inVenue, type Route } from "../../http/serve";
import { grantAllowance } from "./allowances";
import { approvalRoutes } from "./approvals";
import { carts, modify, printed, recall, remove } from "./carts";
import { create, view } from "./lines";
import { settleDeposit } from "./deposit";
import { quote } from "./price";
import { modifyQuickKeys, viewQuickKeys } from "./quick-keys";
import { returns, returnsPreview } from "./returns";
import { settleOffline } from "./settle";

export const saleRoutes: Route[] = [
  ...inVenue(allowances, { give: grantAllowance }),
  ...approvalRoutes,
  ...inVenue(quickKeys, { view: viewQuickKeys, modify: modifyQuickKeys }),
  ...inVenue(sale, {
    view,
    quote,
    create,
    settleKept: settleOffline,
    modify,
    carts,
    recall,
    remove,
    printed,
    settleDeposit,
    returnsPreview,
    returns,
  }),
];
