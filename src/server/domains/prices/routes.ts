/** The calls of programs and price rules, paired with their services. */
import { baseDiscounts } from "../../../contract/prices/discounts";
import { pricePlans } from "../../../contract/prices/price-plans";
import { priceEffect } from "../../../contract/prices/price-effect";
import { priceSync } from "../../../contract/prices/price-sync";
import { priceTrial } from "../../../contract/prices/price-trial";
import { temporaryCalls } from "../../../contract/prices/pricing";
import { inVenue, type Route } from "../../http/serve";
import { routes as bundleRoutes } from "./bundles";
import * as base from "./base-discounts";
import * as effect from "./effect-preview";
import * as planChanges from "./plan-change";
import * as plans from "./plans";
import { routes as programRoutes } from "./programs";
import { routes as promotionRoutes } from "./promotions";
import * as released from "./release";
import * as sync from "./sync";
import * as temporary from "./temporary";
import * as trial from "./trial";

export const priceRoutes: Route[] = [
  ...programRoutes,
  ...inVenue(pricePlans, {
    list: plans.list,
    view: plans.view,
    preview: planChanges.preview,
    deletePreview: planChanges.deletePreview,
    create: planChanges.create,
    modify: planChanges.modify,
    copy: planChanges.copy,
    delete: planChanges.remove,
    excel: plans.excel,
  }),
  ...inVenue(priceSync, {
    list: sync.list,
    view: sync.view,
    preview: sync.preview,
    run: sync.run,
    advance: sync.advance,
    cancel: sync.cancel,
    releasePreview: released.releasePreview,
    release: released.release,
  }),
  ...inVenue(baseDiscounts, { list: base.list, modify: base.modify }),
  ...promotionRoutes,
  ...temporary.routes,
  ...bundleRoutes,
  ...inVenue(priceEffect, { preview: effect.preview }),
  ...inVenue(priceTrial, { price: trial.price }),
  ...inVenue({ overlaps: temporaryCalls.overlaps }, { overlaps: temporary.overlaps }),
];
