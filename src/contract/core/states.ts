/**
 * The state machines of `docs/states.md`: one table each, used by the server (which moves it allows), the screens (which actions
 * they offer) and the tests (every pair). A table reads: state → action → next state.
 */
export * from "./states/booking";
export * from "./states/competitions";
export * from "./states/machine";
export * from "./states/marketing";
export * from "./states/members";
export * from "./states/money";
export * from "./states/venue";
