/** Keys of scoring. */
export const competitions = {
  key: {
    find: "Find a match by name, club or court",
    next: "Next match",
    previous: "Previous match",
    step: "Next step: start, confirm, next match",
    point: "A point for the left or right side",
    undo: "Take back a point",
    period: "Begin the next period",
    whole: "Type the whole score",
  },
};
