/** Calls of the venue → services. */
import { venue } from "../../../contract/venue";
import { inVenue, type Route } from "../../http/serve";
import { modify, view } from "./venue";

export const venueRoutes: Route[] = inVenue(venue, { view, modify });
