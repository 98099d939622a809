/** The calls of sessions and their services. */
import { sessions } from "../../../contract/sessions";
import { inVenue, type Route } from "../../http/serve";
import { book, list, view } from "./view";

export const hallSessionRoutes: Route[] = inVenue(sessions, { list, view, book });
