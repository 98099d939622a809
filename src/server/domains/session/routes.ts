/** Calls of session and setup → services. */
import { session } from "../../../contract/session/session";
import { servePublicCalls, servePersonCalls, inVenue, type Route } from "../../http/serve";
import { login } from "./login";
import { buttons, exchange, logout, menus, preferences, profile, savePreference, sites } from "./person";
import { qrConfirm, qrLogin, qrState, qrTicket } from "./qr";
import { setup, setupState } from "./setup";

export const sessionRoutes: Route[] = [
  ...servePublicCalls(session, { login, qrTicket, qrState, qrLogin, setupState, setup }),
  ...servePersonCalls(session, { logout, exchange, qrConfirm, profile, sites }),
  ...inVenue(session, { menus, buttons, preferences, savePreference }),
];
