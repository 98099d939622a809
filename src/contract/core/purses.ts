/** Splits an amount between the two purses of a member. Pure; amounts in fen. */
import type { z } from "#zod";
import { type Fen, fen, share } from "./money";
import type { PurseOrder as Order } from "../venue/venue";

/** Which purse pays first, as the venue has it. */
export type PurseOrder = z.infer<typeof Order>;

/** Balances of a member's purses. */
export interface Purses {
  readonly principal: Fen;
  readonly gift: Fen;
  /** Amount that the member may still put on credit, where their card type allows it. */
  readonly credit?: Fen;
}

/** Purses of a member as they are answered. */
export const pursesOf = ({
  principal,
  gift,
  credit,
}: Readonly<Record<"principal" | "gift", string>> & { readonly credit?: string | undefined }): Purses => ({
  principal: fen(principal),
  gift: fen(gift),
  ...(credit === undefined ? {} : { credit: fen(credit) }),
});

/** Splits an amount between the purses in the venue's order, as far as both suffice. */
export function splitByPurse(amount: Fen, { principal, gift }: Purses, order: PurseOrder): Purses {
  const reach = Math.min(amount, principal + gift);
  if (order === "proRata") {
    const [first = 0, second = 0] = share(reach, [principal, gift]);
    return { principal: first, gift: second };
  }
  const first = Math.min(reach, order === "giftFirst" ? gift : principal);
  return order === "giftFirst" ? { principal: reach - first, gift: first } : { principal: first, gift: reach - first };
}
