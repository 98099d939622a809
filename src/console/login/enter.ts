/** From the login page into the console, without a reload. */
type Console = typeof import("../main");

/** The console's first code, with the auth provider that signs in. */
export const loadConsole = (): Promise<Console> => import("../main");

/** Fetches the console's code, and of the page that follows, ahead of need. A failure shows when the console is entered. */
export const comeReady = (): void => {
  loadConsole().then(
    (main) => main.comeReady(),
    () => undefined,
  );
};

/**
 * Moves to `address` and starts the console there. The login page stays on screen until the console has drawn. Where the code can't be
 * had, the browser loads that address as a whole.
 */
export async function enterConsole(address: string): Promise<void> {
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
