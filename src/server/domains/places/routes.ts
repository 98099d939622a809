/** The calls of halls and the calendar, paired with their services. */
import { calendar, halls } from "../../../contract/places/places";
import { inVenue, type Route } from "../../http/serve";
import * as days from "./calendar";
import * as changes from "./hall-change";
import * as lists from "./halls";

const { list, sums, history, options, excel } = lists.hallRows;

export const placeRoutes: Route[] = [
  ...inVenue(halls, {
    list,
    sums,
    history,
    options,
    excel,
    view: lists.view,
    create: changes.create,
    modify: changes.modify,
    delete: changes.remove,
  }),
  ...inVenue(calendar, { view: days.view, preview: days.preview, modify: days.modify, reset: days.reset }),
];
