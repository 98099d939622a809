import { useEffect, useState, useSyncExternalStore } from "react";
import { umpireState, type UmpireState } from "../../../../engine/umpire";
import { type Access, countUnsent, hasConflict, Outbox, type Snapshot } from "./outbox";

interface Umpire extends Snapshot, Pick<Outbox, "add" | "resolve"> {
  readonly state: UmpireState;
  /** Marks that the office does not have. */
  readonly unsent: number;
  /** The office has another score; nothing is sent until one is chosen. */
  readonly isConflict: boolean;
  readonly retry: () => void;
}

/** Opens the record of a match on this tablet, and closes it with the board. */
export function useUmpire(opened: Access): Umpire {
  const [outbox] = useState(() => new Outbox(opened));
  const snapshot = useSyncExternalStore(outbox.watch, outbox.current);
  useEffect(() => outbox.start(), [outbox]);
  const { access } = snapshot;
  return {
    ...snapshot,
    state: umpireState(access.view, access.marks),
    unsent: countUnsent(access),
    isConflict: hasConflict(access),
    add: outbox.add,
    resolve: outbox.resolve,
    retry: () => void outbox.flush(),
  };
}
