import type { Same } from "../../i18n/keys";
import type { refine as zh } from "../zh/refine";

/** Refine's own words, under the keys by which its buttons, pages and messages ask for them. */
export const refine = {
  buttons: {
    create: "Create",
    save: "Save",
    edit: "Edit",
    show: "View",
    list: "List",
    clone: "Copy",
    delete: "Delete",
    confirm: "Delete it?",
    cancel: "Cancel",
    clear: "Clear",
    filter: "Filter",
    refresh: "Refresh",
    undo: "Undo",
    import: "Import",
    export: "Export",
    logout: "Log out",
    notAccessTitle: "You have no permission for this",
  },
  actions: { list: "List", create: "Create", edit: "Edit", show: "View", clone: "Copy" },
  notifications: {
    success: "Done",
    error: "Failed ({statusCode})",
    undoable: "You can undo this for {seconds} s",
    createSuccess: "{resource}: created",
    createError: "{resource}: not created ({statusCode})",
    editSuccess: "{resource}: saved",
    editError: "{resource}: not saved ({statusCode})",
    deleteSuccess: "{resource}: deleted",
    deleteError: "{resource}: not deleted ({statusCode})",
    importProgress: "Importing: {processed} of {total}",
  },
  table: { actions: "Actions" },
  loading: "Loading",
  tags: { clone: "Copy" },
  warnWhenUnsavedChanges: "There are unsaved changes. Leave all the same?",
  pages: {
    error: {
      "404": "This page does not exist",
      backHome: "Back to home",
      info: "Add the {action} of {resource} to its page",
      resource404: "There is no page “{resource}”",
    },
  },
} as const satisfies Same<typeof zh>;
