import { useT } from "../../../i18n/useT";
import type { TKey } from "../../../i18n/keys";
import { Button } from "../../../ui/Button";
import { isApple } from "../../../ui/Kbd";
import { useModal } from "../../../ui/useModal";

const mod = isApple ? "⌘" : "Ctrl";
const KEYS: readonly (readonly [readonly string[], TKey])[] = [
  [["←", "↑", "→", "↓"], "booking.keys.arrows"],
  [["Shift", "→"], "booking.keys.extend"],
  [["Space"], "booking.keys.select"],
  [["Enter"], "booking.keys.open"],
  [["Esc"], "booking.keys.clear"],
  [["F2"], "booking.keys.booker"],
  [[mod, "Enter"], "booking.keys.book"],
  [["C"], "booking.keys.check"],
  [["M"], "booking.keys.move"],
  [["E"], "booking.keys.extendEnd"],
  [["W"], "booking.keys.wait"],
  [["X"], "booking.keys.cancel"],
  [["N"], "booking.keys.next"],
  [["/"], "booking.keys.search"],
  [["[", "]"], "booking.keys.day"],
  [["T"], "booking.keys.today"],
  [["R"], "booking.keys.turn"],
];

/** The keys of this screen. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useT();
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className="keys-help"
      aria-label={t("booking.keys.title")}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <header className="row">
        <h2 className="grow">{t("booking.keys.title")}</h2>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <dl>
        {KEYS.map(([caps, words]) => (
          <div key={words}>
            <dt>{t(words)}</dt>
            <dd>
              {caps.map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
