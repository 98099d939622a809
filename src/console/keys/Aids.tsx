import { openHelp } from "../help/store";
import type { TKey } from "../i18n/keys";
import { useT } from "../i18n/useT";
import { openPalette } from "../palette/open";
import { isApple, Kbd } from "../ui/Kbd";
import { openKeys } from "./shortcuts";

type Aid = "palette" | "keys" | "help";
const AIDS: Readonly<Record<Aid, { readonly cap: string; readonly open: () => void; readonly title: TKey }>> = {
  palette: { cap: isApple ? "⌘K" : "Ctrl K", open: openPalette, title: "palette.title" },
  keys: { cap: "?", open: openKeys, title: "palette.keysTitle" },
  help: { cap: "F1", open: openHelp, title: "palette.helpTitle" },
};

/** The other ways to find one's way: palette, keys and help name each other. @param but the one on show */
export function Aids({ but, onLeave }: { but: Aid; onLeave: () => void }) {
  const t = useT();
  return (
    <footer className="aids">
      {(["palette", "keys", "help"] as const)
        .filter((aid) => aid !== but)
        .map((aid) => (
          <button
            key={aid}
            type="button"
            className="link"
            onClick={() => {
              onLeave();
              AIDS[aid].open();
            }}
          >
            {t(AIDS[aid].title)} <Kbd>{AIDS[aid].cap}</Kbd>
          </button>
        ))}
    </footer>
  );
}
