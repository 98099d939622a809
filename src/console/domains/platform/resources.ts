/** Screens of staff and their accounts. */
import { first, screen } from "../../registry";

export const platformScreens = screen({
  name: "smsCodes",
  group: "venue",
  code: "staff_password",
  path: "/venue/sms-codes",
  title: "platform.smsCodes",
  icon: "mail",
  page: () => import("./SmsCodes"),
  first: async () => {
    const { platform } = await import("../../../contract/platform");
    return [first(platform.sentCodes, {})];
  },
});
