/** Calls of the venue → services. */
import { checkRules } from "../../../contract/core/check-rules";
import { venue } from "../../../contract/venue/venue";
import { content } from "../../../contract/cms/content";
import type { FileStore } from "../../files/store";
import { servePublicCalls, inVenue, type Route } from "../../http/serve";
import { venueNavigations, venueServices } from "../../../contract/venue/venue-content";
import { serveResource } from "../../resource/serve";
import { archive, archiveSize } from "./archive";
import { location } from "./location";
import { modify, view } from "./venue";

const contentRoutes: Route[] = [
  ...serveResource(venueServices, { table: "venue_service" }),
  ...serveResource(venueNavigations, { table: "venue_navigation" }),
  ...serveResource(checkRules, { table: "check_rule" }),
];

export const venueRoutes = (store: FileStore): Route[] => [
  ...inVenue(venue, { view, modify, archiveSize, archive: archive(store) }),
  ...servePublicCalls(content, { location }),
  ...contentRoutes,
];
