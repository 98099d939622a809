/** True if the help is open next to the page. */
import { createOpened } from "../ui/opened";

const help = createOpened<true>();

export const openHelp = (): void => help.open(true);
export const closeHelp = help.close;
export const useHelpOpen = (): boolean => help.useOpen() === true;
