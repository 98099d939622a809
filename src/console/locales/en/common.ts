import type { Same } from "../../i18n/keys";
import type { common as zh } from "../zh/common";

/** Words that many screens share. */
export const common = {
  system: "System",
  online: "Online",
  ok: "OK",
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  delete: "Delete",
  edit: "Edit",
  view: "View",
  back: "Back",
  yes: "Yes",
  no: "No",
  failed: "Failed",
  saved: "Saved successfully",
  deleted: "Deleted successfully",
  deleteCancelled: "Delete cancelled",
  contactSupport: "Error, contact support",
  deleteConfirm: "This will delete the data, continue?",
  leaveTitle: "Unsaved changes",
  leaveText: "If you leave, what you have not saved on this page is lost.",
  leave: "Discard changes",
  stay: "Stay here",
} as const satisfies Same<typeof zh>;
