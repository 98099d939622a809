import { useEffect } from "react";
import { useT } from "../i18n/useT";
import { isTyping } from "../desk/field";
import { Button } from "../ui/Button";
import { isApple } from "../ui/Kbd";
import { useModal } from "../ui/useModal";
import { Aids } from "./Aids";
import { closeKeys, EVERYWHERE, openKeys, type Shortcut, useKeysOpen, useShown } from "./shortcuts";

/** All keys of the screen on show; `?` opens it. */
export function KeysSheet() {
  const open = useKeysOpen();
  useEffect(() => {
    const ask = (event: KeyboardEvent): void => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping()) return;
      event.preventDefault();
      openKeys();
    };
    document.addEventListener("keydown", ask);
    return () => document.removeEventListener("keydown", ask);
  }, []);
  return open ? <Sheet /> : null;
}

function Sheet() {
  const t = useT();
  const here = useShown();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="keys-sheet"
      aria-label={t("palette.keysTitle")}
      onClose={closeKeys}
      onClick={(event) => event.target === dialog.current && closeKeys()}
    >
      <header className="row">
        <h2 className="grow">{t("palette.keysTitle")}</h2>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={closeKeys} />
      </header>
      <div className="keys-lists">
        {here.length > 0 && <Keys title={t("palette.keysHere")} keys={here.flat()} />}
        <Keys title={t("palette.keysAll")} keys={EVERYWHERE} />
      </div>
      <Aids but="keys" onLeave={closeKeys} />
    </dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly Shortcut[] }) {
  const t = useT();
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {keys.map(([caps, does]) => (
          <div key={does}>
            <dt>{t(does)}</dt>
            <dd>
              {caps.map((cap) => (
                <kbd key={cap}>{cap === "Mod" ? (isApple ? "⌘" : "Ctrl") : cap}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
