/**
 * Seeing the console as a role sees it: for this tab, every request names the role, the server answers with no more than what both the
 * person and the role may see, and changes nothing. Ends by itself with the tab.
 */
const KEY = "preview_role";

interface Preview {
  readonly id: string;
  readonly name: string;
}

function read(): Preview | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null || !("id" in stored) || !("name" in stored)) return undefined;
    return { id: String(stored.id), name: String(stored.name) };
  } catch {
    return undefined;
  }
}
let current = read();

/** The role that this tab looks as; undefined: it is itself. */
export const preview = (): Preview | undefined => current;

/** Loads the console anew, as the role. */
export function startPreview(role: Preview): void {
  sessionStorage.setItem(KEY, JSON.stringify(role));
  current = role;
  location.assign("/dashboard");
}

/** Back to oneself, at the role's page. */
export function endPreview(): void {
  const id = current?.id;
  sessionStorage.removeItem(KEY);
  current = undefined;
  location.assign(id === undefined ? "/dashboard" : `/venue/role-menu-form/${id}`);
}
