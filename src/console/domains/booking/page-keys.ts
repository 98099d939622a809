import type { Shortcut } from "../../keys/shortcuts";

/** The keys of the grid, as the sheet of keys names them. */
export const PAGE_KEYS: readonly Shortcut[] = [
  [["←", "↑", "→", "↓"], "booking.keys.arrows"],
  [["Shift", "→"], "booking.keys.extend"],
  [["Space"], "booking.keys.select"],
  [["Enter"], "booking.keys.open"],
  [["Esc"], "booking.keys.clear"],
  [["F2"], "booking.keys.booker"],
  [["Mod", "Enter"], "booking.keys.book"],
  [["C"], "booking.keys.check"],
  [["M"], "booking.keys.move"],
  [["E"], "booking.keys.extendEnd"],
  [["W"], "booking.keys.wait"],
  [["X"], "booking.keys.cancel"],
  [["N"], "booking.keys.next"],
  [["/"], "booking.keys.search"],
  [["[", "]"], "booking.keys.day"],
  [["T"], "booking.keys.today"],
  [["R"], "booking.keys.turn"],
];
