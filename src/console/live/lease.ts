/**
 * Election of the announcing tab in browsers without locks: a lease in the storage that all tabs share, renewed while its tab lives. A tab
 * that has the focus acquires it; so does any visible tab once the holder is silent. If two acquire it at once, the later entry wins, and
 * each checks again before it leads.
 */
const KEY = "live.lease";
const BEAT_MS = 1_000;
/** A holder in sight that is silent for this long is gone. */
const SILENT_MS = 3_000;
/** Browsers let the timers of a tab out of sight run once a minute. */
const SILENT_HIDDEN_MS = 90_000;
/** Two that take it at once see each other's entry by then. */
const SETTLE_MS = 60;

interface Lease {
  readonly holder: string;
  readonly at: number;
  /** True if the holder was visible. */
  readonly seen: boolean;
}

function read(): Lease | undefined {
  const [holder, at, seen] = (localStorage.getItem(KEY) ?? "").split(" ");
  return holder === undefined || holder === "" ? undefined : { holder, at: Number(at), seen: seen === "1" };
}

const inSight = (): boolean => document.visibilityState === "visible";

/**
 * Follows who leads.
 * @param changed called with each change, first with the present state
 * @returns how to step down for good
 */
export function followLease(changed: (leads: boolean) => void): () => void {
  const me = Math.random().toString(36).slice(2);
  let leads = false;
  let settling: ReturnType<typeof setTimeout> | undefined;

  const tell = (now: boolean): void => {
    if (leads === now) return;
    leads = now;
    changed(now);
  };
  const write = (): void => localStorage.setItem(KEY, `${me} ${Date.now()} ${inSight() ? 1 : 0}`);
  const take = (): void => {
    write();
    clearTimeout(settling);
    settling = setTimeout(() => tell(read()?.holder === me), SETTLE_MS);
  };
  const beat = (): void => {
    const lease = read();
    if (lease?.holder === me) {
      write();
      return;
    }
    tell(false);
    const silent = lease === undefined ? Number.POSITIVE_INFINITY : Date.now() - lease.at;
    if (silent > (lease?.seen === true && inSight() ? SILENT_MS : SILENT_HIDDEN_MS)) take();
    else if (inSight() && lease?.seen === false) take();
  };
  const appear = (): void => {
    if (!inSight()) {
      if (read()?.holder === me) write();
    } else if (read()?.holder !== me && (document.hasFocus() || read()?.seen !== true)) take();
  };
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) beat();
  };

  changed(false);
  beat();
  appear();
  const timer = setInterval(beat, BEAT_MS);
  const stepDown = (): void => {
    if (read()?.holder === me) localStorage.removeItem(KEY);
  };
  addEventListener("storage", onStorage);
  addEventListener("focus", appear);
  addEventListener("pagehide", stepDown);
  document.addEventListener("visibilitychange", appear);
  return () => {
    clearInterval(timer);
    clearTimeout(settling);
    removeEventListener("storage", onStorage);
    removeEventListener("focus", appear);
    removeEventListener("pagehide", stepDown);
    document.removeEventListener("visibilitychange", appear);
    stepDown();
    tell(false);
  };
}
