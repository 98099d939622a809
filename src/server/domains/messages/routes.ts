/** Calls of the message centre → services. */
import { messages } from "../../../contract/messages/messages";
import { inVenue, type Route } from "../../http/serve";
import { reminderRoutes } from "./reminders";
import { count, messageServices } from "./messages";

export const messageRoutes: Route[] = [...inVenue({ count: messages.count }, { count }), ...messageServices.routes, ...reminderRoutes];
