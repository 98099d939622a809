/** From the login page into the console, without a reload. */
import { insidePath } from "../session/guard";

const loadConsole = (): Promise<typeof import("../main")> => import("../main");

/** Fetches the console's code, and of the page that follows, ahead of need. A failure shows when the console is entered. */
export const comeReady = (): void => {
  loadConsole().then(
    (main) => main.comeReady(),
    () => undefined,
  );
};

/**
 * Moves to `path` (keeping `?redirect=`) and starts the console there. The login page stays on screen until the console has drawn.
 * Where the code can't be had, the browser loads that address as a whole.
 */
export async function enterConsole(path: string, query: Record<string, string> = {}): Promise<void> {
  const redirect = insidePath(new URLSearchParams(location.search).get("redirect"));
  const search = new URLSearchParams({ ...query, ...(redirect ? { redirect } : {}) }).toString();
  const address = search ? `${path}?${search}` : path;
  try {
    const { startConsole } = await loadConsole();
    history.replaceState(null, "", address);
    await startConsole();
    document.documentElement.dataset.page = "console";
    document.getElementById("login")?.remove();
  } catch {
    location.assign(address);
  }
}
