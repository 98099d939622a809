/** Parts of a draw: the entrants, the matches, and the source of each match place. */
import type { LowerBrackets } from "./consolation";

/** Entrant of a draw. `seed` 1 is the strongest; entrants of one `club` are separated; "" is no club. */
export interface Entrant {
  readonly id: string;
  readonly club: string;
  readonly seed: number | null;
  /** Plays the qualifying draw of an event that has one. */
  readonly qualifying?: boolean;
}

/** Occupant of a match place: an entrant, nobody, or the one who advances from a match or group. Groups and places count from 1. */
export type Slot =
  | { readonly kind: "entry"; readonly id: string }
  | { readonly kind: "bye" }
  | { readonly kind: "winner" | "loser"; readonly of: string }
  | { readonly kind: "place"; readonly group: number; readonly place: number }
  /** One of the best of a place across all groups; which one gets which line is decided once all groups are over. */
  | { readonly kind: "best"; readonly place: number; readonly number: number }
  /** A side of a table in a later round of a Swiss system, paired once all rounds before it are over. */
  | { readonly kind: "pair"; readonly round: number; readonly number: number }
  /** The loser of its first played match, of both sides of a match or of one: of this match, or of a later one after a walkover. */
  | { readonly kind: "first"; readonly of: string; readonly side?: 0 | 1 };

/** A match of a draw. `key` names it within the draw; rounds count from 1. */
export interface DrawnMatch {
  readonly key: string;
  readonly stage: number;
  /** Group of a group stage, from 1; null in a knockout. */
  readonly group: number | null;
  readonly round: number;
  readonly home: Slot;
  readonly away: Slot;
  /** Plays for third place. */
  readonly third?: boolean;
}

/** `losers` is the bracket of those who lost once, `final` where its winner meets the one who never lost. */
type StageKind = "groups" | "swiss" | "qualifying" | "knockout" | "losers" | "final" | "places" | "plate";

export interface DrawnStage {
  readonly kind: StageKind;
  /** Ids of the entrants of each group, in their order in the Berger table. */
  readonly groups: readonly (readonly string[])[];
  /** Lines of the bracket from top to bottom, byes included; of the first bracket only. */
  readonly lines: readonly Slot[];
  readonly matches: readonly DrawnMatch[];
}
export interface Drawn {
  readonly stages: readonly DrawnStage[];
}

export type Format =
  | { readonly kind: "roundRobin" }
  /** @property rounds 0: as many as a knockout of so many entrants has */
  | { readonly kind: "swiss"; readonly rounds: number }
  | ({ readonly kind: "knockout"; readonly third: boolean } & LowerBrackets)
  /** @property reset the grand final is played again where whoever never lost loses it */
  /** @property qualifiers winners of as many qualifying brackets, who come into the main draw */
  | ({ readonly kind: "qualifying"; readonly qualifiers: number; readonly third: boolean } & LowerBrackets)
  | { readonly kind: "doubleElimination"; readonly reset: boolean }
  | ({
      readonly kind: "groupsKnockout";
      readonly groups: number;
      readonly through: number;
      readonly third: boolean;
      /** The best of the next place across all groups, such as the four best thirds; with one or two from each group. */
      readonly best?: number;
      /** First matches of the knockout by the organiser's table, "A1-B2 C1-D2 …"; else by lot. */
      readonly crossing?: string;
    } & Pick<LowerBrackets, "placesTo">);

/** Settings of an event's format, as draws show them. */
export interface FormatSettings {
  readonly format: string;
  readonly groups: number;
  readonly through: number;
  readonly best: number;
  readonly third: boolean;
  readonly reset: boolean;
  readonly crossing: string;
  readonly rounds: number;
  /** Last place that is played for: "none", "8", "16", "32", "all". */
  readonly placesTo: string;
  readonly consolation: string;
  readonly qualifiers: number;
}

/** Returns the format of an event's settings. */
export function formatFrom(settings: FormatSettings): Format {
  const { format, groups, through, best, reset, crossing, rounds } = settings;
  const placesTo = settings.placesTo === "none" ? 0 : settings.placesTo === "all" ? Infinity : Number(settings.placesTo);
  const third = settings.third || placesTo > 0;
  switch (format) {
    case "roundRobin":
      return { kind: "roundRobin" };
    case "swiss":
      return { kind: "swiss", rounds };
    case "groupsKnockout":
      return { kind: "groupsKnockout", groups, through, best, third, crossing, placesTo };
    case "doubleElimination":
      return { kind: "doubleElimination", reset };
    case "monrad":
      return { kind: "knockout", third: true, placesTo: Infinity };
    default: {
      const { consolation, qualifiers } = settings;
      const lower: LowerBrackets & { readonly third: boolean } = {
        third,
        placesTo,
        ...(consolation === "plate" || consolation === "feedIn" ? { consolation } : {}),
      };
      return format === "qualifying" ? { kind: "qualifying", qualifiers, ...lower } : { kind: "knockout", ...lower };
    }
  }
}

/** Options of a draw: separation of clubs. */
export interface DrawOptions {
  readonly separate: boolean;
}
