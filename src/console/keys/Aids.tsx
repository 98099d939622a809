import { useKBar } from "@refinedev/kbar";
import { openHelp } from "../help/store";
import type { TKey } from "../i18n/keys";
import { useT } from "../i18n/use-t";
import { isApple, Kbd } from "../ui/Kbd";
import { openKeys } from "./shortcuts";

type Aid = "palette" | "keys" | "help";
const AIDS: Readonly<Record<Aid, { readonly cap: string; readonly title: TKey }>> = {
  palette: { cap: isApple ? "⌘K" : "Ctrl K", title: "palette.title" },
  keys: { cap: "?", title: "palette.keysTitle" },
  help: { cap: "F1", title: "palette.helpTitle" },
};

/** The other ways to find one's way: palette, keys and help name each other. @param but the one on show */
export function Aids({ but, onLeave }: { but: Aid; onLeave: () => void }) {
  const t = useT();
  const { query } = useKBar();
  const open = { palette: query.toggle, keys: openKeys, help: openHelp };
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
              open[aid]();
            }}
          >
            {t(AIDS[aid].title)} <Kbd>{AIDS[aid].cap}</Kbd>
          </button>
        ))}
    </footer>
  );
}
