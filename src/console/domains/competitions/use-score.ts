/** The score of a match on a desk: shown at once, saved behind, point after point in their order. */
import { useEffect, useRef, useState } from "react";
import { battles } from "../../../contract/competitions/battles";
import { toError } from "../../api/to-error";
import type { Match } from "../../../contract/competitions/match";
import { callsOf } from "../../../contract/core/resource/calls";
import type { Played } from "../../../engine/scoring";
import { useCall } from "../../api/use-call";

const calls = callsOf(battles);
const playedOf = ({ sets, runs }: Match): Played => ({ sets: sets.map(([home, away]) => [home ?? 0, away ?? 0]), runs });

/** Actions of a desk on a match; a refusal is in `failure`, and the screen then shows the state of the server. */
interface Scorer {
  readonly played: Played;
  readonly failure: Error | undefined;
  readonly pending: boolean;
  /** Saves a score. Points that come while one is being saved are saved together after it. */
  readonly save: (played: Played) => void;
  /** Saves a whole score, of a match that need not have been started. @returns whether it was saved */
  readonly enter: (played: Played) => Promise<boolean>;
  readonly start: () => Promise<boolean>;
  readonly resume: () => Promise<boolean>;
  readonly finish: () => Promise<boolean>;
}

/** A score that is shown before the match as it was read has it. */
interface Ahead {
  readonly played: Played;
  /** The version of the match that has it; unknown while it is being saved. */
  readonly version: number;
}

/** @param again reads the match anew */
export function useScore(match: Match, again: () => Promise<Match | undefined>): Scorer {
  const start = useCall(calls.start);
  const resume = useCall(calls.resume);
  const finish = useCall(calls.finish);
  const score = useCall(calls.score);
  const [ahead, setAhead] = useState<Ahead>();
  const [failure, setFailure] = useState<Error>();
  const [pending, setPending] = useState(false);
  const waiting = useRef<Played>(undefined);
  /** The version that the next save builds on: the last one's, before the match was read anew. */
  const version = useRef(match.version);
  useEffect(() => {
    version.current = Math.max(version.current, match.version);
  });
  /** Pending action; it never fails. */
  const doing = useRef<{ readonly saves: boolean; readonly end: Promise<boolean> }>(undefined);

  const tried = async (act: () => Promise<unknown>): Promise<boolean> => {
    setPending(true);
    setFailure(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      waiting.current = undefined;
      setAhead(undefined);
      setFailure(toError(error));
      await again();
      return false;
    } finally {
      doing.current = undefined;
      setPending(false);
    }
  };
  /** Does one thing at a time. @returns whether it was done */
  const alone = (saves: boolean, act: () => Promise<unknown>): Promise<boolean> => {
    if (doing.current) return Promise.resolve(false);
    const end = tried(act);
    doing.current = { saves, end };
    return end;
  };
  const queue = (played: Played): void => {
    setAhead({ played, version: Number.POSITIVE_INFINITY });
    waiting.current = played;
  };
  const send = async (played: Played): Promise<void> => {
    queue(played);
    for (let now = waiting.current; now; now = waiting.current) {
      waiting.current = undefined;
      const sets = now.sets.map(([home, away]): [number, number] => [home, away]);
      await score.run({ id: match.id, version: version.current, sets, runs: [...now.runs] });
      version.current++;
      if (!waiting.current) {
        setAhead({ played: now, version: version.current });
        await again();
      }
    }
  };
  const then = (call: typeof start) => () =>
    alone(false, async () => {
      await call.run({ id: match.id });
      await again();
    });
  return {
    played: ahead && ahead.version > match.version ? ahead.played : playedOf(match),
    failure,
    pending,
    save: (played) => {
      if (doing.current?.saves) queue(played);
      else void alone(true, () => send(played));
    },
    enter: async (played) => {
      await doing.current?.end;
      return alone(true, async () => {
        if (match.state === "ready") await start.run({ id: match.id });
        await send(played);
      });
    },
    start: then(start),
    resume: then(resume),
    finish: then(finish),
  };
}
