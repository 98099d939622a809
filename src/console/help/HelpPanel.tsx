import { useEffect, useRef, useState } from "react";
import type { Language } from "../../contract/enums";
import { useLanguage, useT } from "../i18n/useT";
import { Aids } from "../keys/Aids";
import type { Screen } from "../registry";
import { Button } from "../ui/Button";
import { ErrorState } from "../ui/ErrorState";
import { fetched } from "../ui/fetched";
import { SkeletonText } from "../ui/Skeleton";
import type { Block } from "./blocks";
import { closeHelp, openHelp, useHelpOpen } from "./store";
import { Blocks } from "./Blocks";

interface Props {
  readonly screen: Screen | undefined;
  readonly title: string | undefined;
}

/** The list of pages is long, and few people ask for one: it is fetched then. */
async function read(screen: Screen | undefined, language: Language): Promise<readonly Block[]> {
  const [{ helpPageOf }, { loadHelp }] = await fetched(() => Promise.all([import("./page"), import("./load")]));
  return screen ? loadHelp(helpPageOf(screen), language) : [];
}

/** The help of the screen on show, beside it, so that it can be followed step by step. F1 opens and shuts it, Esc shuts it. */
export function HelpPanel({ screen, title }: Props) {
  const open = useHelpOpen();
  useEffect(() => {
    const ask = (event: KeyboardEvent): void => {
      if (event.key !== "F1") return;
      event.preventDefault();
      if (open) closeHelp();
      else openHelp();
    };
    document.addEventListener("keydown", ask);
    return () => document.removeEventListener("keydown", ask);
  }, [open]);
  return open ? <Panel screen={screen} title={title} /> : null;
}

type State = { readonly kind: "loading" } | { readonly kind: "failed" } | { readonly kind: "shown"; readonly blocks: readonly Block[] };

function Panel({ screen, title }: Props) {
  const t = useT();
  const language = useLanguage();
  const [state, setState] = useState<State>({ kind: "loading" });
  const [tried, setTried] = useState(0);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    let wanted = true;
    setState({ kind: "loading" });
    read(screen, language)
      .then((blocks) => wanted && setState({ kind: "shown", blocks }))
      .catch(() => wanted && setState({ kind: "failed" }));
    return () => {
      wanted = false;
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
        closeHelp();
      }}
    >
      <header className="row">
        <h2 className="grow cut">{title ?? t("palette.helpTitle")}</h2>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={closeHelp} />
      </header>
      <div key={screen?.name} className="help-text" role="group" aria-label={t("palette.helpTitle")} tabIndex={0}>
        {state.kind === "loading" && <SkeletonText lines={6} label={t("ui.loading")} />}
        {state.kind === "failed" && <ErrorState what={t("errors.busy")} onRetry={() => setTried(tried + 1)} />}
        {state.kind === "shown" &&
          (state.blocks.length === 0 ? <p className="mut">{t("palette.helpNone")}</p> : <Blocks blocks={state.blocks} />)}
      </div>
      <Aids but="help" onLeave={closeHelp} />
    </aside>
  );
}
