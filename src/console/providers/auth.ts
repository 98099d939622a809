/**
 * Refine's auth provider: every way into a session, out of it, and what ends it. The login page, which has no React, calls the same object.
 * A venue is chosen by `login({ venueId })`, the second step of signing in.
 */
import type { AuthActionResponse, AuthProvider } from "@refinedev/core";
import { session as calls } from "../../contract/session/session";
import { callDirectly } from "../api/call-directly";
import { storeSession, signedIn } from "../login/stored-session";
import { endSession, enterVenue, exchangeSession, forgetSession, restoreSession } from "../session/enter";
import { setExpired } from "../session/expired";
import { failureKind } from "../session/failure";
import { type Identity, identityOf } from "../session/identity";
import { guard, insidePath, loginPath, sitesPath } from "../session/guard";
import { storeVenue } from "../session/storage";
import { session } from "../session/store";
import { postToTabs } from "../session/tabs";
import { forgetTraces } from "../session/traces";

/** The ways in. */
export type LoginParams =
  /** With what a further step adds, where the server asked for one: a code, or an own password in place of a first one. */
  | { readonly username: string; readonly password: string; readonly code?: string; readonly newPassword?: string }
  /** A QR ticket that the page shows; succeeds once a phone has confirmed it. */
  | { readonly ticket: string }
  /** A one-time code, of an address or of a ticket. */
  | { readonly code: string }
  /** A token that another page gives, with the venue to work in if it names one. */
  | { readonly token: string; readonly venueId?: string }
  /** A venue of the person's list. */
  | { readonly venueId: string };

interface LogoutParams {
  /** The session was over already: drafts and the other tabs stay as they are. */
  readonly expired?: boolean;
}

/** A password is set anew with the code that went to the mobile, or changed by the person who is signed in. */
export type PasswordParams =
  | { readonly mobile: string; readonly code: string; readonly password: string }
  | { readonly oldPassword: string; readonly newPassword: string };

const currentPath = (): string => location.pathname + location.search;

/** The result of an action; a failure becomes its `error`, as Refine expects. */
async function resultOf(action: () => Promise<AuthActionResponse>): Promise<AuthActionResponse> {
  try {
    return await action();
  } catch (error) {
    return { success: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** Stores the token of a new session. */
function openSession(accessToken: string): AuthActionResponse {
  storeSession({ accessToken });
  restoreSession();
  return { success: true, redirectTo: sitesPath(insidePath(new URLSearchParams(location.search).get("redirect"))) };
}

async function signIn(params: LoginParams): Promise<AuthActionResponse> {
  if ("username" in params) {
    const { username, ...secrets } = params;
    const { access_token, recoveryCodes } = await callDirectly(calls.login, { username: username.trim(), ...secrets, siteType: "Venue" });
    return { ...openSession(access_token), recoveryCodes };
  }
  if ("ticket" in params) {
    const { state, code } = await callDirectly(calls.qrState, { ticket: params.ticket });
    return code === undefined ? { success: false, state } : signIn({ code });
  }
  if ("code" in params) {
    const { access_token } = await callDirectly(calls.qrLogin, { code: params.code });
    return openSession(access_token);
  }
  if ("token" in params) {
    if (params.venueId === undefined) return openSession(params.token);
    storeVenue(params.venueId, undefined);
    const opened = openSession(params.token);
    await exchangeSession();
    return opened;
  }
  await enterVenue(params.venueId);
  return { success: true };
}

/** Failures that have been acted on: one may arrive from its call and from Refine's hook. */
const handled = new WeakSet<object>();

export const authProvider = {
  login: (params: LoginParams) => resultOf(() => signIn(params)),

  /** Ends the session here and in the other tabs, and goes to the login, which returns to the page in hand. */
  logout: async ({ expired = false }: LogoutParams = {}) => {
    const path = currentPath();
    await endSession();
    if (!expired) {
      forgetTraces();
      postToTabs({ type: "logout" });
    }
    location.assign(loginPath(path));
    return { success: true };
  },

  /** The guard's decision; the router asks the guard itself, without waiting. */
  check: async () => {
    const verdict = guard({ pathname: location.pathname, search: location.search, signedIn: signedIn() });
    return verdict.kind === "go" && !signedIn() ? { authenticated: false, redirectTo: verdict.to } : { authenticated: signedIn() };
  },

  /** Asks an expired session's person to log in again; ends a session whose venue is no longer theirs. */
  onError: async (error: unknown) => {
    if (error instanceof Error) {
      if (handled.has(error)) return {};
      handled.add(error);
    }
    const kind = failureKind(error);
    if (kind === "expired") setExpired(true);
    if (kind === "siteData") void endSession({ forced: true }).then(() => location.reload());
    return {};
  },

  getIdentity: async (): Promise<Identity | null> => {
    const { person } = session();
    return person ? identityOf(person) : null;
  },

  /** Sends a code to the mobile of an account. The result carries what was said of it: `wait`, `minutes`, `byAdministrator`. */
  forgotPassword: ({ mobile }: { readonly mobile: string }) =>
    resultOf(async () => {
      const { content } = await import("../../contract/cms/content");
      return { success: true, ...(await callDirectly(content.sendCode, { mobile })) };
    }),

  /** The result of a password set by code names its `username`. */
  updatePassword: (params: PasswordParams) =>
    resultOf(async () => {
      const { platform } = await import("../../contract/platform/platform");
      // Refine's hook adds the parameters of the address.
      if ("newPassword" in params) {
        const { act } = await import("../api/act");
        await act(platform.changePassword, { oldPassword: params.oldPassword, newPassword: params.newPassword });
        return { success: true };
      }
      return { success: true, ...(await callDirectly(platform.findPassword, params)) };
    }),
} satisfies AuthProvider;

/** Ends the session of a tab that another tab logged out. */
export function followLogout(): void {
  forgetSession();
  forgetTraces();
  location.replace(loginPath(currentPath()));
}
