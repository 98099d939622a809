/** Calls of the venue → services. */
import { venue } from "../../../contract/venue";
import { content } from "../../../contract/content";
import { forAnyone, inVenue, type Route } from "../../http/serve";
import { location } from "./location";
import { modify, view } from "./venue";

export const venueRoutes: Route[] = [...inVenue(venue, { view, modify }), ...forAnyone(content, { location })];
