import type { NotificationProvider } from "@refinedev/core";
import { notify } from "../ui/notices";

/** Refine's messages in our notices. `description` is the server's own text and says more than the title. */
export const notificationProvider: NotificationProvider = {
  open: ({ key, message, description, type }) => {
    const options = key === undefined ? {} : { id: key };
    if (type === "error") notify.error(description || message, options);
    else notify.success(message, options);
  },
  close: (key) => notify.close(key),
};
