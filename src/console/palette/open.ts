/** Whether the palette is open. */
import { createOpened } from "../ui/opened";

const palette = createOpened<true>();

export const openPalette = (): void => palette.open(true);
export const closePalette = palette.close;
export const usePaletteOpen = (): boolean => palette.useOpen() === true;
