import { useEffect, useRef, useState } from "react";
import { found, loadPinyin } from "../i18n/initials";
import { useT } from "../i18n/useT";
import { Icon } from "../ui/Icon";
import type { MenuGroup } from "./menu";
import type { Navigate } from "./NavLink";

/** Jumps to a screen by any part of its name, or its pinyin: type, arrows, Enter. Esc gives up. */
export function Finder({ groups, go, onClose }: { groups: readonly MenuGroup[]; go: Navigate; onClose: () => void }) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [pinyin, setPinyin] = useState(false);
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    void loadPinyin().then(() => setPinyin(true));
    return () => shown?.close();
  }, []);

  const hits = groups
    .flatMap((group) => group.items.map((item) => ({ item, group: group.title, score: found(item.title, typed) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const chosen = Math.min(at, hits.length - 1);
  const open = (index: number): void => {
    const hit = hits[index];
    if (!hit) return;
    onClose();
    go(hit.item.path);
  };
  // Enter pressed before the pinyin dictionary came opens the first hit as soon as it is there.
  useEffect(() => {
    if (!waiting || !pinyin) return;
    setWaiting(false);
    open(chosen);
    // oxlint-disable-next-line react/exhaustive-deps -- what is found then follows from the dictionary
  }, [waiting, pinyin]);
  return (
    <dialog
      ref={dialog}
      className="finder"
      aria-label={t("ui.search")}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <label className="input input-lg">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls="finder-hits"
          aria-activedescendant={hits[chosen] ? `finder-${chosen}` : undefined}
          aria-label={t("ui.search")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            setWaiting(false);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === "ArrowDown") setAt(Math.min(chosen + 1, hits.length - 1));
            else if (event.key === "ArrowUp") setAt(Math.max(chosen - 1, 0));
            else if (event.key === "Enter" && hits.length === 0) setWaiting(!pinyin);
            else if (event.key === "Enter") open(chosen);
            else return;
            event.preventDefault();
          }}
        />
      </label>
      <ul id="finder-hits" role="listbox" aria-label={t("ui.search")}>
        {hits.map(({ item, group }, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are on the text field, which keeps the focus
          <li key={item.key} id={`finder-${index}`} role="option" aria-selected={index === chosen} onClick={() => open(index)}>
            <Icon name={item.icon} />
            <span className="grow cut">{item.title}</span>
            <small className="mut">{group}</small>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p className="mut">{t("sites.none", { q: typed })}</p>}
    </dialog>
  );
}
