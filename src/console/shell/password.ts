/** Open state of the password dialog: opened from the user menu and the palette, on any page. */
import { createOpened } from "../ui/opened";

const password = createOpened<true>();

export const openPassword = (): void => password.open(true);
export const closePassword = password.close;
export const usePasswordOpen = (): boolean => password.useOpen() === true;
