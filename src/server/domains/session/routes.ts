/** Calls of session and setup → services. */
import { session } from "../../../contract/session/session";
import { forAnyone, forPerson, inVenue, type Route } from "../../http/serve";
import { login } from "./login";
import { buttons, exchange, logout, menus, preferences, profile, savePreference, sites } from "./person";
import { qrConfirm, qrLogin, qrState, qrTicket } from "./qr";
import { setup, setupState } from "./setup";

export const sessionRoutes: Route[] = [
  ...forAnyone(session, { login, qrTicket, qrState, qrLogin, setupState, setup }),
  ...forPerson(session, { logout, exchange, qrConfirm, profile, sites }),
  ...inVenue(session, { menus, buttons, preferences, savePreference }),
];
