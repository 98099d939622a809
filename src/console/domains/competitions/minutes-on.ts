import type { Match } from "../../../contract/competitions/match";

const MINUTE_MS = 60_000;

/** Whole minutes that a match has lasted, or lasted; nothing before it begins. */
export const minutesOn = ({ begunAt, endedAt }: Match): number | undefined =>
  begunAt === null
    ? undefined
    : Math.max(0, Math.floor(((endedAt === null ? Date.now() : Date.parse(endedAt)) - Date.parse(begunAt)) / MINUTE_MS));
