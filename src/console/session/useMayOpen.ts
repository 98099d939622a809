import { screenAt } from "../resources";
import { mayOpen } from "./access";
import { useSession } from "./store";

/** Whether the person may open the screen of a path at the chosen venue: for links that lead there from other screens. */
export function useMayOpen(path: string): boolean {
  const { codes, person, venue } = useSession();
  const at = screenAt(path);
  return at !== undefined && codes !== undefined && mayOpen(at.screen, { tag: venue?.mainTag, codes, roles: person?.roles });
}
