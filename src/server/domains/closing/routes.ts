/** The calls of closings and their services. */
import { closing } from "../../../contract/closing/closing";
import { inVenue, type Route } from "../../http/serve";
import { apply } from "./apply";
import { list, view } from "./list";
import { preview } from "./preview";

export const closingRoutes: Route[] = inVenue(closing, { preview, apply, list, view });
