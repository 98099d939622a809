import { useEffect, useRef, useState, type ReactNode } from "react";
import { useT } from "../i18n/use-t";
import { useMobile } from "./use-mobile";

/** Actions of the sidebar on itself. */
interface SidebarMoves {
  /** Shuts it: collapses on a wide screen, slides away on a narrow one. */
  close: () => void;
  /** Something was chosen in it: slides away on a narrow screen, stays on a wide one. */
  leave: () => void;
}

interface Props {
  /** Path on show: a change shuts the phone's drawer. */
  path: string;
  /** True if the sidebar is open on a wide screen; the caller stores it (spec: 1 open, 0 closed). */
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Left out where no venue is chosen. */
  sidebar?: ((moves: SidebarMoves) => ReactNode) | undefined;
  /** Drawn with what opens the sidebar (none without one), and whether its button must show on a wide screen too. */
  top: (menu: { open: (() => void) | undefined; closed: boolean }) => ReactNode;
  /** False: top bar and tabs scroll away with the page. */
  fixedHeader?: boolean;
  /** Banners of the whole console, between the tabs and the page. */
  banners?: ReactNode;
  /** The strip of visited pages, 36 high. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** Sidebar, top bar, tabs and page. Below 992 px the sidebar is a drawer: the backdrop, Esc and any navigation shut it. */
export function Frame({ path, open, onOpen, fixedHeader = true, sidebar, top, tabs, banners, children }: Props) {
  const t = useT();
  const mobile = useMobile();
  // The drawer belongs to the path that it was opened on, so that going anywhere shuts it.
  const [drawnAt, setDrawnAt] = useState<string>();
  const side = useRef<HTMLElement>(null);
  const drawer = mobile && drawnAt === path && sidebar !== undefined;

  useEffect(() => {
    if (!drawer) return undefined;
    const before = document.activeElement;
    side.current?.querySelector<HTMLElement>("button, a")?.focus();
    const escape = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) setDrawnAt(undefined);
    };
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("keydown", escape);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [drawer]);

  const leave = (): void => setDrawnAt(undefined);
  const close = (): void => (mobile ? leave() : onOpen(false));
  const show = (): void => (mobile ? setDrawnAt(path) : onOpen(true));
  return (
    <div
      className="app"
      data-header={fixedHeader ? "fixed" : "loose"}
      data-sidebar={sidebar && open ? "open" : "closed"}
      data-drawer={drawer ? "open" : "closed"}
    >
      <a
        className="skip"
        href="#page"
        onClick={(event) => {
          event.preventDefault(); // the address tells the page; a place in it would be a page of its own
          document.getElementById("page")?.focus();
        }}
      >
        {t("ui.skip")}
      </a>
      {sidebar && (mobile || open) && (
        <aside ref={side} className="side">
          {sidebar({ close, leave })}
        </aside>
      )}
      {drawer && <button type="button" className="backdrop" tabIndex={-1} aria-label={t("ui.closeMenu")} onClick={leave} />}
      <div className="main" inert={drawer}>
        {top({ open: sidebar && show, closed: sidebar !== undefined && !open })}
        {tabs}
        {banners}
        <main className="page" id="page" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
