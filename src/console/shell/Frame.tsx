import { useEffect, useRef, useState, type ReactNode } from "react";
import { useT } from "../i18n/useT";
import { useMobile } from "./useMobile";

interface Props {
  /** Path on show: a change shuts the phone's drawer. */
  path: string;
  /** Whether the sidebar is open on a wide screen; the caller keeps it (spec: 1 open, 0 closed). */
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Drawn with what shuts the sidebar; left out where no venue is chosen. */
  sidebar?: (close: () => void) => ReactNode;
  /** Drawn with what opens the sidebar and whether its button must show on a wide screen too. */
  top: (menu: { open: (() => void) | undefined; closed: boolean }) => ReactNode;
  /** The strip of visited pages, 36 high. */
  tabs?: ReactNode;
  children: ReactNode;
}

/** Sidebar, top bar, tabs and page. Below 992 px the sidebar is a drawer: the backdrop, Esc and any navigation shut it. */
export function Frame({ path, open, onOpen, sidebar, top, tabs, children }: Props) {
  const t = useT();
  const mobile = useMobile();
  const [drawn, setDrawn] = useState(false);
  const side = useRef<HTMLElement>(null);
  const back = useRef<Element | null>(null);
  const drawer = mobile && drawn;

  useEffect(() => setDrawn(false), [path, mobile]);
  useEffect(() => {
    if (!drawer) return undefined;
    back.current = document.activeElement;
    side.current?.querySelector<HTMLElement>("button, a")?.focus();
    return () => {
      if (back.current instanceof HTMLElement) back.current.focus();
    };
  }, [drawer]);

  const change = (next: boolean): void => (mobile ? setDrawn(next) : onOpen(next));
  const shown = sidebar !== undefined && (mobile || open);
  return (
    <div className="app" data-sidebar={sidebar && open ? "open" : "closed"} data-drawer={drawer ? "open" : "closed"}>
      <a className="skip" href="#page">
        {t("ui.skip")}
      </a>
      {shown && (
        <aside
          ref={side}
          className="side"
          onKeyDown={(event) => {
            if (event.key === "Escape" && drawer) change(false);
          }}
        >
          {sidebar(() => change(false))}
        </aside>
      )}
      {drawer && <button type="button" className="backdrop" tabIndex={-1} aria-label={t("ui.closeMenu")} onClick={() => change(false)} />}
      <div className="main" inert={drawer}>
        {top({ open: sidebar && (() => change(true)), closed: sidebar !== undefined && !open })}
        {tabs}
        <main className="page" id="page" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
