/** The calls of booking and their services. */
import { booking } from "../../../contract/booking/booking";
import type { Ctx } from "../../http/context";
import { inVenue, type Route } from "../../http/serve";
import { namingWhoCancelled } from "../../kernel/cancelled";
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

/** A service of one order that another desk may have cancelled meanwhile. */
const order = <I extends { readonly id: string }, O>(service: (ctx: Ctx, input: I) => Promise<O>) =>
  namingWhoCancelled("booking_order", service);

export const bookingRoutes: Route[] = [
  ...bookingOrderServices.routes,
  ...inVenue(booking, {
    grid,
    load,
    quote,
    view,
    create,
    cardOffer,
    pay: order(pay),
    payPart: order(payPart),
    reserve: order(reserve),
    checkIn: order(checkIn),
    refundPreview: order(refundPreview),
    cancel: order(cancel),
    refundLinesPreview: order(refundLinesPreview),
    refundLines: order(refundLines),
    refundAmountPreview: order(refundAmountPreview),
    refundAmount: order(refundAmount),
    movePreview: order(movePreview),
    move: order(move),
    extendPreview: order(extendPreview),
    extend: order(extend),
    policy,
    modifyPolicy,
    freePlace,
    lock,
    unlock,
    places: searchPlaces,
  }),
];
