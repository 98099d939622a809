/** The calls of booking and their services. */
import { booking } from "../../../contract/booking";
import { inVenue, type Route } from "../../http/serve";
import { cancel, refundPreview } from "./cancel";
import { checkIn } from "./check-in";
import { create } from "./create";
import { extend, extendPreview } from "./extend";
import { freePlace } from "./free-place";
import { grid } from "./grid";
import { load } from "./load";
import { lock, unlock } from "./lock";
import { move, movePreview } from "./move";
import { bookingOrderServices } from "./orders";
import { cardOffer, pay } from "./pay";
import { payPart } from "./pay-part";
import { searchPlaces } from "./places";
import { modifyPolicy, policy } from "./policy";
import { quote } from "./quote";
import { refundAmount, refundAmountPreview } from "./refund-amount";
import { refundLines, refundLinesPreview } from "./refund-lines";
import { reserve } from "./reserve";
import { view } from "./view";

export const bookingRoutes: Route[] = [
  ...bookingOrderServices.routes,
  ...inVenue(booking, {
    grid,
    load,
    quote,
    view,
    create,
    cardOffer,
    pay,
    payPart,
    reserve,
    checkIn,
    refundPreview,
    cancel,
    refundLinesPreview,
    refundLines,
    refundAmountPreview,
    refundAmount,
    movePreview,
    move,
    extendPreview,
    extend,
    policy,
    modifyPolicy,
    freePlace,
    lock,
    unlock,
    places: searchPlaces,
  }),
];
