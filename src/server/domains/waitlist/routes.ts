/** The calls of the waitlist and their services. */
import { waitlist } from "../../../contract/waitlist/waitlist";
import { inVenue, type Route } from "../../http/serve";
import { accept, requeue, withdraw } from "./answer";
import { join } from "./join";
import { list } from "./list";

export const waitlistRoutes: Route[] = inVenue(waitlist, { list, join, withdraw, requeue, accept });
