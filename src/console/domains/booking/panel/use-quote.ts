import { useEffect, useRef, useState } from "react";
import { booking, type Quote, type SlotRun } from "../../../../contract/booking/booking";
import { invoke } from "../../../api/invoke";
import { useSession } from "../../../session/store";

const WAIT_MS = 120;

/** A price answer, and whether it is for what is chosen now. */
export interface QuoteState {
  /** The answer for exactly this question; undefined while it is on its way. */
  readonly quote: Quote | undefined;
  readonly pending: boolean;
  readonly error: Error | undefined;
  /** Asks again: the price may have changed. */
  readonly again: () => void;
}

/**
 * Prices of the choice, asked again whenever it changes: a moment after the last change, and an answer to an older question is dropped.
 * @param of `discount`: by hand, in yuan text with its reason, once both are whole; `withoutCards`: package cards that are put aside, the
 * member's others come before money
 */
export function useQuote(
  day: string,
  runs: readonly SlotRun[],
  of: {
    memberId: string | undefined;
    asGroup: boolean;
    discount: { amount: string; reason: string } | undefined;
    couponCode: string;
    withoutCards: readonly string[] | undefined;
  },
): QuoteState {
  const { memberId, asGroup, discount, couponCode, withoutCards } = of;
  const { venueId } = useSession();
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ question: string; quote?: Quote; error?: Error }>();
  const last = useRef<AbortController>(undefined);
  const plain = runs.map(({ placeId, start, end }) => ({ placeId, start, end }));
  const question = JSON.stringify([venueId, day, plain, memberId, asGroup, discount, couponCode, withoutCards, round]);
  const asks = plain.length > 0 && venueId !== undefined;
  const input = {
    venueId: venueId ?? "",
    day,
    runs: plain,
    ...(memberId ? { memberId } : { asGroup }),
    ...(discount ? { discount } : {}),
    ...(couponCode === "" ? {} : { couponCode }),
    ...(memberId && withoutCards ? { withoutCards: [...withoutCards] } : {}),
  };
  const newest = useRef(input);
  newest.current = input;
  useEffect(() => {
    last.current?.abort();
    if (!asks) return undefined;
    const control = new AbortController();
    last.current = control;
    const timer = setTimeout(() => {
      invoke(booking.quote, newest.current, { signal: control.signal }).then(
        (quote) => !control.signal.aborted && setAnswer({ question, quote }),
        (error: unknown) =>
          !control.signal.aborted && setAnswer({ question, error: error instanceof Error ? error : new Error(String(error)) }),
      );
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [question, asks]);
  const current = asks && answer?.question === question ? answer : undefined;
  return { quote: current?.quote, error: current?.error, pending: asks && current === undefined, again: () => setRound((n) => n + 1) };
}
