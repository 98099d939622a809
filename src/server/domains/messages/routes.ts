/** Calls of the message centre → services. */
import { messages } from "../../../contract/messages";
import { inVenue, type Route } from "../../http/serve";
import { reminderRoutes } from "./reminders";
import { clear, count, list, markRead, reply } from "./messages";

export const messageRoutes: Route[] = [...inVenue(messages, { list, count, read: markRead, reply, clear }), ...reminderRoutes];
