import type { Same } from "../../i18n/keys";
import type { session as zh } from "../zh/session";

/** Words of the screens of session. */
export const session = {
  setupImport: {
    bringVenue: "Or bring in a venue",
    chooseFileAnotherInstallation:
      "Choose the file that another installation exported. It holds no passwords: set one for its first administrator, who sets those of the others.",
    chooseExportVenue: "Choose the export of a venue",
    noFileYet: "No file yet",
    newPasswordAdministrator: "New password of the administrator",
    sending: "Sending, {percent}%",
    bringingKeepPageOpen: "Bringing it in; keep this page open",
    chooseFileEnterPassword: "Choose the file and enter its password",
    bringLog: "Bring it in and log in",
  },
} as const satisfies Same<typeof zh>;
