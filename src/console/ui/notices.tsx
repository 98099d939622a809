/** Short messages over the page, in plain markup: read out, gone by themselves, never in the way of a click. */
import { useSyncExternalStore } from "react";
import { t } from "../i18n/i18n";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

type Kind = "success" | "info" | "error";

/** One message. `onOpen` makes it a button. */
interface Notice {
  readonly id: string;
  readonly kind: Kind;
  readonly text: string;
  /** Given a time of its own to stay: not pushed out by those that come after. */
  readonly stays: boolean;
  readonly onOpen?: (() => void) | undefined;
}

interface Options {
  /** Replaces the message of the same id. */
  id?: string;
  /** Milliseconds on screen; `Infinity`: until closed. Default 3 s, errors 6 s. */
  stays?: number;
  onOpen?: () => void;
}

const STAYS: Record<Kind, number> = { success: 3_000, info: 4_000, error: 6_000 };
const MOST = 4;
const ICONS: Record<Kind, IconName> = { success: "check-circle", info: "info", error: "error" };

let notices: readonly Notice[] = [];
let made = 0;
const watchers = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function show(next: readonly Notice[]): void {
  notices = next;
  for (const watcher of watchers) watcher();
}

function close(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  show(notices.filter((notice) => notice.id !== id));
}

function open(kind: Kind, text: string, options: Options = {}): string {
  const same = options.id === undefined ? notices.find((notice) => notice.kind === kind && notice.text === text) : undefined;
  const id = options.id ?? same?.id ?? `notice-${++made}`;
  const stays = options.stays ?? STAYS[kind];
  clearTimeout(timers.get(id));
  if (Number.isFinite(stays))
    timers.set(
      id,
      setTimeout(() => close(id), stays),
    );
  const next = [
    ...notices.filter((notice) => notice.id !== id),
    { id, kind, text, stays: options.stays !== undefined, onOpen: options.onOpen },
  ];
  const passing = next.filter((notice) => !notice.stays).slice(-MOST);
  show(next.filter((notice) => notice.stays || passing.includes(notice)));
  return id;
}

/** Shows a message; answers its id. The same text again does not pile up. */
export const notify = {
  success: (text: string, options?: Options): string => open("success", text, options),
  info: (text: string, options?: Options): string => open("info", text, options),
  error: (text: string, options?: Options): string => open("error", text, options),
  close,
  closeAll: (): void => {
    for (const { id } of notices) close(id);
  },
};

/** Renders the messages: once, in the shell. */
export function NoticeHost() {
  const visible = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => notices,
  );
  return (
    <div className="notices no-print">
      {(["error", "info", "success"] as const).map((kind) => (
        <div key={kind} role={kind === "error" ? "alert" : "status"}>
          {visible
            .filter((notice) => notice.kind === kind)
            .map((notice) => (
              <div key={notice.id} className={`toast toast-${kind}`}>
                <Icon name={ICONS[kind]} />
                {notice.onOpen ? (
                  <button type="button" className="grow" onClick={notice.onOpen}>
                    {notice.text}
                  </button>
                ) : (
                  <span className="grow">{notice.text}</span>
                )}
                <button type="button" className="toast-close" aria-label={t("common.close")} onClick={() => close(notice.id)}>
                  <Icon name="close" size="s" />
                </button>
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}
