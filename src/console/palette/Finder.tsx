import { type ComponentProps, useEffect } from "react";
import { closePalette, openPalette, usePaletteOpen } from "./open";
import { Palette } from "./Palette";

/** The palette while it is open; Ctrl+K opens it. Apart from the frame, which is not drawn again for it. */
export function Finder(props: Omit<ComponentProps<typeof Palette>, "onClose">) {
  const open = usePaletteOpen();
  useEffect(() => {
    const find = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener("keydown", find);
    return () => {
      document.removeEventListener("keydown", find);
      closePalette();
    };
  }, []);
  return open ? <Palette {...props} onClose={closePalette} /> : null;
}
