/** True while the person looks at their own access: opened from the user menu and the palette, on any page. */
import { createOpened } from "../ui/opened";

const access = createOpened<true>();

export const openAccess = (): void => access.open(true);
export const closeAccess = access.close;
export const useAccessOpen = (): boolean => access.useOpen() === true;
