import { useGetIdentity, useLogout } from "@refinedev/core";
import type { Identity } from "../session/identity";

/** What the user menu shows of the person, and how it ends the session. */
export function useUser(): { readonly name: string; readonly note?: string; readonly onLogout: () => void } {
  const { data: identity } = useGetIdentity<Identity | null>();
  const { mutate: logout } = useLogout();
  return {
    name: identity?.name ?? "",
    ...(identity ? { note: identity.username } : {}),
    onLogout: () => logout(),
  };
}
