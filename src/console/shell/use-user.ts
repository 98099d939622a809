import { useGetIdentity, useLogout } from "@refinedev/core";
import type { Identity } from "../session/identity";

/** Returns the data of the person for the user menu, and the function that ends the session. */
export function useUser(): { readonly name: string; readonly note?: string; readonly onLogout: () => void } {
  const { data: identity } = useGetIdentity<Identity | null>();
  const { mutate: logout } = useLogout();
  return {
    name: identity?.name ?? "",
    ...(identity ? { note: identity.username } : {}),
    onLogout: () => logout(),
  };
}
