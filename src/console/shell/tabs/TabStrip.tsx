import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState, type WheelEvent } from "react";
import { useT } from "../../i18n/use-t";
import { screens } from "../../resources";
import { Icon } from "../../ui/Icon";
import { bringIntoSight } from "../../ui/in-sight";
import type { Tab } from "./model";
import { TabMenu } from "./TabMenu";
import { useDragTab } from "./use-drag-tab";
import type { TabActions } from "./use-tabs";

interface Props {
  readonly tabs: readonly Tab[];
  readonly active: string | undefined;
  readonly actions: TabActions;
}

/** A menu that is open: of which tab, and where on the screen. */
interface OpenMenu {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

const titles = new Map(screens.map((screen) => [screen.name, screen] as const));

/**
 * The visited pages. Arrows walk, Enter shows, Delete or a middle click closes, Alt+Shift+arrows or dragging move, a right click or the menu
 * key opens the menu. The one on show is kept in sight.
 */
export function TabStrip({ tabs, active, actions }: Props) {
  const t = useT();
  const strip = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu>();
  const drag = useDragTab(strip, tabs, actions.move);

  const button = (id: string | undefined): HTMLElement | null | undefined =>
    id === undefined ? undefined : strip.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(id)}"] [role="tab"]`);
  const activeTab = tabs.find((tab) => tab.id === active);
  useLayoutEffect(() => {
    return bringIntoSight(() => button(active)?.parentElement, { block: "nearest", inline: "nearest" });
    // oxlint-disable-next-line react/exhaustive-deps -- a tab comes into sight when it is shown, opened or named, not whenever the strip is drawn
  }, [active, activeTab === undefined, activeTab?.subject, tabs.length]);

  const neighbour = (id: string, step: number): Tab | undefined => tabs[tabs.findIndex((tab) => tab.id === id) + step];
  const close = (id: string): void => {
    const next = neighbour(id, 1) ?? neighbour(id, -1);
    if (strip.current?.contains(document.activeElement)) button(next?.id)?.focus();
    actions.close([id]);
  };
  const openMenu = (id: string, x?: number, y?: number): void => {
    const box = button(id)?.getBoundingClientRect();
    setMenu({ id, x: x ?? box?.left ?? 0, y: y ?? box?.bottom ?? 0 });
  };
  const closeMenu = (): void => {
    const id = menu?.id;
    setMenu(undefined);
    button(tabs.some((tab) => tab.id === id) ? id : active)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent, tab: Tab): void => {
    const place = tabs.indexOf(tab);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined && event.altKey && event.shiftKey) actions.move(tab.id, place + step);
    else if (event.altKey || event.ctrlKey || event.metaKey) return;
    else if (step !== undefined) button(tabs.at((place + step) % tabs.length)?.id)?.focus();
    else if (event.key === "Home") button(tabs[0]?.id)?.focus();
    else if (event.key === "End") button(tabs.at(-1)?.id)?.focus();
    else if (event.key === "Delete") close(tab.id);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) openMenu(tab.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onWheel = (event: WheelEvent): void => {
    if (strip.current && event.deltaX === 0) strip.current.scrollLeft += event.deltaY;
  };

  return (
    <>
      <div ref={strip} id="tabs" className="tabs" role="tablist" aria-label={t("shell.tabs")} onWheel={onWheel}>
        {tabs.map((tab) => (
          <div
            key={tab.id}
            className="tab"
            role="presentation"
            data-tab={tab.id}
            data-active={tab.id === active}
            onPointerDown={(event) => drag(event, tab.id)}
            onMouseDown={(event) => {
              if (event.button === 1) event.preventDefault(); // no scrolling by the wheel's button
            }}
            onAuxClick={(event) => {
              if (event.button === 1) actions.close([tab.id]);
            }}
            onContextMenu={(event: MouseEvent) => {
              event.preventDefault();
              if (event.clientX > 0) openMenu(tab.id, event.clientX, event.clientY);
              else openMenu(tab.id);
            }}
          >
            <TabTitle
              tab={tab}
              active={tab.id === active}
              first={active === undefined && tab === tabs[0]}
              onShow={actions.show}
              onKeyDown={onKeyDown}
            />
            {!tab.pinned && (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- by keys: Delete on the tab
              <span className="tab-close" aria-hidden title={t("shell.tabClose")} onClick={() => close(tab.id)}>
                <Icon name="close" size="s" />
              </span>
            )}
          </div>
        ))}
      </div>
      {menu && (
        <TabMenu
          x={menu.x}
          y={menu.y}
          pinned={tabs.find((tab) => tab.id === menu.id)?.pinned ?? false}
          others={tabs.some((tab) => !tab.pinned && tab.id !== menu.id)}
          any={tabs.some((tab) => !tab.pinned)}
          onDone={closeMenu}
          onRefresh={() => actions.refresh(menu.id)}
          onClose={() => actions.close([menu.id])}
          onCloseOthers={() => actions.closeOthers(menu.id)}
          onCloseAll={actions.closeAll}
        />
      )}
    </>
  );
}

function TabTitle({
  tab,
  active,
  first,
  onShow,
  onKeyDown,
}: {
  tab: Tab;
  active: boolean;
  first: boolean;
  onShow: (id: string) => void;
  onKeyDown: (event: KeyboardEvent, tab: Tab) => void;
}) {
  const t = useT();
  const screen = titles.get(tab.screen);
  const title = screen ? t(screen.title) : tab.screen;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={active}
      aria-controls="page"
      aria-keyshortcuts="Delete Shift+F10 Alt+Shift+ArrowLeft Alt+Shift+ArrowRight"
      tabIndex={active || first ? 0 : -1}
      title={tab.subject === undefined ? title : `${tab.subject} · ${title}`}
      onClick={() => onShow(tab.id)}
      onKeyDown={(event) => onKeyDown(event, tab)}
    >
      {tab.pinned && screen?.icon && <Icon name={screen.icon} />}
      <span className="cut">
        {tab.subject !== undefined && <b>{tab.subject} · </b>}
        {title}
      </span>
    </button>
  );
}
