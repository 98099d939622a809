/** The calls of cards of other venues, paired with their services. */
import { roaming } from "../../../contract/roaming/roaming";
import { inVenue } from "../../http/serve";
import { find } from "./find";

export const roamingRoutes = inVenue(roaming, { find });
