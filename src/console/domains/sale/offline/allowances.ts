/**
 * Allowances of this till on members' principals while the server is unreachable: requested whenever a member is chosen, stored in this
 * browser until they expire. They use a separate database: a tab of an earlier release holds the till's database open, and changing its
 * schema would wait for that tab.
 */
import { type DBSchema, openDB } from "idb";
import { useEffect, useState } from "react";
import { type Allowance, allowances } from "../../../../contract/sale/allowances";
import { type Fen, fen, yuan } from "../../../../contract/core/money";
import { invoke } from "../../../api/invoke";
import { isOffline } from "../../../api/connection";
import { session } from "../../../session/store";
import { subscribeToStoredSales } from "./outbox";
import { listStoredSales, type KeptSale } from "./store";

/** An allowance, and when this browser asked for it. */
interface KeptAllowance extends Allowance {
  readonly venueId: string;
  readonly askedAt: string;
}
interface Kept extends DBSchema {
  allowances: { key: [string, string]; value: KeptAllowance };
}
const open = () =>
  openDB<Kept>("till-allowances", 1, {
    upgrade: (db) => void db.createObjectStore("allowances", { keyPath: ["venueId", "memberId"] }),
  });
let opened: ReturnType<typeof open> | undefined;
const database = (): ReturnType<typeof open> => (opened ??= open());

/** Asks what may be taken of a member, for when the line breaks; nothing where the venue allows none. */
export async function fetchAllowance(memberId: string): Promise<void> {
  const { venueId, venueInfo } = session();
  if (venueId === undefined || isOffline() || fen(venueInfo?.offlineBalance ?? "0.00") === 0) return;
  const askedAt = new Date().toISOString();
  const { allowance } = await invoke(allowances.give, { memberId }, { quiet: true });
  const db = await database();
  if (allowance) await db.put("allowances", { ...allowance, venueId, askedAt });
  else await db.delete("allowances", [venueId, memberId]);
  for (const one of await db.getAll("allowances"))
    if (Date.parse(one.until) < Date.now()) await db.delete("allowances", [one.venueId, one.memberId]);
}

/** Returns the amount that a stored sale consumed of its member's allowance, fen. */
const consumedBy = ({ body }: KeptSale): Fen =>
  (body.payments ?? []).reduce((sum, { type, amount }) => (type === "Balance" ? sum + fen(amount) : sum), 0);

/** An allowance without what was sold since it was asked for, and without what was sold before and is not sent. */
function subtractSales(one: KeptAllowance, sales: readonly KeptSale[]): Allowance {
  const own = sales.filter(
    ({ venueId, body, at, state }) =>
      venueId === one.venueId &&
      body.memberId === one.memberId &&
      body.keptByTill?.allowance !== undefined &&
      (state !== "sent" || at >= one.askedAt),
  );
  return {
    ...one,
    left: yuan(
      Math.max(
        0,
        own.reduce((left, sold) => left - consumedBy(sold), fen(one.left)),
      ),
    ),
  };
}

/** Allowances that this till may take from now, at this venue. */
export function useAllowances(): readonly Allowance[] {
  const [all, setAll] = useState<readonly Allowance[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const [stored, sales] = await Promise.all([(await database()).getAll("allowances"), listStoredSales()]);
      const { venueId } = session();
      const good = stored.filter((one) => one.venueId === venueId && Date.parse(one.until) > Date.now());
      if (isCurrent) setAll(good.map((one) => subtractSales(one, sales)));
    };
    const run = (): void => void read().catch(() => undefined); // no storage: nothing is kept
    run();
    const stop = subscribeToStoredSales(run);
    return () => {
      isCurrent = false;
      stop();
    };
  }, []);
  return all;
}
