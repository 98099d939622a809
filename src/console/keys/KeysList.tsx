import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { isApple } from "../ui/Kbd";
import { useModal } from "../ui/use-modal";
import { Aids } from "./Aids";
import { EVERYWHERE, type Shortcut, useActiveShortcuts } from "./shortcuts";

/** Lists the keys of the current screen, and those that work everywhere. */
export function KeysList({ onClose }: { onClose: () => void }) {
  const t = useT();
  const here = useActiveShortcuts();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="keys-sheet"
      aria-label={t("palette.keysTitle")}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <header className="row">
        <h2 className="grow">{t("palette.keysTitle")}</h2>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <div className="keys-lists">
        {here.length > 0 && <Keys title={t("palette.keysHere")} keys={here.flat()} />}
        <Keys title={t("palette.keysAll")} keys={EVERYWHERE} />
      </div>
      <Aids but="keys" onLeave={onClose} />
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
