/** Acts on every failed call, whoever made it: what ends the session goes to the auth provider, the rest is reported or stays with its screen. */
import { ApiError } from "../api/error";
import { watchFailures } from "../api/invoke";
import { isShownByScreen } from "../api/connection";
import { t } from "../i18n/i18n";
import { authProvider } from "../providers/auth";
import { notify } from "../ui/notices";
import { failureKind, missingCall } from "./failure";

/** @returns for a failure that has no words for a person, one that has */
function handle(error: unknown): unknown {
  switch (failureKind(error)) {
    case "expired":
    case "siteData":
      void authProvider.onError(error);
      break;
    case "busy": {
      const call = missingCall(error);
      if (call !== undefined) return new Error(t("errors.notOffered", { call }), { cause: error });
      const words = navigator.onLine ? t("errors.busy") : t("errors.offline");
      if (!isShownByScreen(error)) notify.error(words, { id: "busy" });
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

/** Watches all calls from now on. */
export const handleFailures = (): void => watchFailures(handle);
