/** Acts on failures that concern the whole session, whoever asked. What concerns one screen stays with the screen. */
import { ApiError } from "../api/error";
import { watchFailures } from "../api/invoke";
import { saidByScreen } from "../api/line";
import { t } from "../i18n/i18n";
import { notify } from "../ui/notices";
import { loginPath } from "./guard";
import { endSession } from "./enter";
import { failureKind } from "./failure";

let asking = false;
const watchers = new Set<() => void>();

/** Whether the person is to be asked to log in again. */
export const expired = (): boolean => asking;
export function watchExpired(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
function setExpired(next: boolean): void {
  asking = next;
  for (const watcher of watchers) watcher();
}

/** The person stays on the page: everything on it is kept. The next refused call asks again. */
export const stayHere = (): void => setExpired(false);

/** Logs out and loads the login, which returns to the page in hand. */
export async function loginAgain(): Promise<void> {
  const here = location.pathname + location.search;
  await endSession();
  location.assign(loginPath(here));
}

/** @returns for a failure that has no words for a person, one that has */
function handle(error: unknown): unknown {
  switch (failureKind(error)) {
    case "expired":
      setExpired(true);
      break;
    case "siteData":
      void endSession({ forced: true }).then(() => location.reload());
      break;
    case "busy": {
      const words = navigator.onLine ? t("errors.busy") : t("errors.offline");
      if (!saidByScreen(error)) notify.error(words, { id: "busy" });
      return new Error(words, { cause: error });
    }
    case "refused":
      return error instanceof ApiError && error.message === ""
        ? new ApiError(error.code, t("common.contactSupport"), error.data)
        : undefined;
    case "cancelled":
      break;
  }
  return undefined;
}

/** Hears of every failed call from now on. */
export const handleFailures = (): void => watchFailures(handle);
