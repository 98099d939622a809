/** The screens that were opened last at this venue, for this browser tab's life: newest first. */
const KEY = "recentScreens";
const MOST = 20;

interface Kept {
  readonly venueId: string;
  readonly names: readonly string[];
}

function read(venueId: string): readonly string[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
    return stored?.venueId === venueId && Array.isArray(stored.names) ? stored.names : [];
  } catch {
    return [];
  }
}

/** Names of the screens, without the one that is on show. */
export const recentScreens = (venueId: string, shown: string | undefined): readonly string[] =>
  read(venueId).filter((name) => name !== shown);

/** Notes that a screen was opened. */
export function noteScreen(venueId: string, name: string): void {
  const names = [name, ...read(venueId).filter((other) => other !== name)].slice(0, MOST);
  sessionStorage.setItem(KEY, JSON.stringify({ venueId, names } satisfies Kept));
}

/** Forgets them: the venue or the person left. */
export const forgetRecent = (): void => sessionStorage.removeItem(KEY);
