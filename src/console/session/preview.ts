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
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null || !("id" in kept) || !("name" in kept)) return undefined;
    return { id: String(kept.id), name: String(kept.name) };
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
