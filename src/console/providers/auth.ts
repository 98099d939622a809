import type { AuthProvider } from "@refinedev/core";
import { signedIn } from "../login/keep";
import { logout } from "../session/enter";
import { loginPath } from "../session/guard";
import { session } from "../session/store";

/**
 * Refine's view of the session. The guard (`session/guard.ts`) decides synchronously before anything is drawn; failures are judged where
 * every call passes (`session/failures.ts`), so `onError` has nothing left to do.
 */
export const authProvider: AuthProvider = {
  login: async () => ({ success: false, redirectTo: "/login" }), // the login is a page of its own, before Refine
  logout: async () => {
    await logout();
    return { success: true };
  },
  check: async () =>
    signedIn() ? { authenticated: true } : { authenticated: false, redirectTo: loginPath(location.pathname + location.search) },
  onError: async () => ({}),
  getIdentity: async () => {
    const { person } = session();
    return person ? { id: person.userId, name: person.name, avatar: person.avatar } : null;
  },
};
