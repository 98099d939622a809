/** The calls of programs and price rules, paired with their services. */
import { baseDiscounts, promotions } from "../../../contract/discounts";
import { pricePlans } from "../../../contract/pricePlans";
import { priceEffect } from "../../../contract/priceEffect";
import { priceSync } from "../../../contract/priceSync";
import { priceTrial } from "../../../contract/priceTrial";
import { pricing, temporaryPrices } from "../../../contract/pricing";
import { programs } from "../../../contract/programs";
import { inVenue, type Route } from "../../http/serve";
import { bundles } from "../../../contract/places";
import * as bundle from "./bundles";
import * as base from "./base-discounts";
import * as effect from "./effect-preview";
import * as planChanges from "./plan-change";
import * as plans from "./plans";
import * as programChanges from "./program-change";
import * as programLists from "./programs";
import * as promoted from "./promotions";
import * as released from "./release";
import * as sync from "./sync";
import * as temporary from "./temporary";
import * as trial from "./trial";

export const priceRoutes: Route[] = [
  ...inVenue(programs, {
    list: programLists.list,
    view: programLists.view,
    create: programChanges.create,
    modify: programChanges.modify,
    delete: programChanges.remove,
    excel: programLists.excel,
  }),
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
  ...inVenue(promotions, {
    list: promoted.list,
    view: promoted.view,
    create: promoted.create,
    modify: promoted.modify,
    turn: promoted.turn,
    delete: promoted.remove,
    excel: promoted.excel,
  }),
  ...inVenue(temporaryPrices, {
    list: temporary.list,
    view: temporary.view,
    overlaps: temporary.overlaps,
    create: temporary.create,
    modify: temporary.modify,
    delete: temporary.remove,
    excel: temporary.excel,
  }),
  ...inVenue(bundles, {
    list: bundle.list,
    view: bundle.view,
    create: bundle.create,
    modify: bundle.modify,
    turn: bundle.turn,
    delete: bundle.remove,
    excel: bundle.excel,
  }),
  ...inVenue(priceEffect, { preview: effect.preview }),
  ...inVenue(priceTrial, { price: trial.price }),
  ...inVenue(pricing, { temporaryByLevel: temporary.byLevel }),
];
