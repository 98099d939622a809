/** Texts to players about their matches. The settings show them as they are sent. */
import type { Language } from "../core/enums";

export const MATCH_TEXTS = ["called", "moved", "result"] as const;
export type MatchTextKind = (typeof MATCH_TEXTS)[number];

export interface MatchTextValues {
  readonly venue: string;
  readonly event: string;
  /** Both sides. */
  readonly match: string;
  readonly court: string;
  /** Time of day by which to come, or at which the match begins now. */
  readonly time: string;
  readonly score: string;
  readonly winner: string;
}

/** Returns the text of a match in one language. */
export function matchText(kind: MatchTextKind, values: MatchTextValues, language: Language): string {
  const { venue, event, match, court, time, score, winner } = values;
  if (language === "zh")
    return `【${venue}】${event} ${match}：${
      {
        called: `请到${court}，${time}前未到场可判弃权`,
        moved: `改为 ${time}，${court}`,
        result: `${winner === "" ? "打平" : `${winner} 胜`}${score === "" ? "" : `，${score}`}`,
      }[kind]
    }`;
  return `[${venue}] ${event}, ${match}: ${
    {
      called: `please come to ${court} by ${time}, or it may be a walkover`,
      moved: `now at ${time}, ${court}`,
      result: `${winner === "" ? "a draw" : `won by ${winner}`}${score === "" ? "" : `, ${score}`}`,
    }[kind]
  }`;
}
