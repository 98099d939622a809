/** Tables of groups and of Swiss systems. */
import { z } from "#zod";
import { Id } from "../core/call";
import { TIE_RULE_LABELS } from "./game-settings";

const TieRule = z.enum(Object.keys(TIE_RULE_LABELS) as [keyof typeof TIE_RULE_LABELS]);
const TableRow = z.object({
  id: Id,
  group: z.number().int(),
  name: z.string(),
  publicName: z.string(),
  club: z.string(),
  place: z.number().int(),
  played: z.number().int(),
  won: z.number().int(),
  drawn: z.number().int(),
  lost: z.number().int(),
  abandoned: z.number().int(),
  points: z.number().int(),
  rubbersFor: z.number().int(),
  rubbersAgainst: z.number().int(),
  setsFor: z.number().int(),
  setsAgainst: z.number().int(),
  pointsFor: z.number().int(),
  pointsAgainst: z.number().int(),
  /** Rounds of a Swiss system without an opponent, and its tie-breaks by opponents. */
  byes: z.number().int(),
  buchholz: z.number(),
  sonnebornBerger: z.number(),
  decidedBy: TieRule.nullable(),
  through: z.boolean(),
  /** It has withdrawn from the event and ranks behind all others. */
  hasLeft: z.boolean(),
  /** Its results in the group are annulled. */
  isAnnulled: z.boolean(),
});
export const Standings = z.object({
  eventId: Id,
  event: z.string(),
  rules: z.array(TieRule),
  /** Ties of teams, with rubbers. */
  isTeams: z.boolean(),
  /** Timed matches: points alone, no sets. */
  isTimed: z.boolean(),
  draws: z.boolean(),
  isSwiss: z.boolean(),
  groups: z.array(z.object({ number: z.number().int(), left: z.number().int(), rows: z.array(TableRow) })),
  /** The ranking of one place across all groups, where the best of it go through. */
  best: z
    .object({
      place: z.number().int(),
      count: z.number().int(),
      /** Places of a group against which results count, where groups differ in size; else null. */
      compared: z.number().int().nullable(),
      rows: z.array(TableRow),
    })
    .nullable(),
});
