/**
 * The umpire's record on this tablet: every mark is stored here before it is sent, and sent in order, each once however often it is sent. While
 * the network is away the match continues; what is unsent follows by itself.
 */
import { MARKS_AT_ONCE, umpire, type UmpireMark, type UmpireView } from "../../../../contract/competitions/umpire";
import type { SetScore } from "../../../../engine/scoring";
import { hasSameStart } from "../../../../engine/umpire";
import { ApiError } from "../../../api/error";
import { invoke } from "../../../api/invoke";

const STORED = "umpire";
const RETRY_MS = 3_000;
/** Interval at which a tablet without marks of its own looks for those of the office. */
const REFRESH_MS = 15_000;
const PATIENCE_MS = 8_000;

/** The match of this tablet, as stored. */
export interface Access {
  readonly venueId: string;
  /** The code that it was opened by: "match:…" or "court:…". */
  readonly target: string;
  readonly token: string;
  readonly view: UmpireView;
  /** All marks made here, sent or not. */
  readonly marks: readonly UmpireMark[];
  /** Version of the office's score over which the umpire has chosen one. */
  readonly resolvedVersion?: number | undefined;
}

export function storedAccess(): Access | undefined {
  try {
    const text = localStorage.getItem(STORED);
    return text === null ? undefined : (JSON.parse(text) as Access);
  } catch {
    return undefined;
  }
}
export function storeAccess(access: Access | undefined): void {
  try {
    if (access) localStorage.setItem(STORED, JSON.stringify(access));
    else localStorage.removeItem(STORED);
  } catch {
    // Without storage the record lives as long as the page.
  }
}

/** Counts the marks that the office does not have. */
export const countUnsent = ({ marks, view }: Access): number => Math.max(0, marks.length - view.marks.length);

/** True while the office has another score or record than this tablet and the umpire has not chosen one. */
export const hasConflict = ({ view, marks, resolvedVersion }: Access): boolean =>
  !view.isEnded && (!hasSameStart(view.marks, marks) || (view.isConflict && resolvedVersion !== view.version));

/** Adds to an opened match what this tablet has stored of it, unless the office has begun its record anew. */
export function withStoredMarks(opened: Access, stored: Access | undefined): Access {
  const isSameRecord =
    stored?.venueId === opened.venueId &&
    stored.view.matchId === opened.view.matchId &&
    stored.view.marks.length <= opened.view.marks.length;
  return isSameRecord ? withView({ ...opened, marks: stored.marks }, opened.view) : opened;
}

/** Puts the office's view into an access; where the office has more of the same record, its marks count. */
const withView = (access: Access, view: UmpireView): Access => ({
  ...access,
  view,
  marks: access.marks.length < view.marks.length && hasSameStart(access.marks, view.marks) ? view.marks : access.marks,
});

/** The tablet's state; replaced as a whole at every change. */
export interface Snapshot {
  readonly access: Access;
  readonly isOffline: boolean;
  /** A refusal of the office, in its words. */
  readonly refusal: string;
}

/** Stores marks and sends them in order, one request at a time. */
export class Outbox {
  private snapshot: Snapshot;
  private readonly watchers = new Set<() => void>();
  /** Aborted when the board is closed: nothing is stored or sent after that. */
  private run = new AbortController();
  /** The run whose marks are being sent. */
  private sending: AbortController | undefined;
  private hasNewMarks = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(access: Access) {
    this.snapshot = { access, isOffline: false, refusal: "" };
  }
  readonly current = (): Snapshot => this.snapshot;
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
  readonly start = (): (() => void) => {
    const run = new AbortController();
    this.run = run;
    const onOnline = (): void => void this.flush();
    const onOffline = (): void => this.set({ isOffline: true });
    window.addEventListener("online", onOnline);
    window.addEventListener("offline", onOffline);
    void this.flush();
    return () => {
      run.abort();
      clearTimeout(this.timer);
      window.removeEventListener("online", onOnline);
      window.removeEventListener("offline", onOffline);
    };
  };
  readonly add = (mark: Omit<UmpireMark, "at">): void => {
    const { access } = this.snapshot;
    this.put({ ...access, marks: [...access.marks, { ...mark, at: new Date().toISOString() }] });
  };
  /** Sets the score that counts after a conflict. Marks that can't follow those of the office, or travel with it at once, give way to it. */
  readonly resolve = (sets: readonly SetScore[]): void => {
    const { access } = this.snapshot;
    const { view, marks } = access;
    const canFollow = hasSameStart(view.marks, marks) && countUnsent(access) < MARKS_AT_ONCE;
    const hasStarted = view.marks.some(({ kind }) => kind === "start");
    const before = canFollow ? marks : [...view.marks, ...(hasStarted ? [] : marks.filter(({ kind }) => kind === "start").slice(0, 1))];
    const score: UmpireMark = { kind: "score", side: null, at: new Date().toISOString(), sets: sets.map(([home, away]) => [home, away]) };
    this.put({ ...access, marks: [...before, score], resolvedVersion: view.version });
  };
  readonly flush = async (): Promise<void> => {
    const { run } = this;
    if (run.signal.aborted || this.sending === run) return;
    this.sending = run;
    clearTimeout(this.timer);
    let wait = REFRESH_MS;
    try {
      while (await this.sendNext(run.signal));
    } catch (error) {
      if (!run.signal.aborted) this.set(error instanceof ApiError ? { isOffline: false, refusal: error.message } : { isOffline: true });
      wait = RETRY_MS;
    }
    if (this.sending === run) this.sending = undefined;
    if (run.signal.aborted) return;
    clearTimeout(this.timer);
    // An access that has ended stays so.
    if (this.snapshot.access.view.isEnded) return;
    this.timer = setTimeout(() => void this.flush(), wait);
  };

  /** @returns true while more can be sent at once: the office has accepted some, or there are new marks */
  private async sendNext(stopped: AbortSignal): Promise<boolean> {
    const { venueId, token, view, marks } = this.snapshot.access;
    const from = view.marks.length;
    const sending = view.isEnded || hasConflict(this.snapshot.access) ? [] : marks.slice(from, from + MARKS_AT_ONCE);
    this.hasNewMarks = false;
    const request = new AbortController();
    const abort = (): void => request.abort();
    const patience = setTimeout(abort, PATIENCE_MS);
    stopped.addEventListener("abort", abort);
    const options = { quiet: true, signal: request.signal };
    try {
      const answer =
        sending.length === 0
          ? await invoke(umpire.view, { venueId, token }, options)
          : await invoke(umpire.send, { venueId, token, from, marks: sending, version: view.version }, options);
      if (stopped.aborted) return false;
      const access = withView(this.snapshot.access, answer);
      this.set({ access, isOffline: false, refusal: "" });
      const canContinue = !answer.isEnded && !hasConflict(access) && countUnsent(access) > 0;
      return canContinue && (answer.marks.length > from || this.hasNewMarks);
    } finally {
      clearTimeout(patience);
      stopped.removeEventListener("abort", abort);
    }
  }
  private put(access: Access): void {
    this.hasNewMarks = true;
    this.set({ access });
    void this.flush();
  }
  private set(change: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    if (change.access) storeAccess(change.access);
    for (const watcher of this.watchers) watcher();
  }
}
