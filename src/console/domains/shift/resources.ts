/** The screen of shifts. */
import { first, screen } from "../../registry";

export const shiftScreens = screen({
  name: "shift",
  group: "sale",
  code: "shift",
  path: "/sale/shift",
  title: { zh: "交班", en: "Shifts" },
  icon: "swap",
  titled: true,
  page: () => import("./ShiftPage"),
  first: async () => {
    const { shifts } = await import("../../../contract/shift/shift");
    return [first(shifts.current, {})];
  },
});
