/** Calls of the venue → services. */
import { venue } from "../../../contract/venue";
import { content } from "../../../contract/content";
import { forAnyone, inVenue, type Route } from "../../http/serve";
import { archive, archiveSize } from "./archive";
import { location } from "./location";
import { modify, view } from "./venue";

export const venueRoutes = (dataDir: string): Route[] => [
  ...inVenue(venue, { view, modify, archiveSize, archive: archive(dataDir) }),
  ...forAnyone(content, { location }),
];
