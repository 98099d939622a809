/** The help of one screen: its code is fetched with the list of pages, which few people ask for. */
import { useEffect, useRef, useState } from "react";
import { useLanguage, useT } from "../i18n/use-t";
import { Aids } from "../keys/Aids";
import type { Screen } from "../registry";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";
import { SkeletonText } from "../ui/Skeleton";
import type { Block } from "./blocks";
import { Blocks } from "./Blocks";
import { loadHelp } from "./load";
import { helpPageOf } from "./page";

export interface HelpPageProps {
  readonly screen: Screen | undefined;
  readonly title: string | undefined;
  readonly onClose: () => void;
}

type State = { readonly kind: "loading" } | { readonly kind: "failed" } | { readonly kind: "shown"; readonly blocks: readonly Block[] };

export function HelpPage({ screen, title, onClose }: HelpPageProps) {
  const t = useT();
  const language = useLanguage();
  const [state, setState] = useState<State>({ kind: "loading" });
  const [tried, setTried] = useState(0);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    let isCurrent = true;
    setState({ kind: "loading" });
    (screen ? loadHelp(helpPageOf(screen), language) : Promise.resolve([]))
      .then((blocks) => isCurrent && setState({ kind: "shown", blocks }))
      .catch(() => isCurrent && setState({ kind: "failed" }));
    return () => {
      isCurrent = false;
    };
  }, [screen, language, tried]);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <aside
      ref={panel}
      className="help no-print"
      aria-label={t("palette.helpTitle")}
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc shuts it wherever the focus is inside
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation(); // what lies under it stays
        onClose();
      }}
    >
      <header className="row">
        <h2 className="grow cut">{title ?? t("palette.helpTitle")}</h2>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <div key={screen?.name} className="help-text" role="group" aria-label={t("palette.helpTitle")} tabIndex={0}>
        {state.kind === "loading" && <SkeletonText lines={6} label={t("ui.loading")} />}
        {state.kind === "failed" && <ErrorState what={t("errors.busy")} onRetry={() => setTried(tried + 1)} />}
        {state.kind === "shown" &&
          (state.blocks.length === 0 ? <p className="mut">{t("palette.helpNone")}</p> : <Blocks blocks={state.blocks} />)}
      </div>
      <Aids but="help" onLeave={onClose} />
    </aside>
  );
}
