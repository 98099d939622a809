import { useLayoutEffect, useState } from "react";
import { members } from "../../contract/members/members";
import type { Fen } from "../../contract/core/money";
import { pursesOf } from "../../contract/core/purses";
import { useRead } from "../api/use-read";
import { useSession } from "../session/store";
import { check, type DeskMethod, type PayLine, type Purses, rebalance, type Split, suggest } from "./payments";

/** The split of an amount over methods, while it is typed. */
interface PayLines {
  /** Undefined until the member's purses are known. */
  readonly lines: readonly PayLine[] | undefined;
  readonly purses: Purses | undefined;
  readonly split: Split;
  readonly setLines: (lines: PayLine[]) => void;
}

/**
 * Suggests how an amount is paid, purses first, and follows the amount when it changes.
 * @param due fen
 * @param rest the method for what the purses do not cover
 * @param first lines that stand already: what was scanned before a reload
 * @param principal all that may be taken of the member's purses, where the server can't be asked what they hold
 */
export function usePayLines(due: Fen, memberId: string | null, rest?: DeskMethod, first?: readonly PayLine[], principal?: Fen): PayLines {
  const { venueInfo } = useSession();
  const asks = memberId !== null && principal === undefined;
  const member = useRead(members.view, { id: memberId ?? "" }, { enabled: asks });
  const known = !asks || member.data?.id === memberId || member.error !== null;
  const memberPurses = asks && member.data ? pursesOf(member.data) : undefined;
  const purses = principal === undefined ? memberPurses : { principal, gift: 0 };
  const [typed, setTyped] = useState<readonly PayLine[] | undefined>(first);
  const [typedLines, setTypedLines] = useState<readonly PayLine[]>();
  const order = venueInfo?.purseOrder;
  // Before the amount is seen: keys that come right after it must not meet lines that do not add up to it.
  useLayoutEffect(() => {
    if (!known) return;
    setTypedLines(typed ? rebalance(typed, due, purses) : suggest(due, purses, order, rest));
    // The purses are whole once they are known.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known, typed, due, order, rest, principal]);
  return { lines: typedLines, purses, split: check(typedLines ?? [], due, purses), setLines: setTyped };
}
