/** Calls of the message centre → services. */
import { messages } from "../../../contract/messages";
import { inVenue, type Route } from "../../http/serve";
import { clear, count, list, markRead } from "./messages";

export const messageRoutes: Route[] = inVenue(messages, { list, count, read: markRead, clear });
