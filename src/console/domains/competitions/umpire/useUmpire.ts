/**
 * The umpire's record on this tablet: every mark is stored here before it is sent, and sent in order, each once however often it is sent. While
 * the network is away the match continues; what is unsent follows by itself.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { MARKS_AT_ONCE, umpire, type UmpireMark, type UmpireView } from "../../../../contract/competitions/umpire";
import { umpireState, type UmpireState } from "../../../../engine/umpire";
import { ApiError } from "../../../api/error";
import { invoke } from "../../../api/invoke";

const STORED = "umpire";
const RETRY_MS = 3_000;
/** Without news of its own the tablet looks for those of the office. */
const REFRESH_MS = 15_000;
const PATIENCE_MS = 8_000;

/** The match of this tablet, as stored. */
export interface Access {
  readonly venueId: string;
  readonly token: string;
  readonly view: UmpireView;
  /** All marks made here, sent or not. */
  readonly marks: readonly UmpireMark[];
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

const OVER: ReadonlySet<string> = new Set(["finished", "retired", "walkover", "dropped"]);

/** The tablet's state; replaced as a whole at every change. */
interface Snapshot {
  readonly access: Access;
  readonly isOffline: boolean;
  /** The office has another score; nothing is sent until one is chosen. */
  readonly isConflict: boolean;
  /** A refusal of the office, in its words. */
  readonly refusal: string;
}

/** Stores marks and sends them in order, one request at a time. */
class Outbox {
  private snapshot: Snapshot;
  private readonly watchers = new Set<() => void>();
  private isSending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(access: Access) {
    this.snapshot = { access, isOffline: false, isConflict: false, refusal: "" };
  }
  readonly current = (): Snapshot => this.snapshot;
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
  readonly start = (): (() => void) => {
    const onOnline = (): void => void this.flush();
    const onOffline = (): void => this.set({ isOffline: true });
    window.addEventListener("online", onOnline);
    window.addEventListener("offline", onOffline);
    void this.flush();
    return () => {
      clearTimeout(this.timer);
      window.removeEventListener("online", onOnline);
      window.removeEventListener("offline", onOffline);
    };
  };
  readonly add = (mark: Omit<UmpireMark, "at">): void => {
    const { access } = this.snapshot;
    const marks = [...access.marks, { ...mark, at: new Date().toISOString() }];
    this.set({ access: { ...access, marks }, ...(mark.kind === "score" ? { isConflict: false } : {}) });
    void this.flush();
  };
  readonly flush = async (): Promise<void> => {
    if (this.isSending) return;
    this.isSending = true;
    clearTimeout(this.timer);
    let wait = REFRESH_MS;
    try {
      while (await this.sendNext());
    } catch (error) {
      this.set(error instanceof ApiError ? { isOffline: false, refusal: error.message } : { isOffline: true });
      wait = RETRY_MS;
    }
    this.isSending = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), wait);
  };

  /** @returns true while more is to be sent */
  private async sendNext(): Promise<boolean> {
    const { venueId, token, view, marks } = this.snapshot.access;
    const from = view.marks.length;
    const sending = marks.slice(from, from + MARKS_AT_ONCE);
    const options = { quiet: true, signal: AbortSignal.timeout(PATIENCE_MS) };
    const answer =
      sending.length === 0
        ? await invoke(umpire.view, { venueId, token }, options)
        : await invoke(umpire.send, { venueId, token, from, marks: sending, version: view.version }, options);
    const { access } = this.snapshot;
    this.set({ access: { ...access, view: answer }, isOffline: false, isConflict: answer.isConflict, refusal: "" });
    return !answer.isConflict && !OVER.has(answer.state) && access.marks.length > answer.marks.length;
  }
  private set(change: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    if (change.access) storeAccess(change.access);
    for (const watcher of this.watchers) watcher();
  }
}

interface Umpire extends Snapshot {
  readonly state: UmpireState;
  /** Marks that the office does not have. */
  readonly unsent: number;
  /** The match is over for the office: nothing more is sent. */
  readonly isEnded: boolean;
  readonly add: (mark: Omit<UmpireMark, "at">) => void;
  readonly retry: () => void;
}

export function useUmpire(opened: Access): Umpire {
  const [outbox] = useState(() => new Outbox(opened));
  const snapshot = useSyncExternalStore(outbox.watch, outbox.current);
  useEffect(() => outbox.start(), [outbox]);
  const { view, marks } = snapshot.access;
  return {
    ...snapshot,
    state: umpireState(view, marks),
    unsent: Math.max(0, marks.length - view.marks.length),
    isEnded: OVER.has(view.state),
    add: outbox.add,
    retry: () => void outbox.flush(),
  };
}
