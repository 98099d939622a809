/** The calls of booking and their services. */
import { booking } from "../../../contract/booking";
import { inVenue, type Route } from "../../http/serve";
import { cancel, refundWorking } from "./cancel";
import { checkIn } from "./check-in";
import { create } from "./create";
import { excel } from "./excel";
import { freePlace } from "./free-place";
import { grid } from "./grid";
import { list, sums } from "./list";
import { load } from "./load";
import { lock, unlock } from "./lock";
import { pay } from "./pay";
import { searchPlaces } from "./places";
import { quote } from "./quote";
import { view } from "./view";

export const bookingRoutes: Route[] = inVenue(booking, {
  grid,
  load,
  quote,
  list,
  sums,
  excel,
  view,
  create,
  pay,
  checkIn,
  refundWorking,
  cancel,
  freePlace,
  lock,
  unlock,
  places: searchPlaces,
});
