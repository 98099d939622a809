/** Words of the venue's settings. */
export const venueSettings = {
  title: "Venue settings",
  policy: "Booking policy",
  policyHint: "Applies to orders from the moment it is saved; a sports program's own rules come first.",
  holdMinutes: "Unpaid holds stand",
  freeCancelHours: "Free cancellation",
  lateCancelPercent: "Late cancellation fee",
  noShowPercent: "No-show fee",
  offerMinutes: "Waitlist offers stand",
  earlyCheckInMinutes: "Early check-in asks",
  minutes: "min",
  hours: "h",
  percent: "%",
  hint: {
    holdMinutes: "A court that is held and not paid is released after this",
    freeCancelHours: "Cancelled at least this long before it begins, everything goes back",
    lateCancelPercent: "Kept of what was paid when it is cancelled later; who may can waive it",
    noShowPercent: "Kept of a paid booking whose booker did not come, the rest goes back by itself; 100 keeps all",
    offerMinutes: "How long a free court is held for whoever waited",
    earlyCheckInMinutes: "Checking in earlier than this before the start asks once, against a wrong click",
  },
} as const;
