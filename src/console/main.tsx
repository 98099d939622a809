/**
 * Entry of the console proper, reached from the login page and from a deep link. Small on purpose: it sends the first questions while
 * React, Refine and the router are still on their way.
 */
import "./theme/base.css";
import "./theme/shell.css";
import "./theme/list.css";
import "./shell/root.css";
// Styles of everything that is rendered over every page: in the first file, because a second one would delay it.
import "./help/help.css";
import "./keys/keys.css";
import "./live/live.css";
import "./palette/palette.css";
import { session as calls } from "../contract/session/session";
import { callDirectly } from "./api/call-directly";
import { boot, fetchAhead } from "./boot";

export { authProvider } from "./providers/auth";

/** A one-time ticket for QR login, for the login page to show. */
export const fetchQrTicket = () => callDirectly(calls.qrTicket, {});

const loadApp = () => import("./App");

/** For the login page: brings what comes after it. */
export function comeReady(): void {
  loadApp().catch(() => undefined); // said by boot, which loads it again
  fetchAhead(location.search);
}

/** Starts the console at the address of the window. */
export const startConsole = (): Promise<void> => boot(loadApp);
