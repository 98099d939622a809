import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { useT } from "../../i18n/use-t";
import { Kbd } from "../../ui/Kbd";

interface Props {
  /** Position at which it opens, in the window. */
  readonly x: number;
  readonly y: number;
  readonly pinned: boolean;
  /** True if others, or any at all, can be closed. */
  readonly others: boolean;
  readonly any: boolean;
  /** The menu shuts; the focus goes back. */
  readonly onDone: () => void;
  readonly onRefresh: () => void;
  readonly onClose: () => void;
  readonly onCloseOthers: () => void;
  readonly onCloseAll: () => void;
}

const MARGIN = 8;

/** The menu of a tab: refresh, close, close others, close all. Arrows walk; Esc, Tab and a click outside shut it. */
export function TabMenu({ x, y, pinned, others, any, onDone, onRefresh, onClose, onCloseOthers, onCloseAll }: Props) {
  const t = useT();
  const menu = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(MARGIN, Math.min(x, window.innerWidth - width - MARGIN))}px`;
    element.style.top = `${Math.max(MARGIN, Math.min(y, window.innerHeight - height - MARGIN))}px`;
    element.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus();
  }, [x, y]);
  useEffect(() => {
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) done.current();
    };
    document.addEventListener("pointerdown", outside);
    window.addEventListener("blur", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      window.removeEventListener("blur", outside);
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    if (event.key === "ArrowDown") items[(at + 1) % items.length]?.focus();
    else if (event.key === "ArrowUp") items.at((at - 1) % items.length)?.focus();
    else if (event.key === "Home") items[0]?.focus();
    else if (event.key === "End") items.at(-1)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const item = (title: string, act: () => void, why?: string | false, key?: string) => (
    <button
      type="button"
      role="menuitem"
      className="popup-item"
      disabled={Boolean(why)}
      title={why || undefined}
      onClick={() => {
        onDone();
        act();
      }}
    >
      <span className="grow">{title}</span>
      {key !== undefined && <Kbd>{key}</Kbd>}
    </button>
  );
  return (
    <div ref={menu} className="popup tab-menu" role="menu" tabIndex={-1} aria-label={t("shell.tabMenu")} onKeyDown={onKeyDown}>
      {item(t("shell.tabRefresh"), onRefresh, false, "Alt R")}
      {item(t("shell.tabClose"), onClose, pinned && t("shell.tabMenuPage.pinnedTabStaysOpen"), "Del")}
      {item(t("shell.tabCloseOthers"), onCloseOthers, !others && t("shell.tabMenuPage.thereNoOtherTab"))}
      {item(t("shell.tabCloseAll"), onCloseAll, !any && t("shell.tabMenuPage.thereNoTabClose"))}
    </div>
  );
}
