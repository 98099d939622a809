/**
 * Progress of this browser in a venue's events, stored for its other tabs and for a reload: the newest event seen, and the newest one
 * announced. One venue at a time: the ids of another venue have no meaning here.
 */
const KEYS = { seen: "live.seen", announced: "live.announced" } as const;
type Kind = keyof typeof KEYS;

/** Age beyond which an event belongs to another shift: catching up would read out last night. */
export const FRESH_MS = 15 * 60_000;

/** @returns the id; `undefined` where none of this venue is kept, or only an old one */
export function readMark(kind: Kind, venueId: string): number | undefined {
  const [venue, id, at] = (localStorage.getItem(KEYS[kind]) ?? "").split(" ");
  if (venue !== venueId || Date.now() - Number(at) > FRESH_MS) return undefined;
  const value = Number(id);
  return Number.isSafeInteger(value) ? value : undefined;
}

export function writeMark(kind: Kind, venueId: string, id: number): void {
  try {
    localStorage.setItem(KEYS[kind], `${venueId} ${id} ${Date.now()}`);
  } catch {
    // storage full or refused: this tab knows all the same
  }
}

/** Calls `changed` when another tab announced something. */
export function watchAnnounced(changed: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === KEYS.announced) changed();
  };
  addEventListener("storage", hear);
  return () => removeEventListener("storage", hear);
}

/** Forgets both: the venue was left. */
export function forgetMarks(): void {
  for (const key of Object.values(KEYS)) localStorage.removeItem(key);
}
