/** The calls of halls, bundles and the calendar, paired with their services. */
import { bundles, calendar, halls } from "../../../contract/places";
import { inVenue, type Route } from "../../http/serve";
import * as bundleServices from "./bundles";
import * as days from "./calendar";
import * as changes from "./hall-change";
import * as lists from "./halls";

export const placeRoutes: Route[] = [
  ...inVenue(halls, {
    list: lists.list,
    view: lists.view,
    create: changes.create,
    modify: changes.modify,
    delete: changes.remove,
    excel: lists.excel,
  }),
  ...inVenue(bundles, {
    list: bundleServices.list,
    view: bundleServices.view,
    create: bundleServices.create,
    modify: bundleServices.modify,
    turn: bundleServices.turn,
    delete: bundleServices.remove,
    excel: bundleServices.excel,
  }),
  ...inVenue(calendar, { view: days.view, preview: days.preview, modify: days.modify, reset: days.reset }),
];
