import type { Same } from "../../i18n/keys";
import type { session as zh } from "../zh/session";

/** Texts of the session pages. */
export const session = {
  setupImport: {
    bringVenue: "Or import a venue",
    chooseFileAnotherInstallation:
      "Choose the file that another installation exported. It contains no passwords: set one for its first administrator, who then sets those of the others.",
    chooseExportVenue: "Choose the export of a venue",
    noFileYet: "No file yet",
    newPasswordAdministrator: "New password of the administrator",
    sending: "Sending, {percent}%",
    bringingKeepPageOpen: "Importing; keep this page open",
    chooseFileEnterPassword: "Choose the file and enter its password",
    bringLog: "Import and log in",
  },
} as const satisfies Same<typeof zh>;
