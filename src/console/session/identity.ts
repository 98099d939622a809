import type { Profile } from "../../contract/session/session";

/** A person as Refine's `useGetIdentity` gives it. */
export interface Identity {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly avatar: string | null;
}

export const identityOf = ({ userId, name, username, avatar }: Profile): Identity => ({ id: userId, name, username, avatar });
