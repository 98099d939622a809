/** Regulations of sports: what results count in a table, and the order in which ties are broken. An organiser may choose otherwise. */
import type { TablePoints, TieRule } from "./standings";

export const SPORTS = ["badminton", "tableTennis", "tennis", "volleyball", "basketball", "football", "other"] as const;
export type Sport = (typeof SPORTS)[number];

/**
 * Results of an entrant that does not complete its group: they stay; all are annulled once it has left the event; or also once it has retired
 * from a match of the group or not come to one.
 */
const LEAVING = ["keep", "annul", "annulIncomplete"] as const;
export type Leaving = (typeof LEAVING)[number];

export interface SportRules {
  readonly source: string;
  readonly points: TablePoints;
  readonly order: readonly TieRule[];
  readonly leaving: Leaving;
  /** Score of a timed match to which one side did not come. */
  readonly forfeit: number;
  /** Score of the opponent where a side that does not lead stops playing a timed match. */
  readonly conceded: number;
  /** A retirement gives the points of a walkover. */
  readonly retiredAsWalkover: boolean;
  /** A deciding set with other points counts as one game. */
  readonly tieBreakAsGame: boolean;
}

const BY_SETS = { forfeit: 0, conceded: 0, retiredAsWalkover: false, tieBreakAsGame: false } as const;

export const SPORT_RULES: Readonly<Record<Sport, SportRules>> = {
  badminton: {
    ...BY_SETS,
    source: "BWF General Competition Regulations 16.2",
    points: { win: 1, draw: 0, loss: 0, abandoned: 0 },
    order: ["wins", "headToHeadOfTwo", "rubberDifference", "setDifference", "pointDifference", "lot"],
    leaving: "annulIncomplete",
  },
  tableTennis: {
    ...BY_SETS,
    source: "ITTF Handbook 3.7.5",
    points: { win: 2, draw: 0, loss: 1, abandoned: 0 },
    order: ["points", "headToHead", "tiedRubberRatio", "tiedSetRatio", "tiedPointRatio", "lot"],
    leaving: "keep",
    retiredAsWalkover: true,
  },
  tennis: {
    ...BY_SETS,
    source: "ATP Finals, semi-final qualifying procedure; ITF Rules of Tennis, Appendix VI",
    points: { win: 1, draw: 0, loss: 0, abandoned: 0 },
    order: ["wins", "headToHeadOfTwo", "rubberDifference", "setRatio", "pointRatio", "lot"],
    leaving: "keep",
    tieBreakAsGame: true,
  },
  volleyball: {
    ...BY_SETS,
    source: "FIVB Official Volleyball Rules 6.4; FIVB pool ranking criteria 1–2.4",
    points: { win: 3, draw: 0, loss: 0, abandoned: 0, narrowWin: 2, narrowLoss: 1 },
    order: ["wins", "points", "setRatio", "pointRatio", "tiedWins", "headToHead", "tiedSetRatio", "tiedPointRatio", "lot"],
    leaving: "keep",
  },
  basketball: {
    source: "FIBA Official Basketball Rules, Art. 20–21 and D.1",
    points: { win: 2, draw: 0, loss: 1, abandoned: 0 },
    order: ["points", "headToHead", "tiedPointDifference", "tiedPointsFor", "pointDifference", "pointsFor", "lot"],
    leaving: "annul",
    forfeit: 20,
    conceded: 2,
    retiredAsWalkover: false,
    tieBreakAsGame: false,
  },
  football: {
    source: "FIFA World Cup Regulations, ranking in groups; FIFA Disciplinary Code, forfeit",
    points: { win: 3, draw: 1, loss: 0, abandoned: 0 },
    order: ["points", "pointDifference", "pointsFor", "headToHead", "tiedPointDifference", "tiedPointsFor", "lot"],
    leaving: "annul",
    forfeit: 3,
    conceded: 3,
    retiredAsWalkover: true,
    tieBreakAsGame: false,
  },
  other: {
    ...BY_SETS,
    source: "",
    points: { win: 2, draw: 1, loss: 1, abandoned: 0 },
    order: ["points", "headToHead", "rubberDifference", "setDifference", "pointDifference", "lot"],
    leaving: "keep",
  },
};
